// The part of a hull below a plane, triangle by triangle.
#pragma once

#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

/// Height over a plane of a point of the rock (K): clearance + normal . point.
struct HeightOver {
  Vec3 normal;
  double clearance;
  double operator()(const Vec3& point) const { return clearance + normal.dot(point); }
};

/// The part of a triangle below a plane.
struct SubmergedTriangle {
  Vec3 area;      // outward normal times area, m2, K
  Vec3 centroid;  // K
  double depth;   // of the centroid below the plane, m
};

/// Clip the triangle abc, of which at least one corner is below the plane.
/// @param ha, hb, hc  heights of the corners
SubmergedTriangle clip_triangle(const Vec3& a, const Vec3& b, const Vec3& c, double ha, double hb, double hc);

/// visit(SubmergedTriangle) for every triangle of the hull with a corner below the plane, in their order.
template <class Visit>
void for_each_submerged_triangle(const rf_rock& rock, const HeightOver& height, Visit visit) {
  const uint32_t* const corners = rock.triangles();
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const Vec3 a = load3(rock.vertex(corners[3 * t])), b = load3(rock.vertex(corners[3 * t + 1])),
               c = load3(rock.vertex(corners[3 * t + 2]));
    const double ha = height(a), hb = height(b), hc = height(c);
    if (ha < 0 || hb < 0 || hc < 0) visit(clip_triangle(a, b, c, ha, hb, hc));
  }
}

}  // namespace rockfall
