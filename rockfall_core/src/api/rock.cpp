#include "rock/rock.h"

#include "api/check.h"
#include "api/default.h"
#include "api/rock_guard.h"
#include "numerics/floating_point_environment.h"
#include "rock/assemble.h"
#include "rock/gift_wrapping.h"
#include "rock/hull.h"
#include "rock/shape_triangles.h"
#include "rock/shapes.h"

using namespace rockfall;

namespace {

rf_status check_count(const rf_rock_def& def, rf_error* error) {
  if (def.struct_size != sizeof def) return fail_def(error, "def");
  if (def.point_count < 4) {
    return fail_with(error, RF_TOO_FEW_POINTS, "point_count is %u, must be at least 4: fewer points enclose no volume",
                     def.point_count);
  }
  return check_range(error, "point_count", def.point_count, 4, kMaxRockPoints, "between 4 and 1000000");
}

rf_status check_def(const rf_rock_def& def, rf_error* error) {
  RF_TRY(check_count(def, error));
  if (!def.points) return fail_null(error, "def.points");
  if (!def.triangles && def.triangle_count != 0) {
    return fail_value(error, "triangle_count", def.triangle_count, "0 where triangles is null");
  }
  RF_TRY(check_range(error, "sizing", def.sizing, RF_SIZE_BY_DENSITY, RF_SIZE_SCALE_TO_MASS, "an rf_sizing"));
  if (def.sizing != RF_SIZE_BY_MASS) RF_TRY(check_positive(error, "density", def.density));
  if (def.sizing != RF_SIZE_BY_DENSITY) RF_TRY(check_positive(error, "mass", def.mass));
  return RF_OK;
}

rf_status check_memory(const rf_rock_def& def, const void* memory, size_t bytes, rf_error* error) {
  if (reinterpret_cast<uintptr_t>(memory) % RF_MEMORY_ALIGNMENT != 0) {
    return fail(error, RF_MEMORY_MISALIGNED, "memory is not aligned to RF_MEMORY_ALIGNMENT (64) bytes");
  }
  const size_t needed = rock_block_bytes(def.point_count);
  if (bytes >= needed) return RF_OK;
  return fail_with(error, RF_MEMORY_TOO_SMALL, "memory has %zu bytes, must have at least %zu", bytes, needed);
}

rf_status check_shape(const rf_shape_def& def, rf_error* error) {
  if (def.struct_size != sizeof def) return fail_def(error, "def");
  RF_TRY(check_range(error, "kind", def.kind, RF_SHAPE_BOX, RF_SHAPE_RANDOM, "an rf_shape_kind"));
  const char* const names[3] = {"size[0]", "size[1]", "size[2]"};
  for (int k = 0; k < 3; ++k) RF_TRY(check_positive(error, names[k], def.size[k]));
  if (def.kind < RF_SHAPE_DISC) return RF_OK;
  if (def.kind != RF_SHAPE_DISC) {
    return check_range(error, "point_count", def.point_count, 8, kMaxRockPoints, "between 8 and 1000000");
  }
  RF_TRY(check_range(error, "point_count", def.point_count, 6, kMaxRockPoints, "even and between 6 and 1000000"));
  if (def.point_count % 2 == 0) return RF_OK;
  return fail_value(error, "point_count", def.point_count, "even and between 6 and 1000000");
}

}  // namespace

extern "C" {

rf_status rf_init_rock_def(rf_rock_def* out, size_t size) {
  rf_rock_def def = {};
  def.sizing = RF_SIZE_BY_DENSITY;
  def.density = 2700;
  return write_default(def, out, size);
}

rf_status rf_rock_memory(const rf_rock_def* def, size_t* bytes, rf_error* error) {
  if (!def) return fail_null(error, "def");
  if (!bytes) return fail_null(error, "bytes");
  RF_TRY(check_count(*def, error));
  *bytes = rock_block_bytes(def->point_count);
  return succeed(error);
}

rf_status rf_cook_rock(const rf_rock_def* def, void* memory, size_t bytes, const rf_rock** rock, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!rock) return fail_null(error, "rock");
  *rock = nullptr;
  if (!def) return fail_null(error, "def");
  if (!memory) return fail_null(error, "memory");
  RF_TRY(check_def(*def, error));
  RF_TRY(check_memory(*def, memory, bytes, error));
  RF_TRY(assemble_rock(*def, memory, rock, error));
  return succeed(error);
}

rf_status rf_rock_get(const rf_rock* rock, rf_rock_properties* properties) {
  if (!properties) return RF_NULL_ARGUMENT;
  RF_TRY(guard_rock(rock));
  rf_rock_properties p = {};
  p.mass = rock->mass;
  p.volume = rock->volume;
  p.density = rock->density;
  for (int k = 0; k < 3; ++k) {
    p.inertia[k] = rock->inertia[k];
    p.centre_of_mass[k] = rock->centre_of_mass[k];
    p.extent[k] = rock->extent[k];
  }
  for (int k = 0; k < 4; ++k) p.frame[k] = rock->frame[k];
  p.bounding_radius = rock->bounding_radius;
  p.vertex_count = rock->vertex_count;
  p.triangle_count = rock->triangle_count;
  p.face_count = rock->face_count;
  p.vertices = rock->vertices();
  p.triangles = rock->triangles();
  *properties = p;
  return RF_OK;
}

int32_t rf_has_hull_library(void) { return has_hull_library() ? 1 : 0; }

rf_status rf_init_shape_def(rf_shape_def* out, size_t size) {
  rf_shape_def def = {};
  def.kind = RF_SHAPE_BOX;
  for (double& length : def.size) length = 1;
  def.point_count = 32;
  def.seed = 1;
  return write_default(def, out, size);
}

rf_status rf_shape_points(const rf_shape_def* def, double* points, uint32_t capacity, uint32_t* count,
                          rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!count) return fail_null(error, "count");
  *count = 0;
  if (!def) return fail_null(error, "def");
  RF_TRY(check_shape(*def, error));
  *count = shape_point_count(*def);
  if (!points) return succeed(error);
  RF_TRY(check_capacity(error, "capacity", capacity, *count));
  shape_points(*def, points);
  return succeed(error);
}

rf_status rf_shape_triangles(const rf_shape_def* def, uint32_t* triangles, uint32_t capacity, uint32_t* count,
                             rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!count) return fail_null(error, "count");
  *count = 0;
  if (!def) return fail_null(error, "def");
  RF_TRY(check_shape(*def, error));
  if (is_wrapped(*def) && def->point_count > kMaxWrappedPoints) {
    return fail(error, RF_UNSUPPORTED, "point_count is above 8192: cook the points with a hull library");
  }
  const uint32_t needed = shape_triangle_limit(*def);
  *count = needed;
  if (!triangles) return succeed(error);
  RF_TRY(check_capacity(error, "capacity", capacity, needed));
  *count = shape_triangles(*def, triangles);
  if (*count > 0) return succeed(error);
  return fail(error, RF_HULL_FAILED,
              "the triangles of the shape could not be computed: use another seed or point_count");
}

}  // extern "C"
