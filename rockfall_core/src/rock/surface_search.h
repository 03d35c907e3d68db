// Finds the vertices of a surface above a plane, by a walk along its edges or with a tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "numerics/linear.h"
#include "rock/surface_walk.h"
#include "rock/vertex_tree.h"

namespace rockfall {

/// Walks along the edges of a surface that is convex up to rounding. Where the walk gives up, and on other surfaces,
/// it searches a VertexTree, which is made when it is needed first. Both find the same vertices.
class SurfaceSearch {
 public:
  struct Memory {
    uint32_t* seen;     // one per vertex
    uint32_t* reached;  // one per vertex
    uint32_t* order;    // one per vertex
    double* tree;       // VertexTree::doubles(vertex count)
  };

  /// @param slack  see SurfaceWalk; negative for a surface that may not be convex
  SurfaceSearch(const SurfaceWalk::Edges& edges, uint32_t vertex_count, double slack, const Memory& memory)
      : vertices_(edges.vertices),
        vertex_count_(vertex_count),
        memory_(memory),
        walks_(slack >= 0),
        walk_(edges, vertex_count, slack, memory.seen, memory.reached) {}

  /// visit(i, normal . vertex i) for all vertices where this is at least `low`, and for some others, in any order.
  /// @param start  a vertex where it is at least `low`
  template <class Visit>
  void for_each_above(uint32_t start, const Vec3& normal, double low, const Visit& visit) {
    const auto level = [low] { return low; };
    if (walks_ && walk_.for_each_above(start, normal, level, [](uint32_t, double) { return true; })) {
      for (uint32_t k = 0; k < walk_.reached_count(); ++k) {
        const uint32_t i = memory_.reached[k];
        visit(i, normal.dot(load3(vertices_ + 3 * static_cast<size_t>(i))));
      }
    } else {
      tree().for_each_above(normal, low, visit);
    }
  }

  /// Number of vertices i with normal . vertex i at least `low`. Stops at `limit`.
  /// @param start  one of them
  uint32_t count_above(uint32_t start, const Vec3& normal, double low, uint32_t limit) {
    uint32_t count = 0;
    const auto level = [low] { return low; };
    const auto visit = [&](uint32_t, double along) { return !(along >= low) || ++count < limit; };
    if (walks_ && walk_.for_each_above(start, normal, level, visit)) return count;
    return tree().count_above(normal, low, limit);
  }

  /// Largest normal . vertex of all vertices. @param start  any vertex
  double support(uint32_t start, const Vec3& normal) {
    const double low = normal.dot(load3(vertices_ + 3 * static_cast<size_t>(start)));
    double highest = low;
    const auto level = [&highest] { return highest; };
    const auto visit = [&highest](uint32_t, double along) {
      highest = std::max(highest, along);
      return true;
    };
    if (walks_ && walk_.for_each_above(start, normal, level, visit)) return highest;
    return tree().support(normal, low);
  }

  /// Writes all vertices in an order in which neighbours are close together.
  void write_order(uint32_t* order) {
    if (walks_) {
      walk_.write_order(vertex_count_, order);
    } else {
      tree();
      std::copy(memory_.order, memory_.order + vertex_count_, order);
    }
  }

 private:
  const VertexTree& tree() {
    if (!tree_) tree_.emplace(vertices_, vertex_count_, memory_.order, memory_.tree);
    return *tree_;
  }

  const double* vertices_;
  uint32_t vertex_count_;
  Memory memory_;
  bool walks_;
  SurfaceWalk walk_;
  std::optional<VertexTree> tree_;
};

}  // namespace rockfall
