// When a body on its parabola meets the ground.
#pragma once

#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// Gaps up to this count as touching, m: far above the rounding of coordinates, far below anything that matters.
constexpr double kTouching = 1e-9;

/// A flight over the time h from a start whose nearest ground is known.
struct FlightArc {
  const rf_rock& rock;
  const Body& body;
  const BodyMotion& start;
  const Touch& nearest;
  double gravity;
  double h;

  BodyMotion at(double t) const { return after_flight(body, start, gravity, t); }
  /// Depth inside the ground that a body starts with counts as the surface: it can only be left, not mended.
  double level() const { return std::fmin(nearest.gap, 0); }
  /// Velocity with which the nearest feature leaves the ground.
  double leaving() const { return nearest.normal.dot(start.velocity + nearest.arm.cross(start.omega)); }
};

template <class Terrain>
double gap_in_flight(const Terrain& terrain, const FlightArc& flight, double t) {
  const Touch touch = find_touch(terrain, flight.rock, flight.body, flight.at(t));
  return touch.exists ? touch.gap - flight.level() : 1e300;
}

/// Root of the gap between a time with a positive one and a later one without, by false position (Illinois), which
/// keeps the bracket; bounded.
template <class Terrain>
double root_of_gap(const Terrain& terrain, const FlightArc& flight, double low, double gap_low, double high,
                   double gap_high) {
  for (int i = 0; i < 60; ++i) {
    if (!(high - low > 1e-15 * flight.h) || gap_high > -1e-15) break;
    double t = high - gap_high * (high - low) / (gap_high - gap_low);
    if (!(t > low && t < high) || !(gap_low < 1e200)) t = 0.5 * (low + high);
    const double gap = gap_in_flight(terrain, flight, t);
    if (gap > 0) {
      low = t;
      gap_low = gap;
      gap_high *= 0.5;
    } else {
      if (gap > -1e-15) return t;
      high = t;
      gap_high = gap;
      gap_low *= 0.5;
    }
  }
  return high;
}

/// Time at which a body that leaves one face of the ground sinks into another at once.
template <class Terrain>
double sinking_time(const Terrain& terrain, const FlightArc& flight, double high) {
  double low = 0;
  for (int i = 0; i < 50; ++i) {
    const double t = 0.5 * (low + high);
    (gap_in_flight(terrain, flight, t) < -kTouching ? high : low) = t;
  }
  return high;
}

/// Intervals into which a flight is cut, so that none jumps over what is in its way.
inline int flight_intervals(const FlightArc& flight) {
  constexpr double kMost = 16;
  if (flight.body.kind == Body::Kind::point) return 8;
  const double fall = flight.gravity * flight.h;
  const double way = (flight.start.velocity.norm() + fall) * flight.h;
  return static_cast<int>(std::fmin(kMost, 1 + std::floor(2 * way / flight.body.radius)));
}

/// First touch by bracketing on the sampled surface. Negative: none.
template <class Terrain>
double first_touch_sampled(const Terrain& terrain, const FlightArc& flight) {
  double low = 0, gap_low = flight.nearest.gap - flight.level();
  if (flight.nearest.gap <= kTouching) {  // on its way up: the top of the bounce is clear of this face
    const double fall = flight.gravity * flight.nearest.normal[2];
    low = fall > 0 ? std::fmin(flight.h, flight.leaving() / fall) : flight.h;
    gap_low = gap_in_flight(terrain, flight, low);
    if (gap_low < -kTouching) return sinking_time(terrain, flight, low);
    if (gap_low <= 0) return low < flight.h ? low : -1;
  }
  const int intervals = flight_intervals(flight);
  const double first = low;
  for (int i = 1; i <= intervals && low < flight.h; ++i) {
    const double t = i == intervals ? flight.h : first + (flight.h - first) * i / intervals;
    const double gap = gap_in_flight(terrain, flight, t);
    if (gap <= 0) return root_of_gap(terrain, flight, low, gap_low, t, gap);
    low = t;
    gap_low = gap;
  }
  return -1;
}

template <class Terrain>
double first_touch_of_kind(const Terrain& terrain, const FlightArc& flight) {
  return first_touch_sampled(terrain, flight);
}

/// A point over a grid: exact on each cell.
inline double first_touch_of_kind(const GridTerrain& terrain, const FlightArc& flight) {
  if (flight.body.kind != Body::Kind::point) return first_touch_sampled(terrain, flight);
  return first_crossing(terrain, flight.start.position, flight.start.velocity, flight.gravity, flight.level(),
                        flight.h);
}

/// First time in [0, h] at which the body touches the ground on its way in. Negative: none.
template <class Terrain>
double first_touch(const Terrain& terrain, const FlightArc& flight) {
  if (!flight.nearest.exists) return first_touch_sampled(terrain, flight);
  if (flight.nearest.gap <= kTouching && flight.leaving() <= 0) return 0;
  return first_touch_of_kind(terrain, flight);
}

}  // namespace rockfall::rocfall
