#include "campaign/place.h"

#include "contact/detection.h"
#include "numerics/error.h"
#include "numerics/quaternion.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

// Height above S of the lowest point of the hull on the vertical line through (x, y), relative to S. False if the line
// misses the hull.
bool lowest_hull_point(const rf_rock& rock, const Mat3& rotation, double x, double y, double* lowest) {
  double low = -1e300, high = 1e300;
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    const Vec3 n = rotation * load3(rock.face(i));
    const double rest = rock.face(i)[3] - n[0] * x - n[1] * y;  // n_z z <= rest inside
    if (n[2] < 0) {
      low = std::fmax(low, rest / n[2]);
    } else if (n[2] > 0) {
      high = std::fmin(high, rest / n[2]);
    } else if (rest < 0) {
      return false;
    }
  }
  *lowest = low;
  return low <= high;
}

template <class Terrain>
bool smallest_gap(const Terrain& terrain, const rf_rock& rock, const Vec3& centre, const Mat3& rotation, double* gap) {
  *gap = 1e300;
  bool found = false;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    const Vec3 p = centre + rotation * load3(rock.vertex(i));
    rf_terrain_sample below;
    terrain.sample(p.data(), 1, &below);
    if (!below.exists || !is_finite(below.height)) continue;
    *gap = std::fmin(*gap, p[2] - below.height);
    found = true;
  }
  terrain.for_each_terrain_vertex(footprint(rock, centre), 1, [&](double x, double y, double z) {
    double lowest;
    if (!lowest_hull_point(rock, rotation, x - centre[0], y - centre[1], &lowest)) return;
    *gap = std::fmin(*gap, centre[2] + lowest - z);
    found = true;
  });
  return found;
}

}  // namespace

bool height_above_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_state& state, double clearance,
                         double* z) {
  const CallbackTerrain ground(terrain);
  rf_terrain_sample below;
  ground.sample(state.position, 1, &below);
  if (!below.exists || !is_finite(below.height)) return false;
  // S at the height of the ground: avoids cancellation in the gap.
  const Vec3 centre(state.position[0], state.position[1], below.height);
  double gap;
  if (!smallest_gap(ground, rock, centre, rotation_matrix(load_quat(state.orientation)), &gap)) return false;
  *z = below.height + (clearance - gap);
  return true;
}

}  // namespace rockfall
