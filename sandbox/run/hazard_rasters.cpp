#include "run/hazard_rasters.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace sandbox {
namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/** A raster without bounds, if it has a value; with them, if it has an estimate. */
struct RasterKind {
  const char* name;
  double (*value)(const CellRecord& cell);
  Estimate (*estimate)(const CellRecord& cell, std::uint64_t rocks);
  double factor;  ///< from the unit of the estimate to that of the raster
};

template <ValueCounts CellRecord::*values, int percent>
Estimate quantile(const CellRecord& cell, std::uint64_t) {
  return (cell.*values).quantile(percent / 100.0);
}

constexpr RasterKind kinds[] = {
    {"reach_probability", nullptr,
     [](const CellRecord& cell, std::uint64_t rocks) { return wilson(cell.passages, rocks); }, 100},
    {"passages", [](const CellRecord& cell) { return static_cast<double>(cell.passages); }, nullptr, 1},
    {"deposits", [](const CellRecord& cell) { return static_cast<double>(cell.deposits); }, nullptr, 1},
    {"E_50", nullptr, quantile<&CellRecord::energy, 50>, 1e-3},
    {"E_95", nullptr, quantile<&CellRecord::energy, 95>, 1e-3},
    {"E_99", nullptr, quantile<&CellRecord::energy, 99>, 1e-3},
    {"PH_50", nullptr, quantile<&CellRecord::height, 50>, 1},
    {"PH_95", nullptr, quantile<&CellRecord::height, 95>, 1},
    {"PH_99", nullptr, quantile<&CellRecord::height, 99>, 1},
    {"V_50", nullptr, quantile<&CellRecord::velocity, 50>, 1},
    {"V_95", nullptr, quantile<&CellRecord::velocity, 95>, 1},
    {"E_max", [](const CellRecord& cell) { return 1e-3 * static_cast<double>(cell.energy_max); }, nullptr, 1}};

/** Name of a class as a folder; with its number where it is not one. */
std::string class_folder(const BuiltScene& built, std::size_t rock_class) {
  const auto& classes = built.rock_classes();
  std::string name = classes[rock_class].name;
  bool plain = !name.empty() && name.front() != '.';
  for (char& letter : name) {
    const bool good = letter != '/' && letter != '\\' && static_cast<unsigned char>(letter) >= ' ';
    plain = plain && good;
    if (!good) letter = '_';
  }
  for (std::size_t i = 0; i < classes.size(); ++i) plain = plain && (i == rock_class || classes[i].name != name);
  return plain ? name : name + "-" + std::to_string(rock_class + 1);
}

}  // namespace

Raster raster_frame(const CellGrid& grid, const BuiltScene& built) {
  Raster frame;
  frame.columns = grid.columns;
  frame.rows = grid.rows;
  frame.cell_x = frame.cell_y = grid.cell;
  frame.x0 = grid.left + 0.5 * grid.cell + built.origin()[0];
  frame.y0 = grid.bottom + 0.5 * grid.cell + built.origin()[1];
  frame.crs = built.frame().crs;
  return frame;
}

HazardRasters::HazardRasters(const CellStatistics& cells, const std::vector<std::size_t>& rock_classes)
    : cells_(cells.grid().count()) {
  for (const std::size_t i : rock_classes) rocks_ += cells.rocks(i);
  if (rock_classes.size() > 1) sum_ = cells.records_of(rock_classes);
  records_ = rock_classes.size() > 1 ? &sum_ : &cells.records(rock_classes.front());
}

std::vector<std::string> HazardRasters::names() {
  std::vector<std::string> names;
  for (const RasterKind& kind : kinds) names.push_back(kind.name);
  return names;
}

std::vector<Band> HazardRasters::bands(const std::string& name) const {
  const auto kind =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const RasterKind& known) { return known.name == name; });
  std::vector<Band> bands = {{"value", std::vector<float>(cells_, no_value)}};
  if (kind->estimate == nullptr) {
    for (const auto& [cell, record] : *records_) bands[0].values[cell] = static_cast<float>(kind->value(record));
    return bands;
  }
  for (const char* bound : {"lower 95 %", "upper 95 %"}) bands.push_back({bound, bands[0].values});
  for (const auto& [cell, record] : *records_) {
    const Estimate estimate = kind->estimate(record, rocks_);
    bands[0].values[cell] = static_cast<float>(kind->factor * estimate.value);
    bands[1].values[cell] = static_cast<float>(kind->factor * estimate.low);
    bands[2].values[cell] = static_cast<float>(kind->factor * estimate.high);
  }
  return bands;
}

void write_hazard_rasters(ResultFiles& files, const Report& report) {
  const CellStatistics& cells = *report.result.hazard->cells;
  const Raster frame = raster_frame(cells.grid(), report.built);
  const auto write = [&](const std::string& folder, const std::vector<std::size_t>& classes) {
    const HazardRasters rasters(cells, classes);
    for (const std::string& name : HazardRasters::names()) {
      write_geotiff(files.add(folder + name + ".tif"), frame, rasters.bands(name));
    }
  };
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < cells.classes(); ++i) all.push_back(i);
  write("", all);
  if (all.size() == 1) return;
  for (const std::size_t i : all) write("classes/" + class_folder(report.built, i) + "/", {i});
}

}  // namespace sandbox
