// The part of a hull below a plane, triangle by triangle. Few vertices of a rock are below the surface of the soil:
// the triangles are found from these.
#pragma once

#include "numerics/eight_bits.h"
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
};

/// A triangle of the hull with its corners' heights over the plane, the first of them < 0.
struct TriangleOverPlane {
  const rf_rock& rock;
  uint32_t triangle;
  uint32_t vertex[3];
  double height[3];

  bool is_below() const { return height[1] < 0 && height[2] < 0; }
  Vec3 corner(int k) const { return load3(rock.vertex(vertex[k])); }
  /// Outward normal times area.
  Vec3 area() const { return load3(rock.area(triangle)); }
};

/// The corner of a triangle that is alone on its side of a line: the part below is that corner, or all but it.
struct CutCorner {
  int tip;
  bool tip_below;
  double left, right;  // fractions of the edges to the two next corners at which the line cuts them

  double share() const { return left * right; }  // of the area
};

/// @param h  linear in the triangle, at its corners: < 0 below the line, which is not true of all or of none
inline CutCorner cut_corner(const double h[3]) {
  const bool below[3] = {h[0] < 0, h[1] < 0, h[2] < 0};
  const int tip = below[1] == below[2] ? 0 : below[0] == below[2] ? 1 : 2;
  return {tip, below[tip], h[tip] / (h[tip] - h[(tip + 1) % 3]), h[tip] / (h[tip] - h[(tip + 2) % 3])};
}

/// The part of a triangle below the plane.
SubmergedTriangle clip_triangle(const TriangleOverPlane& triangle);

/// The part of a triangle below the plane that moves into the soil, as up to four triangles, with six points of each:
/// sums over these points integrate polynomials of the fourth degree exactly (Dunavant 1985), such as the moment of a
/// pressure that grows with the square of the velocity.
class PressedPoints {
 public:
  static constexpr uint32_t kMost = 24;

  /// @param into  velocity into the soil at the corners, m/s
  PressedPoints(const TriangleOverPlane& triangle, const double into[3]);

  Vec3 place[kMost];    // K
  double depth[kMost];  // below the plane, m
  double share[kMost];  // of the area of the whole triangle
  uint32_t count = 0;

 private:
  struct Corner {
    Vec3 place;
    double height, into;
  };
  static Corner between(const Corner& from, const Corner& to, double fraction);
  void add_below(const Corner& a, const Corner& b, const Corner& c, double of_area);
  void add(const Corner& a, const Corner& b, const Corner& c, double of_area);
};

/// Heights of up to kCapacity vertices, and the numbers of those below the plane.
struct VertexHeightsOver {
  static constexpr uint32_t kCapacity = 256;

  /// The heights of the vertices first, first + 1, ... of the rock; `first` is a multiple of 8.
  VertexHeightsOver(const rf_rock& rock, const HeightOver& height, uint32_t first) {
    const double *x = rock.padded_x() + first, *y = rock.padded_y() + first, *z = rock.padded_z() + first;
    const auto both = [](double value) { return pair_of(value, value); };
    const Pair a = both(height.normal[0]), b = both(height.normal[1]), c = both(height.normal[2]),
               clearance = both(height.clearance);
    const uint32_t rest = rock.padded_count - first, count = rest < kCapacity ? rest : kCapacity;
    constexpr uint32_t kBlock = 8;
    for (uint32_t i = 0; i < count; i += kBlock) {
      EightBits negative;
      for (uint32_t k = 0; k < kBlock; k += 2) {
        const uint32_t at = i + k;
        const Pair two = clearance + (a * load_pair(x + at) + (b * load_pair(y + at) + c * load_pair(z + at)));
        negative.add_negative(k, two);
        store_pair(two, of + at);
      }
      negative.for_each([&](uint32_t k) { below[below_count++] = first + i + k; });
    }
    // The padding repeats the last vertex.
    while (below_count > 0 && below[below_count - 1] >= rock.vertex_count) --below_count;
  }

  double of[kCapacity];
  uint32_t below[kCapacity];
  uint32_t below_count = 0;
};

/// visit(TriangleOverPlane) for the triangles of which vertex i is the first below the plane.
/// @param height_of  function that returns the height of a vertex by its number
template <class HeightOf, class Visit>
void for_each_triangle_from(const rf_rock& rock, uint32_t i, const HeightOf& height_of, Visit visit) {
  const double own = height_of(i);
  for (const StarTriangle *s = rock.star(i), *const end = rock.star(i + 1); s != end; ++s) {
    const double b = height_of(s->b), c = height_of(s->c);
    if ((b < 0 && s->b < i) || (c < 0 && s->c < i)) continue;
    visit(TriangleOverPlane{rock, s->triangle, {i, s->b, s->c}, {own, b, c}});
  }
}

/// visit(TriangleOverPlane) for every triangle of the hull with a corner below the plane, by the first such corner.
template <class Visit>
void for_each_submerged_triangle(const rf_rock& rock, const HeightOver& height, Visit visit) {
  const bool at_once = rock.padded_count <= VertexHeightsOver::kCapacity;
  for (uint32_t first = 0; first < rock.vertex_count; first += VertexHeightsOver::kCapacity) {
    const VertexHeightsOver heights(rock, height, first);
    for (uint32_t k = 0; k < heights.below_count; ++k) {
      if (at_once) {
        for_each_triangle_from(
            rock, heights.below[k], [&](uint32_t i) { return heights.of[i]; }, visit);
      } else {
        for_each_triangle_from(
            rock, heights.below[k], [&](uint32_t i) { return height(load3(rock.vertex(i))); }, visit);
      }
    }
  }
}

}  // namespace rockfall
