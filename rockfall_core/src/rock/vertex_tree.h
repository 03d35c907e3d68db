// Finds the vertices of a hull that lie farthest in a direction without visiting all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "numerics/linear.h"

namespace rockfall {

/// A binary tree of oriented bounding boxes over points: along a piece of a hull they are thin. Coordinates of the
/// boxes are scaled to the same extent along each axis: otherwise those of a thin lens or a needle along an axis would
/// contain pieces of opposite sides. Boxes are divided across the direction in which the points are curved most: those
/// on a developable surface become strips along its lines, and a plane that touches along a line meets few of them. The
/// memory belongs to the caller.
class VertexTree {
 public:
  /// Doubles that a tree of `count` points needs.
  static size_t doubles(uint32_t count);

  /// @param vertices  x y z of each point
  /// @param order     array for the number of every point
  /// @param memory    array of doubles(count)
  VertexTree(const double* vertices, uint32_t count, uint32_t* order, double* memory);

  /// visit(i, normal . vertex i) for all points where this is at least `low`, and for some others, in any order.
  template <class Visit>
  void for_each_above(const Vec3& normal, double low, Visit visit) const {
    descend(
        kRoot, 0, count_, direction(normal), [low] { return low; }, visit);
  }

  /// Number of points i with normal . vertex i at least `low`. Stops at `limit`.
  uint32_t count_above(const Vec3& normal, double low, uint32_t limit) const {
    uint32_t count = 0;
    descend(
        kRoot, 0, count_, direction(normal), [&] { return count < limit ? low : 1e300; },
        [&](uint32_t, double along) {
          if (along >= low) ++count;
        });
    return std::min(count, limit);
  }

  /// Largest normal . vertex of all points. @param low  that of any point
  double support(const Vec3& normal, double low) const {
    double highest = low;
    descend(
        kRoot, 0, count_, direction(normal), [&highest] { return highest; },
        [&highest](uint32_t, double along) {
          if (along > highest) highest = along;
        });
    return highest;
  }

 private:
  struct Box {  // in scaled coordinates
    Vec3 centre;
    Vec3 axes[3];  // orthonormal
    Vec3 half;     // half lengths along the axes
  };

  struct Direction {
    Vec3 normal;
    Vec3 scaled;  // its product with a scaled point is that of the normal with the point
  };

  static constexpr size_t kRoot = 1;  // the children of node i are 2 i and 2 i + 1
  static constexpr uint32_t kLeaf = 16;

  Direction direction(const Vec3& normal) const { return {normal, normal.cwiseProduct(scale_)}; }
  void measure_scale();
  Vec3 scaled(uint32_t i) const;
  Box box_of(uint32_t first, uint32_t last, const Vec3& centre) const;
  Vec3 middle_of(uint32_t first, uint32_t last) const;
  Vec3 most_curved(const Box& box, uint32_t first, uint32_t last) const;
  void build(size_t node, uint32_t first, uint32_t last);

  // `low` is a function: it may rise meanwhile.
  template <class Low, class Visit>
  void descend(size_t node, uint32_t first, uint32_t last, const Direction& direction, const Low& low,
               const Visit& visit) const {
    if (!(highest_in(node, direction.scaled) + margin_ >= low())) return;
    if (last - first <= kLeaf) {
      for (uint32_t i = first; i < last; ++i) {
        visit(order_[i], direction.normal.dot(load3(sorted_ + 3 * static_cast<size_t>(i))));
      }
      return;
    }
    const uint32_t middle = first + (last - first) / 2;
    descend(2 * node, first, middle, direction, low, visit);
    descend(2 * node + 1, middle, last, direction, low, visit);
  }

  double highest_in(size_t node, const Vec3& normal) const {
    const Box& box = boxes_[node];
    double sum = normal.dot(box.centre);
    for (int k = 0; k < 3; ++k) sum += std::fabs(normal.dot(box.axes[k])) * box.half[k];
    return sum;
  }

  const double* vertices_;
  Vec3 scale_ = Vec3(1, 1, 1);  // extent of the points along each axis
  uint32_t count_;
  uint32_t* order_;
  double* sorted_;  // the points in this order
  Box* boxes_;
  double margin_ = 0;  // covers the rounding of highest_in
};

}  // namespace rockfall
