#include "numerics/quaternion.h"
#include "query/ray.h"

namespace rockfall {

Ray::Ray(const rf_ray& ray)
    : origin(load3(ray.origin)),
      length(ray.length),
      resolution(ray.resolution > 0 ? ray.resolution : ray.length / 1024) {
  const Vec3 d = load3(ray.direction);
  const double largest = d.cwiseAbs().maxCoeff();  // so that the squares neither overflow nor vanish
  direction = (d / largest).normalized();
}

// The part of the ray inside all half-spaces of the faces.
bool hit_rock(const rf_rock& rock, const rf_state& state, const Ray& ray, rf_ray_hit& hit) {
  const Vec3 offset = ray.origin - load3(state.position);
  const double along = -offset.dot(ray.direction), r = rock.bounding_radius;
  if (along < 0 && offset.squaredNorm() > r * r) return false;
  // From the nearest point on the line: the difference of the squares would cancel for a distant origin.
  if ((offset + along * ray.direction).squaredNorm() > r * r * (1 + 1e-9)) return false;
  const Quat p = load_quat(state.orientation);
  const Vec3 origin = rotate_back(p, offset), direction = rotate_back(p, ray.direction);
  double enter = -1, leave = ray.length;
  Vec3 normal(0, 0, 0);
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    const Vec3 n = load3(rock.face(i));
    const double speed = n.dot(direction), gap = rock.face(i)[3] - n.dot(origin);  // gap >= 0 inside
    if (speed == 0) {
      if (gap < 0) return false;
      continue;
    }
    const double distance = gap / speed;
    if (speed > 0) {
      leave = distance < leave ? distance : leave;
    } else if (distance > enter) {
      enter = distance;
      normal = n;
    }
    if (leave < 0 || enter > leave) return false;
  }
  if (enter < 0) {
    store_hit(ray, 0, -ray.direction, RF_HIT_ROCK, hit);
  } else {
    store_hit(ray, enter, rotate(p, normal), RF_HIT_ROCK, hit);
  }
  return true;
}

}  // namespace rockfall
