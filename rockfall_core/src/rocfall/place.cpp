#include "rocfall/place.h"

#include "rocfall/touch.h"
#include "terrain/dispatch.h"

namespace rockfall::rocfall {
namespace {

// Height of S at contact. A sphere is lowered by its distance from the ground, which cannot make it penetrate, until it
// touches.
template <class Terrain>
bool touching_height(const CountedGround<Terrain>& terrain, const Body& body, const rf_state& state, double* z) {
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
    if (std::fabs(touch.gap) < 1e-13 * (body.radius + std::fabs(centre[2]))) break;
  }
  *z = centre[2];
  return true;
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
