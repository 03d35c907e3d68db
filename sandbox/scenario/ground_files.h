// The ground at the nodes of a terrain, read from files: rasters of parameters, polygons and rasters of soils.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_FILES_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_FILES_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/raster.h"
#include "io/vectors.h"
#include "scenario/scenario.h"

namespace sandbox {

/** Polygons of one [[soil]] or [[forest]], for maps. */
struct GroundArea {
  std::string name;  ///< class or preset; empty if there is none
  Shape polygon;     ///< world coordinates
};

/** Ground parameters of a place. */
struct PlaceValues {
  std::map<std::int32_t, double> members;  ///< by rf_ground_field
  std::string preset;                      ///< that they begin with; empty: none
};

/** Nodes that follow each other in a row, or in several. */
struct NodeSpan {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< after the last
};

/** Nodes that a [[soil]] or [[forest]] gives the same values. */
struct SoilPlace {
  PlaceValues values;  ///< of the file and the preset; the numbers of the table replace them
  std::vector<NodeSpan> nodes;
};

/** The places that one [[soil]] or [[forest]] covers. */
struct SoilPlaces {
  std::vector<SoilPlace> places;
  std::size_t count = 0;  ///< of their nodes
  std::vector<std::string> warnings;
};

/** A raster of [ground.fields]. */
struct FieldRaster {
  std::int32_t field = 0;     ///< rf_ground_field
  std::vector<float> values;  ///< at the nodes of the terrain; NaN where the raster has none
};

struct GroundFiles {
  std::vector<FieldRaster> rasters;
  std::vector<SoilPlaces> soils;  ///< in the order of Scenario::soils
  std::vector<GroundArea> areas;
  std::vector<std::string> warnings;  ///< of the rasters
};

/** Values of a place with the numbers of its table. */
PlaceValues with_numbers_of(const SoilSpec& soil, PlaceValues values);

/** World position of a node, for messages. */
std::string node_text(const Raster& frame, std::size_t node);

/** Reads the files of [ground.fields], [[soil]] and [[forest]].
 *  @param terrain  heights and coordinate system
 *  Throws InputError that names the file, and the world position of a wrong value. */
GroundFiles read_ground_files(const Scenario& scenario, const Raster& terrain);

}  // namespace sandbox
#endif
