// Replays of recordings whose rocks and time steps change.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "cli/commands.h"
#include "live/fingerprint.h"
#include "live/made_recording.h"
#include "live/session.h"
#include "sandbox/captured_output.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

/** A session that plays a recording. */
struct Played {
  explicit Played(const std::vector<unsigned char>& bytes) : session("shapes") {
    const auto file = folder.write("run.rfrec", std::string(bytes.begin(), bytes.end()));
    REQUIRE_MESSAGE(session.open_file(file), session.message());
  }
  const Variant& variant() const { return session.world().variants()[0]; }
  Temporary folder;
  Session session;
};

}  // namespace

TEST_CASE("a replay that removes the watched rock continues with another one") {
  MadeRecording made;
  const auto last = static_cast<std::uint32_t>(made.states.size() - 1);
  made.step(50);
  made.remove(last);
  made.step(50);
  Played played(made.end());
  played.session.world().watch(last);
  played.session.world().advance(200);
  CHECK(played.session.world().replay_finished());
  CHECK(played.session.world().diverged() == 0);
  CHECK(played.session.world().watched() == 0);
  CHECK(played.variant().states.size() == last);
  CHECK(played.variant().marks.size() == last);
  CHECK(played.variant().ledgers.size() == last);
  // What was plotted of the rock with this number before may be of another one.
  CHECK(played.variant().series.samples().front().time == doctest::Approx(0.102));
}

TEST_CASE("a replay that ends without a rock stops at the last step that has one, and says so") {
  MadeRecording made;
  made.step(50);
  while (!made.states.empty()) made.remove(0);
  made.step(50);
  Played played(made.end());
  for (int i = 0; i < 20; ++i) played.session.advance(0.05);
  CHECK(played.session.world().step() == 50);
  CHECK(played.session.world().replay_finished());
  CHECK_FALSE(played.variant().states.empty());
  CHECK(says(played.session.message(), "no rock is left after step 51"));
  REQUIRE(played.session.seek(20));
  CHECK_FALSE(played.session.world().replay_finished());
  CHECK(played.session.world().step() == 20);
}

TEST_CASE("a recording with a state that is not finite is refused with the rock, the step and the member") {
  MadeRecording made;
  made.step(7);
  rf_state state = made.states[0];
  state.velocity[1] = std::numeric_limits<double>::infinity();
  made.add(state);
  made.step(1);
  Temporary folder;
  const std::vector<unsigned char> bytes = made.end();
  Session session("shapes");
  CHECK_FALSE(session.open_file(folder.write("run.rfrec", std::string(bytes.begin(), bytes.end()))));
  CHECK(says(session.message(), "an invalid state of rock " + std::to_string(made.states.size() - 1) + " at step 7"));
  CHECK(says(session.message(), "velocity[1]"));
}

TEST_CASE("trajectories do not join a removed rock with one that is added in the same step") {
  MadeRecording made;
  made.step(25);
  rf_state far = made.states.back();
  far.position[0] += 40;
  made.remove(static_cast<std::uint32_t>(made.states.size() - 1));
  made.add(far);
  made.step(25);
  Played played(made.end());
  played.session.world().advance(50);
  CHECK(played.session.world().diverged() == 0);
  for (const TrackSegment& segment : played.session.world().tracks().segments()) {
    CHECK(std::fabs(segment.to[0] - segment.from[0]) < 5);
  }
}

TEST_CASE("rocks that a step back restores continue from their places after the recording is left") {
  MadeRecording made;
  const std::size_t rocks = made.states.size();
  made.step(103);
  while (made.states.size() > rocks - 5) made.remove(0);
  made.step(20);
  Played played(made.end());
  World& world = played.session.world();
  world.advance(105);
  REQUIRE(played.variant().states.size() == rocks - 5);
  world.step_back();
  REQUIRE(played.variant().states.size() == rocks);
  world.leave_replay();
  const std::size_t before = world.tracks().segments().size();
  world.advance(30);
  const std::vector<TrackSegment>& segments = world.tracks().segments();
  CHECK(segments.size() > before);
  for (std::size_t i = before; i < segments.size(); ++i) {
    for (int k = 0; k < 3; ++k) CHECK(std::fabs(segments[i].to[k] - segments[i].from[k]) < 2);
    CHECK(segments[i].rock < rocks);
  }
  const auto of_last = std::count_if(segments.begin() + static_cast<std::ptrdiff_t>(before), segments.end(),
                                     [&](const TrackSegment& segment) { return segment.rock == rocks - 1; });
  CHECK(of_last > 0);
}

TEST_CASE("the energy sums begin where a replay is left, which has none") {
  MadeRecording made;
  made.step(300);
  Played played(made.end());
  World& world = played.session.world();
  world.advance(200);
  world.leave_replay();
  for (const std::uint64_t begin : {200u, 120u}) {
    CAPTURE(begin);
    if (world.step() != begin) world.seek(world.timeline().first_after(begin) - 1);
    REQUIRE(world.step() == begin);
    const auto energy = [&] { return rf_kinetic_energy(&played.variant().scene, &played.variant().states[0]); };
    const double before = energy();
    world.advance(50);
    const LedgerSum& sum = played.variant().ledgers[0];
    CHECK(sum.since == doctest::Approx(0.002 * static_cast<double>(begin)));
    CHECK(sum.kinetic_change == doctest::Approx(energy() - before));
    CHECK(sum.kinetic_change != 0);
  }
}

TEST_CASE("a jump in a replay shows the time that playing shows, also across a change of the time step") {
  MadeRecording made;
  made.step(100);
  made.set_time_step(0.004);
  made.step(100);
  made.set_time_step(0.001);
  made.step(200);
  const std::vector<unsigned char> bytes = made.end();
  Played whole(bytes);
  whole.session.world().advance(400);
  CHECK(whole.session.world().time() == doctest::Approx(0.8));
  for (const std::uint64_t step : {100u, 150u, 200u, 300u, 400u}) {
    CAPTURE(step);
    Played played(bytes);
    REQUIRE(played.session.seek(step));
    CHECK(played.session.world().step() == step);
    const Timeline& timeline = whole.session.world().timeline();
    CHECK(played.session.world().time() ==
          doctest::Approx(timeline.moments()[timeline.first_after(step) - 1].time).epsilon(1e-12));
    played.session.world().advance(1);
    if (step < 400) CHECK(played.variant().series.samples().back().time == played.session.world().time());
  }
}

TEST_CASE("a jump in a replay that is refused changes nothing") {
  MadeRecording made;
  made.step(50);
  made.set_time_step(0.004);
  while (!made.states.empty()) made.remove(0);
  made.step(50);
  Played played(made.end());
  played.session.world().advance(30);
  const Fingerprint before(played.session);
  const double time = played.session.world().time();
  CHECK_FALSE(played.session.seek(80));
  CHECK(says(played.session.message(), "no rock is left"));
  CHECK(Fingerprint(played.session) == before);
  CHECK(played.session.world().time() == time);
  CHECK_FALSE(played.session.world().replay_finished());
  played.session.world().advance(20);
  CHECK(played.session.world().step() == 50);
  CHECK(played.session.world().diverged() == 0);
}

TEST_CASE("a recording contains the files of its scene as they were when it began") {
  const Temporary folder;
  const auto file = folder.folder / "run.rfrec";
  const std::string begin = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 30\n";
  const std::string hill = begin + "60 30 0\n60 30 0\n60 30 0\n", other = begin + "50 30 0\n50 30 0\n50 30 0\n";
  Session session("first_fall");
  REQUIRE_MESSAGE(session.open_file(folder.write("hill.asc", hill)), session.message());
  REQUIRE_MESSAGE(session.start_recording(), session.message());
  session.world().advance(100);
  folder.write("hill.asc", other);
  REQUIRE_MESSAGE(session.stop_recording(file), session.message());
  Session replayed("bounce");
  REQUIRE_MESSAGE(replayed.open_file(file), replayed.message());
  replayed.world().advance(200);
  CHECK(replayed.world().replay_finished());
  CHECK(replayed.world().diverged() == 0);
  // A recording that begins now could not be replayed with the files that are there.
  CHECK_FALSE(session.start_recording());
  CHECK(says(session.message(), "has changed since it was opened"));
  CHECK_FALSE(session.world().recording());
}

TEST_CASE("states are recorded more seldom after many rocks were released") {
  Session session("first_fall");
  REQUIRE(session.start_recording());
  const double velocity[3] = {0, 0, 0};
  for (int rock = 0; rock < 99; ++rock) {
    REQUIRE(session.release(2 + 0.2 * rock, 0.1 * rock, 40, velocity, 0));
  }
  session.world().advance(100);
  const Temporary folder;
  REQUIRE(session.stop_recording(folder.folder / "run.rfrec"));
  const std::string bytes = read_all(folder.folder / "run.rfrec");
  rf_recording recording{};
  REQUIRE(rf_recording_open(&recording, bytes.data(), bytes.size(), nullptr, nullptr) == RF_OK);
  rf_record record{};
  int states = 0;
  while (rf_recording_next(&recording, &record, nullptr) == RF_OK && record.kind != RF_RECORD_END) {
    states += record.kind == RF_RECORD_STATE ? 1 : 0;
  }
  CHECK(states > 500);
  CHECK(states < 100 * 13);  // of 12 rocks at each step, or of all more seldom
  REQUIRE(session.open_file(folder.folder / "run.rfrec"));
  session.world().advance(200);
  CHECK(session.world().replay_finished());
  CHECK(session.world().diverged() == 0);
}

TEST_CASE("pause plays a recording again at its end, also if it was paused there") {
  MadeRecording made;
  made.step(50);
  Played played(made.end());
  Session& session = played.session;
  session.pause_or_run();
  CHECK(session.pacer.paused);
  CHECK_FALSE(session.at_end_of_recording());
  for (const bool paused : {false, true}) {
    session.world().advance(60);
    REQUIRE(session.at_end_of_recording());
    session.pacer.paused = paused;
    session.pause_or_run();
    CHECK_FALSE(session.pacer.paused);
    CHECK(session.world().step() == 0);
    CHECK_FALSE(session.at_end_of_recording());
  }
  session.world().advance(60);
  session.set_loop(true);
  CHECK_FALSE(session.at_end_of_recording());
  session.pause_or_run();
  CHECK(session.pacer.paused);
}

TEST_CASE("a recording of another scene is not shown as the sample that is open, whatever fits") {
  const Temporary folder;
  const auto file = folder.folder / "ramp.rfrec";
  RecordArguments arguments;
  arguments.scenario = "ramp_l21";
  arguments.overrides.rocks = 3;
  arguments.steps = 50;
  arguments.out = file.string();
  arguments.quiet = true;
  {
    const CapturedOutput output;
    record_command(arguments);
  }
  Session session("contact_models");
  REQUIRE_MESSAGE(session.open_file(file), session.message());
  CHECK(session.sample() == nullptr);
  CHECK(session.scene_name() == "ramp_l21");
  REQUIRE(session.restart());
  CHECK(session.world().variants().size() == 1);
}
