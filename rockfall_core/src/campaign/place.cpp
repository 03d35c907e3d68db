#include "campaign/place.h"

#include "contact/detection.h"
#include "numerics/minmax.h"
#include "numerics/quaternion.h"
#include "numerics/real.h"
#include "terrain/dispatch.h"
#include "terrain/vertex_ground.h"

namespace rockfall {
namespace {

// The lowest points of a hull on vertical lines, relative to S.
class LowestPoints {
 public:
  LowestPoints(const rf_rock& rock, const Mat3& rotation) : rock_(rock), rotation_(rotation) {}

  // Find the height of the lowest point on the line through (x, y). False if the line misses the hull, or the point is
  // not lower than a limit. Lines next to each other have the same face, mostly.
  bool find(double x, double y, double limit, double* lowest) {
    double low = -1e300, high = 1e300;
    uint32_t lowest_face = 0;
    for (uint32_t i = 0; i <= rock_.face_count; ++i) {
      const uint32_t face = i == 0 ? face_ : i - 1;
      const Vec3 n = rotation_ * load3(rock_.face(face));
      const double rest = rock_.face(face)[3] - n[0] * x - n[1] * y;  // n_z z <= rest inside
      if (n[2] < 0) {
        const double height = rest / n[2];
        if (height > low) lowest_face = face;
        low = larger_of(low, height);
        if (!(low < limit)) break;
      } else if (n[2] > 0) {
        high = smaller_of(high, rest / n[2]);
      } else if (rest < 0) {
        return false;
      }
    }
    face_ = lowest_face;
    *lowest = low;
    return low <= high && low < limit;
  }

 private:
  const rf_rock& rock_;
  const Mat3& rotation_;
  uint32_t face_ = 0;  // of the last lowest point
};

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
  LowestPoints points(rock, rotation);
  const auto visit_vertex = [&](double x, double y, double z) {
    double lowest;
    if (!points.find(x - centre[0], y - centre[1], *gap + (z - centre[2]), &lowest)) return;
    const auto has_ground = [&](double place_x, double place_y) { return terrain.exists(place_x, place_y); };
    if (!at_terrain_vertex(x, y, rock.bounding_radius, has_ground)) return;
    *gap = smaller_of(*gap, centre[2] + lowest - z);
    found = true;
  };
  // Outside of a step, so no node of a grid is left out.
  constexpr double kAll = 1e300;
  terrain.for_each_vertex_below(footprint(rock, centre), rock.bounding_radius, kAll, visit_vertex);
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
