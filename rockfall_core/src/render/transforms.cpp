#include "render/transforms.h"

#include "numerics/quaternion.h"
#include "render/convention.h"

namespace rockfall {
namespace {

struct Pose {
  Vec3 position;
  Quat orientation;
};

// Linear in position; the normalised linear interpolation of the orientation on the shorter arc.
Pose pose_between(const rf_state& a, const rf_state& b, double blend) {
  const Quat p = load_quat(a.orientation), q = load_quat(b.orientation);
  const double cosine = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z;
  const double u = 1 - blend, w = cosine < 0 ? -blend : blend;
  const Quat mixed{u * p.w + w * q.w, u * p.x + w * q.x, u * p.y + w * q.y, u * p.z + w * q.z};
  return {load3(a.position) + blend * (load3(b.position) - load3(a.position)), normalised(mixed)};
}

// The rotation in the axes of the engine: C A C^T. Its axis is a pseudovector, so a reflection reverses the angle.
Quat in_engine(const Axes& axes, const Quat& p) {
  const Vec3 v = axes.determinant * to_engine(axes, Vec3(p.x, p.y, p.z));
  return {p.w, v[0], v[1], v[2]};
}

}  // namespace

void write_transform(const rf_render_def& def, const rf_state* previous, const rf_state& current, double blend,
                     float* out) {
  const Axes& axes = axes_of(def.convention);
  const Pose pose = previous ? pose_between(*previous, current, blend)
                             : Pose{load3(current.position), normalised(load_quat(current.orientation))};
  const Vec3 position = axes.scale * to_engine(axes, pose.position - load3(def.origin));
  const Quat p = in_engine(axes, pose.orientation);
  const auto number = [](double x) { return static_cast<float>(x); };
  if (def.format == RF_TRANSFORM_POSITION_QUATERNION) {
    for (int k = 0; k < 3; ++k) out[k] = number(position[k]);
    out[3] = number(p.x);
    out[4] = number(p.y);
    out[5] = number(p.z);
    out[6] = number(p.w);
    return;
  }
  const Mat3 a = rotation_matrix(p);
  if (def.format == RF_TRANSFORM_ROWS_3X4) {
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) out[4 * r + c] = number(a(r, c));
      out[4 * r + 3] = number(position[r]);
    }
    return;
  }
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) out[4 * c + r] = number(a(r, c));
    out[4 * c + 3] = 0;
    out[12 + c] = number(position[c]);
  }
  out[15] = 1;
}

}  // namespace rockfall
