// Surroundings of rocks in SIMD lanes. Included by step/batch_lanes.h; everything has internal linkage.
#pragma once

#include <initializer_list>

#include "contact/clearance.h"
#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "step/batch.h"

namespace rockfall {
namespace {

// Where a rock is, and how far it will move; the size of its neighbourhood depends on it.
struct RockPath {
  double x, y;  // S at the midpoint of the step
  double radius;
  double move;          // by which S moves along x or y in a step, with a margin
  uint64_t steps_left;  // of the call
  bool in_contact;      // at the last ground query
  bool in_soil;         // where all ground is soil: every step needs the ground

  // Largest and smallest distance that S may move inside a neighbourhood, in radii. Ground queries use the plane of the
  // smallest neighbourhood, too.
  static constexpr double kLargestMargin = 2, kTightMargin = 0.25;
  static constexpr double kTightSteps = 5;  // that the smallest neighbourhood covers at least
  static constexpr uint64_t kBriefSteps = 2;

  // True for a rock in contact that needs more than kTightSteps steps to leave the smallest neighbourhood.
  bool rolls_slowly() const { return in_contact && move * kTightSteps < kTightMargin * radius; }

  bool needs_tight() const { return rolls_slowly() || (in_contact && in_soil); }

  // By which S may leave the centre of a neighbourhood: no more than what the rock crosses in the steps that are left.
  // A small neighbourhood has a better plane, but lasts for fewer steps.
  double margin() const {
    const double smallest = kTightMargin * radius, largest = kLargestMargin * radius;
    if (needs_tight()) return smallest;
    const double distance = move * static_cast<double>(steps_left);
    return distance < smallest ? smallest : (distance < largest ? distance : largest);
  }
};

// A square around a rock, large enough for several steps, and a plane above all ground there.
class Neighbourhood {
 public:
  explicit Neighbourhood(const BatchJob& job) : job_(job) {}

  // Slopes of the plane and their spread, 0 if it is of no use.
  Slopes slopes(int lane) {
    if (!spread_known_[lane]) {
      slope_spread_[lane] = job_.slope_spread(job_, area(lane), plane(lane));
      spread_known_[lane] = true;
    }
    return {slope_x_[lane], slope_y_[lane], slope_spread_[lane]};
  }

  // Of the plane.
  const Lanes& slope_x() const { return slope_x_; }
  const Lanes& slope_y() const { return slope_y_; }

  // True if the neighbourhood is small, so that its plane serves for one step, too.
  bool is_tight(int lane) const { return tight_[lane]; }
  // True if it was chosen for a rock in contact.
  bool is_for_contact(int lane) const { return for_contact_[lane]; }
  // True if it is small and no vertex of the terrain is inside the bounding sphere of the rock at the midpoint; false
  // also where it would take too long to know.
  bool without_vertices(int lane, const VectorOf<Lanes>& middle, double radius) {
    if (!vertices_known_[lane]) {
      double last[3] = {0, 0, 0};
      vertices_[lane] = job_.find_terrain_vertices(job_, area(lane), last);
      for (int k = 0; k < 3; ++k) last_vertex_[k].set(lane, last[k]);
      vertices_known_[lane] = true;
    }
    if (vertices_[lane] != 1) return vertices_[lane] == 0;
    double square = 0;
    for (int k = 0; k < 3; ++k) {
      const double away = last_vertex_[k][lane] - middle[k][lane];
      square += away * away;
    }
    return square > radius * radius * (1 + 1e-9);
  }

  // A plane above the ground below a rock at (x, y), with its height there.
  rf_upper_plane plane_at(int lane, double x, double y) const {
    const double a = slope_x_[lane], b = slope_y_[lane];
    return {height_[lane] + a * (x - centre_x_[lane]) + b * (y - centre_y_[lane]), a, b, 1, 0};
  }

  // Leave the lane without a square.
  void clear(int lane) {
    for (Lanes* member : {&centre_x_, &centre_y_, &height_, &slope_x_, &slope_y_}) member->set(lane, 0);
    // Empty rectangles: min > max.
    for (Lanes* member : {&x_min_, &y_min_, &ground_x_min_, &ground_y_min_}) member->set(lane, 1);
    for (Lanes* member : {&x_max_, &y_max_, &ground_x_max_, &ground_y_max_}) member->set(lane, -1);
  }

  // Surround a rock, if there is ground everywhere around it.
  void choose(int lane, const RockPath& rock) {
    clear(lane);
    const double margin = rock.margin(), reach = rock.radius + margin;
    const rf_rectangle area = {rock.x - reach, rock.y - reach, rock.x + reach, rock.y + reach};
    const GroundBound bound = job_.bound(job_, area);
    tight_[lane] = margin <= RockPath::kTightMargin * rock.radius;
    for_contact_[lane] = rock.in_contact && tight_[lane];
    if (!bound.known || !bound.plane.hole_free) return;
    set(lane, rock, margin, area, bound.plane);
    // For one or two steps, and in contact, no number of clear steps is needed.
    const bool brief = rock.steps_left <= RockPath::kBriefSteps;
    spread_known_[lane] = brief || for_contact_[lane] || !job_.grid;
    slope_spread_[lane] = brief || for_contact_[lane] ? 0 : bound.plane.slope_spread;
    vertices_known_[lane] = brief || !tight_[lane];
    vertices_[lane] = kManyVertices;
  }

  // After the last choose().
  void update_clearance(const Lanes& radius) {
    clearance_squared_ = sphere_clearance_squared(radius, slope_x_, slope_y_);
  }

  // True where S may be there at the midpoint of a step.
  LaneMask contains(const Lanes& x, const Lanes& y) const {
    return (x >= x_min_) & (x <= x_max_) & (y >= y_min_) & (y <= y_max_);
  }
  // True where ground is known to exist; wider by a radius.
  LaneMask over_ground(const Lanes& x, const Lanes& y) const {
    return (x >= ground_x_min_) & (x <= ground_x_max_) & (y >= ground_y_min_) & (y <= ground_y_max_);
  }
  // Height over the plane.
  Lanes clearance(const VectorOf<Lanes>& position) const {
    return position[2] - (height_ + slope_x_ * (position[0] - centre_x_) + slope_y_ * (position[1] - centre_y_));
  }
  // True where the bounding sphere at this clearance is entirely above the plane.
  LaneMask sphere_is_above(const Lanes& clearance) const { return sphere_clears(clearance, clearance_squared_); }

 private:
  void set(int lane, const RockPath& rock, double margin, const rf_rectangle& area, const rf_upper_plane& plane) {
    x_min_.set(lane, rock.x - margin);
    x_max_.set(lane, rock.x + margin);
    y_min_.set(lane, rock.y - margin);
    y_max_.set(lane, rock.y + margin);
    ground_x_min_.set(lane, area.x_min);
    ground_x_max_.set(lane, area.x_max);
    ground_y_min_.set(lane, area.y_min);
    ground_y_max_.set(lane, area.y_max);
    centre_x_.set(lane, rock.x);
    centre_y_.set(lane, rock.y);
    height_.set(lane, plane.height);
    slope_x_.set(lane, plane.slope_x);
    slope_y_.set(lane, plane.slope_y);
  }

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
  double slope_spread_[kLaneCount] = {};
  bool tight_[kLaneCount] = {}, for_contact_[kLaneCount] = {};
  bool spread_known_[kLaneCount] = {};  // found when it is needed
  bool vertices_known_[kLaneCount] = {};
  uint32_t vertices_[kLaneCount] = {};  // of the terrain
  VectorOf<Lanes> last_vertex_;
};

}  // namespace
}  // namespace rockfall
