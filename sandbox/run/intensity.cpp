#include "run/intensity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "io/polygons.h"
#include "io/raster.h"
#include "io/vector_writer.h"
#include "run/hazard_rasters.h"

namespace sandbox {
namespace {

const char* const class_names[] = {"none", "weak", "medium", "strong"};

std::vector<std::size_t> classes_of(const EventSpec& event, const std::vector<RockClass>& classes) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const bool named = std::find(event.rocks.begin(), event.rocks.end(), classes[i].name) != event.rocks.end();
    if (event.rocks.empty() || named) found.push_back(i);
  }
  return found;
}

}  // namespace

int intensity(const IntensityCounts& counts, const EventSpec& event) {
  const std::uint32_t above[] = {counts.passages, counts.above_30, counts.above_300};
  for (int level = 3; level >= 1; --level) {
    const double share = static_cast<double>(above[level - 1]) / static_cast<double>(counts.rocks);
    const double probability = 1 - std::pow(1 - share, event.blocks);
    const bool reached = probability >= event.probability * (1 - 1e-12);  // also where it is reached exactly
    if (above[level - 1] > 0 && reached) return level;
  }
  return 0;
}

std::vector<float> intensity_of_cells(const CellStatistics& cells, const EventSpec& event,
                                      const std::vector<RockClass>& classes) {
  const std::vector<std::size_t> of_event = classes_of(event, classes);
  std::uint64_t rocks = 0;
  std::unordered_map<std::uint32_t, IntensityCounts> counts;
  for (const std::size_t i : of_event) {
    rocks += cells.rocks(i);
    for (const auto& [cell, record] : cells.records(i)) {
      IntensityCounts& of_cell = counts[cell];
      of_cell.passages += record.passages;
      of_cell.above_30 += record.above_30;
      of_cell.above_300 += record.above_300;
    }
  }
  std::vector<float> values(cells.grid().count(), std::numeric_limits<float>::quiet_NaN());
  for (auto& [cell, of_cell] : counts) {
    of_cell.rocks = rocks;
    const int level = of_cell.passages == 0 ? 0 : intensity(of_cell, event);
    if (level > 0) values[cell] = static_cast<float>(level);
  }
  return values;
}

void write_intensities(ResultFiles& files, const Report& report) {
  const CellStatistics& cells = *report.result.hazard->cells;
  const Raster frame = raster_frame(cells.grid(), report.built);
  VectorWriter out(files.add("intensity.gpkg"), frame.crs);
  for (const EventSpec& event : report.scenario.events) {
    const std::string name = "intensity_" + event_name(event);
    const Band band{"intensity: 1 below 30 kJ, 2 to 300 kJ, 3 above",
                    intensity_of_cells(cells, event, report.built.rock_classes())};
    write_geotiff(files.add(name + ".tif"), frame, {band});
    out.layer(name, VectorWriter::Geometry::polygon,
              {{"intensity", std::int64_t{0}}, {"class", std::string()}, {"return_period_years", 0.0}});
    for (const ValuePolygon& polygon : polygons_of_cells(frame, band.values)) {
      const auto level = static_cast<std::int64_t>(polygon.value);
      out.shape(polygon.shape, {level, std::string(class_names[level]), event.return_period});
    }
  }
  out.close();
}

}  // namespace sandbox
