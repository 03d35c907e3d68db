// What samples suggest to try has the effect that they name.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "live/opened_sample.h"
#include "samples/samples.h"

using namespace opened_sample;

namespace {

/** A sample with another value of a ground parameter, stepped for a time. */
struct Changed {
  Changed(const char* name, double rf_ground::*parameter, double value, double seconds)
      : setup(samples::find(name).make()), world(changed(setup, parameter, value)) {
    world.advance(static_cast<std::uint32_t>(seconds / world.settings().time_step));
  }
  static const Setup& changed(Setup& setup, double rf_ground::*parameter, double value) {
    setup.scenario.ground.ground.*parameter = value;
    return setup;
  }
  std::size_t count(const std::function<bool(const rf_state&)>& holds) const {
    const std::vector<rf_state>& rocks = world.variants()[0].states;
    return static_cast<std::size_t>(std::count_if(rocks.begin(), rocks.end(), holds));
  }
  std::size_t wheels() const {
    return count([this](const rf_state& rock) { return about_major(world.built().rock(0), rock); });
  }
  Setup setup;
  World world;
};

}  // namespace

TEST_CASE("what a sample suggests to try has the effect that it names" * doctest::test_suite("long")) {
  SUBCASE("ramp") {
    Setup less = samples::find("ramp").make();
    less.scenario.ground.ground.mu_min = 0.3;
    CHECK(mean_way(less, 30) < 0.8 * mean_way(samples::find("ramp").make(), 30));
  }
  SUBCASE("mountain") {
    Setup slower = samples::find("mountain").make();
    slower.scenario.ground.ground.kappa *= 0.25;
    CHECK(mean_way(slower, 40) < 0.7 * mean_way(samples::find("mountain").make(), 40));
  }
  SUBCASE("wheel") {
    CHECK(Changed("wheel", &rf_ground::rolling_resistance, 0, 12).wheels() == 1);
    CHECK(Changed("wheel", &rf_ground::rolling_resistance, 0.2, 12).wheels() == 0);
  }
  SUBCASE("wheel_ensemble") {
    const auto moves = [](const rf_state& rock) { return rock.end == RF_MOVING; };
    const Changed as_it_is("wheel_ensemble", &rf_ground::mu_min, 10, 30);
    CHECK(as_it_is.count(moves) < 40);
    CHECK(as_it_is.wheels() > 25);
    const Changed sliding("wheel_ensemble", &rf_ground::mu_min, 0.5, 30);
    CHECK(sliding.count(moves) == 60);
    CHECK(sliding.wheels() < 15);
  }
  SUBCASE("edge_of_terrain") {
    const auto has_left = [](const rf_state& rock) { return rock.end == RF_ENDED_LEFT_TERRAIN; };
    CHECK(Changed("edge_of_terrain", &rf_ground::rolling_resistance, 0, 40).count(has_left) > 25);
    CHECK(Changed("edge_of_terrain", &rf_ground::rolling_resistance, 0.25, 40).count(has_left) < 5);
  }
  SUBCASE("intermediate_axis") {
    Setup setup = samples::find("intermediate_axis").make();
    setup.scenario.settings.scheme = RF_SCHEME_EXPLICIT;
    World world(setup);
    world.advance(2000);
    const double* const omega = world.variants()[0].states[0].angular_velocity;
    CHECK(std::fabs(omega[0]) > 10 * std::fabs(omega[1]));
  }
}
