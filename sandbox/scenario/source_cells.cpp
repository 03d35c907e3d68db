#include "scenario/source_cells.h"

#include <algorithm>

#include "common/error.h"
#include "common/text.h"
#include "io/raster.h"
#include "io/vectors.h"
#include "scenario/scene_builder.h"

namespace sandbox {
namespace {

/** The cells between the nodes of a grid, without any yet. */
SourceCells cells_between(const rf_grid& grid) {
  SourceCells cells;
  cells.columns = grid.columns - 1;
  cells.cell_x = grid.cell_x;
  cells.cell_y = grid.cell_y;
  cells.x0 = grid.x0 + 0.5 * grid.cell_x;
  cells.y0 = grid.y0 + 0.5 * grid.cell_y;
  return cells;
}

bool in_polygons(const VectorFile& limits, double x, double y) {
  for (const Feature& feature : limits.features) {
    for (const Shape& shape : feature.shapes) {
      if (shape.kind == Shape::Kind::polygon && contains(shape, x, y)) return true;
    }
  }
  return false;
}

/** Whether the centre of a cell is inside, whatever its slope. */
bool polygons_meet(const VectorFile& limits, const rf_grid& grid) {
  const SourceCells cells = cells_between(grid);
  for (std::uint32_t row = 0; row + 1 < grid.rows; ++row) {
    for (std::uint32_t column = 0; column < cells.columns; ++column) {
      const double x = cells.x0 + column * cells.cell_x + grid.origin[0];
      const double y = cells.y0 + row * cells.cell_y + grid.origin[1];
      if (in_polygons(limits, x, y)) return true;
    }
  }
  return false;
}

/** Cells between the nodes of a grid with a slope between the bounds, inside one of the polygons if there are any. */
SourceCells steep_cells(const ReleaseSpec& spec, const rf_grid& grid, const VectorFile& limits) {
  SourceCells cells = cells_between(grid);
  const double least = steady_tangent(spec.slope_min);
  const double most = spec.slope_max < 89.9 ? steady_tangent(spec.slope_max) : 1e300;
  for (std::uint32_t row = 0; row + 1 < grid.rows; ++row) {
    for (std::uint32_t column = 0; column + 1 < grid.columns; ++column) {
      const double* z = grid.heights_f64 + std::size_t{row} * grid.columns + column;
      const double *lower = z, *upper = z + grid.columns;
      const double dx = 0.5 * (lower[1] + upper[1] - lower[0] - upper[0]) / grid.cell_x;
      const double dy = 0.5 * (upper[0] + upper[1] - lower[0] - lower[1]) / grid.cell_y;
      const double square = dx * dx + dy * dy;
      if (!(square >= least * least && square <= most * most)) continue;
      const double x = cells.x0 + column * cells.cell_x + grid.origin[0];
      const double y = cells.y0 + row * cells.cell_y + grid.origin[1];
      if (limits.features.empty() || in_polygons(limits, x, y)) cells.index.push_back(row * cells.columns + column);
    }
  }
  return cells;
}

SourceCells marked_cells(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain,
                         std::vector<std::string>& warnings) {
  Raster raster = read_raster(spec.file);
  warnings.insert(warnings.end(), raster.warnings.begin(), raster.warnings.end());
  const std::string warning = warning_of_unknown(terrain.crs, raster.crs, spec.file.string());
  if (!warning.empty()) warnings.push_back(warning);
  if (!may_be_same(raster.crs, terrain.crs)) {
    if (!scenario.terrain.reproject || terrain.grid == nullptr) {
      throw InputError(spec.file.string() + ": its coordinate system is " + crs_name(raster.crs) +
                       ", that of the terrain " + crs_name(terrain.crs) +
                       "; set reproject = true in [terrain] to convert it");
    }
    Raster frame;
    frame.columns = terrain.grid->columns;
    frame.rows = terrain.grid->rows;
    frame.x0 = terrain.grid->x0 + terrain.origin[0];
    frame.y0 = terrain.grid->y0 + terrain.origin[1];
    frame.cell_x = terrain.grid->cell_x;
    frame.cell_y = terrain.grid->cell_y;
    frame.crs = terrain.crs;
    frame.values.resize(std::size_t{frame.columns} * frame.rows);
    raster = nearest_on(frame, raster);
  }
  SourceCells cells;
  cells.columns = raster.columns;
  cells.cell_x = raster.cell_x;
  cells.cell_y = raster.cell_y;
  cells.x0 = raster.x0 - terrain.origin[0];
  cells.y0 = raster.y0 - terrain.origin[1];
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (raster.values[i] > 0) cells.index.push_back(static_cast<std::uint32_t>(i));
  }
  return cells;
}

/** The limits of a release by slope; without features if there are none. */
VectorFile read_limits(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain,
                       std::vector<std::string>& warnings) {
  VectorFile limits;
  if (spec.file.empty()) return limits;
  limits = read_vectors(spec.file, spec.layer);
  bring_to(terrain.crs, scenario.terrain.reproject, spec.file, limits);
  warnings.insert(warnings.end(), limits.warnings.begin(), limits.warnings.end());
  need_kind(Shape::Kind::polygon, "a release with kind = \"slope\"", spec.file, limits);
  return limits;
}

/** Throws the reason why a release by slope has no cells. */
[[noreturn]] void refuse_without_cells(const ReleaseSpec& spec, const Scenario& scenario, const rf_grid& grid,
                                       const VectorFile& limits) {
  const bool limited = !limits.features.empty();
  if (limited && !polygons_meet(limits, grid)) {
    const double x = grid.x0 + grid.origin[0], y = grid.y0 + grid.origin[1];
    throw InputError(spec.file.string() + ": its polygons contain no cell of the terrain, which covers " +
                     position_text(x, y) + " to " +
                     position_text(x + (grid.columns - 1) * grid.cell_x, y + (grid.rows - 1) * grid.cell_y));
  }
  throw InputError((spec.place.empty() ? scenario.file.string() + ": release" : spec.place) +
                   ": no cell of the terrain " + (limited ? "in the polygons of " + spec.file.string() + " " : "") +
                   "has a slope of " + format_number(spec.slope_min, 4) + " to " + format_number(spec.slope_max, 4) +
                   " degrees");
}

}  // namespace

SourceCells cells_of(const ReleaseSpec& spec, const Scenario& scenario, const SourceTerrain& terrain,
                     std::vector<std::string>& warnings) {
  if (spec.kind == ReleaseSpec::Kind::raster) {
    SourceCells cells = marked_cells(spec, scenario, terrain, warnings);
    if (cells.index.empty()) throw InputError(spec.file.string() + ": no cell has a value above 0");
    return cells;
  }
  if (terrain.grid == nullptr) throw InputError("release: kind = \"slope\" needs a terrain grid, a plane has none");
  const VectorFile limits = read_limits(spec, scenario, terrain, warnings);
  SourceCells cells = steep_cells(spec, *terrain.grid, limits);
  if (cells.index.empty()) refuse_without_cells(spec, scenario, *terrain.grid, limits);
  return cells;
}

void draw_position(const SourceCells& cells, std::uint32_t rock, std::uint64_t seed, double xy[2]) {
  double u[2], v[2];
  // From the events above those of rf_release_state.
  rf_random_pair(seed, rock, 2000, u);
  rf_random_pair(seed, rock, 2001, v);
  const auto place = static_cast<std::size_t>(u[0] * static_cast<double>(cells.index.size()));
  const std::uint32_t cell = cells.index[std::min(place, cells.index.size() - 1)];
  xy[0] = cells.x0 + (cell % cells.columns + v[0] - 0.5) * cells.cell_x;
  xy[1] = cells.y0 + (cell / cells.columns + v[1] - 0.5) * cells.cell_y;
}

}  // namespace sandbox
