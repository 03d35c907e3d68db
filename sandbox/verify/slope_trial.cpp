#include "verify/slope_trial.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/error.h"
#include "common/progress.h"
#include "common/threads.h"

namespace sandbox::verify {
namespace {

constexpr double sample_time = 0.01;     // s
constexpr std::uint32_t group_size = 8;  // rocks stepped together
constexpr double start_x = 3;            // m

/** Height of the slope and the run-out area without relief. */
double base_height(const Hillside& hillside, double x) {
  const double foot = hillside.length * std::cos(radians(hillside.angle_deg));
  return -std::tan(radians(hillside.angle_deg)) * std::min(x, foot) -
         std::tan(radians(hillside.foot_deg)) * std::max(0.0, x - foot);
}

double horizontal_distance(const rf_state& from, const rf_state& to) {
  return std::hypot(to.position[0] - from.position[0], to.position[1] - from.position[1]);
}

/** @param duration, distance  since the sample before, s and m, horizontal */
void add_sample(const rf_scene& scene, const Hillside& hillside, double duration, double distance, TrialRock& rock) {
  double quantity[RF_QUANTITY_COUNT];
  demand(rf::Status(rf_measure(&scene, &rock.end, quantity)));
  const double speed = quantity[RF_VELOCITY], kinetic = quantity[RF_KINETIC_ENERGY];
  rf_rock_properties properties;
  demand(rf::Status(rf_rock_get(scene.rocks[rock.end.rock], &properties)));
  rock.max_speed = std::max(rock.max_speed, speed);
  const double along = std::max(0.0, (rock.end.position[0] - start_x) / std::cos(radians(hillside.angle_deg)));
  if (!(along < hillside.length)) return;
  const auto bin = static_cast<std::size_t>(along / TrialResult().bin_length);
  rock.bin_time[bin] += duration;
  rock.bin_path[bin] += duration * speed;
  const double jump = quantity[RF_JUMP_HEIGHT];
  rock.time += duration;
  rock.distance += distance;
  rock.max_jump = std::max(rock.max_jump, jump);
  rock.speed_sum += duration * speed;
  rock.jump_sum += duration * jump;
  rock.jump_distance_sum += distance * jump;
  if (jump > TrialRock::high_jump) rock.high_distance += distance;
  rock.angular_speed_sum += duration * quantity[RF_ROTATION];
  rock.kinetic_sum += duration * kinetic;
  rock.rotational_sum += duration * (kinetic - 0.5 * properties.mass * speed * speed);
}

/** Steps some rocks until all have ended. */
void follow(const rf_scene& scene, const Hillside& hillside, TrialRock* rocks, std::uint32_t count) {
  const double time_step = scene.settings.time_step;
  const auto stride = static_cast<std::uint32_t>(std::max(1.0, std::round(sample_time / time_step)));
  std::vector<rf_state> states;
  for (std::uint32_t i = 0; i < count; ++i) states.push_back(rocks[i].start);
  rf_many_report report{};
  do {
    demand(rf::Status(rf_step_many(&scene, states.data(), count, stride, nullptr, &report)));
    for (std::uint32_t i = 0; i < count; ++i) {
      if (rocks[i].end.end != RF_MOVING) continue;
      const rf_state& before = rocks[i].end;
      const double duration = static_cast<double>(states[i].step - before.step) * time_step,
                   distance = horizontal_distance(before, states[i]);
      rocks[i].end = states[i];
      add_sample(scene, hillside, duration, distance, rocks[i]);
    }
  } while (report.moving > 0);
}

template <class Value>
double sum_over(const std::vector<TrialRock>& rocks, Value value) {
  double sum = 0;
  for (const TrialRock& rock : rocks) sum += value(rock);
  return sum;
}

double ratio_of_sums(const std::vector<TrialRock>& rocks, double TrialRock::*part, double TrialRock::*whole) {
  return sum_over(rocks, [part](const TrialRock& r) { return r.*part; }) /
         sum_over(rocks, [whole](const TrialRock& r) { return r.*whole; });
}

}  // namespace

HillsideScene::HillsideScene(const Rock& rock, const Hillside& hillside, const rf_settings& settings)
    : angle_(radians(hillside.angle_deg)) {
  const double margin = 10, x_end = hillside.length * std::cos(angle_) + hillside.foot_length;
  rf_grid grid = rf_default_grid();
  grid.x0 = -margin;
  grid.y0 = -hillside.half_width;
  grid.cell_x = grid.cell_y = hillside.cell;
  grid.columns = static_cast<std::uint32_t>((x_end + margin) / hillside.cell) + 2;
  grid.rows = static_cast<std::uint32_t>(2 * hillside.half_width / hillside.cell) + 1;
  grid.ground = hillside.ground;
  std::vector<double> heights;
  heights.reserve(std::size_t{grid.columns} * grid.rows);
  for (std::uint32_t row = 0; row < grid.rows; ++row) {
    for (std::uint32_t column = 0; column < grid.columns; ++column) {
      double random[2];
      rf_random_pair(7, column, row, random);
      heights.push_back(base_height(hillside, grid.x0 + column * grid.cell_x) + hillside.relief * random[0]);
    }
  }
  rf::SceneBuilder builder;
  builder.borrow(*rock.get()).grid(grid, std::move(heights)).settings(settings);
  const rf_ground& ground = hillside.ground;
  if (ground.roughness_70 > 0 || ground.roughness_20 > 0 || ground.roughness_10 > 0) builder.roughness(1);
  rf::Result<rf::Scene> made = builder.build();
  demand(made.status());
  scene_ = std::move(*made);
  if (scene_.roughness() != nullptr) {
    demand(scene_.store_relief(
        {grid.x0, grid.y0, grid.x0 + (grid.columns - 1) * grid.cell_x, grid.y0 + (grid.rows - 1) * grid.cell_y}));
  }
}

rf_state HillsideScene::start(std::uint32_t number, double clearance, double speed) const {
  rf_state state = rf_default_state();
  state.position[0] = start_x;
  rf_random_orientation(3, number, 0, state.orientation);
  place_above_ground(scene_.get(), state, clearance);
  state.velocity[0] = speed * std::cos(angle_);
  state.velocity[2] = -speed * std::sin(angle_);
  return state;
}

double TrialRock::runout() const { return horizontal_distance(start, end); }
double TrialRock::reach_deg() const { return degrees(std::atan2(start.position[2] - end.position[2], runout())); }
double TrialRock::lateral_deg() const {
  return degrees(std::atan2(end.position[1] - start.position[1], end.position[0] - start.position[0]));
}

double TrialResult::mean_speed() const { return ratio_of_sums(rocks, &TrialRock::speed_sum, &TrialRock::time); }
double TrialResult::mean_of_maxima() const {
  return sum_over(rocks, [](const TrialRock& r) { return r.max_speed; }) / static_cast<double>(rocks.size());
}
double TrialResult::max_speed() const {
  double largest = 0;
  for (const TrialRock& rock : rocks) largest = std::max(largest, rock.max_speed);
  return largest;
}
double TrialResult::mean_jump_over_time() const { return ratio_of_sums(rocks, &TrialRock::jump_sum, &TrialRock::time); }
double TrialResult::mean_jump_over_distance() const {
  return ratio_of_sums(rocks, &TrialRock::jump_distance_sum, &TrialRock::distance);
}
double TrialResult::high_jump_share() const {
  return ratio_of_sums(rocks, &TrialRock::high_distance, &TrialRock::distance);
}
double TrialResult::mean_angular_speed() const {
  return ratio_of_sums(rocks, &TrialRock::angular_speed_sum, &TrialRock::time);
}
double TrialResult::rotational_share() const {
  return ratio_of_sums(rocks, &TrialRock::rotational_sum, &TrialRock::kinetic_sum);
}

double TrialResult::speed_between(double from, double to) const {
  double path = 0, time = 0;
  for (const TrialRock& rock : rocks) {
    for (std::size_t bin = 0; bin < rock.bin_time.size(); ++bin) {
      const double middle = (static_cast<double>(bin) + 0.5) * bin_length;
      if (middle < from || middle > to) continue;
      path += rock.bin_path[bin];
      time += rock.bin_time[bin];
    }
  }
  return time > 0 ? path / time : std::numeric_limits<double>::quiet_NaN();
}

std::uint32_t TrialResult::ended(rf_end end) const {
  return static_cast<std::uint32_t>(
      std::count_if(rocks.begin(), rocks.end(), [end](const TrialRock& rock) { return rock.end.end == end; }));
}

rf_moments TrialResult::runout() const {
  const auto count = static_cast<double>(rocks.size());
  const double mean = sum_over(rocks, [](const TrialRock& r) { return r.runout(); }) / count;
  const double square =
      sum_over(rocks, [mean](const TrialRock& r) { return (r.runout() - mean) * (r.runout() - mean); });
  return {mean, std::sqrt(square / count)};
}

TrialResult run_trial(const Rock& rock, const Hillside& hillside, const TrialOptions& options) {
  if (!(options.settings.time_limit > 0)) throw RunError("slope: a trial needs a time limit");
  const HillsideScene built(rock, hillside, options.settings);
  TrialResult result;
  result.rocks.resize(options.rocks);
  const auto bins = static_cast<std::size_t>(std::ceil(hillside.length / result.bin_length));
  for (std::uint32_t i = 0; i < options.rocks; ++i) {
    TrialRock& one = result.rocks[i];
    one.start = one.end = built.start(i, options.clearance, options.start_speed);
    one.bin_time.assign(bins, 0.0);
    one.bin_path.assign(bins, 0.0);
  }
  ThreadPool pool(options.threads);
  Progress progress(options.rocks, options.quiet);
  pool.run((options.rocks + group_size - 1) / group_size, [&](std::uint32_t group) {
    const std::uint32_t first = group * group_size, count = std::min(group_size, options.rocks - first);
    follow(built.scene(), hillside, &result.rocks[first], count);
    for (std::uint32_t i = 0; i < count; ++i) progress.one_done();
  });
  progress.finish();
  return result;
}

Rock eota111(double volume) {
  const double size = std::cbrt(24.0 / 17 * volume);
  return Rock(shape_points(RF_SHAPE_EOTA, {size, size, size}), RF_SIZE_BY_DENSITY, 2700);
}

}  // namespace sandbox::verify
