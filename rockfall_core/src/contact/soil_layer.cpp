#include "contact/soil_layer.h"

#include <cmath>

#include "contact/submerged_faces.h"
#include "numerics/minmax.h"
#include "numerics/roots.h"

namespace rockfall {
namespace {

// Sums over the submerged faces that move into the soil.
struct Front {
  double area = 0;              // projected across the motion
  Vec3 moment = Vec3(0, 0, 0);  // of that area
};

Front submerged_front(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction) {
  Front front;
  Vec3 lid(0, 0, 0);  // area vector of the cut, which closes the submerged part
  for_each_submerged_triangle(rock, {plane.normal, plane.clearance}, [&](const SubmergedTriangle& part) {
    lid -= part.area;
    const double across = part.area.dot(direction);
    if (across > 0) {
      front.area += across;
      front.moment += across * part.centroid;
    }
  });
  front.area += larger_of(lid.dot(direction), 0.0);
  return front;
}

}  // namespace

double impact_depth(double cube_root_of_mass, double strength, double speed) {
  const double strength_kilo = 1e-3 * strength, square = speed * speed;
  return 0.1 * cube_root_of_mass * fifth_root(square * square / (strength_kilo * strength_kilo));
}

double submerged_area(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction) {
  return submerged_front(rock, plane, direction).area;
}

SoilReaction soil_reaction(const rf_rock& rock, const SoilPlane& plane, int32_t law, const Mat3& rotation,
                           const Velocity& velocity, double time_step) {
  SoilReaction reaction;
  const rf_ground& ground = plane.ground;
  const double speed = velocity.linear.norm();
  const Vec3 v = rotation.transpose() * velocity.linear;
  const double pressure = 0.5 * ground.soil_drag * ground.soil_density;
  if (law == RF_SOIL_FACE_PRESSURE) {
    const double stiffness = ground.soil_strength / (2 * rock.bounding_radius);
    Vec3 force(0, 0, 0), moment(0, 0, 0);
    for_each_submerged_triangle(rock, {plane.normal, plane.clearance}, [&](const SubmergedTriangle& part) {
      const double area = part.area.norm();
      const Vec3 at = v + velocity.angular.cross(part.centroid), n = part.area / (area > 0 ? area : 1);
      const double into = at.dot(n);
      if (!(into > 0)) return;
      const Vec3 along = at - into * n;
      const double slip = along.norm(), p = stiffness * part.depth + pressure * into * into;
      const Vec3 f = -p * area * (n + (slip > 0 ? Vec3(ground.mu_min / slip * along) : Vec3(0, 0, 0)));
      force += f;
      moment += part.centroid.cross(f);
    });
    reaction.impulse = time_step * (rotation * force);
    reaction.angular_impulse = time_step * moment;
    if (speed > 0) reaction.area = submerged_area(rock, plane, v / speed);
    return reaction;
  }
  if (!(speed > 0)) return reaction;
  const Front front = submerged_front(rock, plane, v / speed);
  reaction.area = front.area;
  const double drag = pressure * front.area * speed;
  if (law == RF_SOIL_DRAG_AT_S || !(front.area > 0)) {
    reaction.drag = drag;
    return reaction;
  }
  const Vec3 centre = front.moment / front.area;
  const Vec3 force = -drag * (v + velocity.angular.cross(centre));
  reaction.impulse = time_step * (rotation * force);
  reaction.angular_impulse = time_step * centre.cross(force);
  return reaction;
}

}  // namespace rockfall
