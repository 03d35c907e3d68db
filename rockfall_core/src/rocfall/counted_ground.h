// The ground as one step of a legacy model sees it: counts the work done on it, so that a step ends early before it
// takes too long.
#pragma once

#include <cmath>

#include "numerics/minmax.h"
#include "rocfall/surface_point.h"
#include "rock/rock.h"
#include "terrain/callback_work.h"
#include "terrain/ground_members.h"
#include "terrain/terrain.h"
#include "terrain/vertex_writer.h"

namespace rockfall::rocfall {

/// Work of a step on the ground, in units of about one processor instruction.
class GroundWork {
 public:
  void add(double work) { done_ += work; }
  bool none() const { return done_ == 0 && !left_out_; }
  /// True if the step must end without further events.
  bool exhausted() const { return done_ >= kMost; }
  void add(const GroundWork& other) {
    done_ += other.done_;
    left_out_ = left_out_ || other.left_out_;
  }
  void leave_out_some() { left_out_ = true; }
  /// True if the step was ended early, or a search has left out nodes or cells.
  bool limited() const { return exhausted() || left_out_; }

 private:
  static constexpr double kMost = 4e6;
  double done_ = 0;
  bool left_out_ = false;
};

// Estimates of the work, counted for x86-64.
constexpr double kFaceWork = 8, kBoundWork = 4, kCellWork = 60, kFootWork = 900;
/// Terrain vertices of a callback, without what a built-in one adds for each node.
constexpr double kVertexCallWork = 20000;
/// Largest number of cells around a sphere for which those nearby are remembered, and the work on one.
constexpr double kMaxNearCells = 16, kNearCellWork = 180;
/// Limit of the cells that one search for the closest point visits.
constexpr double kMaxClosestCells = 1600;

/// Limit of the nodes of a grid that are searched for terrain vertices; a step may search them often.
inline double most_touched_nodes(const rf_rock& rock) { return smaller_of(4096, 1.5e5 / rock.face_count); }

/// The members of rf_ground that the legacy models use, in the same order.
struct LegacyGround {
  double restitution_normal, restitution_tangential, friction, rolling_friction, impulse_cap, bounce_speed;
};
constexpr GroundMembers kLegacyMembers = {RF_GROUND_ROCFALL_RESTITUTION_NORMAL, RF_GROUND_ROCFALL_BOUNCE_SPEED};
constexpr int kLegacyMemberCount = kLegacyMembers.last - kLegacyMembers.first + 1;
static_assert(sizeof(LegacyGround) == kLegacyMemberCount * sizeof(double), "LegacyGround misses a member");

inline LegacyGround legacy_ground(const rf_ground& ground) {
  return {ground.rocfall_restitution_normal, ground.rocfall_restitution_tangential,
          ground.rocfall_friction,           ground.rocfall_rolling_friction,
          ground.rocfall_impulse_cap,        ground.rocfall_bounce_speed};
}

/// The ground below a position.
struct SurfaceBelow {
  double height;
  Vec3 normal;
  LegacyGround ground;
};

struct TouchMemory;

template <class Terrain>
class CountedGround {
 public:
  /// @param memory  of the rock that touches; null where find_touch is not used
  /// @param nearby  nullable: of a sphere
  CountedGround(const Terrain& terrain, GroundWork& work, TouchMemory* memory = nullptr, NearbyCells* nearby = nullptr)
      : terrain_(terrain), work_(work), memory_(memory), nearby_(nearby), sample_work_(work_of_sample(terrain)) {}

  /// Outside of a step: searches for the closest point leave out no cell of a grid.
  void search_all_cells() { most_cells_ = INFINITY; }

  const Terrain& terrain() const { return terrain_; }
  GroundWork& work() const { return work_; }
  TouchMemory* memory() const { return memory_; }

  /// False if there is no ground below the position; `below` is unchanged then.
  bool surface(const Vec3& position, SurfaceBelow& below) const {
    work_.add(sample_work_);
    return surface_of(terrain_, position, below);
  }

  /// Height and members of the ground below a position; false where there is none.
  bool height_and_ground(const Vec3& position, double& z, LegacyGround& ground) const {
    work_.add(sample_work_);
    return height_and_ground_of(terrain_, position, z, ground);
  }

  /// True if there is ground below a position. The work is not counted: for what affects speed only.
  bool is_below(const Vec3& position) const {
    double z;
    return terrain_.height_at(position[0], position[1], z) && z < position[2];
  }

  /// Normal of the ground below a position; unchanged where there is none.
  void normal(const Vec3& position, Vec3& normal) const {
    SurfaceBelow below;
    if (surface(position, below)) normal = below.normal;
  }

  /// Write the members of the ground at a position; unchanged where there is none.
  void ground_at(const Vec3& position, LegacyGround& ground) const {
    work_.add(sample_work_);
    write_ground(terrain_, position, ground);
  }

  bool exists(const Vec3& position) const {
    work_.add(sample_work_);
    return terrain_.exists(position[0], position[1]);
  }

  /// Height of the ground; false where there is none.
  bool height(const Vec3& position, double& z) const {
    work_.add(sample_work_);
    return terrain_.height_at(position[0], position[1], z);
  }

  /// True if few cells are within a distance of any position.
  bool has_few_cells(double reach) const { return has_few_cells(terrain_, reach); }

  /// A plane above all ground of a rectangle.
  GroundBound bound(const rf_rectangle& area) const {
    work_.add(bound_work(terrain_, area));
    return terrain_.bound(area);
  }

  /// Call visit(x, y, z) for the terrain vertices below a rock; it returns whether the vertex is inside the rock.
  template <class Visit>
  void for_each_terrain_vertex(const rf_rock& rock, const rf_rectangle& area, Visit visit) const {
    const double most = most_touched_nodes(rock);
    work_.add(search_work(terrain_, area, terrain_.vertex_stride(rock.bounding_radius, most)));
    const auto visit_vertex = [&](double x, double y, double z) {
      // A point outside is found after some of the faces.
      work_.add((visit(x, y, z) ? 1 : 0.3) * rock.face_count * kFaceWork);
    };
    if (terrain_.for_each_vertex_below(area, rock.bounding_radius, most, visit_vertex)) work_.leave_out_some();
  }

  /// True if the result is exact and no hole is nearer.
  /// @param few  few cells are within reach wherever the body is
  bool closest(const Vec3& position, double reach, bool few, SurfacePoint& best) const {
    const ClosestSearch search = find_closest(terrain_, position, reach, most_cells_, best, few ? nearby_ : nullptr);
    if (search.left_out) work_.leave_out_some();
    // The same work whether cells were remembered or not.
    work_.add(few ? kMaxNearCells * kNearCellWork
                  : search.cells * kCellWork + search.feet * kFootWork * (sample_work_ / kSampleWork));
    return search.exact;
  }

 private:
  static bool surface_of(const GridTerrain& terrain, const Vec3& position, SurfaceBelow& below) {
    if (!terrain.surface_at(position[0], position[1], below.height, below.normal.data())) return false;
    below.ground = legacy_ground(terrain.default_ground());
    write_ground(terrain, position, below.ground);
    return true;
  }
  static bool surface_of(const CallbackTerrain& terrain, const Vec3& position, SurfaceBelow& below) {
    rf_terrain_sample sample;
    terrain.sample(position.data(), 1, &sample);
    if (!sample.exists) return false;
    below = {sample.height, load3(sample.normal), legacy_ground(sample.ground)};
    return true;
  }

  static bool height_and_ground_of(const GridTerrain& terrain, const Vec3& position, double& z, LegacyGround& ground) {
    if (!terrain.height_at(position[0], position[1], z)) return false;
    ground = legacy_ground(terrain.default_ground());
    write_ground(terrain, position, ground);
    return true;
  }
  static bool height_and_ground_of(const CallbackTerrain& terrain, const Vec3& position, double& z,
                                   LegacyGround& ground) {
    SurfaceBelow below;
    if (!surface_of(terrain, position, below)) return false;
    z = below.height;
    ground = below.ground;
    return true;
  }

  static void write_ground(const GridTerrain& terrain, const Vec3& position, LegacyGround& ground) {
    if (!terrain.ground_varies(kLegacyMembers)) return;
    double m[kLegacyMemberCount];
    if (!terrain.ground_members(position[0], position[1], kLegacyMembers, m)) return;
    ground = {m[0], m[1], m[2], m[3], m[4], m[5]};
  }
  static void write_ground(const CallbackTerrain& terrain, const Vec3& position, LegacyGround& ground) {
    rf_terrain_sample sample;
    terrain.sample(position.data(), 1, &sample);
    if (sample.exists) ground = legacy_ground(sample.ground);
  }

  static bool has_few_cells(const GridTerrain& terrain, double reach) {
    return terrain.nodes_of({-reach, -reach, reach, reach}) <= kMaxNearCells;
  }
  static bool has_few_cells(const CallbackTerrain&, double) { return false; }

  static double work_of_sample(const GridTerrain&) { return kSampleWork; }
  static double work_of_sample(const CallbackTerrain& terrain) { return rockfall::sample_work(terrain.callbacks()); }

  static double bound_work(const GridTerrain& terrain, const rf_rectangle& area) {
    return smaller_of(terrain.nodes_of(area), kMaxBoundedNodes) * kBoundWork;
  }
  static double bound_work(const CallbackTerrain& terrain, const rf_rectangle& area) {
    return kSampleWork + (terrain.callbacks().upper_plane ? upper_plane_work(terrain.callbacks(), area) : 0);
  }

  static double search_work(const GridTerrain& terrain, const rf_rectangle& area, double stride) {
    return terrain.nodes_of(area) / (stride * stride) * kNodeWork;
  }
  static double search_work(const CallbackTerrain& terrain, const rf_rectangle& area, double) {
    return kVertexCallWork + vertex_search_work(terrain.callbacks(), area);
  }

  const Terrain& terrain_;
  GroundWork& work_;
  TouchMemory* const memory_;
  NearbyCells* const nearby_;
  const double sample_work_;
  double most_cells_ = kMaxClosestCells;
};

}  // namespace rockfall::rocfall
