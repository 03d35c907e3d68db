// The part of a hull below a plane, triangle by triangle.
#pragma once

#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

/// Height over a plane of a point of the rock (K): clearance + normal . point.
struct HeightOver {
  Vec3 normal;
  double clearance;
  double operator()(const Vec3& p) const {
    return clearance + (normal[0] * p[0] + (normal[1] * p[1] + normal[2] * p[2]));
  }
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

/// Heights of all vertices of a rock of up to kMaxVertices.
struct VertexHeightsOver {
  static constexpr uint32_t kMaxVertices = 256;
  VertexHeightsOver(const rf_rock& rock, const HeightOver& height) {
    const double *x = rock.padded_x(), *y = rock.padded_y(), *z = rock.padded_z();
    const double a = height.normal[0], b = height.normal[1], c = height.normal[2];
    for (uint32_t i = 0; i < rock.padded_count; ++i) of[i] = height.clearance + (a * x[i] + (b * y[i] + c * z[i]));
  }
  double of[kMaxVertices];
};

/// visit(SubmergedTriangle) for every triangle of the hull with a corner below the plane, in their order.
/// @param height_of  function that returns the height of a vertex by its index
template <class HeightOf, class Visit>
void for_each_submerged_triangle_by(const rf_rock& rock, const HeightOf& height_of, Visit visit) {
  const uint32_t* const corners = rock.triangles();
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t a = corners[3 * t], b = corners[3 * t + 1], c = corners[3 * t + 2];
    const double ha = height_of(a), hb = height_of(b), hc = height_of(c);
    if (!(ha < 0 || hb < 0 || hc < 0)) continue;
    visit(clip_triangle(load3(rock.vertex(a)), load3(rock.vertex(b)), load3(rock.vertex(c)), ha, hb, hc));
  }
}

template <class Visit>
void for_each_submerged_triangle(const rf_rock& rock, const HeightOver& height, Visit visit) {
  if (rock.padded_count <= VertexHeightsOver::kMaxVertices) {
    const VertexHeightsOver heights(rock, height);
    for_each_submerged_triangle_by(
        rock, [&](uint32_t i) { return heights.of[i]; }, visit);
  } else {
    for_each_submerged_triangle_by(
        rock, [&](uint32_t i) { return height(load3(rock.vertex(i))); }, visit);
  }
}

}  // namespace rockfall
