// Time of the first contact of a body in free flight with the ground.
#pragma once

#include <type_traits>

#include "numerics/minmax.h"
#include "rocfall/bracketed_root.h"
#include "rocfall/step_context.h"

namespace rockfall::rocfall {

/// Gaps up to this count as touching, m: far above the rounding of coordinates, far below physical lengths.
constexpr double kTouchTolerance = 1e-9;

/// A flight over the time h from the motion of a context.
template <class Context>
struct FlightArc {
  const Context& context;
  const Touch& nearest;  // at the start
  double h;

  const BodyMotion& start() const { return context.now.motion; }
  /// Where the body is; the orientation is that of a hull only.
  BodyMotion at(double t) const {
    BodyMotion motion = start();
    fly(context.gravity(), t, motion);
    if constexpr (Context::kKind == Body::Kind::hull) turn(t, motion);
    return motion;
  }
  /// Gap at which the ground counts as touched: 0, or the penetration at the start. Initial penetration is not
  /// corrected.
  double level() const { return nearest.exists ? smaller_of(0.0, nearest.gap) : 0; }
  double gap_at(double t) const {
    const Touch& touch = context.touch(at(t));
    return touch.exists ? touch.gap - level() : kGapOverHole;
  }
  /// Normal velocity of the nearest feature, away from the ground.
  double separation_speed() const { return nearest.normal.dot(contact_velocity(context, start(), nearest)); }
};

/// Root of the gap plus an offset.
template <class Context>
double root_of_gap(const FlightArc<Context>& flight, double offset, RootBracket bracket) {
  bracket.value_low += offset;
  bracket.value_high += offset;
  return root_in([&](double t) { return flight.gap_at(t) + offset; }, bracket, flight.context.terrain.work());
}

/// Number of sampling intervals of a flight: a sphere or hull moves by at most half its radius in each, up to the
/// maximum.
template <class Context>
int flight_intervals(const FlightArc<Context>& flight) {
  constexpr double kMaxIntervals = 16;
  if (Context::kKind == Body::Kind::point) return 8;
  const double gravity_speed = flight.context.gravity() * flight.h;
  const double distance = (flight.start().velocity.norm() + gravity_speed) * flight.h;
  // The distance is negative with a negative gravity, which a step does not check.
  const double intervals = 1 + std::floor(2 * distance / flight.context.body.radius);
  return static_cast<int>(larger_of(smaller_of(kMaxIntervals, intervals), 1.0));
}

/// Time of the first touch, by bracketing on the sampled surface. Negative: none.
template <class Context>
double first_touch_sampled(const FlightArc<Context>& flight) {
  const double h = flight.h;
  double low = 0, gap_low = flight.nearest.exists ? flight.nearest.gap - flight.level() : kGapOverHole;
  if (flight.nearest.exists &&
      flight.nearest.gap <= kTouchTolerance) {  // separating: start the search at the top of the bounce
    const double normal_gravity = flight.context.gravity() * flight.nearest.normal[2];
    low = normal_gravity > 0 ? smaller_of(h, flight.separation_speed() / normal_gravity) : h;
    const double gap_at_start = gap_low;
    gap_low = flight.gap_at(low);
    if (gap_low < -kTouchTolerance) {  // it penetrates another part of the ground before
      return root_of_gap(flight, kTouchTolerance, {0, gap_at_start, low, gap_low});
    }
    if (gap_low <= 0) return low < h ? low : -1;
  }
  const int intervals = flight_intervals(flight);
  const double first = low;
  for (int i = 1; i <= intervals && low < h && !flight.context.terrain.work().exhausted(); ++i) {
    const double t = i == intervals ? h : first + (h - first) * i / intervals;
    const double gap = flight.gap_at(t);
    if (gap <= 0) return root_of_gap(flight, 0, {low, gap_low, t, gap});
    low = t;
    gap_low = gap;
  }
  return -1;
}

/// First time in [0, h] at which the body touches the ground while approaching it. Negative: none. For a point over a
/// grid the time is exact on each cell.
template <class Terrain, Body::Kind kind>
double first_touch(const FlightArc<StepContext<Terrain, kind>>& flight) {
  if (!flight.nearest.exists) return first_touch_sampled(flight);
  if (flight.nearest.gap <= kTouchTolerance && flight.separation_speed() <= 0) return 0;
  if constexpr (kind == Body::Kind::point && std::is_same_v<Terrain, GridTerrain>) {
    const auto& context = flight.context;
    bool left_out = false;
    const double time = first_crossing(context.terrain.terrain(), flight.start().position, flight.start().velocity,
                                       context.gravity(), flight.level(), flight.h, left_out);
    if (left_out) context.terrain.work().leave_out_some();
    return time;
  }
  return first_touch_sampled(flight);
}

}  // namespace rockfall::rocfall
