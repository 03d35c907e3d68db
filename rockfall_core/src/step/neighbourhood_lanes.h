// Surroundings of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <initializer_list>

#include "contact/clearance.h"
#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "rock/rock.h"
#include "step/batch.h"
#include "step/bound_lanes.h"
#include "step/near_planes.h"
#include "terrain/cells.h"

namespace rockfall {
namespace {

// Where rocks are, and how far they will move; the sizes of their neighbourhoods depend on it.
struct RockPaths {
  Lanes x, y;  // S at the midpoint of the step
  Lanes radius;
  Lanes move;           // by which S moves along x or y in a step, with a margin
  Lanes steps_left;     // of the call
  LaneMask in_contact;  // at the last ground query
  LaneMask in_soil;     // these need a ground query in every step

  // Largest and smallest distance that S may move inside a neighbourhood, in radii. Ground queries use the plane of the
  // smallest neighbourhood, too.
  static constexpr double kLargestMargin = 2, kTightMargin = 0.25;
  static constexpr double kTightSteps = 5;  // that the smallest neighbourhood covers at least
  static constexpr double kBriefSteps = 2;  // with so few steps left, there is no search for clear steps

  // True for rocks in contact that are in soil, or need more than kTightSteps steps to leave the smallest
  // neighbourhood.
  LaneMask need_tight() const { return in_contact & (in_soil | (kTightSteps * move < kTightMargin * radius)); }

  // Distance by which S may leave the centre of a neighbourhood: at most what the rock moves in the steps that are
  // left. A small neighbourhood has a better plane, but lasts for fewer steps.
  Lanes margin() const {
    const Lanes smallest = kTightMargin * radius, largest = kLargestMargin * radius, distance = move * steps_left;
    const Lanes bounded = select(distance < largest, distance, largest);
    return select(need_tight() | (bounded < smallest), smallest, bounded);
  }
};

// A square around a rock, large enough for several steps, and a plane above all ground there.
class Neighbourhood {
 public:
  explicit Neighbourhood(const BatchJob& job) : job_(job) {
    if (job.grid) return;
    for (GroundNearby& nearby : nearby_) nearby.square = {0, 0, -1, {}};
  }

  // Slopes of the plane and their spread; the spread is 0 where it is unknown or not needed.
  Slopes slopes(int lane) {
    if (has(spread_left_out_, lane)) return {slope_x_[lane], slope_y_[lane], 0};
    if (!has(spread_known_, lane)) {
      slope_spread_.set(lane, job_.core.slope_spread(job_, area(lane), plane(lane)));
      spread_known_ |= bit_of(lane);
    }
    return {slope_x_[lane], slope_y_[lane], slope_spread_[lane]};
  }

  // Slopes of the plane.
  const Lanes& slope_x() const { return slope_x_; }
  const Lanes& slope_y() const { return slope_y_; }

  // True if the neighbourhood is small, so that its plane is used for single queries, too.
  bool is_tight(int lane) const { return tight_[lane]; }
  const LaneMask& tight() const { return tight_; }
  // True if the neighbourhood was chosen for a rock in contact.
  bool is_for_contact(int lane) const { return for_contact_[lane]; }
  // Vertices of the terrain inside the bounding sphere of the rock at the midpoint, or close to it, as bits;
  // kUnknownVertices where the search would take too long.
  uint32_t vertices_in_sphere(int lane, const VectorOf<Lanes>& middle, const rf_rock& rock) {
    if (!job_.grid || has(vertices_left_out_, lane)) return kUnknownVertices;
    TerrainVertices& vertices = nearby_[lane].vertices;
    if (!has(vertices_known_, lane)) {
      vertices = job_.core.find_terrain_vertices(job_, rock, area(lane));
      vertices_known_ |= bit_of(lane);
    }
    if (vertices.count > TerrainVertices::kRoom) return kUnknownVertices;
    const double limit = rock.bounding_radius * rock.bounding_radius * (1 + 1e-9);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < vertices.count; ++i) {
      double square = 0;
      for (int k = 0; k < 3; ++k) {
        const double away = vertices.place[i][k] - middle[k][lane];
        square += away * away;
      }
      if (!(square > limit)) bits |= 1u << i;
    }
    return bits;
  }
  // True where there is certainly no node of the grid below the bounding sphere: GridTerrain::has_no_node() in lanes.
  LaneMask without_nodes(const VectorOf<Lanes>& middle, const Lanes& radius) const {
    const GridView& grid = job_.grid->view();
    const auto free = [](const Lanes& x, const Lanes& reach, double x0, double per_x) {
      return between_nodes<LaneMask>((x - reach - x0) * per_x, (x + reach - x0) * per_x);
    };
    return free(middle[0], radius, grid.x0, grid.per_x) | free(middle[1], radius, grid.y0, grid.per_y);
  }
  // Properties of the ground in the neighbourhood, where the ground varies.
  const AreaGround& ground(int lane) {
    if (!has(ground_known_, lane)) {
      ground_[lane] = job_.core.area_ground(job_, area(lane));
      ground_known_ |= bit_of(lane);
    }
    return ground_[lane];
  }
  // @param i  bit of vertices_in_sphere
  const double* vertex(int lane, uint32_t i) const { return nearby_[lane].vertices.place[i]; }
  // The square for queries of the rock, on other terrains than a grid.
  NearSquare& near_square(int lane) { return nearby_[lane].square; }

  // A plane above the ground below a rock at (x, y), with its height there.
  rf_upper_plane plane_at(int lane, double x, double y) const {
    const double a = slope_x_[lane], b = slope_y_[lane];
    return {height_[lane] + a * (x - centre_x_[lane]) + b * (y - centre_y_[lane]), a, b, 1, 0};
  }

  // Remove the square of a lane.
  void clear(int lane) {
    clear([lane](Lanes& member, double x) { member.set(lane, x); });
  }
  // The same for all lanes.
  void clear() {
    clear([](Lanes& member, double x) { member = all_lanes(x); });
  }

  // Choose squares around the rocks of the given lanes where there is ground everywhere. Returns the bits of the other
  // given lanes, which have no square then.
  uint32_t choose(const LaneMask& lanes, const RockPaths& rocks) {
    const Lanes margin = rocks.margin(), reach = rocks.radius + margin;
    const RectangleLanes area = {rocks.x - reach, rocks.y - reach, rocks.x + reach, rocks.y + reach};
    PlaneLanes found;
    found.clear();
    const bool together = __builtin_popcount(lane_bits(lanes)) >= kFewestTogether;
    if (job_.grid && together) found = upper_planes(job_.grid->view(), area, lanes);
    uint32_t unbounded = 0;
    for_each_bit(lane_bits(lanes & ~found.known), [&](uint32_t bit) {
      const int lane = static_cast<int>(bit);
      const GroundBound bound = job_.core.bound(job_, area[lane]);
      if (bound.known && bound.plane.hole_free) return found.set(lane, bound.plane);
      unbounded |= uint32_t{1} << bit;
      clear(lane);
    });
    const LaneMask chosen = lanes & found.known;
    if (together) {
      set_squares(rocks, margin, area, found,
                  [&chosen](const Lanes& next, Lanes& member) { member = select(chosen, next, member); });
    } else {
      for_each_bit(lane_bits(chosen), [&](uint32_t bit) {
        const int lane = static_cast<int>(bit);
        set_squares(rocks, margin, area, found,
                    [lane](const Lanes& next, Lanes& member) { member.set(lane, next[lane]); });
      });
    }
    set_needs(chosen, rocks, margin, reach);
    return unbounded;
  }

  // To be called after choose().
  void update_clearance(const Lanes& radius) {
    clearance_squared_ = sphere_clearance_squared(radius, slope_x_, slope_y_);
  }

  // True where S is in the square, at the midpoint of a step.
  LaneMask contains(const Lanes& x, const Lanes& y) const {
    return (x >= x_min_) & (x <= x_max_) & (y >= y_min_) & (y <= y_max_);
  }
  // True where ground is known to exist: in a rectangle wider by a radius on each side.
  LaneMask over_ground(const Lanes& x, const Lanes& y) const {
    return (x >= ground_x_min_) & (x <= ground_x_max_) & (y >= ground_y_min_) & (y <= ground_y_max_);
  }
  // Height of a position over the plane.
  Lanes clearance(const VectorOf<Lanes>& position) const {
    return position[2] - (height_ + slope_x_ * (position[0] - centre_x_) + slope_y_ * (position[1] - centre_y_));
  }
  // candidate_limit() of the rocks over their planes. @param position  of S @param clearance  over the plane
  Lanes candidate_limits(const Lanes& radius, const VectorOf<Lanes>& position, const Lanes& clearance) const {
    return candidate_limit(radius, position, slope_x_, slope_y_, clearance);
  }
  // True where the bounding sphere at this clearance is entirely above the plane.
  LaneMask sphere_is_above(const Lanes& clearance) const { return sphere_clears(clearance, clearance_squared_); }

 private:
  // In neighbourhoods of a larger margin, in radii, there are terrain vertices that the rock does not reach. With few
  // nodes it is still worthwhile to know them.
  static constexpr double kVertexMargin = 0.75, kFewNodes = 16;
  // Planes of fewer lanes are found one after the other.
  static constexpr int kFewestTogether = 3;

  // True where squares with half of this side have many nodes of the terrain.
  LaneMask has_many_nodes(const Lanes& reach) const {
    if (!job_.grid) return reach > 0.0;
    const GridView& grid = job_.grid->view();
    return (2.0 * grid.per_x * reach + 2.0) * (2.0 * grid.per_y * reach + 2.0) > kFewNodes;
  }

  // @param set  set(member, number)
  template <class Set>
  void clear(Set set) {
    for (Lanes* member : {&centre_x_, &centre_y_, &height_, &slope_x_, &slope_y_}) set(*member, 0);
    // Empty rectangles: min > max.
    for (Lanes* member : {&x_min_, &y_min_, &ground_x_min_, &ground_y_min_}) set(*member, 1);
    for (Lanes* member : {&x_max_, &y_max_, &ground_x_max_, &ground_y_max_}) set(*member, -1);
  }

  // Surround rocks by squares with known planes. @param margin   see RockPaths
  //                                              @param replace  replace(next, member) for the lanes of these rocks
  template <class Replace>
  void set_squares(const RockPaths& rocks, const Lanes& margin, const RectangleLanes& area, const PlaneLanes& plane,
                   Replace replace) {
    replace(rocks.x - margin, x_min_);
    replace(rocks.x + margin, x_max_);
    replace(rocks.y - margin, y_min_);
    replace(rocks.y + margin, y_max_);
    replace(area.x_min, ground_x_min_);
    replace(area.x_max, ground_x_max_);
    replace(area.y_min, ground_y_min_);
    replace(area.y_max, ground_y_max_);
    replace(rocks.x, centre_x_);
    replace(rocks.y, centre_y_);
    replace(plane.height, height_);
    replace(plane.slope_x, slope_x_);
    replace(plane.slope_y, slope_y_);
    replace(plane.slope_spread, slope_spread_);
  }

  // Note what is needed in new squares; none of it is known yet.
  void set_needs(const LaneMask& lanes, const RockPaths& rocks, const Lanes& margin, const Lanes& reach) {
    tight_ = select(lanes, margin <= RockPaths::kTightMargin * rocks.radius, tight_);
    for_contact_ = select(lanes, rocks.in_contact & tight_, for_contact_);
    // For one or two steps, and in contact, no number of clear steps is needed.
    const LaneMask brief = rocks.steps_left <= RockPaths::kBriefSteps;
    const LaneMask many_vertices = has_many_nodes(reach) & (margin > kVertexMargin * rocks.radius);
    const uint32_t chosen = lane_bits(lanes), others = ~chosen;
    spread_left_out_ = (spread_left_out_ & others) | lane_bits(lanes & (brief | for_contact_));
    vertices_left_out_ = (vertices_left_out_ & others) | lane_bits(lanes & (brief | many_vertices));
    spread_known_ = job_.grid ? spread_known_ & others : spread_known_ | chosen;
    vertices_known_ &= others;
    ground_known_ &= others;
  }

  static uint32_t bit_of(int lane) { return uint32_t{1} << lane; }
  static bool has(uint32_t lanes, int lane) { return (lanes >> lane & 1) != 0; }

  rf_rectangle area(int lane) const {
    return {ground_x_min_[lane], ground_y_min_[lane], ground_x_max_[lane], ground_y_max_[lane]};
  }
  rf_upper_plane plane(int lane) const { return plane_at(lane, centre_x_[lane], centre_y_[lane]); }

  const BatchJob& job_;
  Lanes x_min_, x_max_, y_min_, y_max_;
  Lanes ground_x_min_, ground_x_max_, ground_y_min_, ground_y_max_;
  Lanes centre_x_, centre_y_;
  Lanes height_, slope_x_, slope_y_;  // of the plane
  Lanes clearance_squared_;           // see sphere_clearance_squared
  Lanes slope_spread_ = all_lanes(0.0);
  LaneMask tight_ = no_lanes(), for_contact_ = no_lanes();
  // Bits of the lanes where something is not needed, and where it has been found.
  uint32_t spread_left_out_ = 0, vertices_left_out_ = 0;
  uint32_t spread_known_ = 0, vertices_known_ = 0, ground_known_ = 0;
  union GroundNearby {
    GroundNearby() : vertices() {}
    TerrainVertices vertices;  // on a grid
    NearSquare square;         // elsewhere
  };
  GroundNearby nearby_[kLaneCount];
  AreaGround ground_[kLaneCount];
};

}  // namespace
}  // namespace rockfall
