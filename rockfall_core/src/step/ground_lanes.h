// The ground below the rocks in SIMD lanes: which rocks touch it in a step, and what kind of ground is below them. Part
// of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "step/clear_step_searches.h"
#include "step/neighbourhood_lanes.h"
#include "step/refused_lanes.h"
#include "step/rigid_contact_search.h"
#include "step/soil_layer_search.h"
#include "step/step_lanes.h"

namespace rockfall {
namespace {

class GroundLanes : public StepLanes {
 protected:
  GroundLanes(const BatchJob& job, RockQueue& queue, HighestVertexLanes* highest)
      : StepLanes(job, queue, highest),
        neighbourhood_(job),
        soil_in_lanes_(job.ground_varies ? job.soil_in_lanes : job.everywhere.soil),
        rigid_in_lanes_(job.ground_varies || job.everywhere.rigid) {
    const Lanes zero = all_lanes(0.0);
    pool_omega_ = {{zero, zero, zero}};
  }

  void clear_neighbourhood(int lane) {
    neighbourhood_.clear(lane);
    clear_steps_.set(lane, 0);
    start_queries(lane);
  }

  void clear_neighbourhoods() {
    neighbourhood_.clear();
    clear_steps_ = all_lanes(0.0);
  }

  // Before the first ground query of a rock.
  void start_queries(int lane) {
    refused_.start(lane);
    assumed_touches_[lane] = 0;
    // Queries of a callback cost more than those of a grid.
    const uint32_t longest = job_.grid ? kLongestPause : 1;
    searches_[lane].start(has_few_vertices(lane) ? longest : kLongestPause, longest);
  }

  ROCKFALL_OWN_FRAME void update_neighbourhoods(const VectorOf<Lanes>& middle) {
    const LaneMask outside = active_ & ~waiting_ & ~neighbourhood_.contains(middle[0], middle[1]);
    const LaneMask in_soil = ~waiting_ & (state_.scar_depth > 0.0), wide = in_soil & ~neighbourhood_.tight();
    if (none_set(outside | wide)) return;
    const RockPaths paths = paths_of(outside | wide, middle, in_soil);
    const LaneMask chosen = outside | (wide & paths.need_tight());
    if (none_set(chosen)) return;
    for_each_bit(neighbourhood_.choose(chosen, paths),
                 [&](uint32_t lane) { refused_.refuse(static_cast<int>(lane), RefusedLanes::kLasting); });
    neighbourhood_.update_clearance(body_.radius);
    clear_steps_ = select(chosen, all_lanes(0.0), clear_steps_);
  }

  // Find the lanes whose rock touches neither the ground nor a layer with drag at the midpoint. A lane makes no ground
  // query while it has clear steps left.
  LaneMask clears_ground(ContactPool& pool) {
    const Lanes clearance = neighbourhood_.clearance(middle_);
    const LaneMask known = ~waiting_ & neighbourhood_.contains(middle_[0], middle_[1]);
    LaneMask clears = known & neighbourhood_.sphere_is_above(clearance);
    const LaneMask above_layer = job_.everywhere.without_drag ? known : find_above_layer(known, clearance);
    clears = clears | (clear_steps_ > 0.0);
    const LaneMask in_layer = known & active_ & rotated_ & ~above_layer;
    const LaneMask near = ((known & above_layer) | in_layer) & ~clears;
    if (!none_set(near)) clears = clears | (near & query_ground(near, above_layer, clearance, pool));
    if (none_set(in_layer)) return clears & above_layer;
    return (clears & above_layer) | find_drag_in_layer(lane_bits(in_layer & clears));
  }

  Neighbourhood neighbourhood_;
  RefusedLanes refused_;
  Lanes clear_steps_;  // remaining steps without contact; 0 or less: unknown

 private:
  // Paths of the rocks in the given lanes during the next steps.
  RockPaths paths_of(const LaneMask& lanes, const VectorOf<Lanes>& middle, const LaneMask& in_soil) const {
    const Lanes along_x = absolute(state_.velocity[0]), along_y = absolute(state_.velocity[1]);
    return {middle[0],
            middle[1],
            body_.radius,
            1.05 * dt_ * larger_of(along_x, along_y),
            steps_left(lanes),
            had_contact_,
            soil_in_lanes_ ? in_soil : no_lanes()};
  }

  // Query the ground for the given lanes. Returns those without contact. The others have done their contact step, are
  // in the pool, or are slowed_: in soil without contact.
  // @param may_seek   lanes that may search for clear steps, which hold without drag only
  // @param clearance  over the neighbourhood
  LaneMask query_ground(const LaneMask& queried, const LaneMask& may_seek, const Lanes& clearance, ContactPool& pool) {
    const LaneMask in_soil = queried & (state_.scar_depth > 0.0);
    const uint32_t queried_bits = lane_bits(queried);
    const bool together = __builtin_popcount(queried_bits) >= kFewestTogether || !none_set(in_soil);
    if (together) find_midpoint_rotations();
    const uint32_t seeking_bits =
        lanes_where(lane_bits(may_seek & queried & ~in_soil), [&](int lane) { return seeks_clear_steps(lane); });
    const uint32_t in_lanes = together ? queried_bits & lane_bits(rotated_) & ~seeking_bits : 0;
    LaneMask clear = no_lanes();
    uint32_t known_bits = 0;
    if (soil_in_lanes_) {
      const uint32_t on_soil = lanes_on(in_lanes, &AreaGround::soil);
      if (on_soil) known_bits |= query_soil(on_soil, clearance, pool, clear);
    }
    if (rigid_in_lanes_) {
      // For rocks with many vertices, finding a plane takes less time than testing the vertices that the plane of a
      // large neighbourhood cannot exclude.
      const uint32_t with_plane = ~many_vertices_ | lane_bits(neighbourhood_.tight());
      const uint32_t on_rigid = lanes_on(in_lanes & ~known_bits & with_plane, &AreaGround::rigid);
      if (on_rigid) known_bits |= query_rigid(on_rigid, clearance, pool, clear);
    }
    for_each_bit(queried_bits & ~known_bits, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      if (query_one(lane, together, seeking_bits >> bit & 1, pool)) clear.set(lane, true);
    });
    return clear;
  }

  // Those of the given lanes for which a condition holds.
  template <class Condition>
  static uint32_t lanes_where(uint32_t lanes, Condition holds) {
    uint32_t found = 0;
    for_each_bit(lanes, [&](uint32_t bit) { found |= uint32_t{holds(static_cast<int>(bit))} << bit; });
    return found;
  }

  // Those of the given lanes around which all ground is of a kind.
  uint32_t lanes_on(uint32_t lanes, bool AreaGround::*kind) {
    if (!job_.ground_varies) return job_.everywhere.*kind ? lanes : 0;
    return lanes_where(lanes, [&](int lane) { return neighbourhood_.ground(lane).*kind; });
  }

  // Those of the given lanes in which drag of the ground may act on rocks in contact.
  uint32_t lanes_with_drag(uint32_t lanes) {
    return job_.has_contact_drag ? lanes : lanes & ~lanes_on(lanes, &AreaGround::without_drag);
  }

  // Find the lanes with known ground where no drag of the ground near the rock acts.
  ROCKFALL_OWN_FRAME LaneMask find_above_layer(const LaneMask& known, const Lanes& clearance) {
    LaneMask above = clearance > body_.drag_height;
    if (!job_.ground_varies) return above;
    for_each_bit(lanes_on(lane_bits(known & active_ & ~above), &AreaGround::without_drag),
                 [&](uint32_t bit) { above.set(static_cast<int>(bit), true); });
    return above;
  }

  // Find the drag of the ground near the rocks of the given lanes, which have no contact. Returns the lanes without
  // drag. The others are slowed_, or must step alone.
  ROCKFALL_OWN_FRAME LaneMask find_drag_in_layer(uint32_t lanes) {
    LaneMask free = no_lanes();
    const bool together = drags_in_lanes();
    const Lanes found = together ? uniform_drag(lanes) : all_lanes(0.0);
    for_each_bit(lanes, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      clear_steps_.set(lane, 0);
      const double position[3] = {middle_[0][lane], middle_[1][lane], middle_[2][lane]};
      double drag = found[lane];
      if (!together && !job_.core.find_flight_drag(rock(lane), job_.scene->terrain, position, drag)) {
        return refused_.refuse(lane, RefusedLanes::kLasting);
      }
      if (drag == 0) {
        free.set(lane, true);
      } else {
        slow_down(lane, {drag, 0}, 0);
      }
    });
    return free;
  }

  // add_ground_drag() for lanes that have no contact, see drags_in_lanes(). Coefficients, kg/s.
  Lanes uniform_drag(uint32_t lanes) {
    const rf_ground& ground = *job_.ground;
    LaneMask needed = no_lanes();
    Lanes near_ground = all_lanes(0.0);
    for_each_bit(lanes, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      needed.set(lane, true);
      near_ground.set(lane, ground.contact_drag_height * rock(lane).half_diagonal);
    });
    const Lanes height = heights_.above_ground(job_, middle_, needed), zero = all_lanes(0.0);
    const LaneMask is_near = (near_ground > 0.0) & (height < near_ground);
    Lanes drag = zero;
    if (ground.layer_height > 0) drag = select(height < ground.layer_height, all_lanes(ground.layer_drag), zero);
    return drag + select(is_near, ground.contact_drag * body_.mass, zero);
  }

  // Query the ground for lanes around which it is rigid, without search for clear steps. midpoint_rotation_ is set.
  // Returns the lanes whose outcome is known: clear, or in the pool.
  ROCKFALL_OWN_FRAME uint32_t query_rigid(uint32_t lanes, const Lanes& clearance, ContactPool& pool, LaneMask& clear) {
    const Lanes limit = neighbourhood_.candidate_limits(body_.radius, middle_, clearance);
    const VectorOf<Lanes> direction = upward_directions();
    const LaneMask without_nodes = neighbourhood_.without_nodes(middle_, body_.radius);
    RigidContactSearch search(job_, {middle_, midpoint_rotation_, body_.radius}, lanes_with_drag(lanes), *this, pool);
    for_each_bit(lanes, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      if (!without_nodes[lane] && touches_terrain_vertex(lane)) return;
      const double up[3] = {direction[0][lane], direction[1][lane], direction[2][lane]};
      search.add(lane, hull_[lane].vertices, up, limit[lane]);
    });
    search.finish();
    note_queries(search.clear(), search.in_pool(), clear);
    return search.clear() | search.in_pool();
  }

  // The upward normals of the planes of the neighbourhoods in K, see CandidateLimit.
  VectorOf<Lanes> upward_directions() const {
    const auto element = [this](int row, int column) -> const Lanes& { return midpoint_rotation_[3 * row + column]; };
    VectorOf<Lanes> direction;
    for (int k = 0; k < 3; ++k) {
      direction[k] = rise_along<Lanes>(k, element, neighbourhood_.slope_x(), neighbourhood_.slope_y());
    }
    return direction;
  }

  // After queries of the given lanes, of which the first are clear.
  void note_queries(uint32_t clear_lanes, uint32_t others, LaneMask& clear) {
    for_each_bit(clear_lanes | others, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const bool clears = clear_lanes >> bit & 1;
      if (clears) clear.set(lane, true);
      note_query(lane, clears);
    });
  }

  // True if the rock touches a terrain vertex (terrain_vertex_query.h), or may do so. A rock on many nodes that touches
  // a vertex most often touches one in the next steps, too, and the query of a single step finds it again: some steps
  // are not tested. midpoint_rotation_ is set.
  bool touches_terrain_vertex(int lane) {
    const uint32_t near = neighbourhood_.vertices_in_sphere(lane, middle_, rock(lane));
    if (near == 0) return false;
    if (near == kUnknownVertices && assumed_touches_[lane] > 0) {
      --assumed_touches_[lane];
      return true;
    }
    const double position[3] = {middle_[0][lane], middle_[1][lane], middle_[2][lane]};
    double rotation[9];
    write_midpoint_rotation(lane, rotation);
    if (near == kUnknownVertices) {
      const rf_upper_plane plane = neighbourhood_.plane_at(lane, position[0], position[1]);
      const bool touches = job_.core.touches_terrain_vertex(job_, rock(lane), position, rotation, plane);
      if (touches) assumed_touches_[lane] = kAssumedTouches;
      return touches;
    }
    bool touches = false;
    for_each_bit(near, [&](uint32_t i) {
      touches = touches || job_.core.hull_contains(rock(lane), position, rotation, neighbourhood_.vertex(lane, i));
    });
    return touches;
  }

  // As query_rigid(), for lanes around which all ground is soil.
  ROCKFALL_OWN_FRAME uint32_t query_soil(uint32_t lanes, const Lanes& clearance, ContactPool& pool, LaneMask& clear) {
    const Lanes limit = neighbourhood_.candidate_limits(body_.radius, middle_, clearance);
    const VectorOf<Lanes> direction = upward_directions();
    const LaneMask without_nodes = neighbourhood_.without_nodes(middle_, body_.radius);
    SoilLayerSearch search(
        job_, {middle_, midpoint_rotation_, state_.velocity, state_.omega, state_.scar_depth, body_.radius, dt_},
        lanes_with_drag(lanes), *this, pool);
    for_each_bit(lanes, [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      if (!hull_[lane].blocks || (!without_nodes[lane] && touches_terrain_vertex(lane))) return;
      const double up[3] = {direction[0][lane], direction[1][lane], direction[2][lane]};
      search.add(lane, hull_[lane], up, limit[lane]);
    });
    search.finish();
    note_queries(search.outside(), search.made(), clear);
    return search.outside() | search.made();
  }

  bool has_few_vertices(int lane) const { return !(many_vertices_ >> lane & 1); }

  bool seeks_clear_steps(int lane) { return searches_[lane].wanted() && neighbourhood_.slopes(lane).spread > 0; }

  // After a ground query without search for clear steps.
  void note_query(int lane, bool clear) {
    searches_[lane].note_query(clear);
    note_outcome(lane, clear, 0);
  }

  // @param clear_steps  after this one
  void note_outcome(int lane, bool clear, uint32_t clear_steps) {
    // In flight a larger neighbourhood allows clear steps.
    if (clear && searches_[lane].wanted() && neighbourhood_.is_for_contact(lane)) neighbourhood_.clear(lane);
    had_contact_.set(lane, !clear);
    // Plus one for the present step.
    clear_steps_.set(lane, clear ? 1.0 + clear_steps : 0);
  }

  // A plane above the ground below a rock at the midpoint. It is unknown where it is faster that the query finds a
  // better one: elsewhere than on a grid, the test of a vertex that the plane cannot exclude takes longer.
  GroundBound known_bound(int lane) {
    GroundBound bound = {};
    if (!job_.grid && !has_few_vertices(lane)) return bound;
    const double x = middle_[0][lane], y = middle_[1][lane];
    if (neighbourhood_.is_tight(lane)) {
      bound = {neighbourhood_.plane_at(lane, x, y), true};
    } else if (!job_.grid) {
      bound.known = find_near_plane(job_, x, y, body_.radius[lane], neighbourhood_.near_square(lane), bound);
    }
    return bound;
  }

  // Query the ground for one lane, and make the step if there is contact, unless the rock goes to the pool. True if
  // there is no contact.
  // @param together  midpoint_rotation_ is set, and the rock may go to the pool
  // @param seeks     search for clear steps
  bool query_one(int lane, bool together, bool seeks, ContactPool& pool) {
    store(lane);
    rf_state& state = job_.states[index_[lane]];
    const KnownRotation rotation = known_rotation(lane);
    double midpoint_rotation[9];
    if (together) write_midpoint_rotation(lane, midpoint_rotation);
    const bool known = rotated_[lane];
    WaitingContacts* const room = together && known ? pool.room() : nullptr;
    QueryInput input = {seeks ? neighbourhood_.slopes(lane) : Slopes(),
                        !seeks,
                        known ? &rotation : nullptr,
                        together ? midpoint_rotation : nullptr,
                        room ? &room->contacts : nullptr,
                        job_.grid,
                        job_.kernels,
                        nullptr,
                        neighbourhood_.vertices_in_sphere(lane, middle_, rock(lane)) == 0};
    const GroundBound bound = known_bound(lane);
    if (bound.known) input.bound = &bound;
    StepContact own;
    StepContact& seen = room ? room->seen : own;
    const uint64_t step = state.step;
    const GroundQuery query =
        job_.core.query_ground(rock(lane), job_.scene->terrain, settings_, input, state, observed_ ? &seen : nullptr);
    using Outcome = GroundQuery::Outcome;
    const bool clear = query.outcome == Outcome::clear;
    if (query.outcome == Outcome::stepped) {
      finish_single_step(lane, state.step != step, seen);
      if (room) refused_.refuse(lane, RefusedLanes::kBrief);
    }
    if (query.outcome == Outcome::detected) add_detected(lane, room->contacts, pool);
    stepped_.set(lane, query.outcome == Outcome::stepped);
    if (!seeks) {
      note_query(lane, clear);
    } else {
      searches_[lane].note_search(query.clear_steps, query.search_worthwhile);
      note_outcome(lane, clear, query.clear_steps);
    }
    return clear;
  }

  // A rock whose step with contact or in soil is made in lanes. @param found  in the room of the pool
  void add_detected(int lane, const DetectedContacts& found, ContactPool& pool) {
    if (found.count > 0 || observed_) {
      pool.add(*this, lane);
    } else {
      slow_down(lane, found.drag, found.scar_depth);
    }
  }

  // Longest pause between searches for clear steps, in queries.
  static constexpr uint32_t kLongestPause = 16;
  static constexpr uint8_t kAssumedTouches = 15;
  // In narrow lanes it is not worthwhile to query the ground of fewer rocks together, except for those in soil.
  static constexpr int kFewestTogether = kLaneCount < 8 ? 3 : 1;

  // Ground of this kind may be somewhere on the terrain; contacts with it are searched for several rocks together.
  const bool soil_in_lanes_, rigid_in_lanes_;
  ClearStepSearches searches_[kLaneCount];
  uint8_t assumed_touches_[kLaneCount] = {};  // steps in which a rock is assumed to touch a terrain vertex
};

}  // namespace
}  // namespace rockfall
