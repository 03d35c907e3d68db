#include "bits.h"
#include "support/begin_recording.h"

using namespace determinism;
using support::begin_recording;

namespace {

constexpr uint32_t kSteps = 300;

// Changes the ground of the world's grid.
rf_status change_ground(void* user, rf_scene* scene, const rf_ground* ground) {
  World& world = *static_cast<World*>(user);
  world.grid.ground = *ground;
  return rf_grid_terrain(&world.grid, &scene->terrain, nullptr);
}

// All actions of a host, at fixed steps. `recorder` may be null.
void act(World& world, uint64_t step, rf_recorder* recorder) {
  const double impulse[3] = {300, 100, 900}, zero[3] = {0, 0, 0};
  double point[3];
  std::copy(world.states[1].position, world.states[1].position + 3, point);
  point[2] += 0.2;
  if (step == 20) {
    REQUIRE(rf_apply_impulse(&world.scene, &world.states[1], impulse, point, nullptr) == RF_OK);
    if (recorder) REQUIRE(rf_recorder_impulse(recorder, 1, impulse, point, nullptr) == RF_OK);
  }
  if (step == 50) {
    const rf_state added = world.drop(1, 6, 20, 2);
    if (recorder) REQUIRE(rf_recorder_add(recorder, &added, nullptr) == RF_OK);
  }
  if (step == 90) {
    world.scene.settings.gravity = 9.7;
    if (recorder) REQUIRE(rf_recorder_settings(recorder, &world.scene.settings, nullptr) == RF_OK);
  }
  if (step == 130) {
    const rf_ground ground = rf_ground_preset_find("extra_hard")->ground;
    REQUIRE(change_ground(&world, &world.scene, &ground) == RF_OK);
    if (recorder) REQUIRE(rf_recorder_ground(recorder, &ground, nullptr) == RF_OK);
  }
  if (step == 170) {
    std::copy(zero, zero + 3, world.states[0].velocity);
    if (recorder) REQUIRE(rf_recorder_replace(recorder, 0, &world.states[0], nullptr) == RF_OK);
  }
}

void take(rf_recorder& recorder, Bytes& file) {
  file.insert(file.end(), recorder.memory, recorder.memory + recorder.used);
  recorder.used = 0;
}

rf_recording_def def_of(uint32_t hash_every, uint32_t states_every) {
  rf_recording_def def = rf_default_recording_def();
  def.hash_every = hash_every;
  def.states_every = states_every;
  def.seed = 5;
  def.metadata = "how to build it";
  def.metadata_bytes = 15;
  return def;
}

// Makes a run and its recording, with a small block that is emptied after each step.
Bytes record(World& world, const rf_recording_def& def) {
  Bytes block(4096), file;
  rf_recorder recorder;
  begin_recording(recorder, def, world.scene, world.states, block);
  for (uint64_t step = 0; step < kSteps; ++step) {
    act(world, step, &recorder);
    step_all(world.scene, world.states, 1);
    const auto count = static_cast<uint32_t>(world.states.size());
    REQUIRE(rf_recorder_stepped(&recorder, world.states.data(), count, nullptr) == RF_OK);
    take(recorder, file);
  }
  REQUIRE(rf_recorder_end(&recorder, world.states.data(), static_cast<uint32_t>(world.states.size()), nullptr) ==
          RF_OK);
  take(recorder, file);
  return file;
}

Bytes record_ramp(std::vector<rf_state>* ends = nullptr, rf_recording_def def = def_of(10, 50)) {
  World world;
  build(world, "ramp_implicit");
  const Bytes file = record(world, def);
  if (ends) *ends = world.states;
  return file;
}

// A replay in its own world.
struct Replay {
  World world;
  std::vector<rf_state> states = std::vector<rf_state>(16);
  rf_replay replay = rf_default_replay();
  rf_replay_report report = {};
  rf_error error = {};
  explicit Replay(const std::string& scene = "ramp_implicit") {
    build(world, scene);
    replay.scene = &world.scene;
    replay.states = states.data();
    replay.capacity = 16;
    replay.user = &world;
    replay.set_ground = change_ground;
  }
  rf_status begin(const Bytes& file) { return rf_replay_begin(&replay, file.data(), file.size(), &error); }
  // Returns the first step that differs; 0 if all are equal.
  uint64_t run() {
    uint64_t first = 0;
    while (!report.finished) {
      REQUIRE(rf_replay_step(&replay, &report, &error) == RF_OK);
      if (report.differs && first == 0) first = report.step;
    }
    return first;
  }
};

}  // namespace

TEST_CASE("a recording with all actions of the host replays to the same bits") {
  std::vector<rf_state> ends;
  const Bytes file = record_ramp(&ends);
  Replay replay;
  REQUIRE(replay.begin(file) == RF_OK);
  CHECK(replay.replay.count == 6);
  CHECK(replay.run() == 0);
  CHECK(replay.report.step == kSteps);
  CHECK(replay.replay.count == 7);
  replay.states.resize(replay.replay.count);
  CHECK(same_bits(replay.states, ends));
  REQUIRE(rf_replay_step(&replay.replay, &replay.report, nullptr) == RF_OK);
  CHECK(replay.report.finished == 1);
  CHECK(replay.report.step == kSteps);
}

TEST_CASE("a replay reports the first compared step that differs") {
  const Bytes file = record_ramp();
  Replay replay;
  REQUIRE(replay.begin(file) == RF_OK);
  for (int i = 0; i < 143; ++i) REQUIRE(rf_replay_step(&replay.replay, &replay.report, nullptr) == RF_OK);
  double& v = replay.states[2].velocity[1];
  v = v == 0 ? 1e-300 : v * (1 + 4e-16);
  CHECK(replay.run() == 150);
}

TEST_CASE("the header and all records of a recording can be read") {
  const Bytes file = record_ramp();
  rf_recording recording;
  rf_recording_info info;
  REQUIRE(rf_recording_open(&recording, file.data(), file.size(), &info, nullptr) == RF_OK);
  CHECK(info.version == RF_RECORDING_VERSION);
  CHECK(info.library_version == rf_version());
  CHECK(info.rock_count == 7);
  CHECK(info.steps == kSteps);
  CHECK(info.seed == 5);
  CHECK(info.hash_every == 10);
  CHECK(info.settings.gravity == 9.81);
  CHECK(std::string(info.metadata, info.metadata_bytes) == "how to build it");
  int kinds[RF_RECORD_END + 1] = {};
  rf_record record;
  do {
    REQUIRE(rf_recording_next(&recording, &record, nullptr) == RF_OK);
    ++kinds[record.kind];
    if (record.kind == RF_RECORD_IMPULSE) {
      CHECK(record.step == 20);
      CHECK(record.rock == 1);
      CHECK(record.impulse[2] == 900);
      CHECK(record.has_point == 1);
    }
    if (record.kind == RF_RECORD_SETTINGS) CHECK(record.settings.gravity == 9.7);
  } while (record.kind != RF_RECORD_END);
  CHECK(kinds[RF_RECORD_ADD] == 7);
  CHECK(kinds[RF_RECORD_HASH] == 30);
  CHECK(kinds[RF_RECORD_STATE] > 6 * 5);
  CHECK(kinds[RF_RECORD_GROUND] == 1);
  CHECK(kinds[RF_RECORD_REPLACE] == 1);
  CHECK(record.hash == info.states_hash);
}

TEST_CASE("a replay with another terrain, ground or rock is refused with the difference in the text") {
  const Bytes file = record_ramp();
  Replay terrain;
  terrain.world.heights[3] += 1e-9;
  CHECK(terrain.begin(file) == RF_MISMATCH);
  CHECK(std::string(terrain.error.text).find("terrain") != std::string::npos);
  Replay ground;
  static_cast<rf_grid*>(ground.world.scene.terrain.user)->ground.mu_min *= 1.01;
  CHECK(ground.begin(file) == RF_MISMATCH);
  CHECK(std::string(ground.error.text).find("ground") != std::string::npos);
  Replay rocks;
  rocks.world.add_box(1, 1, 1);
  CHECK(rocks.begin(file) == RF_MISMATCH);
  CHECK(std::string(rocks.error.text).find("rocks") != std::string::npos);
}

TEST_CASE("a recording truncated at any byte is refused as truncated") {
  const Bytes file = record_ramp(nullptr, def_of(100, 0));
  int accepted = 0, truncated = 0;
  for (size_t bytes = 1; bytes < file.size(); ++bytes) {
    const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(bytes));
    rf_recording recording;
    const rf_status status = rf_recording_open(&recording, cut.data(), cut.size(), nullptr, nullptr);
    accepted += status == RF_OK;
    truncated += status == RF_TRUNCATED;
  }
  CHECK(accepted == 0);
  CHECK(truncated == static_cast<int>(file.size()) - 1);
}

TEST_CASE("a recording with any byte changed is refused") {
  Bytes file = record_ramp(nullptr, def_of(100, 0));
  int accepted = 0;
  for (size_t i = 0; i < file.size(); ++i) {
    for (const unsigned flip : {1u, 0x80u, 0xFFu}) {
      file[i] = static_cast<unsigned char>(file[i] ^ flip);
      rf_recording recording;
      accepted += rf_recording_open(&recording, file.data(), file.size(), nullptr, nullptr) == RF_OK;
      file[i] = static_cast<unsigned char>(file[i] ^ flip);
    }
  }
  CHECK(accepted == 0);
  rf_error error;
  rf_recording recording;
  file.push_back(0);
  CHECK(rf_recording_open(&recording, file.data(), file.size(), nullptr, &error) == RF_CORRUPTED);
  file.pop_back();
  file[8] = 7;
  CHECK(rf_recording_open(&recording, file.data(), file.size(), nullptr, &error) == RF_WRONG_VERSION);
  CHECK(std::string(error.text).find("version 7") != std::string::npos);
}

TEST_CASE("a recorder with too little memory writes nothing and continues with a larger block") {
  World world;
  build(world, "resting");
  const rf_recording_def def = def_of(1, 1);
  Bytes block(rf_recorder_begin_bytes(&def));
  rf_recorder recorder;
  rf_error error;
  CHECK(rf_recorder_begin(&recorder, &def, &world.scene, block.data(), block.size() - 1, &error) ==
        RF_MEMORY_TOO_SMALL);
  REQUIRE(rf_recorder_begin(&recorder, &def, &world.scene, block.data(), block.size(), &error) == RF_OK);
  CHECK(recorder.used == block.size());
  const rf_recorder before = recorder;
  CHECK(rf_recorder_add(&recorder, &world.states[0], &error) == RF_MEMORY_TOO_SMALL);
  CHECK(std::memcmp(&recorder, &before, sizeof recorder) == 0);
  Bytes file(block), more(rf_recorder_step_bytes(2));
  recorder.memory = more.data();
  recorder.capacity = more.size();
  recorder.used = 0;
  for (const rf_state& state : world.states) {
    REQUIRE(rf_recorder_add(&recorder, &state, &error) == RF_OK);
    take(recorder, file);
  }
  step_all(world.scene, world.states, 1);
  CHECK(rf_recorder_stepped(&recorder, world.states.data(), 1, &error) == RF_BAD_VALUE);
  REQUIRE(rf_recorder_stepped(&recorder, world.states.data(), 2, &error) == RF_OK);
  take(recorder, file);
  REQUIRE(rf_recorder_end(&recorder, world.states.data(), 2, &error) == RF_OK);
  take(recorder, file);
  CHECK(rf_recorder_add(&recorder, &world.states[0], &error) == RF_BAD_VALUE);
  Replay replay("resting");
  REQUIRE(replay.begin(file) == RF_OK);
  CHECK(replay.run() == 0);
}

TEST_CASE("a recorder restored from a copy discards what was recorded after the copy") {
  World world;
  build(world, "ramp_implicit");
  const std::vector<rf_state> start = world.states;
  Bytes block(1 << 20);
  rf_recorder recorder;
  const rf_recording_def def = def_of(1, 0);
  begin_recording(recorder, def, world.scene, world.states, block);
  const auto play = [&](double strength) {
    const double impulse[3] = {strength, 0, 0};
    REQUIRE(rf_apply_impulse(&world.scene, &world.states[0], impulse, nullptr, nullptr) == RF_OK);
    REQUIRE(rf_recorder_impulse(&recorder, 0, impulse, nullptr, nullptr) == RF_OK);
    for (int i = 0; i < 50; ++i) {
      step_all(world.scene, world.states, 1);
      REQUIRE(rf_recorder_stepped(&recorder, world.states.data(), 6, nullptr) == RF_OK);
    }
  };
  const rf_recorder mark = recorder;
  play(100);
  recorder = mark;
  world.states = start;
  play(200);
  REQUIRE(rf_recorder_end(&recorder, world.states.data(), 6, nullptr) == RF_OK);
  Replay replay;
  block.resize(recorder.used);
  REQUIRE(replay.begin(block) == RF_OK);
  CHECK(replay.run() == 0);
  replay.states.resize(6);
  CHECK(same_bits(replay.states, world.states));
}

TEST_CASE("calls with recorders and recordings that are not initialised are refused") {
  rf_recorder recorder = {};
  rf_recording recording = {};
  rf_record record;
  rf_error error;
  World world;
  build(world, "resting");
  CHECK(rf_recorder_add(&recorder, &world.states[0], &error) == RF_NULL_ARGUMENT);
  CHECK(std::string(error.text).find("rf_recorder_begin") != std::string::npos);
  CHECK(rf_recording_next(&recording, &record, &error) == RF_BAD_DEF);
  rf_recording_def def = def_of(0, 0);
  Bytes block(4096);
  CHECK(rf_recorder_begin(&recorder, &def, &world.scene, block.data(), block.size(), &error) == RF_BAD_VALUE);
  CHECK(std::string(error.text).find("hash_every") != std::string::npos);
  def = def_of(1, 0);
  CHECK(rf_recorder_begin(&recorder, &def, &world.scene, block.data(), 100, &error) == RF_MEMORY_TOO_SMALL);
  CHECK(std::string(error.text).find(std::to_string(rf_recorder_begin_bytes(&def))) != std::string::npos);
  world.scene.terrain.sample = nullptr;
  CHECK(rf_recorder_begin(&recorder, &def, &world.scene, block.data(), block.size(), &error) == RF_NULL_ARGUMENT);
  const Bytes file = record_ramp();
  Replay small;
  small.replay.capacity = 6;
  CHECK(small.begin(file) == RF_MEMORY_TOO_SMALL);
  Replay without;
  without.replay.set_ground = nullptr;
  REQUIRE(without.begin(file) == RF_OK);
  rf_status status = RF_OK;
  while (status == RF_OK) status = rf_replay_step(&without.replay, &without.report, &without.error);
  CHECK(status == RF_UNSUPPORTED);
  CHECK(without.replay.step == 130);
}

TEST_CASE("a recording of many steps at a time has the bytes of one of single steps") {
  for (const uint32_t states_every : {0u, 24u}) {
    const rf_recording_def def = def_of(100, states_every);
    Bytes files[2];
    for (int many = 0; many < 2; ++many) {
      World world;
      build(world, "resting");
      Bytes block(1 << 16);
      rf_recorder recorder;
      begin_recording(recorder, def, world.scene, world.states, block);
      const auto count = static_cast<uint32_t>(world.states.size());
      for (uint32_t step = 0; step < 330;) {
        const uint32_t due = rf_recorder_steps_until_due(&recorder);
        CHECK(due >= 1);
        CHECK(due <= (states_every ? states_every : 100));
        CHECK(rf_recorder_stepped_many(&recorder, world.states.data(), count, due + 1, nullptr) == RF_BAD_VALUE);
        CHECK(rf_recorder_stepped_many(&recorder, world.states.data(), count, 0, nullptr) == RF_BAD_VALUE);
        const uint32_t steps = many ? (due < 330 - step ? due : 330 - step) : 1;
        step_all(world.scene, world.states, steps);
        REQUIRE(rf_recorder_stepped_many(&recorder, world.states.data(), count, steps, nullptr) == RF_OK);
        step += steps;
      }
      CHECK(recorder.step == 330);
      REQUIRE(rf_recorder_end(&recorder, world.states.data(), count, nullptr) == RF_OK);
      take(recorder, files[many]);
    }
    CHECK(files[0] == files[1]);
    Replay replay("resting");
    REQUIRE(replay.begin(files[1]) == RF_OK);
    CHECK(replay.run() == 0);
  }
  CHECK(rf_recorder_steps_until_due(nullptr) == 0);
}
