#include "contact/soil_layer.h"

#include "contact/submerged_faces.h"
#include "contact/submerged_share.h"
#include "numerics/minmax.h"
#include "numerics/roots.h"

namespace rockfall {
namespace {

// Sine of the angle between a face, or its normal, and its motion below which pressure, or friction, is reduced.
constexpr double kGrazing = 0.01;

// Moment of the front of the submerged part, projected along the direction. Where the part moves out of the soil the
// cut belongs to its front. The moments of front and rear add up to volume times direction.
Vec3 front_moment(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction) {
  Vec3 front(0, 0, 0), rear(0, 0, 0);  // of the faces
  double volume = 0;
  const Vec3 on_plane = -plane.clearance * plane.normal;
  for_each_submerged_triangle(rock, {plane.normal, plane.clearance}, [&](const TriangleOverPlane& triangle) {
    const SubmergedTriangle part = clip_triangle(triangle);
    const double across = part.area.dot(direction);
    (across > 0 ? front : rear) += across * part.centroid;
    volume += part.area.dot(part.centroid - on_plane) / 3.0;
  });
  return plane.normal.dot(direction) > 0 ? Vec3(volume * direction - rear) : front;
}

struct ForceOnFaces {
  Vec3 force = Vec3(0, 0, 0), moment = Vec3(0, 0, 0);  // about S, K
};

// Pressure and friction on the submerged part of the faces that move into the soil.
// @param v, omega  velocity and angular velocity, K
ForceOnFaces force_on_faces(const rf_rock& rock, const SoilPlane& plane, const Vec3& v, const Vec3& omega) {
  const SoilGround& ground = plane.ground;
  const double stiffness = ground.strength / (2 * rock.bounding_radius),
               pressure = soil_pressure(ground.drag, ground.density);
  ForceOnFaces sum;
  for_each_submerged_triangle(rock, {plane.normal, plane.clearance}, [&](const TriangleOverPlane& triangle) {
    const double area = triangle.area().norm();
    const Vec3 n = triangle.area() / (area > 0 ? area : 1);
    double into_soil[3];
    for (int k = 0; k < 3; ++k) into_soil[k] = (v + omega.cross(triangle.corner(k))).dot(n);
    const PressedPoints points(triangle, into_soil);
    for (uint32_t i = 0; i < points.count; ++i) {
      const Vec3 at = v + omega.cross(points.place[i]);
      const double into = at.dot(n);
      if (!(into > 0)) continue;
      const Vec3 along = at - into * n;
      // By rounding alone a face along the motion is in front or behind, and friction on a face across the motion has
      // some direction: both grow from 0.
      const double grazing = kGrazing * at.norm(), facing = smaller_of(into / grazing, 1.0);
      const double p = facing * (stiffness * points.depth[i]) + pressure * into * into;
      const Vec3 f = -p * (points.share[i] * area) * (n + ground.mu_min / larger_of(along.norm(), grazing) * along);
      sum.force += f;
      sum.moment += points.place[i].cross(f);
    }
  });
  return sum;
}

}  // namespace

double impact_depth(double cube_root_of_mass, double strength, double speed) {
  const double strength_kilo = 1e-3 * strength, square = speed * speed;
  return 0.1 * cube_root_of_mass * fifth_root(square * square / (strength_kilo * strength_kilo));
}

double submerged_area(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction) {
  double front = 0, all = 0;  // the cut, which closes the submerged part, has the area -all
  for_each_submerged_triangle(rock, {plane.normal, plane.clearance}, [&](const TriangleOverPlane& triangle) {
    const double* const h = triangle.height;
    const double across = submerged_share(h[0], h[1], h[2]) * triangle.area().dot(direction);
    front += larger_of(0.0, across);
    all += across;
  });
  return front + larger_of(-all, 0.0);
}

double submerged_area(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction,
                      const VertexKernels& kernels) {
  if (!rock.has_star_blocks()) return submerged_area(rock, plane, direction);
  return kernels.submerged_area(HullArrays(rock), plane.normal.data(), plane.clearance, direction.data());
}

SoilReaction soil_reaction(const rf_rock& rock, const SoilPlane& plane, int32_t law, const Mat3& rotation,
                           const Velocity& velocity, double time_step, const VertexKernels& kernels) {
  SoilReaction reaction;
  const SoilGround& ground = plane.ground;
  const double speed = velocity.linear.norm();
  const Vec3 v = rotation.transpose() * velocity.linear;
  const double pressure = soil_pressure(ground.drag, ground.density);
  if (law == RF_SOIL_FACE_PRESSURE) {
    const ForceOnFaces on_faces = force_on_faces(rock, plane, v, velocity.angular);
    reaction.impulse = time_step * (rotation * on_faces.force);
    reaction.angular_impulse = time_step * on_faces.moment;
    if (speed > 0) {
      reaction.area = submerged_area(rock, plane, v, kernels) / speed;
      reaction.resistance = -on_faces.force.dot(v) / speed;
    }
    return reaction;
  }
  const double flow = submerged_area(rock, plane, v, kernels), drag = pressure * flow;
  // Zero too where the square of the speed underflows; the SIMD lanes find the drag without it.
  if (speed > 0) reaction.area = flow / speed;
  if (law == RF_SOIL_DRAG_AT_S || !(reaction.area > 0)) {
    reaction.linear_drag = drag;
    reaction.spin_drag = soil_spin_drag(rock, ground.drag_rotation, drag, speed, velocity.angular.norm());
    reaction.resistance = drag * speed;
    return reaction;
  }
  const Vec3 centre = front_moment(rock, plane, v / speed) / reaction.area;
  const Vec3 force = -drag * (v + velocity.angular.cross(centre));
  reaction.impulse = time_step * (rotation * force);
  reaction.angular_impulse = time_step * centre.cross(force);
  reaction.resistance = -force.dot(v) / speed;
  return reaction;
}

}  // namespace rockfall
