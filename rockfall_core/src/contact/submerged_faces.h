// The part of a hull below a plane, triangle by triangle.
#pragma once

#include "numerics/linear.h"
#include "numerics/minmax.h"
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

/// A triangle of the hull with its corners' heights over the plane, at least one of them < 0.
struct TriangleOverPlane {
  Vec3 corner[3];
  double height[3];

  int below() const { return (height[0] < 0) + (height[1] < 0) + (height[2] < 0); }
  /// Outward normal times area.
  Vec3 area() const { return 0.5 * (corner[1] - corner[0]).cross(corner[2] - corner[0]); }
};

/// The corner of a triangle that is alone on its side of the plane: the part below is that corner, or all but it.
struct CutCorner {
  int tip;
  bool tip_below;
  double left, right;  // fractions of the edges to the two next corners at which the plane cuts them

  double share() const { return left * right; }  // of the area
};

inline CutCorner cut_corner(const TriangleOverPlane& triangle, int below) {
  const double* const h = triangle.height;
  const bool tip_below = below == 1;
  const int tip = (h[0] < 0) == tip_below ? 0 : (h[1] < 0) == tip_below ? 1 : 2;
  const double at = h[tip], left = h[(tip + 1) % 3], right = h[(tip + 2) % 3];
  return {tip, tip_below, at / (at - left), at / (at - right)};
}

/// Outward normal times area of the part below the plane.
inline Vec3 submerged_area_of(const TriangleOverPlane& triangle) {
  const Vec3 area = triangle.area();
  const int below = triangle.below();
  if (below == 3) return area;
  const CutCorner cut = cut_corner(triangle, below);
  if (cut.tip_below) return cut.share() * area;
  const double rest = 1.0 - cut.share();
  return rest > 0 ? Vec3(rest * area) : Vec3(0, 0, 0);
}

/// The part of a triangle below the plane.
SubmergedTriangle clip_triangle(const TriangleOverPlane& triangle);

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

/// visit(TriangleOverPlane) for every triangle of the hull with a corner below the plane, in their order.
/// @param height_of  function that returns the height of a vertex by its index
template <class HeightOf, class Visit>
void for_each_submerged_triangle_by(const rf_rock& rock, const HeightOf& height_of, Visit visit) {
  const uint32_t* const corners = rock.triangles();
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t a = corners[3 * t], b = corners[3 * t + 1], c = corners[3 * t + 2];
    const double ha = height_of(a), hb = height_of(b), hc = height_of(c);
    if (!(smaller_of(smaller_of(ha, hb), hc) < 0)) continue;
    visit(TriangleOverPlane{{load3(rock.vertex(a)), load3(rock.vertex(b)), load3(rock.vertex(c))}, {ha, hb, hc}});
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
