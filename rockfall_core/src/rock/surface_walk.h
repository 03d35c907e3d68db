// Finds the vertices of a convex surface that lie farthest in a direction by walking along its edges.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/linear.h"
#include "rock/rock.h"

namespace rockfall {

/// A walk over the vertices of a closed surface that is convex up to rounding. The vertices above a plane are connected
/// by edges between them: from a vertex that is not a highest one an edge leads upwards (as in the simplex method), and
/// the highest ones are a vertex, an edge or a face. So a walk from one of them that turns back at the plane finds all
/// others, and costs the triangles around the vertices that it finds, not the size of the surface. It gives up where
/// these are many, such as around the apex of a cone. The arrays belong to the caller.
class SurfaceWalk {
 public:
  struct Edges {
    const double* vertices;      // x y z of each
    const uint32_t* star_first;  // vertex count + 1 numbers: where the triangles around each vertex start
    const StarTriangle* stars;
  };

  /// @param slack    more than twice the error of normal . vertex, of a unit normal, against that of a convex surface
  /// @param seen     array for one number per vertex
  /// @param reached  array for one number per vertex
  SurfaceWalk(const Edges& edges, uint32_t vertex_count, double slack, uint32_t* seen, uint32_t* reached)
      : edges_(edges), slack_(slack), seen_(seen), reached_(reached) {
    for (uint32_t i = 0; i < vertex_count; ++i) seen_[i] = 0;
  }

  /// visit(i, normal . vertex i) once for all vertices where this is at least `low()` at the end, and for some others,
  /// in any order, until it returns false. False if the walk gave up and missed some.
  /// @param start  a vertex with normal . vertex at least `low()`
  /// @param low    a function: it may rise up to the largest product that was visited
  template <class Low, class Visit>
  bool for_each_above(uint32_t start, const Vec3& normal, const Low& low, const Visit& visit) {
    ++mark_;
    reached_count_ = 0;
    uint64_t tried = 0;
    reach(start);
    if (!visit(start, normal.dot(vertex(start)))) return true;
    for (uint32_t i = 0; i < reached_count_; ++i) {
      const uint32_t first = edges_.star_first[reached_[i]], end = edges_.star_first[reached_[i] + 1];
      tried += end - first;
      if (tried > kMostTried + kTriedPerReached * reached_count_) return false;
      for (uint32_t k = first; k < end; ++k) {
        const uint32_t to = edges_.stars[k].b;
        const double along = normal.dot(vertex(to));
        if (!(along >= low() - slack_) || seen_[to] == mark_) continue;
        reach(to);
        if (!visit(to, along)) return true;
      }
    }
    return true;
  }

  /// Writes all vertices in an order in which neighbours are close together.
  void write_order(uint32_t vertex_count, uint32_t* order) {
    ++mark_;
    uint32_t written = 0, done = 0;
    const auto write = [&](uint32_t i) {
      if (seen_[i] == mark_) return;
      seen_[i] = mark_;
      order[written++] = i;
    };
    for (uint32_t i = 0; i < vertex_count; ++i) {
      write(i);
      for (; done < written; ++done) {
        const uint32_t from = order[done];
        for (uint32_t k = edges_.star_first[from]; k < edges_.star_first[from + 1]; ++k) write(edges_.stars[k].b);
      }
    }
  }

  /// Vertices that the last walk visited: so many are in the array `reached`.
  uint32_t reached_count() const { return reached_count_; }

 private:
  // A vertex of a closed surface has six neighbours on average.
  static constexpr uint64_t kMostTried = 512, kTriedPerReached = 16;

  Vec3 vertex(uint32_t i) const { return load3(edges_.vertices + 3 * static_cast<size_t>(i)); }
  void reach(uint32_t vertex) {
    seen_[vertex] = mark_;
    reached_[reached_count_++] = vertex;
  }

  Edges edges_;
  double slack_;
  uint32_t* seen_;  // mark of the last walk that reached the vertex
  uint32_t* reached_;
  uint32_t mark_ = 0, reached_count_ = 0;
};

}  // namespace rockfall
