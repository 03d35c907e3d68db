// Variants with different time steps run side by side at the same time.
#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include "live/plot.h"
#include "live/session.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

void check_same_time(const World& world) {
  for (const Variant& variant : world.variants()) {
    CAPTURE(variant.name);
    const double time_step = variant.scene.settings.time_step;
    CHECK(variant.time <= world.time() + 1e-9);
    CHECK(variant.time > world.time() - time_step);
    for (std::size_t i = 1; i < variant.series.samples().size(); ++i) {
      REQUIRE(variant.series.samples()[i].time > variant.series.samples()[i - 1].time);
    }
  }
}

}  // namespace

TEST_CASE("the values of a sweep over the time step are all at the same time") {
  Session session("first_fall");
  REQUIRE_MESSAGE(session.sweep(*find_parameter("time_step"), 0.001, 0.004, 4), session.message());
  World& world = session.world();
  for (const std::uint32_t steps : {1u, 2u, 97u}) {
    world.advance(steps);
    check_same_time(world);
  }
  CHECK(world.time() == doctest::Approx(0.1));
  for (const Variant& variant : world.variants()) {
    CHECK(variant.series.samples().back().time == doctest::Approx(variant.time));
    const double time = static_cast<double>(variant.states[0].step) * variant.scene.settings.time_step;
    CHECK(time == doctest::Approx(variant.time));
    CHECK(time > 0.1 - 0.004);
  }
  REQUIRE(session.step_back());
  CHECK(world.time() == doctest::Approx(0.099));
  check_same_time(world);
  world.seek(3);
  world.advance(15);
  check_same_time(world);
}

TEST_CASE("the number of steps at a time does not change the states of variants with other time steps") {
  Session one("first_fall"), many("first_fall");
  for (Session* const session : {&one, &many}) {
    REQUIRE(session->sweep(*find_parameter("time_step"), 0.001, 0.004, 3));
  }
  for (int i = 0; i < 230; ++i) one.world().advance(1);
  many.world().advance(230);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(rf_hash_state(&one.world().variants()[i].states[0]) == rf_hash_state(&many.world().variants()[i].states[0]));
  }
}

TEST_CASE("A and B stay at the same time while the time step of B changes") {
  Session session("first_fall");
  REQUIRE(session.compare_with(session.present().set));
  World& world = session.world();
  world.advance(50);
  rf_settings settings = world.settings();
  settings.time_step = 0.0005;
  REQUIRE(session.set_settings(settings));
  world.advance(201);
  check_same_time(world);
  CHECK(world.variants()[1].states[0].step == 100);
  settings.time_step = 0.005;
  REQUIRE(session.set_settings(settings));
  world.advance(10);
  check_same_time(world);
  CHECK(world.variants()[1].states[0].step == 125);
}

TEST_CASE("in the values of a plot as text, variants with longer steps leave rows empty") {
  Session session("first_fall");
  REQUIRE(session.sweep(*find_parameter("time_step"), 0.001, 0.004, 2));
  session.world().advance(8);
  std::istringstream lines(csv(all_plots()[2], session.world()));
  std::string line;
  std::getline(lines, line);
  for (int row = 1; row <= 8; ++row) {
    REQUIRE(std::getline(lines, line));
    CAPTURE(line);
    CHECK((line.back() == ',') == (row % 4 != 0));
  }
}
