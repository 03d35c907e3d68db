// Time of the first contact of a body in free flight with the ground.
#pragma once

#include "rocfall/bracketed_root.h"
#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// Gaps up to this count as touching, m: far above the rounding of coordinates, far below physical lengths.
constexpr double kTouchTolerance = 1e-9;

/// A flight over the time h.
struct FlightArc {
  const rf_rock& rock;
  const Body& body;
  const BodyMotion& start;
  const Touch& nearest;  // at the start
  double gravity;
  double h;

  /// Where the body is; the orientation is that of a hull only.
  BodyMotion at(double t) const {
    if (body.kind == Body::Kind::hull) return after_flight(body, start, gravity, t);
    BodyMotion motion = start;
    motion.position = position_after_flight(start, gravity, t);
    return motion;
  }
  /// Gap at which the ground counts as touched: 0, or the penetration at the start. Initial penetration is not
  /// corrected.
  double level() const { return nearest.exists ? std::fmin(nearest.gap, 0) : 0; }
  /// Normal velocity of the nearest feature, away from the ground.
  double separation_speed() const { return nearest.normal.dot(start.velocity + nearest.arm.cross(start.omega)); }
};

template <class Terrain>
double gap_in_flight(const CountedGround<Terrain>& terrain, const FlightArc& flight, double t) {
  const Touch& touch = find_touch(terrain, flight.rock, flight.body, flight.at(t));
  return touch.exists ? touch.gap - flight.level() : kNoGround;
}

/// Root of the gap plus an offset.
template <class Terrain>
double root_of_gap(const CountedGround<Terrain>& terrain, const FlightArc& flight, double offset, RootBracket bracket) {
  bracket.value_low += offset;
  bracket.value_high += offset;
  return root_in([&](double t) { return gap_in_flight(terrain, flight, t) + offset; }, bracket, terrain.work());
}

/// Number of sampling intervals of a flight: a sphere or hull moves by at most half its radius in each, up to the
/// maximum.
inline int flight_intervals(const FlightArc& flight) {
  constexpr double kMaxIntervals = 16;
  if (flight.body.kind == Body::Kind::point) return 8;
  const double gravity_speed = flight.gravity * flight.h;
  const double distance = (flight.start.velocity.norm() + gravity_speed) * flight.h;
  return static_cast<int>(std::fmin(kMaxIntervals, 1 + std::floor(2 * distance / flight.body.radius)));
}

/// Time of the first touch, by bracketing on the sampled surface. Negative: none.
template <class Terrain>
double first_touch_sampled(const CountedGround<Terrain>& terrain, const FlightArc& flight) {
  double low = 0, gap_low = flight.nearest.exists ? flight.nearest.gap - flight.level() : kNoGround;
  if (flight.nearest.exists &&
      flight.nearest.gap <= kTouchTolerance) {  // separating: start the search at the top of the bounce
    const double normal_gravity = flight.gravity * flight.nearest.normal[2];
    low = normal_gravity > 0 ? std::fmin(flight.h, flight.separation_speed() / normal_gravity) : flight.h;
    gap_low = gap_in_flight(terrain, flight, low);
    if (gap_low < -kTouchTolerance) {  // it penetrates another part of the ground before
      const double gap_at_start = flight.nearest.gap - flight.level();
      return root_of_gap(terrain, flight, kTouchTolerance, {0, gap_at_start, low, gap_low});
    }
    if (gap_low <= 0) return low < flight.h ? low : -1;
  }
  const int intervals = flight_intervals(flight);
  const double first = low;
  for (int i = 1; i <= intervals && low < flight.h && !terrain.work().exhausted(); ++i) {
    const double t = i == intervals ? flight.h : first + (flight.h - first) * i / intervals;
    const double gap = gap_in_flight(terrain, flight, t);
    if (gap <= 0) return root_of_gap(terrain, flight, 0, {low, gap_low, t, gap});
    low = t;
    gap_low = gap;
  }
  return -1;
}

template <class Terrain>
double first_touch_of_kind(const CountedGround<Terrain>& terrain, const FlightArc& flight) {
  return first_touch_sampled(terrain, flight);
}

/// For a point over a grid the time is exact on each cell.
inline double first_touch_of_kind(const CountedGround<GridTerrain>& terrain, const FlightArc& flight) {
  if (flight.body.kind != Body::Kind::point) return first_touch_sampled(terrain, flight);
  return first_crossing(terrain.terrain(), flight.start.position, flight.start.velocity, flight.gravity, flight.level(),
                        flight.h);
}

/// First time in [0, h] at which the body touches the ground while approaching it. Negative: none.
template <class Terrain>
double first_touch(const CountedGround<Terrain>& terrain, const FlightArc& flight) {
  if (!flight.nearest.exists) return first_touch_sampled(terrain, flight);
  if (flight.nearest.gap <= kTouchTolerance && flight.separation_speed() <= 0) return 0;
  return first_touch_of_kind(terrain, flight);
}

}  // namespace rockfall::rocfall
