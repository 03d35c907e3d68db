// Recordings with removed rocks, new shapes and changed heights.
#include <cstring>
#include <string>
#include <vector>

#include "host.h"
#include "support/refusal.h"

using namespace support;
using namespace host;

TEST_CASE("a recording with removed rocks, a new shape and changed heights replays to the same bits and events") {
  const Recorded recorded = record_host(0);
  Seeker seeker(recorded.file);
  CHECK(seeker.info.rock_count == 5);
  CHECK(seeker.info.shape_count == 1);
  CHECK(seeker.info.height_changes == 3);
  CHECK(seeker.info.nodes_max == 12);
  std::vector<rf_event> buffer(64), events;
  std::vector<rf_rock_track> tracks(16);
  rf_events reported = rf_default_events();
  reported.buffer = buffer.data();
  reported.capacity = 64;
  reported.tracks = tracks.data();
  seeker.replay.events = &reported;
  const uint64_t hash = rf_hash_rock(seeker.host.plate.get());
  REQUIRE(seeker.begin(recorded.file) == RF_OK);
  size_t wrong = 0;
  const size_t differs = seeker.play([&] {
    wrong += !same_bits(seeker.present(), recorded.states[seeker.report.step]);
    events.insert(events.end(), buffer.begin(), buffer.begin() + reported.count);
  });
  CHECK(differs == 0);
  CHECK(wrong == 0);
  CHECK(seeker.replay.step == kStepsOfHost);
  CHECK(seeker.host.scene.rock_count == 2);
  CHECK(rf_hash_rock(seeker.host.scene.rocks[1]) == hash);
  CHECK(events.size() > 10);
  REQUIRE(events.size() == recorded.events.size());
  CHECK(std::memcmp(events.data(), recorded.events.data(), events.size() * sizeof events[0]) == 0);
}

TEST_CASE("a replay without memory for shapes, heights or the index is refused and leaves the scene as it was") {
  const Recorded recorded = record_host(50000);
  const auto refused = [&](void (*change)(Seeker&), rf_status status, const char* name) {
    Seeker seeker(recorded.file);
    change(seeker);
    const rf_scene before = seeker.host.scene;
    check_refusal(seeker.begin(recorded.file), seeker.error, status, name);
    CHECK(std::memcmp(&before, &seeker.host.scene, sizeof before) == 0);
  };
  refused([](Seeker& s) { s.replay.shapes = nullptr; }, RF_MEMORY_TOO_SMALL, "shape_capacity");
  refused([](Seeker& s) { s.replay.shape_capacity = 1; }, RF_MEMORY_TOO_SMALL, "shape_capacity");
  refused([](Seeker& s) { --s.replay.shape_bytes; }, RF_MEMORY_TOO_SMALL, "shape_bytes");
  refused([](Seeker& s) { s.replay.shape_memory = s.memory[0].bytes + 8; }, RF_MEMORY_MISALIGNED, "memory");
  refused([](Seeker& s) { s.replay.height_capacity = 11; }, RF_MEMORY_TOO_SMALL, "height_capacity");
  refused([](Seeker& s) { s.replay.index_capacity = 2; }, RF_MEMORY_TOO_SMALL, "index_capacity");
  refused([](Seeker& s) { s.replay.capacity = 4; }, RF_MEMORY_TOO_SMALL, "capacity");
  Seeker without(recorded.file);
  without.replay.set_heights = nullptr;
  REQUIRE(without.begin(recorded.file) == RF_OK);
  check_refusal(rf_replay_seek(&without.replay, 61, &without.report, &without.error), without.error, RF_UNSUPPORTED,
                "set_heights");
}

TEST_CASE("the records of removed rocks, shapes and heights can be read") {
  const Recorded recorded = record_host(50000);
  rf_recording recording;
  rf_recording_info info;
  REQUIRE(rf_recording_open(&recording, recorded.file.data(), recorded.file.size(), &info, nullptr) == RF_OK);
  CHECK(info.version == 2);
  uint32_t removed = 0, keyframes = 0;
  rf_record record = {};
  alignas(RF_MEMORY_ALIGNMENT) unsigned char memory[8192];
  const rf_rock* rock;
  CHECK(rf_record_shape(&record, memory, sizeof memory, &rock, nullptr) == RF_BAD_VALUE);
  while (record.kind != RF_RECORD_END) {
    REQUIRE(rf_recording_next(&recording, &record, nullptr) == RF_OK);
    if (record.kind == RF_RECORD_REMOVE) CHECK(record.removal == (removed++ ? RF_REMOVAL_SWAP : RF_REMOVAL_SHIFT));
    keyframes += record.kind == RF_RECORD_KEYFRAME;
    if (record.kind == RF_RECORD_SHAPE) {
      CHECK(rf_record_shape(&record, memory, record.shape_bytes - 1, &rock, nullptr) == RF_MEMORY_TOO_SMALL);
      REQUIRE(rf_record_shape(&record, memory, sizeof memory, &rock, nullptr) == RF_OK);
      CHECK(rf_hash_rock(rock) == rf_hash_rock(Host().plate.get()));
    }
    if (record.kind == RF_RECORD_HEIGHTS) {
      double before[12], after[12];
      CHECK(record.columns == 3);
      CHECK(record.rows == 4);
      REQUIRE(rf_record_heights(&record, before, after, nullptr) == RF_OK);
      CHECK(after[5] == doctest::Approx(before[5] - 0.4));
    }
  }
  CHECK(removed == 2);
  CHECK(keyframes == info.keyframes);
}

TEST_CASE("a recorder refuses removals, shapes, impulses and heights that are impossible") {
  Host host;
  Bytes file(4096);
  rf_recorder recorder;
  rf_error error;
  rf_recording_def def = rf_default_recording_def();
  def.keyframe_bytes = 5;
  check_refusal(rf_recorder_begin(&recorder, &def, &host.scene, file.data(), file.size(), &error), error,
                RF_NULL_ARGUMENT, "keyframe_memory");
  def.keyframe_bytes = 0;
  REQUIRE(rf_recorder_begin(&recorder, &def, &host.scene, file.data(), file.size(), nullptr) == RF_OK);
  REQUIRE(rf_recorder_add(&recorder, &host.states[0], nullptr) == RF_OK);
  check_refusal(rf_recorder_remove(&recorder, 1, RF_REMOVAL_SHIFT, &error), error, RF_BAD_VALUE, "rock");
  check_refusal(rf_recorder_remove(&recorder, 0, 2, &error), error, RF_BAD_VALUE, "removal");
  check_refusal(rf_recorder_shape(&recorder, nullptr, &error), error, RF_NULL_ARGUMENT, "rock");
  const double good[3] = {1, 2, 3}, bad[3] = {1, support::kNaN, 3};
  const rf_recorder without = recorder;
  check_refusal(rf_recorder_impulse(&recorder, 0, bad, nullptr, &error), error, RF_BAD_VALUE, "impulse[1]");
  check_refusal(rf_recorder_impulse(&recorder, 0, good, bad, &error), error, RF_BAD_VALUE, "point[1]");
  CHECK(std::memcmp(&without, &recorder, sizeof without) == 0);
  const double heights[4] = {};
  rf_node_heights change = {0, 0, 2, 2, heights};
  check_refusal(rf_recorder_heights(&recorder, &change, nullptr, &error), error, RF_NULL_ARGUMENT, "before");
  change.rows = RF_RECORD_NODES_MAX;
  check_refusal(rf_recorder_heights(&recorder, &change, heights, &error), error, RF_BAD_VALUE, "rows");
  CHECK(rf_recorder_heights_bytes(2, RF_RECORD_NODES_MAX) == SIZE_MAX);
  change.rows = 2;
  recorder.capacity = recorder.used + rf_recorder_heights_bytes(2, 2) - 1;
  const rf_recorder before = recorder;
  CHECK(rf_recorder_heights(&recorder, &change, heights, &error) == RF_MEMORY_TOO_SMALL);
  CHECK(rf_recorder_shape(&recorder, host.plate.get(), &error) == RF_MEMORY_TOO_SMALL);
  CHECK(std::memcmp(&before, &recorder, sizeof before) == 0);
  ++recorder.capacity;
  CHECK(rf_recorder_heights(&recorder, &change, heights, &error) == RF_OK);
  CHECK(recorder.used == recorder.capacity);
  CHECK(rf_recorder_end_bytes(nullptr) == 0);
}

TEST_CASE("a recording of a later version is refused by its number") {
  Recorded recorded = record_host(0);
  CHECK(recorded.file[8] == 2);
  recorded.file[8] = 3;
  rf_recording recording;
  rf_error error;
  CHECK(rf_recording_open(&recording, recorded.file.data(), recorded.file.size(), nullptr, &error) == RF_WRONG_VERSION);
  CHECK(std::string(error.text).find("version 3, this library reads 1 to 2") != std::string::npos);
}
