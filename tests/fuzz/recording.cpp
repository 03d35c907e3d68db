// Recordings of any bytes, as they are and with their hash chain made good: what opens is read and replayed to its end
// within its steps, and what fails leaves the scene untouched.
#include <rockfall/recording.h>

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

void replay(const Bytes& bytes) {
  SmallScene small;
  rf_state states[4] = {};
  rf_replay replay = rf_default_replay();
  replay.states = states;
  replay.capacity = 4;
  replay.scene = &small.scene;
  replay.user = &small;
  replay.set_ground = set_ground;
  const rf_scene before = small.scene;
  const rf_status status = rf_replay_begin(&replay, bytes.data(), bytes.size(), nullptr);
  if (status != RF_OK) {
    require(std::memcmp(&before, &small.scene, sizeof before) == 0, "a failed begin leaves the scene untouched");
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

void run(const uint8_t* data, size_t size) {
  Bytes bytes(data, data + size);
  bytes.reserve(1);  // so that there is memory to point to
  check(bytes);
  seal(bytes);
  check(bytes);
}

// A run with every action of a host.
Bytes recorded(uint32_t hash_every, uint32_t states_every) {
  SmallScene small;
  rf_recording_def def = rf_default_recording_def();
  def.hash_every = hash_every;
  def.states_every = states_every;
  Bytes bytes(100000);
  rf_recorder recorder;
  rf_recorder_begin(&recorder, &def, &small.scene, bytes.data(), bytes.size(), nullptr);
  rf_state states[2] = {rf_default_state(), rf_default_state()};
  for (rf_state& state : states) {
    state.position[0] = state.position[1] = 5;
    state.position[2] = 0.7;
  }
  rf_recorder_add(&recorder, &states[0], nullptr);
  const double impulse[3] = {10, 0, 30};
  uint32_t count = 1;
  for (int step = 0; step < 7; ++step) {
    if (step == 2) rf_recorder_add(&recorder, &states[count++], nullptr);
    if (step == 3) {
      rf_apply_impulse(&small.scene, &states[0], impulse, nullptr, nullptr);
      rf_recorder_impulse(&recorder, 0, impulse, nullptr, nullptr);
    }
    if (step == 4) rf_recorder_settings(&recorder, &small.scene.settings, nullptr);
    if (step == 5) rf_recorder_ground(&recorder, &small.grid.ground, nullptr);
    if (step == 6) rf_recorder_replace(&recorder, 1, &states[1], nullptr);
    rf_step_many(&small.scene, states, count, 1, nullptr, nullptr);
    rf_recorder_stepped(&recorder, states, count, nullptr);
  }
  rf_recorder_end(&recorder, states, count, nullptr);
  bytes.resize(recorder.used);
  return bytes;
}

std::vector<Bytes> seeds() { return {recorded(1, 0), recorded(3, 2), recorded(100, 0)}; }

}  // namespace

const Target kRecording = {"recording", run, seeds};

}  // namespace fuzz

ROCKFALL_FUZZ_TARGET(fuzz::kRecording)
