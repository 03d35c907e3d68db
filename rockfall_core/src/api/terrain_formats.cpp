#include <rockfall/terrain_formats.h>

#include <initializer_list>
#include <limits>

#include "api/check.h"
#include "api/default.h"
#include "api/terrain_check.h"
#include "numerics/floating_point_environment.h"
#include "numerics/minmax.h"
#include "replay/hash.h"
#include "replay/hasher.h"
#include "terrain/bounds.h"
#include "terrain/ground_heights.h"
#include "terrain/height_field.h"

using namespace rockfall;

namespace {

// First word of the hash of a height field.
constexpr uint64_t kHeightFieldKind = 0x48656967687446u;

rf_status check_memory(const rf_height_field& field, rf_error* error) {
  const size_t bytes = HeightField::sample_bytes(field.format);
  const size_t column = HeightField::column_stride(field), row = HeightField::row_stride(field);
  if (!field.heights) return fail_null(error, "field.heights");
  if (reinterpret_cast<uintptr_t>(field.heights) % bytes != 0 || column % bytes != 0 || row % bytes != 0) {
    return fail(error, RF_MEMORY_MISALIGNED,
                "field.heights, column_stride and row_stride must be multiples of the size of a sample");
  }
  // Either rows of columns, or columns of rows.
  const bool by_rows = column >= bytes && row / field.columns >= column;
  const bool by_columns = row >= bytes && column / field.rows >= row;
  if (!by_rows && !by_columns) {
    return fail_value(error, "field.row_stride", static_cast<double>(row), "large enough that samples do not overlap");
  }
  return RF_OK;
}

// The mark of a hole is a sample of a 16-bit format; other formats do not use it.
rf_status check_hole(const rf_height_field& field, rf_error* error) {
  RF_TRY(check_range(error, "field.has_hole", field.has_hole, 0, 1, "0 or 1"));
  if (!field.has_hole) return RF_OK;
  if (field.format == RF_HEIGHT_UINT16) {
    return check_range(error, "field.hole", field.hole, 0, 65535, "a sample of RF_HEIGHT_UINT16, 0 to 65535");
  }
  if (field.format != RF_HEIGHT_INT16) return RF_OK;
  return check_range(error, "field.hole", field.hole, -32768, 32767, "a sample of RF_HEIGHT_INT16, -32768 to 32767");
}

rf_status check_field(const rf_height_field* field, rf_error* error) {
  if (!field) return fail_null(error, "field");
  if (field->struct_size != sizeof *field) return fail_def(error, "field");
  RF_TRY(check_range(error, "field.columns", field->columns, 2, 65536, "between 2 and 65536"));
  RF_TRY(check_range(error, "field.rows", field->rows, 2, 65536, "between 2 and 65536"));
  RF_TRY(check_range(error, "field.format", field->format, 0, RF_HEIGHT_FORMAT_COUNT - 1, "an rf_height_format"));
  RF_TRY(check_range(error, "field.interpolation", field->interpolation, 0, RF_INTERPOLATION_COUNT - 1,
                     "an rf_interpolation"));
  RF_TRY(
      check_range(error, "field.row_order", field->row_order, RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH, "an rf_row_order"));
  RF_TRY(check_finite(error, "field.scale", field->scale));
  if (field->scale == 0) return fail_value(error, "field.scale", 0, "different from 0");
  RF_TRY(check_finite(error, "field.offset", field->offset));
  RF_TRY(check_finite(error, "field.x0", field->x0));
  RF_TRY(check_finite(error, "field.y0", field->y0));
  RF_TRY(check_axis(error, "field.cell_x", field->x0, field->cell_x, field->columns));
  RF_TRY(check_axis(error, "field.cell_y", field->y0, field->cell_y, field->rows));
  RF_TRY(check_all_finite(error, "field.origin", field->origin, 3));
  RF_TRY(check_memory(*field, error));
  RF_TRY(check_hole(*field, error));
  RF_TRY(check_ground_of("field.ground", field->ground, error));
  if (field->ground_count > 0 && !field->grounds) return fail_null(error, "field.grounds");
  for (uint32_t i = 0; i < field->ground_count; ++i) {
    const rf_status status = rf_ground_check(field->grounds + i, error);
    if (status == RF_OK) continue;
    char owner[40];
    std::snprintf(owner, sizeof owner, "field.grounds[%u]", static_cast<unsigned>(i));
    return fail_in(owner, status, error);
  }
  return RF_OK;
}

// Reads every height; none may be infinite, and some must exist. Hashes them.
rf_status check_heights(const rf_height_field& field, Hasher& hasher, rf_error* error) {
  const HeightField heights(field);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (uint32_t r = 0; r < field.rows; ++r) {
    for (uint32_t c = 0; c < field.columns; ++c) {
      const double z = heights.height(c, r);
      low = z < low ? z : low;
      high = z > high ? z : high;
      hasher.real(z);
      if (!std::isinf(z)) continue;
      return fail_with(error, RF_BAD_VALUE, "field.heights at (column %u, row %u) is infinite",
                       static_cast<unsigned>(c), static_cast<unsigned>(heights.memory_row(r, field.rows)));
    }
  }
  if (low > high) return fail(error, RF_BAD_VALUE, "field.heights has no heights: every node is a hole");
  RF_TRY(check_slopes(error, "field.heights: highest minus lowest", low, high, field.cell_x, field.cell_y));
  return RF_OK;
}

// All but the heights.
void hash_frame_and_ground(const rf_height_field& field, Hasher& hasher) {
  for (const double value : {field.x0, field.y0, field.cell_x, field.cell_y}) hasher.real(value);
  hasher.word(static_cast<uint64_t>(field.interpolation));
  // The diagonal of the triangles follows the rows in memory.
  if (field.interpolation != RF_INTERPOLATION_BILINEAR) hasher.word(static_cast<uint64_t>(field.row_order));
  hasher.word(hash_ground(field.ground));
  hasher.word(field.ground_count);
  for (uint32_t i = 0; i < field.ground_count; ++i) hasher.word(hash_ground(field.grounds[i]));
  if (!field.materials) return;
  const HeightField cells(field);
  for (uint32_t row = 0; row + 1 < field.rows; ++row) {
    for (uint32_t column = 0; column + 1 < field.columns; ++column) hasher.word(cells.material({column, row, 0, 0}));
  }
}

void set_bounds(const rf_height_field& field, rf_terrain& terrain) {
  terrain.layer_height_max = terrain.contact_drag_height_max = terrain.contact_drag_max = terrain.roughness_max = 0;
  terrain.uniform_beta = field.ground.beta;
  const auto include = [&](const rf_ground& ground) {
    const GroundHeights heights = heights_of(ground);
    terrain.layer_height_max = larger_of(terrain.layer_height_max, heights.layer);
    terrain.contact_drag_height_max = larger_of(terrain.contact_drag_height_max, heights.contact_drag);
    terrain.contact_drag_max = larger_of(terrain.contact_drag_max, ground.contact_drag);
    terrain.roughness_max = larger_of(terrain.roughness_max, heights.roughness);
    if (ground.beta != field.ground.beta) terrain.uniform_beta = -1;
  };
  include(field.ground);
  for (uint32_t i = 0; i < field.ground_count; ++i) include(field.grounds[i]);
}

rf_status check_wide_area(const rf_rectangle& area, const char* x_max, const char* y_max, rf_error* error) {
  RF_TRY(check_finite(error, "area.x_min", area.x_min));
  RF_TRY(check_finite(error, "area.y_min", area.y_min));
  const bool wide = area.x_max > area.x_min && is_finite(area.x_max - area.x_min);
  const bool deep = area.y_max > area.y_min && is_finite(area.y_max - area.y_min);
  if (!wide) return fail_value(error, x_max, area.x_max, "above x_min by a finite width");
  return deep ? RF_OK : fail_value(error, y_max, area.y_max, "above y_min by a finite depth");
}

rf_status check_callbacks(const rf_terrain* terrain, const char* name, rf_error* error) {
  return check_terrain(terrain, error, name, "the sample callback of the terrain");
}

rf_status fail_finding(Finding finding, const rf_terrain_findings& found, const Place& at, rf_error* error) {
  static const char* const kTexts[] = {"",
                                       "sample returns a height, normal or ground that is not finite",
                                       "sample returns other bits for the same position, or in a batch",
                                       "upper_plane writes a member that is out of its range",
                                       "upper_plane is below the ground",
                                       "upper_plane claims hole_free over a hole",
                                       "sample returns a normal that is not a unit vector of the slope of the heights",
                                       "upper_plane has a slope_spread below the deviation of a slope",
                                       "terrain_vertices returns a number above the capacity",
                                       "terrain_vertices writes points outside the area or off the surface",
                                       "sample returns a ground out of its range, or above a bound of the terrain"};
  static_assert(sizeof kTexts / sizeof *kTexts == kFindingCount, "each finding has a text");
  if (!error) return RF_BAD_VALUE;
  error->status = RF_BAD_VALUE;
  const int written = std::snprintf(error->text, sizeof error->text, "%s, at x = %.9g, y = %.9g",
                                    kTexts[static_cast<int>(finding)], at.x, at.y);
  if (finding == Finding::below_ground && written > 0 && static_cast<size_t>(written) < sizeof error->text) {
    std::snprintf(error->text + written, sizeof error->text - static_cast<size_t>(written), " by %.4g m",
                  found.worst_below);
  }
  return RF_BAD_VALUE;
}

rf_status check_bounds(const rf_terrain_bounds* bounds, rf_error* error) {
  if (!bounds) return fail_null(error, "bounds");
  if (bounds->struct_size != sizeof *bounds) return fail_def(error, "bounds");
  RF_TRY(check_callbacks(&bounds->base, "bounds.base", error));
  RF_TRY(check_range(error, "bounds.columns", bounds->columns, 1, 65536, "between 1 and 65536"));
  RF_TRY(check_range(error, "bounds.rows", bounds->rows, 1, 65536, "between 1 and 65536"));
  RF_TRY(check_range(error, "bounds.samples", bounds->samples, 2, kMostBoundSamples, "between 2 and 1024"));
  RF_TRY(check_finite(error, "bounds.margin", bounds->margin));
  RF_TRY(check_wide_area(bounds->area, "bounds.area.x_max", "bounds.area.y_max", error));
  return bounds->highest ? RF_OK : fail_null(error, "bounds.highest");
}

// A height that encode_height refuses.
rf_status fail_height(rf_error* error, size_t index, double height) {
  if (height != height) {
    return fail_with(error, RF_BAD_VALUE, "heights[%zu] is NaN, but the samples have no mark of a hole", index);
  }
  return fail_with(error, RF_BAD_VALUE,
                   "heights[%zu] is %.9g, must be finite, in the range of the samples, and not their mark of a hole",
                   index, height);
}

rf_status check_nodes(const rf_height_field& field, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows,
                      rf_error* error) {
  RF_TRY(check_range(error, "columns", columns, 1, field.columns, "between 1 and field.columns"));
  RF_TRY(check_range(error, "rows", rows, 1, field.rows, "between 1 and field.rows"));
  RF_TRY(check_range(error, "column", column, 0, field.columns - columns, "inside the field, with columns"));
  return check_range(error, "row", row, 0, field.rows - rows, "inside the field, with rows");
}

}  // namespace

extern "C" {

rf_status rf_init_height_field(rf_height_field* out, size_t size) {
  rf_height_field field = {};
  field.format = RF_HEIGHT_FLOAT32;
  field.interpolation = RF_INTERPOLATION_DIAGONAL_DOWN;
  field.scale = 1;
  field.cell_x = field.cell_y = 1;
  field.ground = rf_default_ground();
  return write_default(field, out, size);
}

rf_status rf_height_field_terrain(const rf_height_field* field, rf_terrain* terrain, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_field(field, error));
  if (!terrain) return fail_null(error, "terrain");
  Hasher hasher(kHeightFieldKind);
  RF_TRY(check_heights(*field, hasher, error));
  hash_frame_and_ground(*field, hasher);
  *terrain = rf_default_terrain();
  terrain->user = const_cast<rf_height_field*>(field);
  terrain->sample = height_field_sample;
  terrain->upper_plane = height_field_upper_plane;
  terrain->terrain_vertices = height_field_vertices;
  terrain->material = field->materials ? height_field_material : nullptr;
  terrain->identity = hasher.value() ? hasher.value() : 1;
  set_bounds(*field, *terrain);
  for (int k = 0; k < 3; ++k) terrain->origin[k] = field->origin[k];
  return succeed(error);
}

rf_status rf_height_field_edit(const rf_height_field* field, void* samples, uint32_t column, uint32_t row,
                               uint32_t columns, uint32_t rows, const double* heights, rf_rectangle* changed,
                               rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_field(field, error));
  if (!samples) return fail_null(error, "samples");
  if (!heights) return fail_null(error, "heights");
  if (samples != field->heights) return fail(error, RF_BAD_VALUE, "samples is not the memory of field.heights");
  RF_TRY(check_nodes(*field, column, row, columns, rows, error));
  unsigned char sample[8];
  for (size_t i = 0; i < static_cast<size_t>(columns) * rows; ++i) {
    if (!encode_height(*field, heights[i], sample)) return fail_height(error, i, heights[i]);
  }
  const size_t bytes = HeightField::sample_bytes(field->format);
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < columns; ++c) {
      encode_height(*field, heights[static_cast<size_t>(r) * columns + c], sample);
      std::memcpy(static_cast<unsigned char*>(samples) + (row + r) * HeightField::row_stride(*field) +
                      (column + c) * HeightField::column_stride(*field),
                  sample, bytes);
    }
  }
  if (!changed) return succeed(error);
  const bool to_south = field->row_order == RF_ROWS_TO_SOUTH;
  const double south = to_south ? static_cast<double>(field->rows) - row - rows : static_cast<double>(row);
  *changed = {field->x0 + (static_cast<double>(column) - 1) * field->cell_x, field->y0 + (south - 1) * field->cell_y,
              field->x0 + (static_cast<double>(column) + columns) * field->cell_x,
              field->y0 + (south + rows) * field->cell_y};
  return succeed(error);
}

rf_status rf_height_field_heights(const rf_height_field* field, uint32_t column, uint32_t row, uint32_t columns,
                                  uint32_t rows, double* heights, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_field(field, error));
  if (!heights) return fail_null(error, "heights");
  RF_TRY(check_nodes(*field, column, row, columns, rows, error));
  const HeightField samples(*field);
  for (uint32_t r = 0; r < rows; ++r) {
    const auto from_south = static_cast<uint32_t>(samples.memory_row(row + r, field->rows));
    for (uint32_t c = 0; c < columns; ++c) {
      heights[static_cast<size_t>(r) * columns + c] = samples.height(column + c, from_south);
    }
  }
  return succeed(error);
}

rf_status rf_terrain_check(const rf_terrain* terrain, const rf_rectangle* area, uint32_t columns, uint32_t rows,
                           rf_terrain_findings* findings, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_callbacks(terrain, "terrain", error));
  if (!area) return fail_null(error, "area");
  RF_TRY(check_wide_area(*area, "area.x_max", "area.y_max", error));
  RF_TRY(check_range(error, "columns", columns, 2, 4096, "between 2 and 4096"));
  RF_TRY(check_range(error, "rows", rows, 2, 4096, "between 2 and 4096"));
  rf_terrain_findings found = {};
  Place at;
  const Finding finding = check_terrain_callbacks(*terrain, *area, columns, rows, found, at);
  if (findings) *findings = found;
  return finding == Finding::none ? succeed(error) : fail_finding(finding, found, at, error);
}

rf_status rf_init_terrain_bounds(rf_terrain_bounds* out, size_t size) {
  rf_terrain_bounds bounds = {};
  bounds.samples = 9;
  bounds.base = rf_default_terrain();
  bounds.margin = -1;
  return write_default(bounds, out, size);
}

rf_status rf_bounded_terrain(rf_terrain_bounds* bounds, rf_terrain* terrain, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_bounds(bounds, error));
  if (!terrain) return fail_null(error, "terrain");
  if (terrain == &bounds->base) return fail(error, RF_BAD_VALUE, "terrain is bounds.base, must be another struct");
  sample_bounds(*bounds, bounds->area);
  *terrain = bounds->base;
  terrain->user = bounds;
  terrain->sample = bounded_sample;
  terrain->upper_plane = bounded_upper_plane;
  terrain->terrain_vertices = bounds->base.terrain_vertices ? bounded_vertices : nullptr;
  terrain->material = bounds->base.material ? bounded_material : nullptr;
  return succeed(error);
}

rf_status rf_terrain_bounds_update(rf_terrain_bounds* bounds, const rf_rectangle* area, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_bounds(bounds, error));
  if (!area) return fail_null(error, "area");
  RF_TRY(check_area(*area, error));
  sample_bounds(*bounds, *area);
  return succeed(error);
}

}  // extern "C"
