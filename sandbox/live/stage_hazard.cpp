// The overlay of reach, energy and jump height over the terrain.
#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/scale.h"
#include "io/crs.h"
#include "io/raster.h"
#include "live/stage.h"

namespace sandbox::live {
namespace {

/** Value of a raster at local coordinates; not a number outside. */
double value_at(const Raster& raster, double x, double y) {
  const double column = (x - raster.x0) / raster.cell_x, row = (y - raster.y0) / raster.cell_y;
  if (!(column > -0.5 && row > -0.5 && column < raster.columns - 0.5 && row < raster.rows - 0.5)) return NAN;
  const auto c = static_cast<std::size_t>(std::lround(column)), r = static_cast<std::size_t>(std::lround(row));
  return raster.values[r * raster.columns + c];
}

}  // namespace

void Stage::open_overlay(const std::filesystem::path& file, const World& world) {
  Raster raster = read_raster(file);
  const Crs& terrain = world.built().frame().crs;
  if (!may_be_same(raster.crs, terrain)) {
    throw InputError(file.string() + ": its coordinate system is " + crs_name(raster.crs) + ", that of the terrain " +
                     crs_name(terrain));
  }
  raster.x0 -= world.built().origin()[0];
  raster.y0 -= world.built().origin()[1];
  const bool beside = raster.x0 > area_.x_max || raster.y0 > area_.y_max ||
                      raster.x0 + raster.columns * raster.cell_x < area_.x_min ||
                      raster.y0 + raster.rows * raster.cell_y < area_.y_min;
  if (beside) throw InputError(file.string() + ": lies beside the terrain");
  overlay_ = std::move(raster);
  display.hazard = HazardQuantity::file;
  hazard_shown_ = HazardQuantity::none;
}

void Stage::update_hazard(const World& world) {
  if (display.hazard == HazardQuantity::none) {
    if (hazard_shown_ != HazardQuantity::none) viewer_.set_overlay(0, 0, nullptr);
    hazard_shown_ = HazardQuantity::none;
    return;
  }
  const bool of_file = display.hazard == HazardQuantity::file;
  display.hazard_variant = std::min(display.hazard_variant, world.variants().size() - 1);
  const bool another = hazard_shown_ != display.hazard || hazard_variant_ != display.hazard_variant;
  // The values of every tenth picture are soon enough.
  if (!another && (of_file || ++hazard_wait_ < 10)) return;
  hazard_wait_ = 0;
  hazard_shown_ = display.hazard;
  hazard_variant_ = display.hazard_variant;
  hazard_.update(world.tracks(), {static_cast<std::uint32_t>(hazard_variant_), world.time()});
  if (!another && hazard_changes_ == hazard_.changes()) return;
  hazard_changes_ = hazard_.changes();
  show_hazard(world.variants()[hazard_variant_].states.size());
}

void Stage::show_hazard(std::size_t rocks) {
  const bool of_file = display.hazard == HazardQuantity::file && overlay_;
  std::vector<double> values;
  double largest = 0;
  for (std::uint32_t row = 0; row < hazard_.rows(); ++row) {
    for (std::uint32_t column = 0; column < hazard_.columns(); ++column) {
      const double x = area_.x_min + (column + 0.5) * hazard_.cell_x(),
                   y = area_.y_min + (row + 0.5) * hazard_.cell_y();
      values.push_back(of_file ? value_at(*overlay_, x, y) : hazard_.value(display.hazard, column, row, rocks));
      if (std::isfinite(values.back())) largest = std::max(largest, values.back());
    }
  }
  display.hazard_maximum = largest > 0 ? round_up(largest) : 1;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * values.size());
  for (const double value : values) {
    const bool seen = std::isfinite(value) && value > 0;
    const rockfall_viewer::Colour c = rockfall_viewer::scale_colour(seen ? value / display.hazard_maximum : 0);
    for (const float part : c) bytes.push_back(static_cast<std::uint8_t>(255 * part));
    bytes.push_back(seen ? 190 : 0);
  }
  viewer_.set_overlay(static_cast<int>(hazard_.columns()), static_cast<int>(hazard_.rows()), bytes.data());
}

}  // namespace sandbox::live
