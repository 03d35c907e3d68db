#include "run/hazard_rasters.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "common/progress.h"
#include "common/text.h"

namespace sandbox {
namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/** A raster without bounds, if it has a value; with them, if it has an estimate. */
struct RasterKind {
  const char* name;
  double (*value)(const CellRecord& cell);
  Estimate (*estimate)(const CellRecord& cell, std::uint64_t rocks);
  double factor;  ///< from the unit of the estimate to that of the raster
  const char* quantity;
  const char* unit;  ///< of the raster; empty: a number of rocks
};

template <ValueCounts CellRecord::*values, int percent>
Estimate quantile(const CellRecord& cell, std::uint64_t) {
  return (cell.*values).quantile(percent / 100.0);
}

constexpr const char *energy_text = "kinetic energy", *height_text = "passing height of the top of the rock",
                     *velocity_text = "velocity";

constexpr RasterKind kinds[] = {
    {"reach_probability", nullptr,
     [](const CellRecord& cell, std::uint64_t rocks) { return wilson(cell.passages, rocks); }, 100,
     "share of the rocks that passed", "%"},
    {"passages", [](const CellRecord& cell) { return static_cast<double>(cell.passages); }, nullptr, 1,
     "rocks that passed", ""},
    {"deposits", [](const CellRecord& cell) { return static_cast<double>(cell.deposits); }, nullptr, 1,
     "rocks that stopped", ""},
    {"E_50", nullptr, quantile<&CellRecord::energy, 50>, 1e-3, energy_text, "kJ"},
    {"E_95", nullptr, quantile<&CellRecord::energy, 95>, 1e-3, energy_text, "kJ"},
    {"E_99", nullptr, quantile<&CellRecord::energy, 99>, 1e-3, energy_text, "kJ"},
    {"PH_50", nullptr, quantile<&CellRecord::height, 50>, 1, height_text, "m"},
    {"PH_95", nullptr, quantile<&CellRecord::height, 95>, 1, height_text, "m"},
    {"PH_99", nullptr, quantile<&CellRecord::height, 99>, 1, height_text, "m"},
    {"V_50", nullptr, quantile<&CellRecord::velocity, 50>, 1, velocity_text, "m/s"},
    {"V_95", nullptr, quantile<&CellRecord::velocity, 95>, 1, velocity_text, "m/s"},
    {"E_max", [](const CellRecord& cell) { return 1e-3 * static_cast<double>(cell.energy_max); }, nullptr, 1,
     energy_text, "kJ"}};

/** The name as that of a folder: without characters that a system refuses, and not too long for a file system. */
std::string folder_name(std::string name) {
  constexpr std::size_t most_bytes_of_folder = 200;
  for (char& letter : name) {
    if (!may_be_in_file_name(letter)) letter = '_';
  }
  if (!name.empty() && name.front() == '.') name.front() = '_';
  if (name.size() <= most_bytes_of_folder) return name;
  std::size_t end = most_bytes_of_folder;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0u) == 0x80) --end;  // not within a letter
  return name.substr(0, end);
}

}  // namespace

std::vector<std::string> class_folders(const std::vector<std::string>& names) {
  std::vector<std::string> folders;
  std::set<std::string> used;  // in lower case: some systems do not distinguish the letters
  std::vector<bool> kept;
  for (const std::string& name : names) {
    folders.push_back(folder_name(name));
    kept.push_back(!name.empty() && folders.back() == name && used.insert(lower(name)).second);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (kept[i]) continue;
    folders[i] += "-" + std::to_string(i + 1);
    while (!used.insert(lower(folders[i])).second) folders[i] += "_";
  }
  return folders;
}

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
  const std::string title = name + ", " + kind->quantity;
  std::vector<Band> bands = {{title, std::vector<float>(cells_, no_value), kind->unit}};
  if (kind->estimate == nullptr) {
    for (const auto& [cell, record] : *records_) bands[0].values[cell] = static_cast<float>(kind->value(record));
    return bands;
  }
  for (const char* bound : {"lower 95 %", "upper 95 %"}) {
    bands.push_back({title + ", " + bound, bands[0].values, kind->unit});
  }
  for (const auto& [cell, record] : *records_) {
    const Estimate estimate = kind->estimate(record, rocks_);
    bands[0].values[cell] = static_cast<float>(kind->factor * estimate.value);
    bands[1].values[cell] = static_cast<float>(kind->factor * estimate.low);
    bands[2].values[cell] = static_cast<float>(kind->factor * estimate.high);
  }
  return bands;
}

void write_hazard_rasters(ResultFiles& files, const Report& report, bool quiet) {
  const CellStatistics& cells = *report.result.hazard->cells;
  const Raster frame = raster_frame(cells.grid(), report.built);
  const std::size_t sets = cells.classes() > 1 ? cells.classes() + 1 : 1;
  Progress progress(static_cast<std::uint32_t>(sets * HazardRasters::names().size()), quiet, "raster");
  const auto write = [&](const std::string& folder, const std::vector<std::size_t>& classes) {
    const HazardRasters rasters(cells, classes);
    for (const std::string& name : HazardRasters::names()) {
      write_geotiff(files.add(folder + name + ".tif"), frame, rasters.bands(name));
      progress.one_done();
    }
  };
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < cells.classes(); ++i) all.push_back(i);
  write("", all);
  std::vector<std::string> names;
  for (const RockClass& rock_class : report.built.rock_classes()) names.push_back(rock_class.name);
  const std::vector<std::string> folders = class_folders(names);
  for (std::size_t i = 0; all.size() > 1 && i < all.size(); ++i) write("classes/" + folders[i] + "/", {i});
  progress.finish();
}

}  // namespace sandbox
