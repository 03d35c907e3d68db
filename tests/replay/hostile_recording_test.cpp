// Recordings that were made to do harm, with correct hash chains: what opens ends, and what fails leaves no trace.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "replay/recording_format.h"
#include "support/refusal.h"
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
  void hash(uint64_t step) { add(RF_RECORD_HASH, step, std::vector<unsigned char>(8)); }
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
  std::vector<unsigned char> end(uint64_t step) {
    std::vector<unsigned char> payload(20);
    store_u64(records_, payload.data() + 8);
    store_u32(rocks_, payload.data() + 16);
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
