// Throws, pushes and parameters that change a run, and going back over them.
#include <doctest/doctest.h>

#include <algorithm>

#include "live/fingerprint.h"
#include "live/session.h"
#include "samples/samples.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

const double at_rest[3] = {0, 0, 0};

bool throw_rock(Session& session) { return session.release(5, 1, 1, at_rest, 0); }

std::size_t rocks(const Session& session) { return session.world().variants()[0].states.size(); }

void record(Session& session, int steps, const std::filesystem::path& file) {
  REQUIRE_MESSAGE(session.start_recording(), session.message());
  session.world().advance(static_cast<std::uint32_t>(steps));
  REQUIRE_MESSAGE(session.stop_recording(file), session.message());
}

}  // namespace

TEST_CASE("a step back keeps the rock that was thrown before, and its bits") {
  Session session("first_fall");
  session.world().advance(13);
  REQUIRE(throw_rock(session));
  session.world().advance(3);
  const std::uint64_t hash = states_hash(session.world().variants()[0]);
  session.world().advance(1);
  REQUIRE(session.step_back());
  CHECK(session.world().step() == 16);
  REQUIRE(rocks(session) == 2);
  CHECK(states_hash(session.world().variants()[0]) == hash);
  // Before the throw there is no rock.
  for (int i = 0; i < 4; ++i) REQUIRE(session.step_back());
  CHECK(session.world().step() == 12);
  CHECK(rocks(session) == 1);
}

TEST_CASE("moments of changes stay when the timeline is thinned") {
  Timeline timeline;
  Moment moment;
  moment.states = {std::vector<rf_state>(20000)};
  for (std::uint64_t step = 0; step <= 2000; ++step) {
    moment.step = step;
    moment.changed = step == 1 || step == 333;
    if (!timeline.due(step) && !moment.changed) continue;
    timeline.add(moment);
  }
  CHECK(timeline.interval() > 10);
  for (const std::uint64_t step : {0u, 1u, 333u}) {
    CHECK(timeline.moments()[timeline.first_after(step) - 1].step == step);
  }
  for (const Moment& kept : timeline.moments()) CHECK((kept.changed || kept.step % timeline.interval() == 0));
}

TEST_CASE("the timeline is thinned also where every moment is one of a change") {
  Timeline timeline;
  Moment moment;
  moment.states = {std::vector<rf_state>(100000)};
  moment.changed = true;
  for (moment.step = 0; moment.step < 100; ++moment.step) timeline.add(moment);
  CHECK(timeline.moments().size() < 30);
  CHECK(timeline.moments().front().step == 0);
  CHECK(timeline.moments().back().step == 99);
}

TEST_CASE("stepping back and forward does not repeat values in the plots") {
  World world(samples::first_fall());
  world.advance(17);
  for (int i = 0; i < 3; ++i) {
    world.step_back();
    world.step_back();
    world.advance(2);
  }
  const std::vector<Sample>& values = world.variants()[0].series.samples();
  CHECK(values.size() == 17);
  for (std::size_t i = 1; i < values.size(); ++i) CHECK(values[i].time > values[i - 1].time);
}

TEST_CASE("the parameters of a sweep are refused with a reason, and can be changed after its end") {
  Session session("first_fall");
  const double gravity = session.world().settings().gravity;
  rf_ground ground = session.world().ground();
  ground.mu_min = 0.2;
  REQUIRE(session.set_ground(ground));
  REQUIRE(session.sweep(*find_parameter("gravity"), 5, 15, 3));
  const Fingerprint before(session);
  ground.kappa = 7;
  CHECK_FALSE(session.set_ground(ground));
  CHECK(says(session.message(), "the values of a sweep stay as they are"));
  rf_settings settings = session.world().settings();
  settings.stop_speed = 0.3;
  CHECK_FALSE(session.set_settings(settings));
  CHECK(says(session.message(), "the values of a sweep stay as they are"));
  CHECK_FALSE(session.undo());
  CHECK(says(session.message(), "sweep"));
  CHECK(Fingerprint(session) == before);
  REQUIRE(session.set_variants({}));
  CHECK(session.world().settings().gravity == gravity);
  CHECK(session.set_ground(ground));
  CHECK(session.undo());
}

TEST_CASE("a sweep with values that are not possible changes nothing") {
  Session session("first_fall");
  session.advance(0.2);
  const Fingerprint before(session);
  std::vector<VariantSpec> variants(3);
  for (VariantSpec& variant : variants) variant.ground = session.world().ground();
  variants[1].ground->restitution_normal = 1.5;
  CHECK_FALSE(session.set_variants(variants));
  CHECK(says(session.message(), "restitution_normal"));
  variants[1].ground->restitution_normal = 0;
  variants[2].settings = session.world().settings();
  variants[2].settings->time_step = 0;
  CHECK_FALSE(session.set_variants(variants));
  CHECK(says(session.message(), "time_step"));
  CHECK(Fingerprint(session) == before);
  session.advance(0.2);
  // Values beyond the valid ones, which a slider takes when they are typed, count as the nearest valid one.
  REQUIRE(session.sweep(*find_parameter("ground.mu_min"), -1, 0.3, 3));
  CHECK(session.world().variants().size() == 3);
  session.advance(0.2);
}

TEST_CASE("a single step ends the loop over stored moments") {
  Session session("first_fall");
  for (int i = 0; i < 20; ++i) session.advance(0.1);
  session.loop = true;
  session.advance(0.1);
  const std::uint64_t shown = session.world().step();
  session.pacer.paused = true;
  session.pacer.single_step();
  session.advance(0.1);
  CHECK_FALSE(session.loop);
  CHECK(session.world().step() == shown + 1);
}

TEST_CASE("a run continues from its last moment after a loop") {
  Session session("first_fall");
  for (int i = 0; i < 20; ++i) session.advance(0.1);
  const std::uint64_t last = session.world().timeline().moments().back().step;
  const std::size_t moments = session.world().timeline().moments().size();
  session.set_loop(true);
  for (int i = 0; i < 3; ++i) session.advance(0.1);
  CHECK(session.world().step() < last);
  session.set_loop(false);
  CHECK(session.world().step() == last);
  session.advance(0.1);
  CHECK(session.world().timeline().moments().size() >= moments);
}

TEST_CASE("a second sweep does not take over a value of the first one") {
  Session session("first_fall");
  const double gravity = session.world().settings().gravity;
  const Parameter& of_gravity = *std::find_if(settings_parameters().begin(), settings_parameters().end(),
                                              [](const Parameter& one) { return std::string(one.name) == "gravity"; });
  REQUIRE(session.sweep(of_gravity, 2, 20, 4));
  CHECK(session.present().set.settings.gravity == gravity);
  REQUIRE(session.sweep(ground_parameters().front(), 0.2, 0.4, 3));
  for (const Variant& variant : session.world().variants()) CHECK(variant.scene.settings.gravity == gravity);
}

TEST_CASE("undo continues after a restart with other rocks") {
  Session session("first_fall");
  REQUIRE_MESSAGE(session.open_file(assets_folder() / "ramp_l21.toml"), session.message());
  REQUIRE(session.open_with_rocks(1));
  const rf_state& rock = session.world().variants()[0].states[0];
  const double friction = session.world().ground().mu_min;
  rf_ground ground = session.world().ground();
  ground.mu_min = ground.mu_max = 0.35;
  REQUIRE(session.set_ground(ground));
  session.end_gesture();
  REQUIRE(session.release(rock.position[0], rock.position[1] + 3, 2, at_rest, 0));
  REQUIRE(session.set_release_count(2));
  REQUIRE(session.restart());
  REQUIRE(rocks(session) == 2);
  CHECK(session.undo());  // the thrown rock is gone already
  CHECK(rocks(session) == 2);
  CHECK(session.undo());
  CHECK(session.world().ground().mu_min == friction);
}

TEST_CASE("a throw after leaving a recording of fewer rocks is undone") {
  const Temporary folder;
  Session session("first_fall");
  REQUIRE_MESSAGE(session.open_file(assets_folder() / "ramp_l21.toml"), session.message());
  REQUIRE(session.open_with_rocks(2));
  record(session, 50, folder.folder / "run.rfrec");
  REQUIRE(session.open_with_rocks(20));
  const std::uint64_t scene = session.scene_number();
  REQUIRE(session.open_file(folder.folder / "run.rfrec"));
  REQUIRE(session.scene_number() == scene);
  session.world().advance(20);
  REQUIRE(session.leave_replay());
  REQUIRE(rocks(session) == 2);
  const rf_state rock = session.world().variants()[0].states[0];
  REQUIRE(session.release(rock.position[0], rock.position[1] + 3, 2, at_rest, 0));
  REQUIRE_MESSAGE(session.undo(), session.message());
  CHECK(rocks(session) == 2);
  CHECK_FALSE(session.history().can_undo());
}

TEST_CASE("a run that begins anew is not looped") {
  const Temporary folder;
  Session session("first_fall");
  record(session, 50, folder.folder / "run.rfrec");
  const auto check_runs = [&] {
    CHECK_FALSE(session.loop);
    const std::uint64_t before = session.world().step();
    session.advance(0.1);
    CHECK(session.world().step() > before);
    session.loop = true;
  };
  session.loop = true;
  REQUIRE(session.restart());
  check_runs();
  REQUIRE(session.open_sample("bounce"));
  check_runs();
  REQUIRE(session.set_variants({}));
  check_runs();
  REQUIRE(session.open_sample("first_fall"));
  check_runs();
  REQUIRE(session.open_file(folder.folder / "run.rfrec"));
  check_runs();
}

TEST_CASE("a loop of a single moment steps as usual") {
  Session session("first_fall");
  session.loop = true;
  session.advance(0.1);
  CHECK(session.world().step() == 50);
}
