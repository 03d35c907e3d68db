#include "live/world.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "live/fuzzy.h"
#include "live/pacer.h"
#include "live/session.h"
#include "samples/samples.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

bool same_bits(const rf_state& a, const rf_state& b) {
  return std::memcmp(a.position, b.position, sizeof a.position) == 0 &&
         std::memcmp(a.velocity, b.velocity, sizeof a.velocity) == 0 &&
         std::memcmp(a.angular_velocity, b.angular_velocity, sizeof a.angular_velocity) == 0 && a.step == b.step;
}

}  // namespace

TEST_CASE("a live world gives the same bits as direct calls of rf_step") {
  World world(samples::first_fall());
  rf_state alone = world.variants()[0].states[0];
  const rf_scene& scene = world.variants()[0].scene;
  world.advance(7);
  world.advance(493);
  for (int i = 0; i < 500; ++i) REQUIRE(rf_step(&scene, &alone, nullptr) == RF_OK);
  CHECK(same_bits(world.variants()[0].states[0], alone));
  CHECK(world.step() == 500);
  CHECK(world.time() == doctest::Approx(1.0));
}

TEST_CASE("going back and stepping again gives the same bits") {
  World world(samples::ramp());
  world.advance(400);
  const auto first = world.variants()[0].states;
  world.seek(10);
  CHECK(world.step() == 100);
  world.advance(300);
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(same_bits(world.variants()[0].states[i], first[i]));
}

TEST_CASE("going back keeps the later history until the next step") {
  World world(samples::first_fall());
  world.advance(300);
  const std::size_t moments = world.timeline().moments().size();
  world.seek(3);
  CHECK(world.timeline().moments().size() == moments);
  world.seek(moments - 1);
  CHECK(world.step() == 300);
  world.seek(3);
  world.advance(1);
  CHECK(world.step() == 31);
  CHECK(world.timeline().moments().back().step <= 31);
}

TEST_CASE("a run continued from an earlier step with lower friction goes farther") {
  World world(samples::first_fall());
  world.advance(1500);
  const rf_state before = world.variants()[0].states[0];
  world.seek(20);
  rf_ground ground = world.ground();
  ground.mu_min = ground.mu_max = 0.1;
  world.set_ground(ground);
  world.advance(1300);
  CHECK(world.step() == 1500);
  CHECK(world.variants()[0].states[0].position[0] > before.position[0] + 2);
}

TEST_CASE("explicit and implicit scheme start from the same state and diverge in flight") {
  World world(samples::free_rotation_schemes());
  REQUIRE(world.variants().size() == 4);
  CHECK(same_bits(world.variants()[0].states[0], world.variants()[1].states[0]));
  world.advance(3000);
  const auto major = [&](std::size_t variant) { return world.variants()[variant].states[0].angular_velocity[2]; };
  CHECK(std::fabs(major(0) - major(1)) > 0.5);
}

TEST_CASE("refused parameters do not change the world") {
  World world(samples::first_fall());
  rf_ground ground = world.ground();
  const std::uint64_t ground_before = rf_hash_ground(&ground);
  ground.mu_min = -1;
  CHECK(says(refusal([&] { world.set_ground(ground); }), "mu_min"));
  CHECK(rf_hash_ground(&world.ground()) == ground_before);
  rf_settings settings = world.settings();
  const std::uint64_t settings_before = rf_hash_settings(&settings);
  settings.time_step = 0;
  CHECK(says(refusal([&] { world.set_settings(settings); }), "time_step"));
  CHECK(rf_hash_settings(&world.settings()) == settings_before);
  RockSpec spec = world.rock_spec(0);
  spec.density = -5;
  const double mass = world.built().rock(0)->mass;
  CHECK(!refusal([&] { world.set_rock(0, spec); }).empty());
  CHECK(world.built().rock(0)->mass == mass);
}

TEST_CASE("a released rock has the given position and velocity") {
  World world(samples::block_stands());
  const double velocity[3] = {1, -2, 0};
  const std::uint32_t rock = world.release(5, 7, 2, velocity, 0);
  CHECK(rock == 1);
  CHECK(world.variants()[0].states[1].position[0] == 5);
  CHECK(world.variants()[0].states[1].velocity[1] == -2);
  world.advance(10);
  CHECK(world.variants()[0].states[1].position[1] < 7);
}

TEST_CASE("a change of the rock size changes the mass of existing rocks") {
  World world(samples::first_fall());
  RockSpec spec = world.rock_spec(0);
  spec.size = {{4, 4, 2}};
  const double mass = world.built().rock(0)->mass;
  world.set_rock(0, spec);
  CHECK(world.built().rock(0)->mass == doctest::Approx(8 * mass));
  world.advance(100);
  CHECK(world.variants()[0].states[0].end == RF_MOVING);
}

TEST_CASE("the plots have one value per step and the energies of the engine") {
  World world(samples::first_fall());
  world.advance(50);
  const auto& samples = world.variants()[0].series.samples();
  REQUIRE(samples.size() == 50);
  const double kinetic_now = rf_kinetic_energy(&world.variants()[0].scene, &world.variants()[0].states[0]);
  CHECK(static_cast<double>(samples.back().value[kinetic]) == doctest::Approx(kinetic_now).epsilon(1e-6));
  CHECK(samples.back().time == doctest::Approx(0.1));
}

TEST_CASE("a recording replays to the same bits and is refused in another scene") {
  World world(samples::first_fall());
  world.advance(100);
  world.start_recording("sample=first_fall");
  world.advance(200);
  rf_ground ground = world.ground();
  ground.mu_min = ground.mu_max = 0.9;
  world.set_ground(ground);
  world.advance(400);
  const rf_state last = world.variants()[0].states[0];
  const auto bytes = world.stop_recording();

  World other(samples::first_fall());
  other.start_replay(bytes);
  other.advance(10000);
  CHECK(other.replay_finished());
  CHECK(other.diverged() == 0);
  CHECK(same_bits(other.variants()[0].states[0], last));
  other.restart();
  CHECK(other.step() == 0);
  CHECK(other.ground().mu_min == doctest::Approx(0.5));

  World stranger(samples::bounce());
  CHECK(!refusal([&] { stranger.start_replay(bytes); }).empty());
  CHECK(stranger.variants()[0].states.size() == 1);
  stranger.advance(10);
  CHECK(stranger.step() == 10);
}

TEST_CASE("the frame rate does not change the time step") {
  Pacer pacer;
  std::uint32_t total = 0;
  for (int i = 0; i < 100; ++i) total += pacer.steps(0.0167, 0.002);
  CHECK(0.002 * (total + pacer.between(0.002)) == doctest::Approx(1.67));
  CHECK(pacer.between(0.002) <= 1);
  pacer.paused = true;
  CHECK(pacer.steps(5, 0.002) == 0);
  pacer.single_step();
  CHECK(pacer.steps(5, 0.002) == 1);
  CHECK(pacer.steps(5, 0.002) == 0);
  pacer.paused = false;
  CHECK(pacer.steps(60, 0.002) <= 125);
}

TEST_CASE("fuzzy search finds a name by some of its letters in order") {
  CHECK(fuzzy_score("intax", "intermediate_axis").has_value());
  CHECK_FALSE(fuzzy_score("axint", "intermediate_axis").has_value());
  CHECK(*fuzzy_score("ramp", "ramp") > *fuzzy_score("ramp", "schemes_on_a_ramp"));
}

TEST_CASE("every sample opens and makes 300 steps without a fault") {
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    World world(sample.make());
    world.advance(300);
    for (const Variant& variant : world.variants()) {
      for (const rf_state& state : variant.states) REQUIRE(state.end != RF_ENDED_FAULT);
    }
    CHECK(world.step() == 300);
  }
}

TEST_CASE("a scenario that comes with rockfall opens by its name, and a name that is none gets a suggestion") {
  Session session("first_fall");
  REQUIRE_MESSAGE(session.open_file("ramp_l21"), session.message());
  CHECK(session.scene_name() == "ramp_l21");
  CHECK(session.world().setup().scenario.name == read_scenario(find_scenario("ramp_l21")).name);
  CHECK_FALSE(session.open_file("ramp_l12"));
  CHECK(says(session.message(), "is 'ramp_l21' meant?"));
}

TEST_CASE("terrain, rock and scenario files open in the live scene") {
  const Temporary folder;
  Session session("first_fall");
  CHECK(session.open_file(assets_folder() / "rocks" / "double_pyramid_l14.pts"));
  CHECK(session.open_file(assets_folder() / "terrain" / "maunga_whau.asc"));
  CHECK(session.scene_name() == "maunga_whau");
  session.advance(0.2);
  CHECK(session.world().step() == 100);
  CHECK(session.open_file(assets_folder() / "wheel_l14.toml"));
  CHECK(session.message().empty());
}

TEST_CASE("pieces of the trajectories of very many rocks are longer, so that there is room for all of their way") {
  for (const std::uint32_t rocks : {100u, 3000u}) {
    CAPTURE(rocks);
    World world(samples::find("thousand").make());
    world.set_release_count(rocks);
    world.restart();
    world.advance(400);
    double least = 1e300;
    for (const TrackSegment& segment : world.tracks().segments()) {
      double moved = 0;
      for (int k = 0; k < 3; ++k)
        moved += std::fabs(static_cast<double>(segment.to[k]) - static_cast<double>(segment.from[k]));
      least = std::fmin(least, moved);
    }
    REQUIRE(world.tracks().segments().size() > rocks);
    CHECK(least > (rocks == 3000 ? 0.44 : 0.0199));
    CHECK(least < (rocks == 3000 ? 1.0 : 0.2));
  }
}
