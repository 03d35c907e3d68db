#include <rockfall/frame.h>

#include <initializer_list>

#include "api/check.h"
#include "numerics/floating_point_environment.h"
#include "numerics/quaternion_of_matrix.h"
#include "rotation/trajectory_frame.h"

using namespace rockfall;

namespace {

rf_status check_vectors(const double* position, const double* velocity, rf_error* error) {
  if (!position) return fail_null(error, "position");
  if (!velocity) return fail_null(error, "velocity");
  RF_TRY(check_all_finite(error, "position", position, 3));
  return check_all_finite(error, "velocity", velocity, 3);
}

// A vector of which only the direction matters. Its square neither overflows nor vanishes, unless it is zero.
Vec3 direction_of(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  return largest > 1e100 || (largest > 0 && largest < 1e-100) ? Vec3(v / largest) : v;
}

// Refuses a frame that is not finite: it keeps its value.
rf_status store_frame(const PathFrame& axes, const double* position, rf_frame* frame, rf_error* error) {
  const Vec3 binormal = axes.tangent.cross(axes.normal);
  if (!axes.tangent.allFinite() || !axes.normal.allFinite() || !binormal.allFinite()) {
    return fail(error, RF_BAD_VALUE, "the frame would not be finite: frame, position, velocity or up is extreme");
  }
  store3(load3(position), frame->position);
  store3(axes.tangent, frame->tangent);
  store3(axes.normal, frame->normal);
  store3(binormal, frame->binormal);
  return succeed(error);
}

// Names the point of a path in the text of an error.
rf_status fail_point(rf_status status, uint32_t index, rf_error* error) {
  char point[32];
  std::snprintf(point, sizeof point, "point %u", static_cast<unsigned>(index));
  return fail_in(point, status, error);
}

}  // namespace

extern "C" {

rf_status rf_frame_start(const double position[3], const double velocity[3], const double up[3], rf_frame* frame,
                         rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!frame) return fail_null(error, "frame");
  RF_TRY(check_vectors(position, velocity, error));
  const double z[] = {0, 0, 1};
  const double* upwards = up ? up : z;
  RF_TRY(check_all_finite(error, "up", upwards, 3));
  const Vec3 up_direction = direction_of(load3(upwards));
  if (up_direction.isZero(0)) return fail(error, RF_BAD_VALUE, "up has length zero");
  Vec3 direction = load3(velocity);
  direction = direction.norm() < RF_FRAME_MIN_SPEED ? Vec3(Vec3::Zero()) : direction_of(direction);
  return store_frame(first_path_frame(direction, up_direction), position, frame, error);
}

rf_status rf_frame_advance(rf_frame* frame, const double position[3], const double velocity[3], rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!frame) return fail_null(error, "frame");
  RF_TRY(check_vectors(position, velocity, error));
  const Vec3 displacement = load3(position) - load3(frame->position);
  PathFrame axes{load3(frame->tangent), load3(frame->normal)};
  if (load3(velocity).norm() >= RF_FRAME_MIN_SPEED) {
    const Vec3 direction = direction_of(load3(velocity));
    axes = transported(axes, displacement.squaredNorm() > 1e200 ? direction_of(displacement) : displacement,
                       direction / direction.norm());
  }
  return store_frame(axes, position, frame, error);
}

rf_status rf_frame_along(const double* positions, const double* velocities, uint32_t count, const double up[3],
                         rf_frame* frames, rf_error* error) {
  if (count == 0) return succeed(error);
  if (!positions) return fail_null(error, "positions");
  if (!velocities) return fail_null(error, "velocities");
  if (!frames) return fail_null(error, "frames");
  // Once to find a bad point, and again to write.
  for (const bool write : {false, true}) {
    rf_frame frame;
    for (uint32_t i = 0; i < count; ++i) {
      const size_t offset = 3 * static_cast<size_t>(i);
      const double *position = positions + offset, *velocity = velocities + offset;
      const rf_status status = i == 0 ? rf_frame_start(position, velocity, up, &frame, error)
                                      : rf_frame_advance(&frame, position, velocity, error);
      if (status != RF_OK) return fail_point(status, i, error);
      if (write) frames[i] = frame;
    }
  }
  return succeed(error);
}

rf_status rf_frame_orientation(const rf_frame* frame, double orientation[4], rf_error* error) {
  const FloatingPointEnvironment environment;
  if (!frame) return fail_null(error, "frame");
  if (!orientation) return fail_null(error, "orientation");
  Mat3 axes;
  axes.col(0) = load3(frame->tangent);
  axes.col(1) = load3(frame->normal);
  axes.col(2) = load3(frame->binormal);
  const Quat p = quaternion_of(axes);
  if (!is_finite(0 * p.w + 0 * p.x + 0 * p.y + 0 * p.z)) {
    return fail(error, RF_BAD_VALUE, "frame has an axis that is not finite");
  }
  store_quat(p, orientation);
  return succeed(error);
}

}  // extern "C"
