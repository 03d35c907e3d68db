// Soil layer below rocks in SIMD lanes around which all ground is soil: drag, scars and contacts. Few vertices of a
// rock are near the surface, so those of several rocks are searched together. Part of step/run_lanes.h: everything has
// internal linkage.
#pragma once

#include "contact/soil_crossing.h"
#include "contact/vertex_kernels.h"
#include "numerics/inline_calls.h"
#include "numerics/vector_of.h"
#include "step/batch.h"
#include "step/candidate_lanes.h"
#include "step/contact_pool.h"
#include "step/ground_pack.h"
#include "step/submerged_lanes.h"
#include "step/vertex_queue.h"

namespace rockfall {
namespace {

// Motions of the rocks in a step.
struct LaneMotions {
  const VectorOf<Lanes>& position;  // of S at the midpoint, I
  const Lanes* rotation;            // A_IK there, by rows
  const VectorOf<Lanes>& velocity;  // before the step, I
  const VectorOf<Lanes>& spin;      // angular velocity before the step, K
  const Lanes& scar_depth;          // before the step
  const Lanes& radius;              // of the bounding spheres
  double time_step;
};

// Finds the same as SoilEntry and soil_reaction() (contact/soil_entry.h, soil_layer.h). There must be ground everywhere
// around the rocks, and no terrain vertex inside their hulls.
class SoilLayerSearch {
 public:
  // @param with_drag  lanes where drag of the ground may act besides that of the soil, as bits
  SoilLayerSearch(const BatchJob& job, const LaneMotions& motions, uint32_t with_drag, StepLanes& batch,
                  ContactPool& pool)
      : job_(job), motions_(motions), with_drag_(with_drag), batch_(batch), pool_(pool) {
    const Lanes* const a = motions.rotation;
    const VectorOf<Lanes>& w = motions.spin;
    const VectorOf<Lanes>& v = motions.velocity;
    for (int k = 0; k < 3; ++k) {
      omega_[k] = a[3 * k] * w[0] + (a[3 * k + 1] * w[1] + a[3 * k + 2] * w[2]);
      forward_[k] = a[k] * v[0] + (a[3 + k] * v[1] + a[6 + k] * v[2]);
    }
  }

  // Add the vertices of a rock with direction . vertex <= limit, the only ones that may lie at or below the surface.
  void add(int lane, const HullArrays& hull, const double direction[3], double limit) {
    if (queue_.full()) search();
    hulls_[lane] = &hull;
    if (queue_.add(lane, hull.vertices, direction, limit) == 0) outside_ |= uint32_t{1} << lane;
  }

  // After the last rock.
  void finish() {
    if (!queue_.empty()) search();
  }

  // Lanes whose rock has no vertex in soil, as bits.
  uint32_t outside() const { return outside_; }
  // Lanes whose rock is only slowed down, or is in the pool. The lanes cannot make the steps of the others.
  uint32_t made() const { return made_; }

 private:
  static constexpr uint32_t kRoom = VertexQueue::kRoom;
  using Rock = VertexQueue::Rock;

  void search() {
    not_above_ = entering_ = deep_ = 0;
    queue_.search([this](uint32_t first) { find_ground(first); }, [this](const Rock& rock) { measure(rock); });
  }

  // Find the ground below a vector of vertices, and their speeds into it.
  ROCKFALL_INLINE_CALLS void find_ground(uint32_t first) {
    const uint32_t* const lane = queue_.lane(first);
    const Pack arm[3] = {pack_at(queue_.arm(0, first)), pack_at(queue_.arm(1, first)), pack_at(queue_.arm(2, first))};
    Pack v[3], w[3];
    for (int k = 0; k < 3; ++k) {
      v[k] = chosen(motions_.velocity[k], lane);
      w[k] = chosen(omega_[k], lane);
    }
    const PosePack pose(motions_.position, motions_.rotation, lane);
    const GroundPack below = ground_below(arm, pose.position, pose.rotation, job_.grid->view());
    const Pack *const r = below.offset, *const n = below.normal;
    const Pack gap = (below.place[2] - below.height) * n[2];
    const Pack t[3] = {w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]};
    const Pack speed = -1.0 * (n[0] * (v[0] + t[0]) + (n[1] * (v[1] + t[1]) + n[2] * (v[2] + t[2])));
    const Pack bend =
        n[0] * (w[1] * t[2] - w[2] * t[1]) + (n[1] * (w[2] * t[0] - w[0] * t[2]) + n[2] * (w[0] * t[1] - w[1] * t[0]));
    const Pack deepest = -kDeepVertexInSoil * chosen(motions_.radius, lane);
    Pack away[3];
    for (int k = 0; k < 3; ++k) {
      away[k] = pose.position[k] - below.place[k];
      const Pack* const axis = pose.rotation + 3 * k;
      store_pack(below.place[k], place_[k] + first);
      store_pack(n[k], normal_[k] + first);
      store_pack(axis[0] * n[0] + (axis[1] * n[1] + axis[2] * n[2]), up_[k] + first);
    }
    store_pack((n[0] * away[0] + (n[1] * away[1] + n[2] * away[2])) + gap, clearance_ + first);
    store_pack(gap, gap_ + first);
    store_pack(speed, speed_ + first);
    const PackMask first_entry = chosen(motions_.scar_depth, lane) == 0.0,
                   enters = below.not_above & (speed > 0.0) &
                            (first_entry | was_above(gap, speed, bend, motions_.time_step));
    not_above_ |= uint64_t{bits_of(below.not_above)} << first;
    entering_ |= uint64_t{bits_of(enters)} << first;
    deep_ |= uint64_t{bits_of(below.not_above & ~(gap >= deepest))} << first;
  }

  void measure(const Rock& rock) {
    const CandidateRange vertices = rock.vertices;
    const uint32_t first = vertices.first, not_above = vertices.bits_of(not_above_),
                   entering = vertices.bits_of(entering_), deep = vertices.bits_of(deep_);
    if (not_above == 0) {
      outside_ |= uint32_t{1} << rock.lane;
      return;
    }
    const uint32_t deepest = deepest_of(not_above, gap_ + first);
    const double flow = flow_of(rock, first + deepest), depth = motions_.scar_depth[rock.lane];
    const bool sinks = (entering | deep) == 0 && gap_[first + deepest] + depth > 0;
    if (sinks && job_.soil_pressure >= 0 && !(with_drag_ >> rock.lane & 1) && !job_.observer) {
      batch_.slow_down(rock.lane, {job_.soil_pressure * flow, 0}, depth);
      made_ |= uint32_t{1} << rock.lane;
      return;
    }
    FoundInSoil found;
    found.not_above = not_above;
    found.entering = entering;
    found.deep = deep;
    found.deepest = deepest;
    found.flow = flow;
    found.index = queue_.index(first);
    found.gap = gap_ + first;
    found.speed = speed_ + first;
    for (int k = 0; k < 3; ++k) {
      found.place[k] = place_[k] + first;
      found.normal[k] = normal_[k] + first;
    }
    if (step(rock.lane, found, first + deepest)) made_ |= uint32_t{1} << rock.lane;
  }

  // Number of the deepest vertex in soil, the first one of several. @param gap  of the vertices of the rock
  static uint32_t deepest_of(uint32_t not_above, const double* gap) {
    uint32_t deepest = 0;
    double least = 1e300;
    for_each_bit(not_above, [&](uint32_t i) {
      const bool deeper = gap[i] < least;
      least = deeper ? gap[i] : least;
      deepest = deeper ? i : deepest;
    });
    return deepest;
  }

  // Submerged area times speed, over the plane of the ground at a vertex.
  double flow_of(const Rock& rock, uint32_t vertex) const {
    const double normal[3] = {up_[0][vertex], up_[1][vertex], up_[2][vertex]},
                 forward[3] = {forward_[0][rock.lane], forward_[1][rock.lane], forward_[2][rock.lane]},
                 clearance = clearance_[vertex];
    if (kLaneCount == 1) return job_.kernels->submerged_area(*hulls_[rock.lane], normal, clearance, forward);
    return submerged_area_of(*hulls_[rock.lane], normal, clearance, forward);
  }

  // False if the lanes cannot make the step. @param deepest  the number of found.deepest among those of all rocks
  bool step(int lane, const FoundInSoil& found, uint32_t deepest) {
    const rf_rock& rock = batch_.rock(lane);
    if (found.deep != 0 && job_.core.finds_steep_face(job_, rock, found)) return false;
    const double velocity[3] = {motions_.velocity[0][lane], motions_.velocity[1][lane], motions_.velocity[2][lane]},
                 spin[3] = {motions_.spin[0][lane], motions_.spin[1][lane], motions_.spin[2][lane]};
    LaneDrag drag = job_.core.soil_drag(job_, rock, found, velocity, spin);
    const VectorOf<Lanes>& s = motions_.position;
    const double position[3] = {s[0][lane], s[1][lane], s[2][lane]};
    double depth = motions_.scar_depth[lane];
    WaitingContacts* room = nullptr;
    bool touches = false;
    if (found.entering != 0 || !(found.gap[found.deepest] + depth > 0)) {
      room = pool_.room();
      if (!job_.core.find_soil_contacts(job_, rock, found, position, velocity, drag, depth,
                                        room ? &room->contacts : nullptr, touches)) {
        return false;
      }
    }
    if (with_drag_ >> lane & 1 && !job_.core.add_drag_below(job_, rock, position, touches, drag.linear)) {
      return false;
    }
    if (!touches && !job_.observer) {
      batch_.slow_down(lane, drag, depth);
      return true;
    }
    if (!touches) {
      if (!room) room = pool_.room();  // needed for the observation only
      if (!room) return false;
      room->contacts.start();
      room->contacts.scar_depth = depth;
    }
    room->contacts.drag = drag;
    room->seen = {};
    if (job_.observer) observe(lane, deepest, position, velocity, room->seen);
    pool_.add(batch_, lane);
    return true;
  }

  void observe(int lane, uint32_t deepest, const double position[3], const double velocity[3],
               StepContact& seen) const {
    const double normal[3] = {up_[0][deepest], up_[1][deepest], up_[2][deepest]};
    double rotation[9];
    for (int k = 0; k < 9; ++k) rotation[k] = motions_.rotation[k][lane];
    job_.core.observe_soil(normal, clearance_[deepest], position, rotation, velocity, seen);
  }

  const BatchJob& job_;
  const LaneMotions motions_;
  const uint32_t with_drag_;
  StepLanes& batch_;
  ContactPool& pool_;
  VectorOf<Lanes> omega_;    // angular velocity, I
  VectorOf<Lanes> forward_;  // velocity, K
  uint32_t outside_ = 0, made_ = 0;
  VertexQueue queue_;
  const HullArrays* hulls_[kLaneCount];
  // Found for each vertex of the queue; conditions as bits.
  alignas(Pack) double place_[3][kRoom], normal_[3][kRoom], gap_[kRoom], speed_[kRoom];
  alignas(Pack) double up_[3][kRoom];  // the normal in K
  double clearance_[kRoom];            // the height of S over the ground along it
  uint64_t not_above_ = 0, entering_ = 0, deep_ = 0;
};

}  // namespace
}  // namespace rockfall
