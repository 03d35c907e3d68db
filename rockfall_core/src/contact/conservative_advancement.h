// Conservative advancement: a lower bound on the number of steps of free flight before the rock can touch the ground.
//
// For every hull vertex, its height over the ground and the rate at which that height shrinks are known now, and the
// change of that rate is bounded. The same holds for the distance of a terrain vertex from the hull.
#pragma once

#include <cmath>
#include <type_traits>

#include "contact/clear_steps.h"
#include "contact/detection.h"
#include "contact/high_nodes.h"
#include "numerics/minmax.h"
#include "rock/farthest_face.h"
#include "terrain/surface_normal.h"

namespace rockfall {

/// Velocities of a rock in free flight, and bounds on its motion for the next kMaxClearSteps steps.
struct FlightBounds {
  Vec3 velocity;  // of S at the start of the step, I
  Vec3 omega;     // at the start of the step, K
  double time_step;
  double gravity;                  // m/s2, 0 where it points up
  double max_speed;                // bound of |velocity|, m/s
  double max_angular_speed;        // bound of |omega|, rad/s
  double acceleration_per_radius;  // bound of a vertex's acceleration by rotation, per distance from S; 1/s2
  bool small_rotation;             // the rotation per step is small enough for these bounds
};

/// @param conserves_momentum  false: the rotation scheme conserves only the kinetic energy
FlightBounds flight_bounds(const rf_rock& rock, const Vec3& velocity, const Vec3& omega, double time_step,
                           double gravity, bool conserves_momentum);

/// Longest look-ahead, in steps.
constexpr double kMaxClearSteps = 64;

/// Largest n, at most kMaxClearSteps, so that gap - m approach - m (m + 1) acceleration > 0 for all 0 <= m <= n.
/// @param gap           present distance, > 0
/// @param approach      distance lost per step at the present velocity
/// @param acceleration  1/2 dt^2 times a bound of the acceleration towards the ground
double clear_steps_within(double gap, double approach, double acceleration);

/// The search for the number of clear steps; call find() once.
template <class Terrain>
class ConservativeAdvancement {
 public:
  /// @param plane   above all ground below the bounding sphere
  /// @param slopes  of the ground wherever the rock may be during the clear steps
  ConservativeAdvancement(const Terrain& terrain, const rf_rock& rock, const Placement& at, const rf_upper_plane& plane,
                          const FlightBounds& flight, const Slopes& slopes, const VertexKernels& kernels)
      : terrain_(terrain), rock_(rock), at_(at), plane_(plane), flight_(flight), slopes_(slopes), kernels_(kernels) {
    const double dt = flight.time_step;
    half_dt_squared_ = 0.5 * dt * dt;
    steepness_ = std::sqrt(squared_normal_length(slopes.x, slopes.y)) + kRoot2 * slopes.spread;
    vertex_acceleration_ =
        half_dt_squared_ * (flight.gravity + flight.acceleration_per_radius * rock.bounding_radius * steepness_);
    margin_ = height_margin(rock.bounding_radius, at.position, plane.slope_x, plane.slope_y);
    if (!(slopes.spread > 0) || !flight.small_rotation) steps_ = 0;
  }

  /// Steps after this one during which contact is impossible; negative if this step may have contact, or if the search
  /// was given up because it would take longer than the queries that it saves.
  double find() {
    limit_by_vertices();
    if (steps_ >= 0) limit_by_terrain_vertices();
    return steps_;
  }

  /// False if the search takes longer than the queries that it saves, or than those of kFewClearSteps.
  bool is_worthwhile() const { return (larger_of(steps_, double{kFewClearSteps}) + 1) * query_work() >= search_work(); }

 private:
  static constexpr double kRoot2 = 1.4142135623730951;
  // Work of a search and of a query without search, in heights of the ground below a vertex.
  static constexpr double kSearchWork = 4, kSearchWorkPerVertex = 0.125;
  static constexpr double kQueryWork = 4, kQueryWorkPerVertex = 0.03125;
  static constexpr double kFewNodes = 16;               // in the area: all are tested
  static constexpr uint32_t kMostTerrainVertices = 32;  // a search of more nodes takes longer than it saves
  static constexpr double kTerrainVertexMargin = 0.5;   // search distance beyond the bounding sphere, bounding radii

  /// Rate at which the height over a plane of the mean slopes shrinks.
  double approach_speed(const Vec3& velocity) const {
    return slopes_.x * velocity[0] + slopes_.y * velocity[1] - velocity[2];
  }
  /// Bound of what the deviation of the ground from the mean slopes adds to this rate.
  double spread_speed(const Vec3& velocity) const {
    return slopes_.spread * (std::fabs(velocity[0]) + std::fabs(velocity[1]));
  }

  HeightCoefficients height_coefficients() const {
    const auto up_from = [&](double slope_x, double slope_y) {
      const auto along = [&](int k) { return rise_along(k, at_.rotation, slope_x, slope_y); };
      return Vec3(along(0), along(1), along(2));
    };
    const Vec3 up = up_from(plane_.slope_x, plane_.slope_y), mean_up = up_from(slopes_.x, slopes_.y);
    const double dt = flight_.time_step;
    const double rotation_speed = kRoot2 * slopes_.spread * flight_.max_angular_speed * rock_.bounding_radius;
    const Vec3 approach = -dt * mean_up.cross(flight_.omega);
    return {{up[0], up[1], up[2]},
            {approach[0], approach[1], approach[2]},
            at_.position[2] - plane_.height - margin_,
            dt * (approach_speed(flight_.velocity) + spread_speed(flight_.velocity) + rotation_speed)};
  }

  // True if a vertex of this height and approach may reach the ground within the steps found so far.
  bool can_limit(double height, double approach) const {
    return !(height > 0 && height - steps_ * (approach + (steps_ + 1) * vertex_acceleration_) > 0);
  }

  void limit(double gap, double approach, double acceleration) {
    steps_ = gap > 0 ? smaller_of(steps_, clear_steps_within(gap, approach, acceleration)) : -1;
  }

  double search_work() const { return kSearchWork + kSearchWorkPerVertex * rock_.vertex_count + visited_; }
  double query_work() const { return kQueryWork + kQueryWorkPerVertex * rock_.vertex_count + below_plane_; }

  // @param height  over the plane
  void limit_by_vertex(uint32_t index, double height) {
    visited_ += 1;
    if (!(height > 0)) below_plane_ += 1;
    limit_by_vertex(index);
    if (!is_worthwhile()) steps_ = -1;
  }

  void limit_by_vertex(uint32_t index) {
    const Vec3 arm = load3(rock_.vertex(index));
    const Vec3 place = at_.position + at_.rotation * arm;
    double ground;
    if (!terrain_.height_at(place[0], place[1], ground)) return;
    const double gap = place[2] - ground - margin_;
    const Vec3 velocity = flight_.velocity + at_.rotation * flight_.omega.cross(arm);
    limit(gap, flight_.time_step * (approach_speed(velocity) + spread_speed(velocity)), vertex_acceleration_);
  }

  void limit_by_vertices() {
    const HeightCoefficients coefficients = height_coefficients();
    const VertexArrays vertices(rock_);
    MovingVertices moving;
    for (uint32_t first = 0; first < rock_.vertex_count && steps_ >= 0; first += MovingVertices::kMost) {
      kernels_.find_heights(vertices, coefficients, first, moving);
      const uint32_t lowest = moving.lowest;
      lowest_ = smaller_of(lowest_, moving.height[lowest]);
      if (can_limit(moving.height[lowest], moving.approach[lowest])) {
        limit_by_vertex(first + lowest, moving.height[lowest]);
      }
      // A vertex that cannot limit this number of steps cannot limit a smaller one.
      uint64_t rest = kernels_.find_approaching(moving, steps_, (steps_ + 1) * vertex_acceleration_);
      for (; rest != 0 && steps_ >= 0; rest &= rest - 1) {
        const uint32_t i = static_cast<uint32_t>(__builtin_ctzll(rest));
        if (i != lowest && can_limit(moving.height[i], moving.approach[i])) {
          limit_by_vertex(first + i, moving.height[i]);
        }
      }
    }
  }

  void limit_by_terrain_vertices() {
    const double radius = rock_.bounding_radius, reach = (1 + kTerrainVertexMargin) * radius;
    const Vec3& s = at_.position;
    const rf_rectangle area = {s[0] - reach, s[1] - reach, s[0] + reach, s[1] + reach};
    // Terrain vertices outside the searched area are at least the margin away from the bounding sphere.
    const double approach = flight_.time_step * flight_.velocity.norm();
    limit(kTerrainVertexMargin * radius, approach, half_dt_squared_ * flight_.gravity);
    const auto limit_by = [&](double x, double y, double z) {
      if (steps_ >= 0) limit_by_terrain_vertex(Vec3(x, y, z) - s);
    };
    if constexpr (std::is_same_v<Terrain, GridTerrain>) {
      if (mean_nodes(terrain_, area) > kFewNodes) return limit_by_nodes(area, limit_by);
    }
    uint32_t count = 0;
    const uint32_t stride = terrain_.vertex_stride(radius, most_searched_nodes(rock_));
    terrain_.for_each_terrain_vertex(area, stride, [&](double x, double y, double z) {
      ++count;
      limit_by(x, y, z);
    });
    // A full buffer may have cut off some vertices; contact detection searches a smaller area.
    if (count >= kMaxCallbackVertices) steps_ = -1;
  }

  // The nodes of a grid that are so far below the hull that it cannot reach them within the steps found so far are left
  // out. Where there are many others, the search is given up.
  template <class LimitBy>
  void limit_by_nodes(const rf_rectangle& area, LimitBy limit_by) {
    if (may_leave_out_vertices(terrain_, rock_)) {
      steps_ = -1;
      return;
    }
    const double speed = flight_.max_speed + flight_.max_angular_speed * rock_.bounding_radius,
                 path = (steps_ + 2) * flight_.time_step * speed,
                 slope = std::sqrt(squared_normal_length(plane_.slope_x, plane_.slope_y));
    const SlopedPlane reached = {at_.position[0], at_.position[1], plane_.height + lowest_ - slope * path,
                                 plane_.slope_x, plane_.slope_y};
    uint32_t count = 0;
    const auto visit = [&](uint32_t column, uint32_t row, double x, double y, double z) {
      if (!terrain_.is_terrain_vertex(column, row, z)) return true;
      if (++count > kMostTerrainVertices) steps_ = -1;
      limit_by(x, y, z);
      return steps_ >= 0;
    };
    visit_high_nodes(terrain_, area, reached, {at_.position, kEverywhere}, kernels_, visit);
  }

  // The distance between a point and a hull is at least their separation along any direction.
  void limit_by_terrain_vertex(const Vec3& from_centre) {
    const double dt = flight_.time_step, fall = half_dt_squared_ * flight_.gravity;
    const double distance = std::sqrt(from_centre.squaredNorm()), outside_sphere = distance - rock_.bounding_radius;
    double steps = 0;
    if (outside_sphere > margin_) {
      steps = clear_steps_within(outside_sphere - margin_, dt * flight_.velocity.dot(from_centre) / distance, fall);
      if (steps >= steps_) return;
    }
    const Vec3 point = at_.rotation.transpose() * from_centre;
    double outside_face;
    const double* const normal = rock_.face(farthest_face(rock_, point, outside_face));
    if (outside_face > margin_) {
      const Vec3 relative = at_.rotation.transpose() * flight_.velocity + flight_.omega.cross(point);
      // In the rotating frame of the rock the point also has centrifugal and Coriolis accelerations.
      const double max_distance = distance + steps_ * dt * flight_.max_speed;
      const double acceleration = fall + half_dt_squared_ * (flight_.acceleration_per_radius * max_distance +
                                                             2.5 * flight_.max_angular_speed * flight_.max_speed);
      steps =
          larger_of(steps, clear_steps_within(outside_face - margin_, dt * load3(normal).dot(relative), acceleration));
    } else if (!(outside_sphere > margin_)) {
      steps = -1;
    }
    steps_ = smaller_of(steps_, steps);
  }

  const Terrain& terrain_;
  const rf_rock& rock_;
  const Placement& at_;
  const rf_upper_plane& plane_;
  const FlightBounds& flight_;
  const Slopes& slopes_;
  const VertexKernels& kernels_;
  double half_dt_squared_;
  double steepness_;            // bound of the length of the vector normal to the ground whose z component is 1
  double vertex_acceleration_;  // 1/2 dt^2 times a bound of the acceleration of any vertex towards the ground
  double margin_;               // for rounding, m
  double visited_ = 0;          // vertices whose height over the ground was found
  double below_plane_ = 0;      // those that a query without search would visit
  double lowest_ = 1e300;       // least height of a vertex over the plane, m
  double steps_ = kMaxClearSteps;
};

}  // namespace rockfall
