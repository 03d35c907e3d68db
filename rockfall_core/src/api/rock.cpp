#include <rockfall/rock.h>

#include "api/check.h"
#include "rock/assemble.h"
#include "rock/hull.h"
#include "rock/hull_check.h"
#include "rock/shapes.h"

using namespace rockfall;

namespace {

rf_status check_rock_def(const rf_rock_def* def, rf_error* error) {
  if (!def) return fail_null(error, "rock def");
  if (def->struct_size != sizeof *def) return fail_def(error, "rock def");
  if (def->point_count < 4) return fail(error, RF_TOO_FEW_POINTS, "a rock needs at least 4 points");
  return check_range(error, "rock.point_count", def->point_count, 4, 65535, "between 4 and 65535");
}

rf_status check_numbers(const rf_rock_def& def, rf_error* error) {
  if (!def.points) return fail_null(error, "rock.points");
  if (!def.triangles != (def.triangle_count == 0)) {
    return fail(error, RF_BAD_VALUE, "rock.triangles and rock.triangle_count must both be given or both be left out");
  }
  RF_TRY(check_range(error, "rock.sizing", def.sizing, RF_SIZE_BY_DENSITY, RF_SIZE_SCALE_TO_MASS, "an rf_sizing"));
  if (def.sizing != RF_SIZE_BY_MASS) RF_TRY(check_positive(error, "rock.density", def.density));
  if (def.sizing != RF_SIZE_BY_DENSITY) RF_TRY(check_positive(error, "rock.mass", def.mass));
  for (uint32_t i = 0; i < def.point_count; ++i) {
    const double* p = def.points + 3 * static_cast<size_t>(i);
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(p[k]) < 1e30) continue;
      char name[48];
      std::snprintf(name, sizeof name, "rock point %u, coordinate %c", i, "xyz"[k]);
      return fail_value(error, name, p[k], "finite and below 1e30");
    }
  }
  return RF_OK;
}

rf_status cook(const rf_rock_def& def, void* memory, rf_error* error) {
  RF_TRY(check_cloud(def.points, def.point_count, error));
  const uint32_t* triangles = def.triangles;
  uint32_t count = def.triangle_count;
  if (triangles) {
    RF_TRY(check_hull(def.points, def.point_count, triangles, count, error));
  } else {
    // Scratch at the end of the block, before the one that assemble_rock uses.
    unsigned char* const end = static_cast<unsigned char*>(memory) + rock_bytes(def.point_count);
    const size_t n = def.point_count;
    uint32_t* const found = reinterpret_cast<uint32_t*>(end - 4 * n - 24 * n);
    RF_TRY(convex_hull(def.points, def.point_count, found, &count, error));
    triangles = found;
  }
  return assemble_rock(def, triangles, count, memory, error);
}

}  // namespace

extern "C" {

rf_rock_def rf_default_rock_def(void) {
  rf_rock_def def = {};
  def.struct_size = sizeof def;
  def.sizing = RF_SIZE_BY_DENSITY;
  def.density = 2700;
  return def;
}

rf_status rf_rock_memory(const rf_rock_def* def, size_t* bytes, rf_error* error) {
  RF_TRY(check_rock_def(def, error));
  if (!bytes) return fail_null(error, "bytes");
  *bytes = rock_bytes(def->point_count);
  return succeed(error);
}

rf_status rf_cook_rock(const rf_rock_def* def, void* memory, size_t bytes, const rf_rock** rock, rf_error* error) {
  if (!rock) return fail_null(error, "rock");
  *rock = nullptr;
  RF_TRY(check_rock_def(def, error));
  RF_TRY(check_numbers(*def, error));
  if (!memory) return fail_null(error, "memory");
  if (reinterpret_cast<uintptr_t>(memory) % RF_MEMORY_ALIGNMENT != 0) {
    return fail(error, RF_MEMORY_MISALIGNED, "memory is not aligned to RF_MEMORY_ALIGNMENT (64) bytes");
  }
  if (bytes < rock_bytes(def->point_count)) {
    return fail(error, RF_MEMORY_TOO_SMALL, "memory is smaller than rf_rock_memory() says");
  }
  try {
    RF_TRY(cook(*def, memory, error));
  } catch (...) {
    return fail(error, RF_HULL_FAILED, "out of memory while the convex hull was computed");
  }
  *rock = static_cast<const rf_rock*>(memory);
  return succeed(error);
}

rf_status rf_rock_get(const rf_rock* rock, rf_rock_properties* out) {
  if (!rock || !out) return RF_NULL_ARGUMENT;
  out->mass = rock->mass;
  out->volume = rock->volume;
  out->density = rock->density;
  for (int k = 0; k < 3; ++k) {
    out->inertia[k] = rock->inertia[k];
    out->centre_of_mass[k] = rock->centre_of_mass[k];
    out->extent[k] = rock->extent[k];
  }
  for (int k = 0; k < 4; ++k) out->frame[k] = rock->frame[k];
  out->bounding_radius = rock->bounding_radius;
  out->vertex_count = rock->vertex_count;
  out->triangle_count = rock->triangle_count;
  out->face_count = rock->face_count;
  out->vertices = rock->vertices();
  out->triangles = rock->triangles();
  return RF_OK;
}

int32_t rf_has_hull_library(void) { return has_convex_hull() ? 1 : 0; }

rf_shape_def rf_default_shape_def(void) {
  rf_shape_def def = {};
  def.struct_size = sizeof def;
  def.kind = RF_SHAPE_BOX;
  def.size[0] = def.size[1] = def.size[2] = 1;
  def.point_count = 32;
  def.seed = 1;
  return def;
}

rf_status rf_shape_points(const rf_shape_def* def, double* points, uint32_t capacity, uint32_t* count,
                          rf_error* error) {
  if (!def) return fail_null(error, "shape def");
  if (!count) return fail_null(error, "count");
  if (def->struct_size != sizeof *def) return fail_def(error, "shape def");
  RF_TRY(check_range(error, "shape.kind", def->kind, RF_SHAPE_BOX, RF_SHAPE_RANDOM, "an rf_shape_kind"));
  for (int k = 0; k < 3; ++k) {
    char name[] = "shape.size[0]";
    name[11] = static_cast<char>('0' + k);
    RF_TRY(check_positive(error, name, def->size[k]));
  }
  if (def->kind >= RF_SHAPE_DISC) {
    const double least = def->kind == RF_SHAPE_DISC ? 6 : 8;
    RF_TRY(check_range(error, "shape.point_count", def->point_count, least, 65534,
                       "between 8 (disc: 6) and 65534"));
    if (def->kind == RF_SHAPE_DISC && def->point_count % 2 != 0) {
      return fail_value(error, "shape.point_count", def->point_count, "even for a disc");
    }
  }
  *count = shape_point_count(*def);
  if (!points) return succeed(error);
  if (capacity < *count) return fail(error, RF_MEMORY_TOO_SMALL, "more points than capacity");
  shape_points(*def, points);
  return succeed(error);
}

}  // extern "C"
