// Checks of arguments; the error text names the field.
#pragma once

#include <rockfall/terrain.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "body/end_conditions.h"
#include "numerics/error.h"
#include "numerics/real.h"
#include "terrain/bases.h"

// Returns the status of a failed call from the calling function.
#define RF_TRY(call)                                  \
  do {                                                \
    const rf_status rf_try_status = (call);           \
    if (rf_try_status != RF_OK) return rf_try_status; \
  } while (0)

namespace rockfall {

/// RF_BAD_VALUE: "<array>[<index>] <rule>".
inline rf_status fail_element(rf_error* error, const char* array, uint32_t index, const char* rule) {
  return fail_with(error, RF_BAD_VALUE, "%s[%u] %s", array, static_cast<unsigned>(index), rule);
}

/// The status of a failed check, with "<owner>: " before its text.
inline rf_status fail_in(const char* owner, rf_status status, rf_error* error) {
  if (!error) return status;
  char text[sizeof error->text];
  std::snprintf(text, sizeof text, "%s: %.180s", owner, error->text);
  return fail(error, status, text);
}

/// As rf_ground_check; the text names whose ground it is.
inline rf_status check_ground_of(const char* owner, const rf_ground& ground, rf_error* error) {
  const rf_status status = rf_ground_check(&ground, error);
  return status == RF_OK ? RF_OK : fail_in(owner, status, error);
}

inline rf_status check_range(rf_error* error, const char* field, double value, double low, double high,
                             const char* rule) {
  if (value >= low && value <= high) return RF_OK;  // false for NaN
  return fail_value(error, field, value, rule);
}

inline rf_status check_finite(rf_error* error, const char* field, double value) {
  return is_finite(value) ? RF_OK : fail_value(error, field, value, "finite");
}

/// Finite and > 0.
inline bool is_positive(double value) { return value > 0 && value <= std::numeric_limits<double>::max(); }

inline rf_status check_positive(rf_error* error, const char* field, double value) {
  return is_positive(value) ? RF_OK : fail_value(error, field, value, "finite and > 0");
}

inline rf_status check_not_negative(rf_error* error, const char* field, double value) {
  return value >= 0 && is_finite(value) ? RF_OK : fail_value(error, field, value, "finite and >= 0");
}

/// As check_finite for an array; the text names the member, e.g. "velocity[2]".
inline rf_status check_all_finite(rf_error* error, const char* field, const double* values, int count) {
  for (int i = 0; i < count; ++i) {
    if (is_finite(values[i])) continue;
    char name[64];
    std::snprintf(name, sizeof name, "%s[%d]", field, i);
    return fail_value(error, name, values[i], "finite");
  }
  return RF_OK;
}

/// An array of the caller has room for `count` elements.
inline rf_status check_capacity(rf_error* error, const char* field, uint32_t capacity, uint32_t count) {
  if (capacity >= count) return RF_OK;
  return fail_with(error, RF_MEMORY_TOO_SMALL, "%s is %u, must be at least %u", field, static_cast<unsigned>(capacity),
                   static_cast<unsigned>(count));
}

/// Largest absolute value of horizontal coordinates, m: sums of them are finite.
constexpr double kFarthest = 1e300;

/// A rectangle "area", which may be a line or a point.
inline rf_status check_area(const rf_rectangle& area, rf_error* error) {
  RF_TRY(check_range(error, "area.x_min", area.x_min, -kFarthest, kFarthest, "between -1e300 and 1e300"));
  RF_TRY(check_range(error, "area.y_min", area.y_min, -kFarthest, kFarthest, "between -1e300 and 1e300"));
  RF_TRY(check_range(error, "area.x_max", area.x_max, area.x_min, kFarthest, "at least x_min and at most 1e300"));
  return check_range(error, "area.y_max", area.y_max, area.y_min, kFarthest, "at least y_min and at most 1e300");
}

/// A unit quaternion, to 1e-6.
inline rf_status check_orientation(const double* orientation, rf_error* error) {
  RF_TRY(check_all_finite(error, "orientation", orientation, 4));
  return check_range(error, "|orientation|^2", squared_length(load_quat(orientation)), 1 - 2e-6, 1 + 2e-6,
                     "within 2e-6 of 1");
}

/// Nodes far enough apart that rounding of their coordinates does not matter, with a finite number of cells per metre.
inline rf_status check_axis(rf_error* error, const char* field, double start, double cell, uint32_t count) {
  RF_TRY(check_positive(error, field, cell));
  const double end = start + (count - 1) * cell;
  const double farthest = std::fabs(start) > std::fabs(end) ? std::fabs(start) : std::fabs(end);
  const bool distinct = cell >= 1e-11 * farthest && farthest <= kFarthest && is_finite(1 / cell);
  return distinct ? RF_OK
                  : fail_value(error, field, cell, "at least 1e-11 of the largest coordinate, which is at most 1e300");
}

/// The squares of larger slopes are not finite.
constexpr double kSteepest = 1e150;

/// Heights whose slopes, with their squares, are finite numbers. @param heights  names them in the text
inline rf_status check_slopes(rf_error* error, const char* heights, double low, double high, double cell_x,
                              double cell_y) {
  if ((high - low) / cell_x <= kSteepest && (high - low) / cell_y <= kSteepest) return RF_OK;
  return fail_value(error, heights, high - low,
                    "a difference of heights with slopes of at most 1e150 between the nodes");
}

/// A terrain needs only its function of heights. It must not be its own base: it would call itself for ever.
/// @param name, sample  names of the terrain and of that function in the text
inline rf_status check_terrain(const rf_terrain* terrain, rf_error* error, const char* name = "terrain",
                               const char* sample = "terrain.sample") {
  if (!terrain) return fail_null(error, name);
  if (terrain->struct_size != sizeof *terrain) return fail_def(error, name);
  if (!terrain->sample) return fail_null(error, sample);
  if (!is_its_own_base(*terrain)) return RF_OK;
  return fail_with(error, RF_BAD_VALUE, "%s is its own base: a relief, or bounds, has itself as base", name);
}

}  // namespace rockfall
