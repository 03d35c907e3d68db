#include "run/hazard_rasters.h"

#include <functional>
#include <limits>

namespace sandbox {
namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

struct QuantileRaster {
  const char* name;
  const ValueCounts CellRecord::*values;
  double share;
  double factor;  ///< from SI units to those of the raster
};

constexpr QuantileRaster quantiles[] = {
    {"E_50", &CellRecord::energy, 0.5, 1e-3},  {"E_95", &CellRecord::energy, 0.95, 1e-3},
    {"E_99", &CellRecord::energy, 0.99, 1e-3}, {"PH_50", &CellRecord::height, 0.5, 1},
    {"PH_95", &CellRecord::height, 0.95, 1},   {"PH_99", &CellRecord::height, 0.99, 1},
    {"V_50", &CellRecord::velocity, 0.5, 1},   {"V_95", &CellRecord::velocity, 0.95, 1}};

using Records = std::unordered_map<std::uint32_t, CellRecord>;

/** Makes bands from the cells that were passed. */
class BandMaker {
 public:
  BandMaker(const CellGrid& grid, const Records& records) : cells_(grid.count()), records_(records) {}

  std::vector<Band> one(const std::function<double(const CellRecord&)>& value) const {
    std::vector<Band> bands = {{"value", std::vector<float>(cells_, no_value)}};
    for (const auto& [cell, record] : records_) bands[0].values[cell] = static_cast<float>(value(record));
    return bands;
  }
  std::vector<Band> with_bounds(const std::function<Estimate(const CellRecord&)>& value, double factor) const {
    std::vector<Band> bands;
    for (const char* name : {"value", "lower 95 %", "upper 95 %"}) {
      bands.push_back({name, std::vector<float>(cells_, no_value)});
    }
    for (const auto& [cell, record] : records_) {
      const Estimate estimate = value(record);
      bands[0].values[cell] = static_cast<float>(factor * estimate.value);
      bands[1].values[cell] = static_cast<float>(factor * estimate.low);
      bands[2].values[cell] = static_cast<float>(factor * estimate.high);
    }
    return bands;
  }

 private:
  std::size_t cells_;
  const Records& records_;
};

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

std::vector<HazardRaster> hazard_rasters(const CellStatistics& cells, const std::vector<std::size_t>& rock_classes) {
  std::uint64_t rocks = 0;
  for (const std::size_t i : rock_classes) rocks += cells.rocks(i);
  Records sum;
  if (rock_classes.size() > 1) sum = cells.records_of(rock_classes);
  const BandMaker make(cells.grid(), rock_classes.size() > 1 ? sum : cells.records(rock_classes.front()));
  std::vector<HazardRaster> rasters;
  rasters.push_back({"reach_probability",
                     make.with_bounds([&](const CellRecord& cell) { return wilson(cell.passages, rocks); }, 100)});
  rasters.push_back({"passages", make.one([](const CellRecord& cell) { return cell.passages; })});
  rasters.push_back({"deposits", make.one([](const CellRecord& cell) { return cell.deposits; })});
  for (const QuantileRaster& raster : quantiles) {
    rasters.push_back(
        {raster.name,
         make.with_bounds([&](const CellRecord& cell) { return (cell.*(raster.values)).quantile(raster.share); },
                          raster.factor)});
  }
  rasters.push_back(
      {"E_max", make.one([](const CellRecord& cell) { return 1e-3 * static_cast<double>(cell.energy_max); })});
  return rasters;
}

void write_hazard_rasters(ResultFiles& files, const Report& report) {
  const CellStatistics& cells = *report.result.hazard->cells;
  const Raster frame = raster_frame(cells.grid(), report.built);
  const auto write = [&](const std::string& folder, const std::vector<std::size_t>& classes) {
    for (const HazardRaster& raster : hazard_rasters(cells, classes)) {
      write_geotiff(files.add(folder + raster.name + ".tif"), frame, raster.bands);
    }
  };
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < cells.classes(); ++i) all.push_back(i);
  write("", all);
  if (all.size() == 1) return;
  for (const std::size_t i : all) write("classes/" + class_folder(report.built, i) + "/", {i});
}

}  // namespace sandbox
