#include "numerics/error.h"
#include "rock/hull.h"

namespace rockfall {

bool has_hull_library() { return false; }

rf_status convex_hull(const double*, uint32_t, const Cloud&, HullMethod*, uint32_t*, uint32_t* triangle_count,
                      rf_error* error) {
  *triangle_count = 0;
  return fail(
      error, RF_NO_HULL_LIBRARY,
      "this build cannot compute convex hulls: give triangles (rf_shape_triangles has those of standard shapes), "
      "or build with ROCKFALL_QHULL and Qhull");
}

}  // namespace rockfall
