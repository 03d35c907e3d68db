// The ground as one step of a legacy model sees it: counts the work done on it, so that a step ends early before it
// takes too long.
#pragma once

#include <cmath>

#include "numerics/error.h"
#include "rocfall/surface_point.h"
#include "rock/rock.h"
#include "terrain/terrain.h"

namespace rockfall::rocfall {

/// Work of a step on the ground, in units of about one processor instruction.
class GroundWork {
 public:
  void add(double work) { done_ += work; }
  /// True if the step must end without further events.
  bool exhausted() const { return done_ >= kMost; }
  void leave_out_some() { left_out_ = true; }
  /// True if the step was ended early, or a search has left out nodes or cells.
  bool limited() const { return exhausted() || left_out_; }

 private:
  static constexpr double kMost = 4e6;
  double done_ = 0;
  bool left_out_ = false;
};

// Estimates of the work, counted for x86-64.
constexpr double kSampleWork = 120, kNodeWork = 30, kFaceWork = 8, kBoundWork = 4, kCellWork = 60, kFootWork = 900;
/// Terrain vertices of a callback.
constexpr double kVertexCallWork = 20000;
/// Limit of the cells that one search for the closest point visits.
constexpr double kMaxClosestCells = 1600;

/// Limit of the nodes of a grid that are searched for terrain vertices; a step may search them often.
inline double most_touched_nodes(const rf_rock& rock) { return std::fmin(4096, 1.5e5 / rock.face_count); }

template <class Terrain>
class CountedGround {
 public:
  CountedGround(const Terrain& terrain, GroundWork& work) : terrain_(terrain), work_(work) {}

  const Terrain& terrain() const { return terrain_; }
  GroundWork& work() const { return work_; }

  void sample(const double* xy, uint32_t count, rf_terrain_sample* out) const {
    work_.add(count * kSampleWork);
    terrain_.sample(xy, count, out);
  }

  /// A plane above all ground of a rectangle.
  GroundBound bound(const rf_rectangle& area) const {
    work_.add(bound_work(terrain_, area));
    return terrain_.bound(area);
  }

  /// Call visit(x, y, z) for the terrain vertices below a rock; its result tells whether the vertex is inside the rock.
  template <class Visit>
  void for_each_terrain_vertex(const rf_rock& rock, const rf_rectangle& area, Visit visit) const {
    const uint32_t stride = terrain_.vertex_stride(rock.bounding_radius, most_touched_nodes(rock));
    if (stride > 1) work_.leave_out_some();
    work_.add(search_work(terrain_, area, stride));
    terrain_.for_each_terrain_vertex(area, stride, [&](double x, double y, double z) {
      // A point outside is found after some of the faces.
      work_.add((visit(x, y, z) ? 1 : 0.3) * rock.face_count * kFaceWork);
    });
  }

  void closest(const Vec3& position, double reach, SurfacePoint& best) const {
    const ClosestSearch search = find_closest(terrain_, position, reach, kMaxClosestCells, best);
    if (search.left_out) work_.leave_out_some();
    work_.add(search.cells * kCellWork + search.feet * kFootWork);
  }

 private:
  static double bound_work(const GridTerrain& terrain, const rf_rectangle& area) {
    return std::fmin(terrain.nodes_of(area), kMaxBoundedNodes) * kBoundWork;
  }
  static double bound_work(const CallbackTerrain&, const rf_rectangle&) { return kSampleWork; }

  static double search_work(const GridTerrain& terrain, const rf_rectangle& area, double stride) {
    return terrain.nodes_of(area) / (stride * stride) * kNodeWork;
  }
  static double search_work(const CallbackTerrain&, const rf_rectangle&, double) { return kVertexCallWork; }

  const Terrain& terrain_;
  GroundWork& work_;
};

}  // namespace rockfall::rocfall
