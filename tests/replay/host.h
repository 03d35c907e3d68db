// A host that acts between the steps, the recording of its run, and a replay of that recording.
#pragma once

#include <rockfall/recording.h>
#include <rockfall/terrain_formats.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "bits.h"
#include "support/begin_recording.h"
#include "support/rocks.h"

namespace host {

using support::begin_recording;

using support::box_rock;
using support::Rock;

constexpr uint32_t kStepsOfHost = 600;

inline rf_ground slippery() { return rf_ground_preset_find("extra_hard")->ground; }

// A host that throws boxes onto a height field, cooks another shape, digs, and removes rocks.
struct Host {
  static constexpr uint32_t kNodes = 24;
  std::vector<uint16_t> samples;
  rf_height_field field = rf_default_height_field();
  Rock box = box_rock(1, 1, 0.5), plate = box_rock(1.5, 1.2, 0.3);
  std::vector<const rf_rock*> shapes;
  rf_scene scene = rf_default_scene();
  std::vector<rf_state> states;
  std::vector<rf_rock_track> tracks = std::vector<rf_rock_track>(16);

  Host() : samples(kNodes * kNodes), shapes{box.get()} {
    for (uint32_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<uint16_t>(1000 + 60 * (i / kNodes));
    field.columns = field.rows = kNodes;
    field.format = RF_HEIGHT_UINT16;
    field.heights = samples.data();
    field.scale = 0.01;
    field.cell_x = field.cell_y = 2;
    scene.rocks = shapes.data();
    scene.rock_count = 1;
    make();
    for (int i = 0; i < 4; ++i) states.push_back(thrown(0, 10 + 6 * i));
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  void make() { REQUIRE(rf_height_field_terrain(&field, &scene.terrain, nullptr) == RF_OK); }
  rf_state thrown(uint32_t shape, double x) const {
    rf_state state = rf_default_state();
    state.rock = shape;
    state.position[0] = x;
    state.position[1] = 36;
    state.velocity[1] = -3;
    state.angular_velocity[0] = 1;
    REQUIRE(rf_place_above_ground(&scene, &state, 1, nullptr) == RF_OK);
    return state;
  }
};

inline rf_status set_heights(void* user, rf_scene*, const rf_node_heights* change) {
  Host& host = *static_cast<Host*>(user);
  return rf_height_field_edit(&host.field, host.samples.data(), change->column, change->row, change->columns,
                              change->rows, change->heights, nullptr, nullptr);
}

inline rf_status set_ground(void* user, rf_scene*, const rf_ground* ground) {
  static_cast<Host*>(user)->field.ground = *ground;
  return RF_OK;
}

// Lowers a rectangle of nodes by 40 cm.
inline void dig(Host& host, uint32_t column, rf_recorder& recorder) {
  double before[12], after[12];
  REQUIRE(rf_height_field_heights(&host.field, column, 8, 3, 4, before, nullptr) == RF_OK);
  for (int i = 0; i < 12; ++i) after[i] = before[i] - 0.4;
  const rf_node_heights change = {column, 8, 3, 4, after};
  REQUIRE(set_heights(&host, &host.scene, &change) == RF_OK);
  REQUIRE(rf_recorder_heights(&recorder, &change, before, nullptr) == RF_OK);
}

inline void remove_from(Host& host, uint32_t rock, rf_removal removal, rf_recorder& recorder) {
  if (removal == RF_REMOVAL_SWAP) std::swap(host.states[rock], host.states.back());
  if (removal == RF_REMOVAL_SWAP) std::swap(host.tracks[rock], host.tracks[host.states.size() - 1]);
  const auto at = static_cast<std::ptrdiff_t>(removal == RF_REMOVAL_SWAP ? host.states.size() - 1 : rock);
  host.states.erase(host.states.begin() + at);
  host.tracks.erase(host.tracks.begin() + at);
  host.tracks.push_back({});
  REQUIRE(rf_recorder_remove(&recorder, rock, removal, nullptr) == RF_OK);
}

inline void act_as_host(Host& host, uint64_t step, rf_recorder& recorder) {
  if (step == 60 || step == 200 || step == 420) dig(host, static_cast<uint32_t>(step / 40), recorder);
  if (step == 120) {
    host.shapes.push_back(host.plate.get());
    host.scene.rocks = host.shapes.data();
    host.scene.rock_count = 2;
    REQUIRE(rf_recorder_shape(&recorder, host.plate.get(), nullptr) == RF_OK);
    host.states.push_back(host.thrown(1, 13));
    REQUIRE(rf_recorder_add(&recorder, &host.states.back(), nullptr) == RF_OK);
  }
  if (step == 150) remove_from(host, 1, RF_REMOVAL_SHIFT, recorder);
  if (step == 260) remove_from(host, 0, RF_REMOVAL_SWAP, recorder);
  if (step == 300) {
    host.field.ground = slippery();
    REQUIRE(rf_recorder_ground(&recorder, &host.field.ground, nullptr) == RF_OK);
  }
  if (step == 350) {
    host.scene.settings.gravity = 9;
    REQUIRE(rf_recorder_settings(&recorder, &host.scene.settings, nullptr) == RF_OK);
  }
}

struct Recorded {
  Bytes file;
  std::vector<std::vector<rf_state>> states;  // after each step, before the actions of the next
  std::vector<rf_event> events;
};

// Acts before each step.
using Acts = std::function<void(Host&, uint64_t step, rf_recorder&)>;

// Acts after the last step.
using LastActs = std::function<void(Host&, rf_recorder&)>;

inline Recorded record_host(
    size_t keyframe_bytes, uint32_t hash_every = 10, const Acts& act = act_as_host,
    const LastActs& act_last = [](Host&, rf_recorder&) {}) {
  Host host;
  Recorded out;
  out.states.push_back(host.states);
  Bytes budget(keyframe_bytes);
  rf_recording_def def = rf_default_recording_def();
  def.hash_every = hash_every;
  def.keyframe_memory = keyframe_bytes ? budget.data() : nullptr;
  def.keyframe_bytes = keyframe_bytes;
  out.file.resize(1 << 20);
  rf_recorder recorder;
  begin_recording(recorder, def, host.scene, host.states, out.file);
  std::vector<rf_event> buffer(64);
  rf_events events = rf_default_events();
  events.buffer = buffer.data();
  events.capacity = 64;
  for (uint64_t step = 0; step < kStepsOfHost; ++step) {
    act(host, step, recorder);
    const auto count = static_cast<uint32_t>(host.states.size());
    events.tracks = host.tracks.data();
    REQUIRE(rf_step_many_with_events(&host.scene, host.states.data(), count, 1, nullptr, nullptr, &events) == RF_OK);
    out.events.insert(out.events.end(), buffer.begin(), buffer.begin() + events.count);
    recorder.work += 400;  // so that short runs have several keyframes
    REQUIRE(rf_recorder_stepped(&recorder, host.states.data(), count, nullptr) == RF_OK);
    out.states.push_back(host.states);
  }
  act_last(host, recorder);
  const size_t used = recorder.used, last = rf_recorder_end_bytes(&recorder);
  REQUIRE(rf_recorder_end(&recorder, host.states.data(), static_cast<uint32_t>(host.states.size()), nullptr) == RF_OK);
  CHECK(recorder.used - used == last);
  out.file.resize(recorder.used);
  return out;
}

// A replay with all the memory that the recording asks for.
struct Seeker {
  Host host;
  std::vector<rf_state> states = std::vector<rf_state>(16);
  std::vector<const rf_rock*> shapes = std::vector<const rf_rock*>(8);
  std::vector<double> heights = std::vector<double>(12);
  std::vector<uint64_t> index;
  struct alignas(RF_MEMORY_ALIGNMENT) Block {
    unsigned char bytes[4096];
  };
  std::vector<Block> memory;
  rf_recording_info info = {};
  rf_replay replay = rf_default_replay();
  rf_replay_report report = {};
  rf_error error = {};
  rf_ground first;

  explicit Seeker(const Bytes& file) : first(host.field.ground) {
    rf_recording recording;
    REQUIRE(rf_recording_open(&recording, file.data(), file.size(), &info, &error) == RF_OK);
    memory.resize(info.shape_bytes / sizeof(Block) + 1);
    index.resize(info.height_changes + info.keyframes);
    replay.scene = &host.scene;
    replay.states = states.data();
    replay.capacity = info.rock_count;
    replay.user = &host;
    replay.set_ground = set_ground;
    replay.first_ground = &first;
    replay.set_heights = set_heights;
    replay.heights = heights.data();
    replay.height_capacity = info.nodes_max;
    replay.shapes = shapes.data();
    replay.shape_capacity = 1 + info.shape_count;
    replay.shape_memory = memory.data();
    replay.shape_bytes = info.shape_bytes;
    replay.index = index.data();
    replay.index_capacity = static_cast<uint32_t>(index.size());
  }
  rf_status begin(const Bytes& file) { return rf_replay_begin(&replay, file.data(), file.size(), &error); }
  void seek(uint64_t step) {
    INFO("step " << step << ": " << error.text);
    REQUIRE(rf_replay_seek(&replay, step, &report, &error) == RF_OK);
  }
  // Replays to the end and calls after_step() after each step. Returns the number of steps whose comparison differs.
  template <class AfterStep>
  size_t play(AfterStep after_step) {
    size_t differing = 0;
    while (!report.finished) {
      REQUIRE(rf_replay_step(&replay, &report, &error) == RF_OK);
      differing += report.differs != 0;
      after_step();
    }
    return differing;
  }
  std::vector<rf_state> present() const { return {states.begin(), states.begin() + replay.count}; }
};

}  // namespace host
