#include "campaign/place.h"

#include "contact/detection.h"
#include "numerics/minmax.h"
#include "numerics/quaternion.h"
#include "numerics/real.h"
#include "terrain/dispatch.h"
#include "terrain/vertex_ground.h"

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
      low = larger_of(low, rest / n[2]);
    } else if (n[2] > 0) {
      high = smaller_of(high, rest / n[2]);
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
    double height;
    if (!terrain.height_at(p[0], p[1], height) || !is_finite(height)) continue;
    *gap = smaller_of(*gap, p[2] - height);
    found = true;
  }
  const auto visit_vertex = [&](double x, double y, double z) {
    double lowest;
    if (!lowest_hull_point(rock, rotation, x - centre[0], y - centre[1], &lowest)) return;
    const auto has_ground = [&](double place_x, double place_y) { return terrain.exists(place_x, place_y); };
    if (!at_terrain_vertex(x, y, rock.bounding_radius, has_ground)) return;
    *gap = smaller_of(*gap, centre[2] + lowest - z);
    found = true;
  };
  terrain.for_each_vertex_below(footprint(rock, centre), rock.bounding_radius, most_searched_nodes(rock), visit_vertex);
  return found;
}

}  // namespace

bool height_of_placement(const rf_rock& rock, const rf_terrain& terrain, const rf_state& state, double clearance,
                         double* z) {
  return visit_terrain(terrain, [&](const auto& ground) {
    double height, gap;
    if (!ground.height_at(state.position[0], state.position[1], height) || !is_finite(height)) return false;
    // S at the height of the ground: avoids cancellation in the gap.
    const Vec3 centre(state.position[0], state.position[1], height);
    if (!smallest_gap(ground, rock, centre, rotation_matrix(load_quat(state.orientation)), &gap)) return false;
    *z = height + (clearance - gap);
    return true;
  });
}

}  // namespace rockfall
