// The world of a sample, and what can be measured in it.
#ifndef ROCKFALL_TESTS_LIVE_OPENED_SAMPLE_H
#define ROCKFALL_TESTS_LIVE_OPENED_SAMPLE_H

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "live/world.h"
#include "samples/samples.h"

namespace opened_sample {

using namespace sandbox;
using namespace sandbox::live;

/** The world of a sample, as it is opened. */
struct Opened {
  explicit Opened(const std::string& name) : world(samples::find(name).make()) {}
  void run(double seconds) { world.advance(static_cast<std::uint32_t>(seconds / world.settings().time_step + 0.5)); }
  const rf_state& rock(std::size_t number = 0, std::size_t variant = 0) const {
    return world.variants()[variant].states[number];
  }
  const std::vector<rf_state>& rocks(std::size_t variant = 0) const { return world.variants()[variant].states; }
  double mass() const { return world.built().rock(0)->mass; }
  World world;
};

inline double norm(const double* v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/** Component of an axis of K along z of I. */
inline double upright(const rf_state& state, int axis) {
  const double *q = state.orientation, w = q[0], x = q[1], y = q[2], z = q[3];
  const double row[3] = {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)};
  return row[axis];
}

/** The angular momentum is mostly about the axis of greatest inertia. */
inline bool about_major(const rf::Rock& rock, const rf_state& state) {
  double momentum[3];
  for (int k = 0; k < 3; ++k) momentum[k] = std::fabs(rock->inertia[k] * state.angular_velocity[k]);
  return state.end == RF_MOVING && momentum[2] > 2 * momentum[0] && momentum[2] > 2 * momentum[1] && momentum[2] > 1e4;
}

inline double mean_of(const std::vector<rf_state>& states, std::size_t axis) {
  double sum = 0;
  for (const rf_state& state : states) sum += state.position[axis];
  return sum / static_cast<double>(states.size());
}

inline double spread_of(const std::vector<rf_state>& states, std::size_t axis) {
  const double mean = mean_of(states, axis);
  double sum = 0;
  for (const rf_state& state : states) sum += (state.position[axis] - mean) * (state.position[axis] - mean);
  return std::sqrt(sum / static_cast<double>(states.size()));
}

/** Mean distance from the starts. */
inline double mean_way(const Setup& setup, double seconds) {
  World world(setup);
  const std::vector<rf_state> first = world.variants()[0].states;
  world.advance(static_cast<std::uint32_t>(seconds / world.settings().time_step));
  double sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double* const now = world.variants()[0].states[i].position;
    sum += std::hypot(now[0] - first[i].position[0], now[1] - first[i].position[1]);
  }
  return sum / static_cast<double>(first.size());
}

}  // namespace opened_sample
#endif
