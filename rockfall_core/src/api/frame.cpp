#include <rockfall/frame.h>

#include "api/check.h"
#include "numerics/floating_point_environment.h"
#include "numerics/quaternion_of_matrix.h"
#include "rotation/trajectory_frame.h"

using namespace rockfall;

namespace {

rf_status check_vectors(const double* position, const double* velocity) {
  if (!position || !velocity) return RF_NULL_ARGUMENT;
  RF_TRY(check_all_finite(nullptr, "position", position, 3));
  return check_all_finite(nullptr, "velocity", velocity, 3);
}

// Refuses vectors whose squares overflow: the frame keeps its value.
rf_status store_frame(const PathFrame& axes, const double* position, rf_frame* frame) {
  const Vec3 binormal = axes.tangent.cross(axes.normal);
  if (!axes.tangent.allFinite() || !axes.normal.allFinite() || !binormal.allFinite()) return RF_BAD_VALUE;
  store3(load3(position), frame->position);
  store3(axes.tangent, frame->tangent);
  store3(axes.normal, frame->normal);
  store3(binormal, frame->binormal);
  return RF_OK;
}

}  // namespace

extern "C" {

rf_status rf_frame_start(const double position[3], const double velocity[3], const double up[3], rf_frame* frame) {
  const FloatingPointEnvironment environment;
  if (!frame) return RF_NULL_ARGUMENT;
  RF_TRY(check_vectors(position, velocity));
  const double z[] = {0, 0, 1};
  const double* upwards = up ? up : z;
  RF_TRY(check_all_finite(nullptr, "up", upwards, 3));
  if (!(load3(upwards).squaredNorm() > 1e-200)) return RF_BAD_VALUE;
  Vec3 direction = load3(velocity);
  if (direction.norm() < RF_FRAME_MIN_SPEED) direction.setZero();
  return store_frame(first_path_frame(direction, load3(upwards)), position, frame);
}

rf_status rf_frame_advance(rf_frame* frame, const double position[3], const double velocity[3]) {
  const FloatingPointEnvironment environment;
  if (!frame) return RF_NULL_ARGUMENT;
  RF_TRY(check_vectors(position, velocity));
  const Vec3 displacement = load3(position) - load3(frame->position);
  const double speed = load3(velocity).norm();
  PathFrame axes{load3(frame->tangent), load3(frame->normal)};
  if (speed >= RF_FRAME_MIN_SPEED) axes = transported(axes, displacement, load3(velocity) / speed);
  return store_frame(axes, position, frame);
}

rf_status rf_frame_along(const double* positions, const double* velocities, uint32_t count, const double up[3],
                         rf_frame* frames) {
  if (count == 0) return RF_OK;
  if (!positions || !velocities || !frames) return RF_NULL_ARGUMENT;
  RF_TRY(rf_frame_start(positions, velocities, up, frames));
  for (uint32_t i = 1; i < count; ++i) {
    frames[i] = frames[i - 1];
    const size_t offset = 3 * static_cast<size_t>(i);
    RF_TRY(rf_frame_advance(&frames[i], positions + offset, velocities + offset));
  }
  return RF_OK;
}

rf_status rf_frame_orientation(const rf_frame* frame, double orientation[4]) {
  const FloatingPointEnvironment environment;
  if (!frame || !orientation) return RF_NULL_ARGUMENT;
  Mat3 axes;
  axes.col(0) = load3(frame->tangent);
  axes.col(1) = load3(frame->normal);
  axes.col(2) = load3(frame->binormal);
  const Quat p = quaternion_of(axes);
  if (!is_finite(0 * p.w + 0 * p.x + 0 * p.y + 0 * p.z)) return RF_BAD_VALUE;
  store_quat(p, orientation);
  return RF_OK;
}

}  // extern "C"
