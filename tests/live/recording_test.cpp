// Recordings of scenes that were changed in the window: they contain all data to rebuild the scene.
#include <doctest/doctest.h>

#include "cli/commands.h"
#include "live/fingerprint.h"
#include "live/recorded_change.h"
#include "live/session.h"
#include "run/recording_note.h"
#include "samples/samples.h"
#include "sandbox/captured_output.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

rf_scene_identity identity_of(const rf_scene& scene) {
  rf_scene_identity identity{};
  REQUIRE(rf_hash_scene(&scene, &identity, nullptr) == RF_OK);
  return identity;
}

}  // namespace

TEST_CASE("a recording of a changed scene replays exactly in a window with another scene") {
  const RecordedChange run;
  Session other("bounce");
  const std::uint64_t scene = other.scene_number();
  REQUIRE_MESSAGE(other.open_file(run.file), other.message());
  CHECK(other.scene_number() != scene);
  CHECK(other.scene_name() == "first_fall");
  CHECK(other.world().replay_steps() == 433);
  check_same_bits_to_end(other);
  CHECK(other.world().step() == 433);
  CHECK(states_hash(other.world()) == run.hash);
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
