// Worlds of so many rocks that they are stepped together.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "live/world.h"
#include "samples/samples.h"

using namespace sandbox::live;

namespace {

Setup many_rocks() {
  Setup setup = sandbox::samples::find("thousand").make();
  setup.scenario.rock_count = 1600;
  return setup;
}

bool same(const rf_state& a, const rf_state& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

double distance(const double* a, const double* b, int count) {
  double square = 0;
  for (int k = 0; k < count; ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(square);
}

}  // namespace

TEST_CASE("rocks that are stepped together have the bits of rf_step, and nearly the place before the last step") {
  World world(many_rocks());
  const Variant& variant = world.variants()[0];
  REQUIRE_FALSE(has_detail(variant));
  std::vector<rf_state> alone;
  for (std::size_t rock = 0; rock < 1600; rock += 199) alone.push_back(variant.states[rock]);
  world.watch(199);
  for (const std::uint32_t steps : {8u, 9u, 300u, 1u, 8u}) world.advance(steps);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    rf_state before = alone[i];
    for (int step = 0; step < 326; ++step) {
      before = alone[i];
      REQUIRE(rf_step(&variant.scene, &alone[i], nullptr) == RF_OK);
    }
    CHECK(same(variant.states[199 * i], alone[i]));
    const rf_state &kept = variant.before[199 * i], &now = alone[i];
    if (i == 1) CHECK(same(kept, before));  // the watched rock
    // The others are moved back at the velocity after the step instead of the mean of both.
    const double half = 0.5 * variant.scene.settings.time_step;
    CHECK(distance(kept.position, before.position, 3) <=
          1e-12 + 1.001 * half * distance(now.velocity, before.velocity, 3));
    CHECK(distance(kept.orientation, before.orientation, 4) <=
          1e-4 + 1.001 * half * distance(now.angular_velocity, before.angular_velocity, 3));
  }
}

TEST_CASE("moments of many rocks are kept at the ends of pictures, and restored") {
  World world(many_rocks());
  const Variant& variant = world.variants()[0];
  std::vector<rf_state> states;
  for (int picture = 0; picture < 5; ++picture) {
    world.advance(8);
    if (world.step() == 32) states = variant.states;
  }
  std::vector<std::uint64_t> steps;
  for (const Moment& moment : world.timeline().moments()) steps.push_back(moment.step);
  CHECK(steps == std::vector<std::uint64_t>{0, 16, 32});
  world.seek(2);
  CHECK(world.step() == 32);
  bool equal = true;
  for (std::size_t rock = 0; rock < states.size(); ++rock) equal = equal && same(variant.states[rock], states[rock]);
  CHECK(equal);
  CHECK(variant.ledgers.size() == states.size());
  // Many steps at once are divided.
  world.advance(100);
  CHECK(world.timeline().moments().size() == 8);
}

TEST_CASE("of many rocks only the watched one has contacts and energy sums, and all have impacts") {
  World world(many_rocks());
  world.watch(7);
  world.advance(700);
  const Variant& variant = world.variants()[0];
  CHECK(variant.series.samples().size() == 701);  // with the start
  CHECK(variant.marks[7].count > 0);
  CHECK(variant.marks[8].count == 0);
  CHECK(variant.ledgers[7].contact_work < 0);
  CHECK(variant.ledgers[8].contact_work == 0);
  bool others = false;
  for (const ImpactMark& impact : world.tracks().impacts()) {
    CHECK(static_cast<double>(impact.time) <= world.time() + 1e-6);
    others = others || impact.rock != 7;
  }
  CHECK(others);
  world.watch(8);
  CHECK(variant.ledgers[8].since == doctest::Approx(1.4));
  world.seek(1);
  CHECK(variant.ledgers[8].since == world.time());
  world.advance(100);
  CHECK(variant.states[0].step == world.step());
}
