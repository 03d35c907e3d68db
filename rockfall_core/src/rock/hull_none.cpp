#include "numerics/status.h"
#include "rock/hull.h"

namespace rockfall {

rf_status convex_hull(const double*, uint32_t, uint32_t*, uint32_t*, rf_error* error) {
  return fail(error, RF_NO_HULL_LIBRARY, "this build computes no convex hulls: hand in the hull's triangles");
}

bool has_convex_hull() { return false; }

}  // namespace rockfall
