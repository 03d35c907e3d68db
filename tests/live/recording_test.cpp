// Recordings of scenes that were changed in the window: they contain all data to rebuild the scene.
#include <doctest/doctest.h>

#include "cli/commands.h"
#include "live/diverging_recording.h"
#include "live/fingerprint.h"
#include "live/session.h"
#include "run/recording_note.h"
#include "samples/samples.h"
#include "sandbox/captured_output.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

std::uint64_t states_hash(const World& world) { return ::states_hash(world.variants()[0]); }

rf_scene_identity identity_of(const rf_scene& scene) {
  rf_scene_identity identity{};
  REQUIRE(rf_hash_scene(&scene, &identity, nullptr) == RF_OK);
  return identity;
}

/** Changes ground, gravity, scheme and shape before the recording, and ground, rocks and gravity during it. */
std::uint64_t record_changed_scene(Session& session, const std::filesystem::path& file) {
  rf_ground ground = session.world().ground();
  ground.mu_min = 0.31;
  ground.mu_max = 0.77;
  ground.kappa = 1.0 / 3;
  REQUIRE(session.set_ground(ground));
  rf_settings settings = session.world().settings();
  settings.gravity = 7.1;
  settings.scheme = RF_SCHEME_EXPLICIT;
  REQUIRE(session.set_settings(settings));
  RockSpec spec = session.world().rock_spec(0);
  spec.density = 2345.6;
  REQUIRE(session.set_rock(0, spec));
  session.world().advance(150);
  REQUIRE(session.start_recording());
  session.world().advance(100);
  ground.mu_min = 0.05;
  REQUIRE(session.set_ground(ground));
  session.world().advance(33);
  const double velocity[3] = {3, 1, 0};
  const rf_state& first = session.world().variants()[0].states[0];
  REQUIRE(session.release(first.position[0], first.position[1] + 3, 2, velocity, 0));
  settings.gravity = 12;
  REQUIRE(session.set_settings(settings));
  session.world().advance(300);
  const std::uint64_t hash = states_hash(session.world());
  REQUIRE(session.stop_recording(file));
  return hash;
}

/** A session whose scene was changed before and during its recording. */
struct RecordedChange {
  Temporary folder;
  std::filesystem::path file = folder.folder / "run.rfrec";
  Session session{"first_fall"};
  std::uint64_t hash = record_changed_scene(session, file);  // of the states at the end
};

void check_same_bits_to_end(Session& session) {
  for (int i = 0; i < 10000 && !session.world().replay_finished(); ++i) session.world().advance(7);
  REQUIRE(session.world().replay_finished());
  CHECK(session.world().diverged() == 0);
}

}  // namespace

TEST_CASE("a recording of a changed scene replays exactly in a window with another scene") {
  const Temporary folder;
  const std::filesystem::path file = folder.folder / "run.rfrec";
  Session recorded("first_fall");
  const std::uint64_t hash = record_changed_scene(recorded, file);

  Session other("bounce");
  const std::uint64_t scene = other.scene_number();
  REQUIRE_MESSAGE(other.open_file(file), other.message());
  CHECK(other.scene_number() != scene);
  CHECK(other.scene_name() == "first_fall");
  CHECK(other.world().replay_steps() == 433);
  check_same_bits_to_end(other);
  CHECK(other.world().step() == 433);
  CHECK(states_hash(other.world()) == hash);
  CHECK(other.world().ground().mu_min == 0.05);
  CHECK(other.world().settings().gravity == 12);
  CHECK(other.world().variants()[0].states.size() == 2);
}

TEST_CASE("a recording replays in its own window after later changes of the ground") {
  RecordedChange run;
  for (int twice = 0; twice < 2; ++twice) {
    REQUIRE_MESSAGE(run.session.open_file(run.file), run.session.message());
    check_same_bits_to_end(run.session);
    CHECK(states_hash(run.session.world()) == run.hash);
  }
}

TEST_CASE("the replay command replays a recording of the live sandbox and prints its scene") {
  RecordedChange run;
  ReplayArguments arguments;
  arguments.file = run.file.string();
  CapturedOutput output;
  CHECK(replay_command(arguments));
  CHECK(says(output.text.str(), "in the scene that the recording holds, of sample first_fall"));
  CHECK(says(output.text.str(), "the same bits, 2 rocks, 433 steps"));
}

TEST_CASE("a recording replays after its terrain file was moved or removed") {
  const Temporary folder;
  const auto there = folder.folder / "there";
  std::filesystem::create_directory(there);
  std::string text = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 30\n60 30 0\n60 30 0\n60 30 0\n";
  const auto terrain = folder.write("hill.asc", text);
  Session session("first_fall");
  REQUIRE_MESSAGE(session.open_file(terrain), session.message());
  REQUIRE(session.start_recording());
  session.world().advance(50);
  REQUIRE(session.stop_recording(there / "run.rfrec"));
  std::filesystem::rename(terrain, there / "hill.asc");
  for (const bool removed : {false, true}) {
    CAPTURE(removed);
    if (removed) std::filesystem::remove(there / "hill.asc");
    Session other("bounce");
    REQUIRE_MESSAGE(other.open_file(there / "run.rfrec"), other.message());
    check_same_bits_to_end(other);
  }
}

TEST_CASE("the files of a recording are removed with its window, and a scenario saved from it has copies of them") {
  const Temporary folder;
  const auto terrain =
      folder.write("hill.asc", "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 30\n60 30 0\n60 30 0\n60 30 0\n");
  const auto recorded = folder.folder / "run.rfrec", saved = folder.folder / "later.toml";
  Session session("first_fall");
  REQUIRE_MESSAGE(session.open_file(terrain), session.message());
  REQUIRE(session.start_recording());
  session.world().advance(50);
  REQUIRE(session.stop_recording(recorded));
  std::filesystem::remove(terrain);
  folder.write("later_terrain.asc", "a file of the user");
  std::filesystem::path used;
  {
    Session other("bounce");
    REQUIRE_MESSAGE(other.open_file(recorded), other.message());
    used = other.world().setup().scenario.terrain.file;
    CHECK(std::filesystem::exists(used));
    // A second time in the same window, and one that is refused: the scene keeps its files.
    REQUIRE(other.open_file(recorded));
    REQUIRE_FALSE(other.open_file(folder.write("broken.rfrec", read_all(recorded).substr(100))));
    CHECK(std::filesystem::exists(used));
    REQUIRE_MESSAGE(other.save_scenario(saved), other.message());
    REQUIRE_MESSAGE(other.save_scenario(saved), other.message());
  }
  CHECK_FALSE(std::filesystem::exists(used.parent_path()));
  CHECK(read_all(folder.folder / "later_terrain.asc") == "a file of the user");
  CHECK_FALSE(std::filesystem::exists(folder.folder / "later_terrain_3.asc"));
  const Scenario scenario = read_scenario(saved);
  CHECK(scenario.terrain.file.filename() == "later_terrain_2.asc");
  CHECK(says(read_all(saved), "file = \"later_terrain_2.asc\""));  // the folder can be moved
  Session last("bounce");
  CHECK_MESSAGE(last.open_file(saved), last.message());
}

TEST_CASE("a scenario file with the name of a sample is not that sample, in the window and in a recording") {
  const Temporary folder;
  const auto file = folder.folder / "thousand.toml", recorded = folder.folder / "bounce.rfrec";
  {
    Session session("first_fall");
    REQUIRE(session.sample() != nullptr);
    REQUIRE_MESSAGE(session.save_scenario(file), session.message());
    REQUIRE_MESSAGE(session.open_file(file), session.message());
    CHECK(session.scene_name() == "thousand");
    CHECK(session.sample() == nullptr);
    REQUIRE(session.start_recording());
    session.world().advance(100);
    REQUIRE(session.stop_recording(recorded));
  }
  Session other("ramp");
  REQUIRE_MESSAGE(other.open_file(recorded), other.message());
  CHECK(other.sample() == nullptr);
  CHECK(other.scene_name() == "bounce");
  check_same_bits_to_end(other);
  CHECK(other.world().variants()[0].states.size() == 1);
}

TEST_CASE("a recording during a sweep of the ground is that of its first value, and replays also beside a sweep") {
  const Temporary folder;
  const auto file = folder.folder / "run.rfrec";
  const Parameter& friction = *find_parameter("ground.mu_max");
  Session session("first_fall");
  REQUIRE_MESSAGE(session.sweep(friction, 0.6, 1.5, 3), session.message());
  REQUIRE_MESSAGE(session.start_recording(), session.message());
  session.world().advance(200);
  session.world().advance(300);
  const std::uint64_t hash = states_hash(session.world());
  REQUIRE_MESSAGE(session.stop_recording(file), session.message());
  for (const bool sweeps : {false, true}) {
    CAPTURE(sweeps);
    Session other("first_fall");
    if (sweeps) REQUIRE(other.sweep(friction, 0.2, 2, 4));
    REQUIRE_MESSAGE(other.open_file(file), other.message());
    CHECK(other.world().ground().mu_max == 0.6);
    check_same_bits_to_end(other);
    CHECK(states_hash(other.world()) == hash);
  }
}

TEST_CASE("a recording of the present ground replays in a window that sweeps the ground") {
  const Temporary folder;
  const auto file = folder.folder / "run.rfrec";
  Session session("first_fall");
  REQUIRE(session.start_recording());
  session.world().advance(200);
  REQUIRE(session.stop_recording(file));
  REQUIRE(session.sweep(*find_parameter("ground.mu_max"), 0.2, 2, 4));
  REQUIRE_MESSAGE(session.open_file(file), session.message());
  check_same_bits_to_end(session);
}

TEST_CASE("a second start does not discard the recording that is being made") {
  const Temporary folder;
  Session session("first_fall");
  REQUIRE(session.start_recording());
  session.world().advance(30);
  CHECK_FALSE(session.start_recording());
  CHECK(says(session.message(), "a recording is being made"));
  REQUIRE(session.stop_recording(folder.folder / "run.rfrec"));
  REQUIRE(session.open_file(folder.folder / "run.rfrec"));
  CHECK(session.world().replay_steps() == 30);
}

TEST_CASE("a diverging replay reports the step and the rock") {
  for (const std::uint32_t states_every : {1u, 8u}) {
    World world(samples::shapes_side_by_side());
    world.start_replay(diverging_recording(states_every));
    world.advance(40);
    CHECK(world.diverged() == 0);
    world.advance(60);
    CHECK(world.replay_finished());
    CHECK(world.divergence().step == 41);
    CHECK(world.divergence().last_same == 40);
    CHECK(world.divergence().told_at == (states_every == 1 ? 41 : 48));
    REQUIRE(world.divergence().rocks.size() == 1);
    CHECK(world.divergence().rocks[0] == 2);
  }
}

TEST_CASE("a replay tells the steps that were jumped over from those that were compared") {
  World world(samples::shapes_side_by_side());
  world.start_replay(diverging_recording(1));
  world.advance(20);
  CHECK_FALSE(world.replay_has_skipped());
  world.seek_recording(70);  // over the difference
  CHECK(world.replay_has_skipped());
  world.advance(60);
  REQUIRE(world.replay_finished());
  CHECK(world.replay_has_skipped());
  if (world.diverged() > 0) CHECK(world.divergence().after_a_jump);
  world.seek_recording(0);
  CHECK_FALSE(world.replay_has_skipped());
  world.advance(100);
  REQUIRE(world.replay_finished());
  CHECK_FALSE(world.replay_has_skipped());
}

TEST_CASE("a restart or a comparison that fails during a replay leaves the replay as it is") {
  Setup setup = samples::shapes_side_by_side();
  const auto starts = setup.starts;
  bool fails = false;
  setup.starts = [&fails, starts](const BuiltScene& built) {
    if (fails) throw InputError("no ground was found");
    return starts(built);
  };
  World world(std::move(setup));
  world.start_replay(diverging_recording(1));
  world.advance(20);
  const std::uint64_t before = states_hash(world);
  fails = true;
  CHECK_THROWS_AS(world.restart(), InputError);
  CHECK_THROWS_AS(world.set_variants({}), InputError);
  CHECK(world.replaying());
  CHECK(states_hash(world) == before);
  world.advance(5);
  CHECK(world.step() == 25);
  fails = false;
  world.restart();
  CHECK_FALSE(world.replaying());
  CHECK(world.step() == 0);
}

TEST_CASE("a diverging replay of a recording without states reports the step") {
  World world(samples::shapes_side_by_side());
  world.start_replay(diverging_recording(0));
  world.advance(100);
  CHECK(world.divergence().step == 41);
  CHECK(world.divergence().told_at == 0);
}

TEST_CASE("a replay continued from an earlier step gives the same bits, also across a change of the ground") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  check_same_bits_to_end(run.session);
  run.session.world().seek(4);
  CHECK(run.session.world().step() == 40);
  CHECK_FALSE(run.session.world().replay_finished());
  CHECK(run.session.world().ground().mu_min == 0.31);
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("a recording that is opened during a replay starts on the ground of the scene, not on that of the replay") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  const std::uint64_t scene = run.session.scene_number();
  run.session.world().advance(200);
  REQUIRE(run.session.world().ground().mu_min == 0.05);
  REQUIRE(run.session.open_file(run.file));
  CHECK(run.session.scene_number() == scene);  // the scene was not built again
  CHECK(run.session.world().ground().mu_min == 0.31);
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("a recording that is refused during a replay leaves the ground as the replay has changed it") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  run.session.world().advance(200);
  REQUIRE(run.session.world().ground().mu_min == 0.05);
  const Fingerprint before(run.session);
  CHECK_THROWS_AS(run.session.world().start_replay(diverging_recording(1)), InputError);
  CHECK(Fingerprint(run.session) == before);
  CHECK(run.session.world().ground().mu_min == 0.05);
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("a replay jumps to steps that were not played yet, forward and back, and ends with the same bits") {
  RecordedChange run;
  Session played("first_fall");
  REQUIRE(played.open_file(run.file));
  std::vector<std::uint64_t> hashes = {states_hash(played.world())};
  while (played.world().step() < 430) {
    played.world().advance(10);
    hashes.push_back(states_hash(played.world()));
  }
  REQUIRE(run.session.open_file(run.file));
  for (const std::uint64_t step : {400u, 250u, 413u, 60u, 300u, 0u, 120u, 380u}) {
    CAPTURE(step);
    REQUIRE(run.session.seek(step));
    CHECK(run.session.world().step() == step / 10 * 10);
    CHECK(run.session.world().time() == doctest::Approx(static_cast<double>(step / 10 * 10) * 0.002));
    CHECK(states_hash(run.session.world()) == hashes[step / 10]);
    CHECK(run.session.world().ground().mu_min == (step > 100 ? 0.05 : 0.31));
  }
  check_same_bits_to_end(run.session);
  CHECK(states_hash(run.session.world()) == run.hash);
}

TEST_CASE("after leaving a replay the scene can be changed and stepped") {
  RecordedChange run;
  REQUIRE(run.session.open_file(run.file));
  run.session.world().advance(120);
  const std::uint64_t there = states_hash(run.session.world());
  rf_ground ground = run.session.world().ground();
  CHECK_FALSE(run.session.set_ground(ground));
  REQUIRE(run.session.leave_replay());
  CHECK(states_hash(run.session.world()) == there);
  ground.mu_min = 0.7;
  CHECK(run.session.set_ground(ground));
  run.session.world().advance(500);
  CHECK(run.session.world().step() == 620);
  run.session.world().seek(3);
  run.session.world().advance(10);
  CHECK(run.session.world().step() == 40);
}

TEST_CASE("the scene stored in a recording equals its sample bit by bit") {
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    const Setup setup = sample.make();
    rf_recording_info info{};
    info.settings = setup.scenario.settings;
    const std::string text = live_note(sample.name, setup.scenario);
    info.metadata = text.data();
    info.metadata_bytes = static_cast<std::uint32_t>(text.size());
    const RecordingNote note = read_note(info, "run.rfrec");
    REQUIRE(note.scene.has_value());
    CHECK(note.sample == sample.name);
    const rf_scene_identity a = identity_of(BuiltScene(setup.scenario).scene());
    const rf_scene_identity b = identity_of(BuiltScene(*note.scene).scene());
    CHECK(a.rocks == b.rocks);
    CHECK(a.surface == b.surface);
    CHECK(a.ground == b.ground);
    CHECK(a.settings == b.settings);
  }
}

TEST_CASE("actions that would end a recording are refused until it is saved or discarded") {
  const Temporary folder;
  Session session("first_fall");
  REQUIRE(session.start_recording());
  session.world().advance(20);
  CHECK_FALSE(session.restart());
  CHECK_FALSE(session.open_sample("bounce"));
  CHECK_FALSE(session.open_file(assets_folder() / "terrain" / "maunga_whau.asc"));
  CHECK_FALSE(session.set_variants({{"implicit", RF_SCHEME_IMPLICIT, 0}, {"explicit", RF_SCHEME_EXPLICIT, 0}}));
  CHECK(says(session.message(), "recording"));
  CHECK(session.world().recording());
  CHECK(session.world().step() == 20);
  session.world().advance(20);

  // The folder does not exist: the recording is kept and can be saved elsewhere.
  CHECK_FALSE(session.stop_recording(folder.folder / "none" / "run.rfrec"));
  CHECK(says(session.message(), "run.rfrec"));
  CHECK(session.unsaved());
  CHECK_FALSE(session.start_recording());
  REQUIRE(session.stop_recording(folder.folder / "run.rfrec"));
  CHECK_FALSE(session.unsaved());
  REQUIRE(session.open_file(folder.folder / "run.rfrec"));
  CHECK(session.world().replay_steps() == 40);
  check_same_bits_to_end(session);

  CHECK(session.restart());
  REQUIRE(session.start_recording());
  session.discard_recording();
  CHECK_FALSE(session.world().recording());
  CHECK(session.open_sample("bounce"));
}
