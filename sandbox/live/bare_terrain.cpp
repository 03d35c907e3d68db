#include "live/bare_terrain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/raster.h"

namespace sandbox::live {
namespace {

bool has_data(const Raster& raster, std::uint32_t column, std::uint32_t row) {
  return !std::isnan(raster.values[std::size_t{row} * raster.columns + column]);
}

/** The middle of the cell with data at its corners that is nearest to the middle of a raster; the middle of the raster
 *  if no cell has data. */
std::array<double, 2> middle_of_data(const Raster& raster) {
  const double middle_x = raster.x0 + 0.5 * (raster.columns - 1) * raster.cell_x;
  const double middle_y = raster.y0 + 0.5 * (raster.rows - 1) * raster.cell_y;
  std::array<double, 2> nearest{{middle_x, middle_y}};
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t row = 0; row + 1 < raster.rows; ++row) {
    for (std::uint32_t column = 0; column + 1 < raster.columns; ++column) {
      const double x = raster.x0 + (column + 0.5) * raster.cell_x, y = raster.y0 + (row + 0.5) * raster.cell_y;
      const double squared = (x - middle_x) * (x - middle_x) + (y - middle_y) * (y - middle_y);
      if (squared >= least || !has_data(raster, column, row) || !has_data(raster, column + 1, row) ||
          !has_data(raster, column, row + 1) || !has_data(raster, column + 1, row + 1)) {
        continue;
      }
      least = squared;
      nearest = {{x, y}};
    }
  }
  return nearest;
}

}  // namespace

samples::Setup with_terrain(samples::Setup setup, const std::filesystem::path& file) {
  const Raster raster = read_raster(file);
  Scenario& scenario = setup.scenario;
  scenario.terrain = {};
  scenario.terrain.file = file;
  scenario.description.clear();
  setup.opening = setup.preview = 0;
  scenario.ground.fields.clear();
  scenario.soils.clear();
  scenario.lines.clear();
  scenario.events.clear();
  scenario.observed.reset();
  scenario.further_releases.clear();
  scenario.release = {};
  scenario.release.kind = ReleaseSpec::Kind::area;
  setup.starts = nullptr;
  const double width = (raster.columns - 1) * raster.cell_x, depth = (raster.rows - 1) * raster.cell_y;
  const auto [x, y] = middle_of_data(raster);
  const double dx = 0.1 * width, dy = 0.1 * depth;
  scenario.release.points = {{{x - dx, y - dy}}, {{x + dx, y - dy}}, {{x + dx, y + dy}}, {{x - dx, y + dy}}};
  setup.distance = 1.2 * std::max(width, depth);
  setup.follow = false;
  return setup;
}

}  // namespace sandbox::live
