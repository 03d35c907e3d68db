#include "run/intensity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "common/text.h"
#include "io/polygons.h"
#include "io/raster.h"
#include "io/vector_writer.h"
#include "run/hazard_rasters.h"

namespace sandbox {
namespace {

std::vector<std::size_t> classes_of(const EventSpec& event, const std::vector<RockClass>& classes) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const bool named = std::find(event.rocks.begin(), event.rocks.end(), classes[i].name) != event.rocks.end();
    if (event.rocks.empty() || named) found.push_back(i);
  }
  return found;
}

}  // namespace

const char* intensity_name(int level) {
  static const char* const names[] = {"low", "medium", "high"};
  return names[level - 1];
}

const char* intensity_limits(int level) {
  static const char* const limits[] = {"below 30 kJ", "30 to 300 kJ", "300 kJ and more"};
  return limits[level - 1];
}

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

double deciding_share(const EventSpec& event) { return -std::expm1(std::log1p(-event.probability) / event.blocks); }

double rocks_needed(const EventSpec& event) {
  constexpr double rule_of_three = 3;  // -log(1 - 0.95)
  return std::ceil(rule_of_three / deciding_share(event) * (1 - 1e-12));
}

std::uint64_t rocks_of_event(const CellStatistics& cells, const EventSpec& event,
                             const std::vector<RockClass>& classes) {
  std::uint64_t rocks = 0;
  for (const std::size_t i : classes_of(event, classes)) rocks += cells.rocks(i);
  return rocks;
}

std::vector<std::string> warnings_of_events(const Report& report) {
  std::vector<std::string> warnings;
  if (!report.result.hazard || !report.result.hazard->cells) return warnings;
  for (const EventSpec& event : report.scenario.events) {
    const std::uint64_t rocks = rocks_of_event(*report.result.hazard->cells, event, report.built.rock_classes());
    const std::string name = "the intensity map of " + event_name(event);
    const std::string needed = "at least " + format_significant(rocks_needed(event), 4) + " are needed";
    if (rocks == 0) {
      warnings.push_back(name + " is empty because no rock of its classes was simulated; " + needed);
    } else if (static_cast<double>(rocks) < rocks_needed(event)) {
      warnings.push_back(name + " is uncertain: a share of " + format_significant(100 * deciding_share(event), 3) +
                         " % of the rocks decides, which " + counted(rocks, "rock") + " of its classes cannot show; " +
                         needed);
    }
  }
  return warnings;
}

std::vector<float> intensity_of_cells(const CellStatistics& cells, const EventSpec& event,
                                      const std::vector<RockClass>& classes) {
  const std::uint64_t rocks = rocks_of_event(cells, event, classes);
  std::unordered_map<std::uint32_t, IntensityCounts> counts;
  for (const std::size_t i : classes_of(event, classes)) {
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
    const int level = intensity(of_cell, event);
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
    const Band band{name + ", intensity: 1 below 30 kJ, 2 to 300 kJ, 3 above",
                    intensity_of_cells(cells, event, report.built.rock_classes())};
    write_geotiff(files.add(name + ".tif"), frame, {band});
    out.layer(name, VectorWriter::Geometry::polygon,
              {{"intensity", std::int64_t{0}}, {"class", std::string()}, {"return_period_years", 0.0}});
    for (const ValuePolygon& polygon : polygons_of_cells(frame, band.values)) {
      const auto level = static_cast<std::int64_t>(polygon.value);
      out.shape(polygon.shape, {level, std::string(intensity_name(static_cast<int>(level))), event.return_period});
    }
  }
  out.close();
}

}  // namespace sandbox
