// Recordings of any bytes, as they are and with their hash chain made good: what opens is read and replayed to its end
// within its steps, and what fails leaves the scene untouched.
#include <rockfall/hash.h>
#include <rockfall/recording.h>

#include <cstring>

#include "replay/recording_format.h"
#include "scene.h"
#include "target.h"

namespace fuzz {
namespace {

using namespace rockfall;

constexpr uint64_t kMaxSteps = 300;  // longer replays are not run

rf_status set_ground(void* user, rf_scene*, const rf_ground* ground) {
  SmallScene& small = *static_cast<SmallScene*>(user);
  small.grid.ground = *ground;
  return small.make() ? RF_OK : RF_BAD_VALUE;
}

rf_status set_heights(void* user, rf_scene*, const rf_node_heights* change) {
  SmallScene& small = *static_cast<SmallScene*>(user);
  if (change->columns > 6 || change->rows > 6 || change->column > 6 - change->columns ||
      change->row > 6 - change->rows) {
    return RF_BAD_VALUE;
  }
  for (uint32_t r = 0; r < change->rows; ++r) {
    for (uint32_t c = 0; c < change->columns; ++c) {
      small.heights[6 * (change->row + r) + change->column + c] = change->heights[change->columns * r + c];
    }
  }
  return small.make() ? RF_OK : RF_BAD_VALUE;
}

// Computes the chain anew as far as the sizes lead.
void seal(Bytes& bytes) {
  if (bytes.size() < kHeaderMetadata + kChainBytes) return;
  size_t offset = kHeaderMetadata + load_u32(bytes.data() + kHeaderMetadataBytes) + kChainBytes;
  if (offset > bytes.size()) return;
  uint64_t chain = next_chain(0, bytes.data(), offset - kChainBytes);
  store_u64(chain, bytes.data() + offset - kChainBytes);
  while (bytes.size() - offset >= kRecordHeader) {
    const size_t payload = load_u32(bytes.data() + offset + 4);
    if (payload > bytes.size() || bytes.size() - offset < kRecordOverhead + payload) return;
    chain = next_chain(chain, bytes.data() + offset, kRecordHeader + payload);
    store_u64(chain, bytes.data() + offset + kRecordHeader + payload);
    offset += kRecordOverhead + payload;
  }
}

void read_to_the_end(rf_recording recording) {
  rf_record record;
  for (size_t i = 0; i <= recording.bytes / kRecordOverhead; ++i) {
    require(rf_recording_next(&recording, &record, nullptr) == RF_OK, "an open recording can be read");
    if (record.kind == RF_RECORD_END) return;
  }
  require(false, "a recording ends");
}

// After a replay to its end, whose actions all succeeded: the way back ends at the same states.
void check_jumps(rf_replay& replay, uint64_t steps, uint64_t hash) {
  rf_replay_report report;
  for (const uint64_t step : {steps / 2, uint64_t{0}, steps / 3, steps, steps - steps / 4, steps}) {
    if (rf_replay_seek(&replay, step, &report, nullptr) != RF_OK) return;
    require(report.step == step && replay.step == step, "a jump ends at its step");
    const rf_replay_report first = report;
    require(rf_replay_seek(&replay, step, &report, nullptr) == RF_OK, "a jump can be repeated");
    require(report.hash == first.hash && report.compared == first.compared && report.differs == first.differs,
            "a repeated jump gives and compares the same states");
  }
  // Altered keyframes and heights to go back to may end elsewhere, and actions after the last step are not part of a
  // jump to it; without them the bits are the same.
  if (replay.keyframes == 0 && replay.height_changes == 0 && report.finished) {
    require(report.hash == hash, "a jump to the end gives the states at the end");
  }
}

// Struct comparisons would read padding.
rf_scene_identity identity_of(const rf_scene& scene) {
  rf_scene_identity identity;
  require(rf_hash_scene(&scene, &identity, nullptr) == RF_OK, "a scene has a hash");
  return identity;
}

void replay(const Bytes& bytes) {
  SmallScene small;
  rf_state states[4] = {};
  rf_replay replay = rf_default_replay();
  replay.states = states;
  replay.capacity = 4;
  replay.scene = &small.scene;
  replay.user = &small;
  replay.set_ground = set_ground;
  replay.set_heights = set_heights;
  double heights[36];
  replay.heights = heights;
  replay.height_capacity = 36;
  const rf_rock* shapes[3];
  replay.shapes = shapes;
  replay.shape_capacity = 3;
  alignas(RF_MEMORY_ALIGNMENT) unsigned char memory[8192];
  replay.shape_memory = memory;
  replay.shape_bytes = sizeof memory;
  uint64_t index[32];
  replay.index = index;
  replay.index_capacity = 32;
  const rf_scene_identity before = identity_of(small.scene);
  const rf_status status = rf_replay_begin(&replay, bytes.data(), bytes.size(), nullptr);
  if (status != RF_OK) {
    const rf_scene_identity after = identity_of(small.scene);
    require(std::memcmp(&before, &after, sizeof before) == 0, "a failed begin leaves the scene untouched");
    return;
  }
  rf_recording_info info;
  rf_recording recording;
  require(rf_recording_open(&recording, bytes.data(), bytes.size(), &info, nullptr) == RF_OK, "it opens again");
  if (info.steps > kMaxSteps) return;
  rf_replay_report report = {};
  for (uint64_t i = 0; i <= info.steps && !report.finished; ++i) {
    if (rf_replay_step(&replay, &report, nullptr) != RF_OK) return;
  }
  require(report.finished != 0, "a replay finishes within its steps");
  check_jumps(replay, info.steps, report.hash);
}

void check(const Bytes& bytes) {
  rf_recording recording;
  rf_recording_info info;
  if (rf_recording_open(&recording, bytes.data(), bytes.size(), &info, nullptr) == RF_OK) {
    require(info.steps <= bytes.size() * uint64_t{RF_RECORDING_HASH_EVERY_MAX}, "the size bounds the steps");
    read_to_the_end(recording);
  }
  replay(bytes);
}

void run_recording(const uint8_t* data, size_t size) {
  Bytes bytes(data, data + size);
  bytes.reserve(1);  // so that there is memory to point to
  check(bytes);
  seal(bytes);
  check(bytes);
}

void must(rf_status status) { require(status == RF_OK, "the actions of a host are recorded"); }

// A run with every action of a host.
Bytes recorded(uint32_t hash_every, uint32_t states_every) {
  SmallScene small;
  rf_recording_def def = rf_default_recording_def();
  def.hash_every = hash_every;
  def.states_every = states_every;
  Bytes bytes(100000);
  Bytes budget(2000);
  def.keyframe_memory = budget.data();
  def.keyframe_bytes = budget.size();
  rf_recorder recorder;
  must(rf_recorder_begin(&recorder, &def, &small.scene, bytes.data(), bytes.size(), nullptr));
  rf_state states[2] = {rf_default_state(), rf_default_state()};
  for (rf_state& state : states) {
    state.position[0] = state.position[1] = 5;
    state.position[2] = 0.7;
  }
  must(rf_recorder_add(&recorder, &states[0], nullptr));
  const double impulse[3] = {10, 0, 30};
  uint32_t count = 1;
  for (int step = 0; step < 7; ++step) {
    if (step == 2) must(rf_recorder_add(&recorder, &states[count++], nullptr));
    if (step == 3) {
      must(rf_apply_impulse(&small.scene, &states[0], impulse, nullptr, nullptr));
      must(rf_recorder_impulse(&recorder, 0, impulse, nullptr, nullptr));
    }
    if (step == 4) must(rf_recorder_settings(&recorder, &small.scene.settings, nullptr));
    if (step == 5) must(rf_recorder_ground(&recorder, &small.grid.ground, nullptr));
    if (step == 6) must(rf_recorder_replace(&recorder, 1, &states[1], nullptr));
    if (step == 1) must(rf_recorder_shape(&recorder, small.rock.get(), nullptr));
    if (step == 6) must(rf_recorder_remove(&recorder, 0, RF_REMOVAL_SHIFT, nullptr));
    if (step == 6) states[0] = states[--count];
    if (step == 3) {
      const double heights[2] = {-0.1, -0.2}, flat[2] = {};
      const rf_node_heights change = {2, 3, 2, 1, heights};
      set_heights(&small, &small.scene, &change);
      must(rf_recorder_heights(&recorder, &change, flat, nullptr));
    }
    must(rf_step_many(&small.scene, states, count, 1, nullptr, nullptr));
    recorder.work += 10000;
    must(rf_recorder_stepped(&recorder, states, count, nullptr));
  }
  must(rf_recorder_end(&recorder, states, count, nullptr));
  bytes.resize(recorder.used);
  return bytes;
}

std::vector<Bytes> seeds_of_recording() { return {recorded(1, 0), recorded(3, 2), recorded(100, 0)}; }

}  // namespace

const Target kRecording = {"recording", run_recording, seeds_of_recording};

}  // namespace fuzz

ROCKFALL_FUZZ_TARGET(fuzz::kRecording)
