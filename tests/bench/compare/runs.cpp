#include "runs.h"

#include <cmath>
#include <ctime>

namespace compare {

namespace {

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// End conditions of the scene for a rock of another engine.
class EndConditions {
 public:
  EndConditions(const bench::Ground& ramp, uint32_t steps)
      : grid_(ramp.grid()),
        settings_(ramp.scene.settings),
        lowest_(heights_of(grid_).low),
        stop_steps_(std::lround(settings_.stop_time / settings_.time_step)),
        max_steps_(steps) {}

  bool ended(const Motion& motion) {
    ++steps_made;
    still_ = motion.speed < settings_.stop_speed ? still_ + 1 : 0;
    const double *p = motion.position, far_x = grid_.x0 + grid_.cell_x * (grid_.columns - 1),
                 far_y = grid_.y0 + grid_.cell_y * (grid_.rows - 1);
    const bool over_ground = p[0] >= grid_.x0 && p[0] <= far_x && p[1] >= grid_.y0 && p[1] <= far_y;
    if (!over_ground || p[2] < lowest_ - 10) {
      end = RF_ENDED_LEFT_TERRAIN;
    } else if (still_ >= stop_steps_) {
      end = RF_ENDED_STOPPED;
    } else if (steps_made >= max_steps_) {
      end = RF_ENDED_TIME_LIMIT;
    }
    return end != RF_MOVING;
  }

  rf_end end = RF_MOVING;
  uint32_t steps_made = 0;

 private:
  const rf_grid& grid_;
  const rf_settings& settings_;
  const double lowest_;
  const long stop_steps_;
  const uint32_t max_steps_;
  long still_ = 0;
};

// Computes the result of a run.
class Summary {
 public:
  Summary(const bench::Ground& ramp, uint32_t rocks) : ramp_(ramp), rocks_(rocks) {}

  void add(const double start[3], const double position[3], int32_t end, uint64_t steps) {
    run_.rock_steps += steps;
    run_.stopped += end == RF_ENDED_STOPPED;
    run_.left += end == RF_ENDED_LEFT_TERRAIN;
    run_.moving += end == RF_ENDED_TIME_LIMIT || end == RF_MOVING;
    rf_terrain_sample below;
    rf_terrain_at(&ramp_.scene.terrain, position[0], position[1], &below);
    run_.below_ground += below.exists && position[2] < below.height;
    const double x = position[0] - start[0], y = position[1] - start[1];
    sum_ += std::sqrt(x * x + y * y);
    squares_ += x * x + y * y;
  }
  Run result(double cpu_seconds) {
    run_.cpu_seconds = cpu_seconds;
    run_.run_out = sum_ / rocks_;
    run_.run_out_deviation = std::sqrt(std::fmax(0.0, squares_ / rocks_ - run_.run_out * run_.run_out));
    return run_;
  }

 private:
  const bench::Ground& ramp_;
  const double rocks_;
  Run run_;
  double sum_ = 0, squares_ = 0;
};

std::vector<rf_state> starts(const bench::Ground& ramp, uint32_t rocks) {
  std::vector<rf_state> states;
  for (uint32_t i = 0; i < rocks; ++i) states.push_back(bench::start(ramp, i));
  return states;
}

Run summarise(const bench::Ground& ramp, const std::vector<rf_state>& first, const std::vector<rf_state>& last,
              double cpu_seconds) {
  Summary all(ramp, static_cast<uint32_t>(first.size()));
  for (std::size_t i = 0; i < first.size(); ++i) {
    all.add(first[i].position, last[i].position, last[i].end, last[i].step);
  }
  return all.result(cpu_seconds);
}

}  // namespace

Run run_rockfall_many(const bench::Ground& ramp, Extent extent) {
  const std::vector<rf_state> first = starts(ramp, extent.rocks);
  std::vector<rf_state> states = first;
  const double begin = cpu_now();
  rf_step_many(&ramp.scene, states.data(), extent.rocks, extent.steps, nullptr, nullptr);
  return summarise(ramp, first, states, cpu_now() - begin);
}

Run run_rockfall_single(const bench::Ground& ramp, Extent extent) {
  const std::vector<rf_state> first = starts(ramp, extent.rocks);
  std::vector<rf_state> states = first;
  const double begin = cpu_now();
  for (rf_state& state : states) {
    while (state.end == RF_MOVING && state.step < extent.steps) rf_step(&ramp.scene, &state, nullptr);
  }
  return summarise(ramp, first, states, cpu_now() - begin);
}

Run run_alone(const bench::Ground& ramp, Engine& engine, Extent extent) {
  const std::vector<rf_state> first = starts(ramp, extent.rocks);
  Summary all(ramp, extent.rocks);
  double seconds = 0;
  for (uint32_t i = 0; i < extent.rocks; ++i) {
    EndConditions conditions(ramp, extent.steps);
    Motion motion;
    engine.add(i, first[i]);
    const double begin = cpu_now();
    do {
      engine.step();
      motion = engine.motion(i);
    } while (!conditions.ended(motion));
    seconds += cpu_now() - begin;
    engine.remove(i);
    all.add(first[i].position, motion.position, conditions.end, conditions.steps_made);
  }
  return all.result(seconds);
}

Run run_together(const bench::Ground& ramp, Engine& engine, Extent extent) {
  const std::vector<rf_state> first = starts(ramp, extent.rocks);
  Summary all(ramp, extent.rocks);
  std::vector<EndConditions> all_conditions(extent.rocks, EndConditions(ramp, extent.steps));
  std::vector<uint32_t> moving;
  for (uint32_t i = 0; i < extent.rocks; ++i) {
    engine.add(i, first[i]);
    moving.push_back(i);
  }
  const double begin = cpu_now();
  while (!moving.empty()) {
    engine.step();
    std::size_t left = 0;
    for (const uint32_t i : moving) {
      const Motion motion = engine.motion(i);
      if (!all_conditions[i].ended(motion)) {
        moving[left++] = i;
        continue;
      }
      engine.remove(i);
      all.add(first[i].position, motion.position, all_conditions[i].end, all_conditions[i].steps_made);
    }
    moving.resize(left);
  }
  return all.result(cpu_now() - begin);
}

}  // namespace compare
