// Maps of one quantity per cell, in classes, to print.
#ifndef ROCKFALL_SANDBOX_PLOT_LAYER_MAP_H
#define ROCKFALL_SANDBOX_PLOT_LAYER_MAP_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "plot/view.h"
#include "run/cell_statistics.h"
#include "run/check_lines.h"
#include "run/report.h"

namespace sandbox {

/** Contents of a map. */
struct MapLayer {
  std::string name;                           ///< of the raster, and of the file after "map_"
  std::string title;                          ///< with the unit
  std::vector<double> bounds;                 ///< upper bounds of the classes but the last
  bool whole = false;                         ///< values are whole numbers from 1 on: rocks that stopped
  bool by_class = false;                      ///< a map of all rock classes together describes none of them
  std::vector<std::string> class_texts = {};  ///< of the legend, which then has all classes; empty: from the bounds
  std::vector<std::string> notes = {};        ///< below the classes, a line each
  std::string rock_class = {};                ///< the only one shown; empty: all

  /** Title of the picture. */
  std::string heading() const { return rock_class.empty() ? title : title + ", rock class " + rock_class; }
};

/** Reach probability, energy, height and deposits. */
const std::vector<MapLayer>& map_layers();

/** The layer of one rock class. @param rocks  of the class */
MapLayer layer_of_class(MapLayer layer, const std::string& rock_class, std::uint64_t rocks);

/** The values of a class, for the legend. */
std::string text_of_class(const MapLayer& layer, std::size_t index);

/** Lines of the legend below the classes: the notes of the layer, a note if there are no values, and how many rocks
 * left the terrain and are in no cell. */
std::vector<std::string> layer_notes(const CampaignStatistics& statistics, const MapLayer& layer,
                                     const std::vector<float>& values);

/** Pixels of the map that cells with a value cover, row by row: heights of contours are not written there. */
std::vector<char> pixels_of_cells(const View& view, const CellGrid& grid, const std::vector<float>& values);

/** Draws the cells with a value, the outlines of soils and forests, and the lines. Rocks that stopped lie on top, since
 *  many lie along the lines, such as the foot of a dam; cells of other layers below. */
void draw_results(Canvas& canvas, const View& view, const Report& report, const MapLayer& layer,
                  const std::vector<float>& values, const std::vector<CheckLine>& lines);

/** Draws the map of a layer as a PNG. @param values  by cell; NaN is not drawn. Throws RunError. */
void write_layer_map(const std::filesystem::path& file, const Report& report, const MapLayer& layer,
                     const std::vector<float>& values, const std::vector<CheckLine>& lines);

}  // namespace sandbox
#endif
