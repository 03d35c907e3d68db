// Recordings that were made to do harm, with correct hash chains: what opens ends, and what fails leaves no trace.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "replay/recording_format.h"
#include "support/scenes.h"

using namespace rockfall;
using namespace support;

namespace {

// Writes records of any content with a correct chain.
class Forger {
 public:
  explicit Forger(const rf_scene& scene, uint32_t hash_every = 1) : bytes_(1024) {
    rf_recording_def def = rf_default_recording_def();
    def.hash_every = hash_every;
    rf_recorder recorder;
    REQUIRE(rf_recorder_begin(&recorder, &def, &scene, bytes_.data(), bytes_.size(), nullptr) == RF_OK);
    bytes_.resize(recorder.used);
    chain_ = recorder.chain;
  }
  // Changes the header and seals it again.
  void change_header(size_t offset, uint32_t value) {
    store_u32(value, bytes_.data() + offset);
    chain_ = next_chain(0, bytes_.data(), bytes_.size() - kChainBytes);
    store_u64(chain_, bytes_.data() + bytes_.size() - kChainBytes);
  }
  void change_settings(const rf_settings& settings) {
    pack(kSettingsFields, &settings, bytes_.data() + kHeaderSettings);
    change_header(kHeaderHashEvery, load_u32(bytes_.data() + kHeaderHashEvery));
  }
  void add(uint32_t kind, uint64_t step, const std::vector<unsigned char>& payload) {
    std::vector<unsigned char> record(kRecordHeader);
    store_u32(kind, record.data());
    store_u32(static_cast<uint32_t>(payload.size()), record.data() + 4);
    store_u64(step, record.data() + 8);
    record.insert(record.end(), payload.begin(), payload.end());
    chain_ = next_chain(chain_, record.data(), record.size());
    record.resize(record.size() + kChainBytes);
    store_u64(chain_, record.data() + record.size() - kChainBytes);
    bytes_.insert(bytes_.end(), record.begin(), record.end());
    ++records_;
  }
  void add_rock(const rf_state& state, uint64_t step = 0) {
    std::vector<unsigned char> payload(kPackedState);
    pack(kStateFields, &state, payload.data());
    add(RF_RECORD_ADD, step, payload);
    ++rocks_;
  }
  void hash(uint64_t step, uint64_t value = 0) {
    std::vector<unsigned char> payload(8);
    store_u64(value, payload.data());
    add(RF_RECORD_HASH, step, payload);
  }
  uint64_t size() const { return bytes_.size(); }
  // A keyframe at `step`; the record itself says `end_step`.
  void keyframe(uint64_t end_step, uint64_t step, uint64_t next, uint32_t rocks, uint32_t shapes,
                const rf_state& state = rf_default_state()) {
    std::vector<unsigned char> payload(kKeyframeStates + rocks * kPackedState);
    store_u64(step, payload.data() + kKeyframeStep);
    store_u64(next, payload.data() + kKeyframeNext);
    store_u32(rocks, payload.data() + kKeyframeRocks);
    store_u32(shapes, payload.data() + kKeyframeShapes);
    for (uint32_t i = 0; i < rocks; ++i) {
      pack(kStateFields, &state, payload.data() + kKeyframeStates + i * kPackedState);
    }
    add(RF_RECORD_KEYFRAME, end_step, payload);
  }
  void state(uint64_t step) {
    std::vector<unsigned char> payload(4 + kPackedState);
    const rf_state state = rf_default_state();
    pack(kStateFields, &state, payload.data() + 4);
    add(RF_RECORD_STATE, step, payload);
  }
  void settings(uint64_t step, const rf_settings& settings) {
    std::vector<unsigned char> payload(kPackedSettings);
    pack(kSettingsFields, &settings, payload.data());
    add(RF_RECORD_SETTINGS, step, payload);
  }
  void ground(uint64_t step, const rf_ground& ground) {
    std::vector<unsigned char> payload(kPackedGround);
    pack(kGroundFields, &ground, payload.data());
    add(RF_RECORD_GROUND, step, payload);
  }
  std::vector<unsigned char> end(uint64_t step) { return end(step, rocks_); }
  std::vector<unsigned char> end(uint64_t step, uint32_t rocks) {
    std::vector<unsigned char> payload(20);
    store_u64(records_, payload.data() + 8);
    store_u32(rocks, payload.data() + 16);
    add(RF_RECORD_END, step, payload);
    return bytes_;
  }

 private:
  std::vector<unsigned char> bytes_;
  uint64_t chain_ = 0, records_ = 0;
  uint32_t rocks_ = 0;
};

rf_status open(const std::vector<unsigned char>& bytes, rf_recording_info* info = nullptr) {
  rf_recording recording;
  return rf_recording_open(&recording, bytes.data(), bytes.size(), info, nullptr);
}

rf_status refuse_ground(void*, rf_scene*, const rf_ground*) { return RF_UNSUPPORTED; }

// Begins a replay that must fail, and checks that the scene is as before.
void check_scene_untouched(OnPlane& on, const std::vector<unsigned char>& bytes, bool with_ground) {
  rf_state states[4] = {};
  rf_replay replay = rf_default_replay();
  replay.scene = &on.scene;
  replay.states = states;
  replay.capacity = 4;
  if (with_ground) replay.set_ground = refuse_ground;
  const rf_scene before = on.scene;
  CHECK(rf_replay_begin(&replay, bytes.data(), bytes.size(), nullptr) != RF_OK);
  CHECK(std::memcmp(&before, &on.scene, sizeof before) == 0);
  rf_replay_report report;
  CHECK(rf_replay_step(&replay, &report, nullptr) == RF_BAD_DEF);
}

}  // namespace

TEST_CASE("a recording of version 1 is read and replayed") {
  OnPlane on(box_rock(1, 1, 1));
  Forger forger(on.scene, 5);
  forger.change_header(kHeaderVersion, 1);
  rf_state state = rf_default_state();
  state.position[2] = 2;
  forger.add_rock(state);
  for (int i = 0; i < 5; ++i) REQUIRE(rf_step(&on.scene, &state, nullptr) == RF_OK);
  forger.hash(5, rf_hash_states(&state, 1));
  const std::vector<unsigned char> bytes = forger.end(7);
  rf_recording_info info;
  REQUIRE(open(bytes, &info) == RF_OK);
  CHECK(info.version == 1);
  rf_state states[1];
  rf_replay replay = rf_default_replay();
  replay.scene = &on.scene;
  replay.states = states;
  replay.capacity = 1;
  REQUIRE(rf_replay_begin(&replay, bytes.data(), bytes.size(), nullptr) == RF_OK);
  rf_replay_report report;
  REQUIRE(rf_replay_seek(&replay, 5, &report, nullptr) == RF_OK);
  CHECK(report.compared == 1);
  CHECK(report.differs == 0);
}

TEST_CASE("a recording of version 1 with a kind of version 2 is refused") {
  OnPlane on(box_rock(1, 1, 1));
  for (const uint32_t version : {1u, 2u}) {
    Forger forger(on.scene);
    forger.change_header(kHeaderVersion, version);
    forger.add_rock(rf_default_state());
    forger.add(RF_RECORD_REMOVE, 0, std::vector<unsigned char>(8));
    CHECK(open(forger.end(0, 0)) == (version == 1 ? RF_CORRUPTED : RF_OK));
  }
}

TEST_CASE("a replay refuses recorded states whose shape the scene does not have") {
  OnPlane on(box_rock(1, 1, 1));
  rf_state hostile = rf_default_state();
  hostile.rock = 1;
  rf_state states[2];
  rf_replay replay = rf_default_replay();
  rf_replay_report report;
  rf_error error;
  uint64_t index[1];
  replay.scene = &on.scene;
  replay.states = states;
  replay.capacity = 2;
  replay.index = index;
  replay.index_capacity = 1;

  Forger at_start(on.scene);
  at_start.add_rock(hostile);
  const std::vector<unsigned char> first = at_start.end(0);
  CHECK(rf_replay_begin(&replay, first.data(), first.size(), &error) == RF_CORRUPTED);
  CHECK(std::string(error.text) == "the recording contains invalid data: rock 0 has shape 1 of 1");

  Forger later(on.scene, 5);
  later.add_rock(rf_default_state());
  later.add_rock(hostile, 2);
  const std::vector<unsigned char> second = later.end(2);
  REQUIRE(rf_replay_begin(&replay, second.data(), second.size(), &error) == RF_OK);
  for (int i = 0; i < 2; ++i) REQUIRE(rf_replay_step(&replay, &report, &error) == RF_OK);
  CHECK(rf_replay_step(&replay, &report, &error) == RF_CORRUPTED);

  Forger in_keyframe(on.scene, 5);
  in_keyframe.add_rock(rf_default_state());
  in_keyframe.keyframe(3, 2, in_keyframe.size(), 1, 0, hostile);
  const std::vector<unsigned char> third = in_keyframe.end(3);
  REQUIRE(rf_replay_begin(&replay, third.data(), third.size(), &error) == RF_OK);
  CHECK(rf_replay_seek(&replay, 2, &report, &error) == RF_CORRUPTED);
}

TEST_CASE("a keyframe that is not where it says is refused") {
  OnPlane on(box_rock(1, 1, 1));
  const auto status = [&](uint64_t step, int64_t next, uint32_t rocks, uint32_t unexpected, uint64_t end_step) {
    Forger forger(on.scene, 10);
    forger.add_rock(rf_default_state());
    const uint64_t before = forger.size();
    forger.hash(10);
    const uint64_t after = forger.size();
    forger.settings(12, on.scene.settings);
    forger.keyframe(end_step, step, next == 0 ? after : before + static_cast<uint64_t>(next), rocks, unexpected);
    return open(forger.end(15));
  };
  CHECK(status(10, 0, 1, 0, 15) == RF_OK);
  CHECK(status(11, 0, 1, 0, 15) == RF_OK);
  CHECK(status(12, 0, 1, 0, 15) == RF_OK);
  CHECK(status(13, 0, 1, 0, 15) == RF_CORRUPTED);  // after the action of step 12
  CHECK(status(9, 0, 1, 0, 15) == RF_CORRUPTED);   // before the hash of step 10
  CHECK(status(0, 0, 1, 0, 15) == RF_CORRUPTED);
  CHECK(status(16, 0, 1, 0, 15) == RF_CORRUPTED);
  CHECK(status(10, 8, 1, 0, 15) == RF_CORRUPTED);  // inside a record
  CHECK(status(10, 10000, 1, 0, 15) == RF_CORRUPTED);
  CHECK(status(10, 0, 2, 0, 15) == RF_CORRUPTED);
  CHECK(status(10, 0, 1, 1, 15) == RF_CORRUPTED);
  CHECK(status(10, 0, 1, 0, 14) == RF_CORRUPTED);  // not at the end
}

TEST_CASE("removals, shapes and heights that are impossible are refused") {
  OnPlane on(box_rock(1, 1, 1));
  const auto status = [&](uint32_t kind, const std::vector<unsigned char>& payload) {
    Forger forger(on.scene);
    forger.add_rock(rf_default_state());
    forger.add(kind, 0, payload);
    return open(forger.end(0, kind == RF_RECORD_REMOVE ? 0 : 1));
  };
  const auto words = [](std::initializer_list<uint32_t> values, size_t bytes) {
    std::vector<unsigned char> payload(bytes);
    size_t at = 0;
    for (const uint32_t value : values) store_u32(value, payload.data() + 4 * at++);
    return payload;
  };
  CHECK(status(RF_RECORD_REMOVE, words({0, 0}, 8)) == RF_OK);
  CHECK(status(RF_RECORD_REMOVE, words({1, 0}, 8)) == RF_CORRUPTED);
  CHECK(status(RF_RECORD_REMOVE, words({0, 2}, 8)) == RF_CORRUPTED);
  CHECK(status(RF_RECORD_HEIGHTS, words({0, 0, 2, 3}, 16 + 96)) == RF_OK);
  CHECK(status(RF_RECORD_HEIGHTS, words({0, 0, 2, 3}, 16 + 95)) == RF_CORRUPTED);
  CHECK(status(RF_RECORD_HEIGHTS, words({0, 0, 0, 3}, 16)) == RF_CORRUPTED);
  CHECK(status(RF_RECORD_HEIGHTS, words({0, 0, 65536, 65536}, 16)) == RF_CORRUPTED);
  const rf_rock& rock = *on.scene.rocks[0];
  std::vector<unsigned char> shape(static_cast<size_t>(packed_shape_bytes(rock)));
  pack_shape(rock, shape.data());
  CHECK(status(RF_RECORD_SHAPE, shape) == RF_OK);
  std::vector<unsigned char> altered = shape;
  store_u32(7, altered.data());  // vertices
  CHECK(status(RF_RECORD_SHAPE, altered) == RF_CORRUPTED);
  // The numbers in a shape are checked when it is used.
  alignas(RF_MEMORY_ALIGNMENT) unsigned char memory[8192];
  CHECK(unpack_shape(shape.data(), memory) != nullptr);
  altered = shape;
  store_real(-1, altered.data() + 12);  // mass
  CHECK(unpack_shape(altered.data(), memory) == nullptr);
  altered = shape;
  store_real(std::numeric_limits<double>::quiet_NaN(), altered.data() + kPackedShape);  // the first vertex
  CHECK(unpack_shape(altered.data(), memory) == nullptr);
  altered = shape;
  store_u32(8, altered.data() + altered.size() - 4);  // the last index
  CHECK(unpack_shape(altered.data(), memory) == nullptr);
}

TEST_CASE("a recording whose steps exceed its hashes is refused") {
  OnPlane on(box_rock(1, 1, 1));
  for (const uint64_t last : {uint64_t{2}, uint64_t{1000}, uint64_t{1} << 62, ~uint64_t{0}}) {
    CAPTURE(last);
    Forger forger(on.scene);
    forger.add_rock(rf_default_state());
    CHECK(open(forger.end(last)) == RF_CORRUPTED);
  }
  Forger honest(on.scene, 10);
  honest.add_rock(rf_default_state());
  honest.hash(10);
  honest.hash(20);
  rf_recording_info info;
  CHECK(open(honest.end(29), &info) == RF_OK);
  CHECK(info.steps == 29);
  Forger late(on.scene, 10);
  late.hash(10);
  CHECK(open(late.end(20)) == RF_CORRUPTED);
  Forger early(on.scene, 10);
  early.hash(9);
  CHECK(open(early.end(9)) == RF_CORRUPTED);
}

TEST_CASE("a recording with a comparison at which a replay would wait is refused") {
  OnPlane on(box_rock(1, 1, 1));
  Forger hash_first(on.scene);
  hash_first.hash(0);
  CHECK(open(hash_first.end(uint64_t{1} << 62)) == RF_CORRUPTED);
  Forger state_first(on.scene, 5);
  state_first.add_rock(rf_default_state());
  state_first.state(0);
  CHECK(open(state_first.end(1)) == RF_CORRUPTED);
  Forger state_after_action(on.scene, 5);
  state_after_action.add_rock(rf_default_state());
  state_after_action.settings(3, on.scene.settings);
  state_after_action.state(3);
  CHECK(open(state_after_action.end(4)) == RF_CORRUPTED);
}

TEST_CASE("an interval of hashes of zero or beyond the limit is refused") {
  OnPlane on(box_rock(1, 1, 1));
  for (const uint32_t interval : {0u, RF_RECORDING_HASH_EVERY_MAX + 1, ~0u}) {
    Forger forger(on.scene);
    forger.change_header(kHeaderHashEvery, interval);
    CHECK(open(forger.end(interval)) == RF_CORRUPTED);
    rf_recording_def def = rf_default_recording_def();
    def.hash_every = interval;
    unsigned char memory[1024];
    rf_recorder recorder;
    CHECK(rf_recorder_begin(&recorder, &def, &on.scene, memory, sizeof memory, nullptr) == RF_BAD_VALUE);
  }
}

TEST_CASE("a replay that fails to begin leaves the scene untouched") {
  OnPlane on(box_rock(1, 1, 1));
  rf_settings invalid = on.scene.settings;
  invalid.time_step = -1;
  Forger header(on.scene);
  header.change_settings(invalid);
  check_scene_untouched(on, header.end(0), false);
  Forger action(on.scene);
  rf_settings other = on.scene.settings;
  other.gravity = 3;
  action.settings(0, other);
  action.settings(0, invalid);
  check_scene_untouched(on, action.end(0), false);
  Forger ground(on.scene);
  ground.settings(0, other);
  ground.ground(0, rf_default_ground());
  const std::vector<unsigned char> with_ground = ground.end(0);
  check_scene_untouched(on, with_ground, false);
  check_scene_untouched(on, with_ground, true);
  OnPlane another(box_rock(1, 1, 2));
  Forger mismatch(another.scene);
  check_scene_untouched(on, mismatch.end(0), false);
}
