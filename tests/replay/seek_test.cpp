// Recordings with removed rocks, new shapes and changed heights; jumps to any step with and without keyframes.
#include <rockfall/recording.h>
#include <rockfall/terrain_formats.h>

#include <algorithm>

#include "bits.h"
#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

constexpr uint32_t kStepsOfHost = 600;

rf_ground slippery() { return rf_ground_preset_find("extra_hard")->ground; }

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

rf_status set_heights(void* user, rf_scene*, const rf_node_heights* change) {
  Host& host = *static_cast<Host*>(user);
  return rf_height_field_edit(&host.field, host.samples.data(), change->column, change->row, change->columns,
                              change->rows, change->heights, nullptr, nullptr);
}

rf_status set_ground(void* user, rf_scene*, const rf_ground* ground) {
  static_cast<Host*>(user)->field.ground = *ground;
  return RF_OK;
}

// Lowers a rectangle of nodes by 40 cm.
void dig(Host& host, uint32_t column, rf_recorder& recorder) {
  double before[12], after[12];
  REQUIRE(rf_height_field_heights(&host.field, column, 8, 3, 4, before, nullptr) == RF_OK);
  for (int i = 0; i < 12; ++i) after[i] = before[i] - 0.4;
  const rf_node_heights change = {column, 8, 3, 4, after};
  REQUIRE(set_heights(&host, &host.scene, &change) == RF_OK);
  REQUIRE(rf_recorder_heights(&recorder, &change, before, nullptr) == RF_OK);
}

void remove_from(Host& host, uint32_t rock, rf_removal removal, rf_recorder& recorder) {
  if (removal == RF_REMOVAL_SWAP) std::swap(host.states[rock], host.states.back());
  if (removal == RF_REMOVAL_SWAP) std::swap(host.tracks[rock], host.tracks[host.states.size() - 1]);
  const auto at = static_cast<std::ptrdiff_t>(removal == RF_REMOVAL_SWAP ? host.states.size() - 1 : rock);
  host.states.erase(host.states.begin() + at);
  host.tracks.erase(host.tracks.begin() + at);
  host.tracks.push_back({});
  REQUIRE(rf_recorder_remove(&recorder, rock, removal, nullptr) == RF_OK);
}

void act_as_host(Host& host, uint64_t step, rf_recorder& recorder) {
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

Recorded record_host(size_t keyframe_bytes, uint32_t hash_every = 10) {
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
  REQUIRE(rf_recorder_begin(&recorder, &def, &host.scene, out.file.data(), out.file.size(), nullptr) == RF_OK);
  for (const rf_state& state : host.states) REQUIRE(rf_recorder_add(&recorder, &state, nullptr) == RF_OK);
  std::vector<rf_event> buffer(64);
  rf_events events = rf_default_events();
  events.buffer = buffer.data();
  events.capacity = 64;
  for (uint64_t step = 0; step < kStepsOfHost; ++step) {
    act_as_host(host, step, recorder);
    const auto count = static_cast<uint32_t>(host.states.size());
    events.tracks = host.tracks.data();
    REQUIRE(rf_step_many_with_events(&host.scene, host.states.data(), count, 1, nullptr, nullptr, &events) == RF_OK);
    out.events.insert(out.events.end(), buffer.begin(), buffer.begin() + events.count);
    recorder.work += 400;  // so that short runs have several keyframes
    REQUIRE(rf_recorder_stepped(&recorder, host.states.data(), count, nullptr) == RF_OK);
    out.states.push_back(host.states);
  }
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
  std::vector<rf_state> present() const { return {states.begin(), states.begin() + replay.count}; }
};

// Steps in an order that goes far forward and back.
std::vector<uint64_t> random_steps() {
  std::vector<uint64_t> steps = {kStepsOfHost, 0, kStepsOfHost, 1, 300, 299, 301, 0};
  uint64_t random = 1;
  for (int i = 0; i < 120; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    steps.push_back((random >> 33) % (kStepsOfHost + 1));
  }
  return steps;
}

}  // namespace

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
  bool differs = false;
  while (!seeker.report.finished) {
    REQUIRE(rf_replay_step(&seeker.replay, &seeker.report, &seeker.error) == RF_OK);
    differs = differs || seeker.report.differs || !same_bits(seeker.present(), recorded.states[seeker.report.step]);
    events.insert(events.end(), buffer.begin(), buffer.begin() + reported.count);
  }
  CHECK_FALSE(differs);
  CHECK(seeker.replay.step == kStepsOfHost);
  CHECK(seeker.host.scene.rock_count == 2);
  CHECK(rf_hash_rock(seeker.host.scene.rocks[1]) == hash);
  CHECK(events.size() > 10);
  REQUIRE(events.size() == recorded.events.size());
  CHECK(std::memcmp(events.data(), recorded.events.data(), events.size() * sizeof events[0]) == 0);
}

TEST_CASE("a jump to any step gives the bits of a replay from the start, with keyframes and without") {
  for (const size_t budget : {size_t{0}, size_t{4000}, size_t{200000}}) {
    CAPTURE(budget);
    const Recorded recorded = record_host(budget);
    Seeker seeker(recorded.file);
    CHECK((seeker.info.keyframes > 0) == (budget > 0));
    const std::vector<uint16_t> flat = seeker.host.samples;
    REQUIRE(seeker.begin(recorded.file) == RF_OK);
    size_t wrong = 0, differs = 0;
    for (const uint64_t step : random_steps()) {
      seeker.seek(step);
      CHECK(seeker.report.step == step);
      wrong += !same_bits(seeker.present(), recorded.states[step]);
      differs += seeker.report.differs != 0;
      CHECK((seeker.report.finished != 0) == (step == kStepsOfHost));
    }
    CHECK(wrong == 0);
    CHECK(differs == 0);
    seeker.seek(0);
    CHECK(seeker.host.samples == flat);
    CHECK(seeker.host.scene.rock_count == 1);
    CHECK(seeker.host.scene.settings.gravity == 9.81);
    seeker.seek(137);
    while (!seeker.report.finished) {
      REQUIRE(rf_replay_step(&seeker.replay, &seeker.report, &seeker.error) == RF_OK);
      differs += seeker.report.differs != 0;
    }
    CHECK(differs == 0);
    CHECK(same_bits(seeker.present(), recorded.states[kStepsOfHost]));
  }
}

TEST_CASE("keyframes stay within their budget and bound the steps of a jump") {
  for (const size_t budget : {size_t{3000}, size_t{20000}, size_t{200000}}) {
    CAPTURE(budget);
    const Recorded recorded = record_host(budget), without = record_host(0);
    CHECK(recorded.file.size() <= without.file.size() + budget);
    Seeker seeker(recorded.file);
    REQUIRE(seeker.begin(recorded.file) == RF_OK);
    // Steps of 400 and a few of work lie 16384, or a multiple by a power of two, apart.
    const uint64_t apart = budget == 200000 ? 41 : budget == 20000 ? 41 : 41 * 4;
    uint64_t most = 0;
    for (uint64_t step = kStepsOfHost + 1; step-- > 0;) {
      seeker.seek(step);
      most = std::max(most, seeker.report.steps_made);
      CHECK(seeker.report.rock_steps <= seeker.report.steps_made * 5);
    }
    CHECK(most <= apart);
    CHECK(most >= apart / 2);
  }
}

TEST_CASE("a recorder restored from a copy keeps only the keyframes before the copy") {
  Host host;
  Bytes budget(100000), file(1 << 20);
  rf_recording_def def = rf_default_recording_def();
  def.hash_every = 1000;  // so that steps add no bytes
  def.keyframe_memory = budget.data();
  def.keyframe_bytes = budget.size();
  rf_recorder recorder;
  REQUIRE(rf_recorder_begin(&recorder, &def, &host.scene, file.data(), file.size(), nullptr) == RF_OK);
  for (const rf_state& state : host.states) REQUIRE(rf_recorder_add(&recorder, &state, nullptr) == RF_OK);
  const auto play = [&](uint32_t steps) {
    for (uint32_t i = 0; i < steps; ++i) {
      step_all(host.scene, host.states, 1);
      recorder.work += 4000;
      REQUIRE(rf_recorder_stepped(&recorder, host.states.data(), 4, nullptr) == RF_OK);
    }
  };
  play(23);
  const rf_recorder copy = recorder;
  const std::vector<rf_state> states = host.states;
  play(50);
  recorder = copy;
  host.states = states;
  host.states[0].velocity[0] = 2;
  REQUIRE(rf_recorder_replace(&recorder, 0, &host.states[0], nullptr) == RF_OK);
  play(20);
  REQUIRE(rf_recorder_end(&recorder, host.states.data(), 4, nullptr) == RF_OK);
  file.resize(recorder.used);
  Seeker seeker(file);
  CHECK(seeker.info.keyframes >= 8);
  CHECK(seeker.info.keyframes <= 43 / 4);
  REQUIRE(seeker.begin(file) == RF_OK);
  seeker.seek(43);
  CHECK(seeker.report.differs == 0);
  CHECK(seeker.report.steps_made < 6);
  CHECK(same_bits(seeker.present(), host.states));
}

TEST_CASE("a jump is refused beyond the end, without an index, and without the ground of the beginning") {
  const Recorded recorded = record_host(50000);
  Seeker seeker(recorded.file);
  CHECK(rf_replay_seek(&seeker.replay, 0, &seeker.report, &seeker.error) == RF_BAD_DEF);
  REQUIRE(seeker.begin(recorded.file) == RF_OK);
  check_refusal(rf_replay_seek(&seeker.replay, kStepsOfHost + 1, &seeker.report, &seeker.error), seeker.error,
                RF_BAD_VALUE, "step");
  check_refusal(rf_replay_seek(&seeker.replay, 3, nullptr, &seeker.error), seeker.error, RF_NULL_ARGUMENT, "report");
  seeker.replay.first_ground = nullptr;
  seeker.seek(400);
  check_refusal(rf_replay_seek(&seeker.replay, 10, &seeker.report, &seeker.error), seeker.error, RF_UNSUPPORTED,
                "first_ground");
  CHECK(rf_replay_seek(&seeker.replay, 10, &seeker.report, &seeker.error) == RF_BAD_DEF);
  Seeker blind(recorded.file);
  blind.replay.index = nullptr;
  REQUIRE(blind.begin(recorded.file) == RF_OK);
  blind.seek(kStepsOfHost);
  check_refusal(rf_replay_seek(&blind.replay, 10, &blind.report, &blind.error), blind.error, RF_MEMORY_TOO_SMALL,
                "index");
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

TEST_CASE("a recorder refuses removals, shapes and heights that are impossible") {
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
