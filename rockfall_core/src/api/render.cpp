#include <rockfall/render.h>

#include "api/check.h"
#include "api/default.h"
#include "numerics/floating_point_environment.h"
#include "render/convention.h"
#include "render/mesh.h"
#include "render/transforms.h"

using namespace rockfall;

namespace {

constexpr double kLargestFloat = 3e38;

rf_status check_convention(rf_error* error, const char* field, int32_t convention) {
  return check_range(error, field, convention, 0, RF_CONVENTION_COUNT - 1, "an rf_convention");
}

rf_status check_def(const rf_render_def* def, rf_error* error) {
  if (!def) return fail_null(error, "def");
  if (def->struct_size != sizeof *def) return fail_def(error, "def");
  RF_TRY(check_convention(error, "def.convention", def->convention));
  RF_TRY(check_range(error, "def.format", def->format, 0, RF_TRANSFORM_FORMAT_COUNT - 1, "an rf_transform_format"));
  const uint32_t bytes = 4 * transform_floats(def->format);
  if (def->stride != 0 && (def->stride < bytes || def->stride % 4 != 0)) {
    return fail_value(error, "def.stride", def->stride,
                      "0, or a multiple of 4 that is at least the size of a transform");
  }
  return check_all_finite(error, "def.origin", def->origin, 3);
}

// The position is finite as a float, and the orientation can be normalised.
rf_status check_pose(const rf_render_def& def, const char* array, uint32_t index, const rf_state& state,
                     rf_error* error) {
  const double scale = axes_of(def.convention).scale;
  bool good = can_be_normalised(load_quat(state.orientation));
  for (int k = 0; k < 3; ++k) good = good && std::fabs(state.position[k] - def.origin[k]) * scale <= kLargestFloat;
  return good ? RF_OK : fail_element(error, array, index, "has a position or orientation that cannot be drawn");
}

// Writes the transforms of the rocks that `chosen` accepts, one after the other. @param written  nullable
template <class Chosen>
rf_status write_transforms(const rf_render_def* def, const Chosen& chosen, const rf_state* previous,
                           const rf_state* current, uint32_t count, double blend, void* out, size_t bytes,
                           uint32_t* written, rf_error* error) {
  if (written) *written = 0;
  RF_TRY(check_def(def, error));
  if (count == 0) return succeed(error);
  if (!current) return fail_null(error, "current");
  if (!out) return fail_null(error, "out");
  if (previous) RF_TRY(check_range(error, "blend", blend, 0, 1, "0 to 1"));
  if (reinterpret_cast<uintptr_t>(out) % alignof(float) != 0) {
    return fail(error, RF_MEMORY_MISALIGNED, "out is not aligned to 4 bytes");
  }
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!chosen(current[i])) continue;
    RF_TRY(check_pose(*def, "current", i, current[i], error));
    if (previous) RF_TRY(check_pose(*def, "previous", i, previous[i], error));
    ++found;
  }
  if (written) *written = found;
  if (found == 0) return succeed(error);
  const size_t one = 4 * transform_floats(def->format), stride = def->stride ? def->stride : one;
  if (bytes < one || (bytes - one) / stride < found - 1) {
    return fail(error, RF_MEMORY_TOO_SMALL, "bytes is below (count - 1) * stride + the size of one transform");
  }
  size_t next = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!chosen(current[i])) continue;
    write_transform(*def, previous ? previous + i : nullptr, current[i], blend,
                    reinterpret_cast<float*>(static_cast<unsigned char*>(out) + stride * next));
    ++next;
  }
  return succeed(error);
}

}  // namespace

extern "C" {

rf_status rf_init_render_def(rf_render_def* out, size_t size) {
  rf_render_def def = {};
  def.convention = RF_CONVENTION_ROCKFALL;
  def.format = RF_TRANSFORM_POSITION_QUATERNION;
  return write_default(def, out, size);
}

rf_status rf_render_transforms(const rf_render_def* def, const rf_state* previous, const rf_state* current,
                               uint32_t count, double blend, void* out, size_t bytes, rf_error* error) {
  const FloatingPointEnvironment environment;
  const auto all = [](const rf_state&) { return true; };
  return write_transforms(def, all, previous, current, count, blend, out, bytes, nullptr, error);
}

rf_status rf_render_transforms_of_shape(const rf_render_def* def, uint32_t shape, const rf_state* previous,
                                        const rf_state* current, uint32_t count, double blend, void* out, size_t bytes,
                                        uint32_t* written, rf_error* error) {
  const FloatingPointEnvironment environment;
  const auto of_shape = [shape](const rf_state& state) { return state.rock == shape; };
  return write_transforms(def, of_shape, previous, current, count, blend, out, bytes, written, error);
}

rf_status rf_render_points(const rf_render_def* def, const double* points, uint32_t count, float* out,
                           rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_def(def, error));
  if (count == 0) return succeed(error);
  if (!points) return fail_null(error, "points");
  if (!out) return fail_null(error, "out");
  const Axes& axes = axes_of(def->convention);
  for (size_t i = 0; i < 3 * static_cast<size_t>(count); ++i) {
    if (std::fabs(points[i] - def->origin[i % 3]) * axes.scale <= kLargestFloat) continue;
    return fail_element(error, "points", static_cast<uint32_t>(i / 3),
                        "has a coordinate that is not finite as a float in the unit of the engine");
  }
  for (size_t i = 0; i < count; ++i) {
    const Vec3 p = axes.scale * to_engine(axes, load3(points + 3 * i) - load3(def->origin));
    for (int k = 0; k < 3; ++k) out[3 * i + static_cast<size_t>(k)] = static_cast<float>(p[k]);
  }
  return succeed(error);
}

rf_status rf_world_points(const rf_render_def* def, const float* points, uint32_t count, double* out, rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(check_def(def, error));
  if (count == 0) return succeed(error);
  if (!points) return fail_null(error, "points");
  if (!out) return fail_null(error, "out");
  for (size_t i = 0; i < 3 * static_cast<size_t>(count); ++i) {
    if (is_finite(static_cast<double>(points[i]))) continue;
    return fail_element(error, "points", static_cast<uint32_t>(i / 3), "has a coordinate that is not finite");
  }
  const Axes& axes = axes_of(def->convention);
  for (size_t i = 0; i < count; ++i) {
    const float* const p = points + 3 * i;
    const Vec3 scaled(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
    store3(from_engine(axes, scaled / axes.scale) + load3(def->origin), out + 3 * i);
  }
  return succeed(error);
}

rf_status rf_init_rock_mesh(rf_rock_mesh* out, size_t size) { return write_default(rf_rock_mesh{}, out, size); }

rf_status rf_rock_get_mesh(const rf_rock* rock, rf_rock_mesh* mesh, rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!rock) return fail_null(error, "rock");
  if (!mesh) return fail_null(error, "mesh");
  if (mesh->struct_size != sizeof *mesh) return fail_def(error, "mesh");
  RF_TRY(check_convention(error, "mesh.convention", mesh->convention));
  RF_TRY(check_range(error, "mesh.shading", mesh->shading, RF_SHADING_FLAT, RF_SHADING_SMOOTH, "an rf_shading"));
  rf_rock_mesh counted = *mesh;
  count_mesh(*rock, counted);
  if (mesh->positions || mesh->normals) {
    RF_TRY(check_capacity(error, "mesh.vertex_capacity", mesh->vertex_capacity, counted.vertex_count));
  }
  if (mesh->indices) RF_TRY(check_capacity(error, "mesh.index_capacity", mesh->index_capacity, counted.index_count));
  write_mesh(*rock, counted);
  *mesh = counted;
  return succeed(error);
}

}  // extern "C"
