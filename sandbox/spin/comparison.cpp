#include "spin/comparison.h"

#include <rockfall/body.h>
#include <rockfall/step.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/progress.h"

namespace sandbox {
namespace {

using Three = std::array<double, 3>;
// Near the separatrix of the intermediate axis rounding errors grow a million-fold: extended precision.
using Real = long double;
using Seven = std::array<Real, 7>;  // orientation, angular velocity

constexpr Three inertia = {5.0 / 12, 10.0 / 12, 13.0 / 12};
constexpr double duration = 20;

struct Rotation {
  std::array<double, 4> orientation = {1, 0, 0, 0};
  Three omega = {1e-3, 10, 1e-3};
};

void advance(std::int32_t scheme, double time_step, std::uint32_t steps, Rotation& rotation) {
  const rf_status status = rf_free_rotation(scheme, inertia.data(), time_step, steps, rotation.orientation.data(),
                                            rotation.omega.data(), nullptr);
  if (status != RF_OK) throw RunError(std::string("the free rotation of the cuboid failed: ") + rf_status_text(status));
}

double energy(const Rotation& rotation) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += 0.5 * inertia[k] * rotation.omega[k] * rotation.omega[k];
  return sum;
}

/** Angular momentum in I. */
Three momentum(const Rotation& rotation) {
  const auto& p = rotation.orientation;
  const Three m = {inertia[0] * rotation.omega[0], inertia[1] * rotation.omega[1], inertia[2] * rotation.omega[2]};
  const Three t = {2 * (p[2] * m[2] - p[3] * m[1]), 2 * (p[3] * m[0] - p[1] * m[2]), 2 * (p[1] * m[1] - p[2] * m[0])};
  return {m[0] + p[0] * t[0] + p[2] * t[2] - p[3] * t[1], m[1] + p[0] * t[1] + p[3] * t[0] - p[1] * t[2],
          m[2] + p[0] * t[2] + p[1] * t[1] - p[2] * t[0]};
}

double distance(const Three& a, const Three& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

/** Time within a step of the exact motion at which omega_y vanishes, by bisection. */
double flip_within(const Rotation& before, double time_step) {
  double from = 0, to = time_step;
  while (to - from > 1e-14) {
    const double middle = 0.5 * (from + to);
    Rotation rotation = before;
    advance(RF_SCHEME_EXACT, middle, 1, rotation);
    ((rotation.omega[1] < 0) == (before.omega[1] < 0) ? from : to) = middle;
  }
  return 0.5 * (from + to);
}

Seven rates(const Seven& y) {
  const Real *p = y.data(), *w = y.data() + 4;
  const Real half = 0.5L;
  // The moments are 5/12, 10/12 and 13/12.
  return {-half * (p[1] * w[0] + p[2] * w[1] + p[3] * w[2]),
          half * (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]),
          half * (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]),
          half * (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]),
          -3 * w[1] * w[2] / 5,
          8 * w[2] * w[0] / 10,
          -5 * w[0] * w[1] / 13};
}

struct Reference {
  std::vector<double> flips;
  Seven end;
};

/** Classical Runge-Kutta method; times of flips by linear interpolation between steps. */
Reference reference() {
  const Rotation start;
  Seven y;
  for (std::size_t k = 0; k < 4; ++k) y[k] = start.orientation[k];
  for (std::size_t k = 0; k < 3; ++k) y[4 + k] = start.omega[k];
  const int steps = 400000;
  const Real h = static_cast<Real>(duration) / steps;
  Reference out;
  const auto moved = [](const Seven& from, const Seven& rate, Real by) {
    Seven to;
    for (std::size_t k = 0; k < 7; ++k) to[k] = from[k] + by * rate[k];
    return to;
  };
  for (int i = 0; i < steps; ++i) {
    const Seven a = rates(y), b = rates(moved(y, a, h / 2)), c = rates(moved(y, b, h / 2)), d = rates(moved(y, c, h));
    const Real before = y[5];
    for (std::size_t k = 0; k < 7; ++k) y[k] += h / 6 * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
    if ((before < 0) != (y[5] < 0)) out.flips.push_back(static_cast<double>(h * (i + before / (before - y[5]))));
  }
  out.end = y;
  return out;
}

double angle_between(const Rotation& rotation, const Seven& truth) {
  // The vector part of the quotient of both quaternions gives the sine of half the angle.
  const auto& p = rotation.orientation;
  const Real x = p[0] * truth[1] - p[1] * truth[0] - p[2] * truth[3] + p[3] * truth[2];
  const Real y = p[0] * truth[2] - p[2] * truth[0] - p[3] * truth[1] + p[1] * truth[3];
  const Real z = p[0] * truth[3] - p[3] * truth[0] - p[1] * truth[2] + p[2] * truth[1];
  const auto sine = static_cast<double>(std::sqrt(x * x + y * y + z * z));
  return 2 * std::asin(std::min(1.0, sine));
}

/** Minimum of many short measurements, to exclude interruptions. */
double cost_of(std::int32_t scheme, double time_step) {
  constexpr std::uint32_t steps = 10000;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 50; ++i) {
    Rotation rotation;
    const auto begin = std::chrono::steady_clock::now();
    advance(scheme, time_step, steps, rotation);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    least = std::min(least, took.count() / steps);
  }
  return least;
}

void measure_flips(const Reference& truth, RotationResult& result) {
  Rotation rotation;
  const auto steps = static_cast<int>(std::lround(duration / result.time_step));
  result.flip_error = 0;
  for (int i = 0; i < steps; ++i) {
    const Rotation before = rotation;
    advance(result.scheme, result.time_step, 1, rotation);
    if ((before.omega[1] < 0) == (rotation.omega[1] < 0)) continue;
    const double time = i * result.time_step + flip_within(before, result.time_step);
    const auto number = static_cast<std::size_t>(result.flips++);
    if (number < truth.flips.size()) {
      result.flip_error = std::max(result.flip_error, std::fabs(time - truth.flips[number]));
    }
  }
  if (result.flips != static_cast<int>(truth.flips.size())) {
    result.flip_error = std::numeric_limits<double>::quiet_NaN();
  }
  result.angle_error = angle_between(rotation, truth.end);
}

void measure_drift(std::uint32_t steps, RotationResult& result) {
  Rotation rotation;
  const double start = energy(rotation);
  const Three before = momentum(rotation);
  const std::uint32_t portion = std::max<std::uint32_t>(1, steps / 1000);
  for (std::uint32_t done = 0; done < steps; done += portion) {
    advance(result.scheme, result.time_step, std::min(portion, steps - done), rotation);
    result.energy_drift = std::max(result.energy_drift, std::fabs(energy(rotation) / start - 1));
    result.momentum_drift =
        std::max(result.momentum_drift, distance(momentum(rotation), before) / distance(before, {0, 0, 0}));
  }
}

}  // namespace

std::vector<RotationResult> compare_rotations(const std::vector<double>& time_steps, std::uint32_t drift_steps,
                                              bool quiet) {
  const Reference truth = reference();
  Progress progress(static_cast<std::uint32_t>(RF_SCHEME_COUNT * time_steps.size()), quiet, "run");
  std::vector<RotationResult> results;
  for (std::int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double time_step : time_steps) {
      RotationResult result;
      result.scheme = scheme;
      result.time_step = time_step;
      result.cost = cost_of(scheme, time_step);
      measure_flips(truth, result);
      measure_drift(drift_steps, result);
      results.push_back(result);
      progress.one_done();
    }
  }
  progress.finish();
  return results;
}

RotationResult drifts_of(std::int32_t scheme, double time_step, std::uint32_t steps) {
  RotationResult result;
  result.scheme = scheme;
  result.time_step = time_step;
  measure_drift(steps, result);
  return result;
}

std::vector<double> rotate_cuboid(std::int32_t scheme, std::uint32_t steps) {
  Rotation rotation;
  advance(scheme, 0.01, steps, rotation);
  return {rotation.omega.begin(), rotation.omega.end()};
}

}  // namespace sandbox
