#include "rocfall/place.h"

#include <cmath>

#include "rocfall/touch.h"
#include "terrain/dispatch.h"

namespace rockfall::rocfall {
namespace {

constexpr double kTolerance = 1e-13;  // of the height, over radius and coordinate

// Height at which a sphere touches, by bisection: it overlaps the ground at every lower height.
// @param low  a height at which it overlaps
template <class Terrain>
bool bisected_height(const CountedGround<Terrain>& terrain, double radius, Vec3 centre, double low, double* z) {
  const auto is_clear = [&](double height) {
    centre[2] = height;
    const Touch touch = sphere_touch(terrain, radius, centre);
    return touch.exists && !touch.faulty && touch.gap >= 0;
  };
  double high = low, rise = radius;
  for (int i = 0; i < 200 && !is_clear(high); ++i, rise *= 2) {
    low = high;
    high += rise;
  }
  if (!is_clear(high)) return false;
  for (int i = 0; i < 200 && high - low > kTolerance * (radius + std::fabs(high)); ++i) {
    const double middle = 0.5 * (low + high);
    (is_clear(middle) ? high : low) = middle;
  }
  *z = high;
  return true;
}

// Height of S at contact. A sphere is lowered by its distance from the ground, which cannot make it penetrate, until it
// touches. Beside a wall that takes too many turns.
template <class Terrain>
bool touching_height(CountedGround<Terrain> terrain, const Body& body, const rf_state& state, double* z) {
  terrain.search_all_cells();
  Vec3 centre = load3(state.position);
  const Touch below = point_touch(terrain, centre);
  if (!below.exists || below.faulty) return false;
  *z = centre[2] - below.gap;
  if (body.kind == Body::Kind::point) return true;
  centre[2] = *z + body.radius / below.normal[2];
  for (int i = 0; i < 400; ++i) {
    const Touch touch = sphere_touch(terrain, body.radius, centre);
    if (!touch.exists || touch.faulty) return false;
    centre[2] -= touch.gap;
    if (std::fabs(touch.gap) < kTolerance * (body.radius + std::fabs(centre[2]))) {
      *z = centre[2];
      return true;
    }
  }
  return bisected_height(terrain, body.radius, centre, *z, z);
}

}  // namespace

bool height_of_placement(const Body& body, const rf_terrain& terrain, const rf_state& state, double clearance,
                         double* z) {
  GroundWork work;
  const bool found = visit_terrain(
      terrain, [&](const auto& ground) { return touching_height(CountedGround(ground, work), body, state, z); });
  if (found) *z += clearance;
  return found;
}

}  // namespace rockfall::rocfall
