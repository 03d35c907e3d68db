// Plates of 3 to 13 corners that slide on a face, over a seam between two soils: the steps that several rocks with many
// contacts make together.
#include <cmath>

#include "step/batch.h"
#include "step/portable_lanes.h"
#include "support/scenes.h"

using namespace support;

namespace {

constexpr uint32_t kFewestCorners = 3, kMostCorners = 13, kCells = 30;

// A right prism, standing on a regular polygon of radius 1 m.
Rock plate_of(uint32_t corners) {
  std::vector<double> points;
  for (uint32_t i = 0; i < corners; ++i) {
    const double angle = 2 * 3.14159265358979 * i / corners;
    for (const double z : {-0.25, 0.25}) points.insert(points.end(), {std::cos(angle), std::sin(angle), z});
  }
  return cloud_rock(points);
}

// @param rolling_resistance  on one side of the seam
struct Plates : OnGrid {
  explicit Plates(double restitution, double rolling_resistance) : OnGrid(plate_of(kFewestCorners), kCells, kCells, 2) {
    for (uint32_t n = kFewestCorners + 1; n <= kMostCorners; ++n) owner.add_rock(plate_of(n));
    std::vector<float>&mu_max = owner.grid()->fields()[RF_GROUND_MU_MAX],
    &rolling = owner.grid()->fields()[RF_GROUND_ROLLING_RESISTANCE];
    for (uint32_t i = 0; i < kCells * kCells; ++i) {
      const bool left = i % kCells < kCells / 2;
      mu_max.push_back(left ? 0.7f : 1.6f);
      rolling.push_back(left ? 0.0f : static_cast<float>(rolling_resistance));
    }
    grid.ground.mu_min = 0.3;
    grid.ground.kappa = 2;
    grid.ground.restitution_normal = restitution;
    renew();
  }

  // On the ground or a little above it, level or a little tilted; the tilted ones turn.
  std::vector<rf_state> starts(uint32_t count) const {
    Random random(7);
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < count; ++i) {
      rf_state state = rf_default_state();
      state.rock = i % (kMostCorners - kFewestCorners + 1);
      state.position[0] = random.between(25, 31);
      state.position[1] = random.between(10, 48);
      state.position[2] = 0.25 + (i % 3 == 0 ? random.between(0, 0.01) : -1e-9);
      const double tilt = i % 4 == 0 ? random.between(-0.01, 0.01) : 0;
      state.orientation[0] = std::sqrt(1 - tilt * tilt);
      state.orientation[1] = tilt;
      random.fill(state.velocity, 2, 3);
      state.angular_velocity[2] = random.between(-1, 1);
      if (i % 4 == 0) random.fill(state.angular_velocity, 2, 1);
      state.slippage = random.between(0, 1);
      states.push_back(state);
    }
    return states;
  }
};

// Steps rocks one by one. Returns the number of steps with each number of contacts.
std::vector<uint32_t> step_and_count_contacts(const rf_scene& scene, std::vector<rf_state>& states, uint32_t steps) {
  std::vector<uint32_t> of_count(RF_MAX_CONTACTS + 1, 0);
  for (rf_state& state : states) {
    for (uint32_t k = 0; k < steps && state.end == RF_MOVING; ++k) {
      rf_step_report report = {};
      REQUIRE(rf_step(&scene, &state, &report) == RF_OK);
      ++of_count[report.contact_count];
    }
  }
  return of_count;
}

void check_runners(const Plates& world, uint32_t steps) {
  const std::vector<rf_state> start = world.starts(55);
  std::vector<rf_state> single = start;
  const std::vector<uint32_t> of_count = step_and_count_contacts(world.scene, single, steps);
  for (uint32_t n = kFewestCorners; n <= kMostCorners; ++n) {
    CAPTURE(n);
    CHECK(of_count[n] > steps / 10);
  }
  for (const rockfall::LaneRunner run : lane_runners()) {
    const uint32_t rocks = rocks_to_step(run, 55);
    std::vector<rf_state> batch(start.begin(), start.begin() + rocks);
    rockfall::step_batch(rockfall::batch_job(world.scene, batch.data(), rocks, steps), run);
    check_same_bits({single.begin(), single.begin() + rocks}, batch);
  }
}

}  // namespace

TEST_CASE("plates that slide on up to 13 corners have the same bits in lanes and alone") {
  check_runners(Plates(0, 0), 150);
}

TEST_CASE("plates that bounce on up to 13 corners have the same bits in lanes and alone") {
  check_runners(Plates(0.3, 0), 150);
}

TEST_CASE("plates of which some corners have rolling friction have the same bits in lanes and alone") {
  for (const int32_t scheme : {RF_SCHEME_IMPLICIT, RF_SCHEME_EXPLICIT}) {
    CAPTURE(scheme);
    Plates world(scheme == RF_SCHEME_IMPLICIT ? 0.0 : 0.3, 0.1);
    world.scene.settings.scheme = scheme;
    check_runners(world, 150);
  }
}
