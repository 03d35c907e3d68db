// Jumps of a replay to any step, with keyframes and without.
#include <algorithm>
#include <cstring>
#include <vector>

#include "host.h"
#include "support/refusal.h"
#include "terrain/height_field.h"

using namespace support;
using namespace host;

namespace {

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
      CHECK((seeker.report.compared != 0) == (step > 0 && step % 10 == 0));
      CHECK((seeker.report.finished != 0) == (step == kStepsOfHost));
    }
    CHECK(wrong == 0);
    CHECK(differs == 0);
    seeker.seek(0);
    CHECK(seeker.host.samples == flat);
    CHECK(seeker.host.scene.rock_count == 1);
    CHECK(seeker.host.scene.settings.gravity == 9.81);
    seeker.seek(137);
    differs += seeker.play([] {});
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
  begin_recording(recorder, def, host.scene, host.states, file);
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
  const size_t all = rf_recorder_end_bytes(&recorder);
  recorder = copy;
  host.states = states;
  CHECK(rf_recorder_end_bytes(&recorder) < all);
  const size_t without_block = rf_recorder_end_bytes(&recorder);
  recorder.memory = nullptr;
  CHECK(rf_recorder_end_bytes(&recorder) == without_block);
  recorder.memory = copy.memory;
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

TEST_CASE("a jump back before the first change of the ground finds the ground of a height field by itself") {
  const Recorded recorded = record_host(50000);
  Seeker seeker(recorded.file);
  seeker.replay.first_ground = nullptr;
  REQUIRE(seeker.begin(recorded.file) == RF_OK);
  for (const uint64_t step : {uint64_t{400}, uint64_t{10}, uint64_t{310}, uint64_t{290}}) {
    seeker.seek(step);
    CHECK(same_bits(seeker.present(), recorded.states[step]));
  }
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
  seeker.host.scene.terrain.sample = [](void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
    rockfall::height_field_sample(user, xy, count, out);
  };
  REQUIRE(seeker.begin(recorded.file) == RF_OK);
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

TEST_CASE("the report of a step or a jump that is refused is empty") {
  rf_replay replay = rf_default_replay();
  for (const bool jump : {false, true}) {
    rf_replay_report report;
    std::memset(&report, 7, sizeof report);
    CHECK((jump ? rf_replay_seek(&replay, 3, &report, nullptr) : rf_replay_step(&replay, &report, nullptr)) != RF_OK);
    CHECK(report.step == 0);
    CHECK(report.finished == 0);
    CHECK(report.rock_steps == 0);
  }
}

TEST_CASE("a second jump to the present step compares it again") {
  const Recorded recorded = record_host(50000);
  Seeker seeker(recorded.file);
  REQUIRE(seeker.begin(recorded.file) == RF_OK);
  seeker.seek(300);
  seeker.states[0].velocity[0] += 1;
  for (int i = 0; i < 2; ++i) {
    seeker.seek(300);
    CHECK(seeker.report.compared == 1);
    CHECK(seeker.report.differs == 1);
  }
}

TEST_CASE("actions after the last step are applied by a step, and taken back by a jump to it") {
  const auto push_at_the_end = [](Host& host, rf_recorder& recorder) {
    const double impulse[3] = {5000, 0, 0};
    REQUIRE(rf_apply_impulse(&host.scene, &host.states[0], impulse, nullptr, nullptr) == RF_OK);
    REQUIRE(rf_recorder_impulse(&recorder, 0, impulse, nullptr, nullptr) == RF_OK);
  };
  const Recorded recorded = record_host(
      50000, 10, [](Host&, uint64_t, rf_recorder&) {}, push_at_the_end);
  Seeker seeker(recorded.file);
  REQUIRE(seeker.begin(recorded.file) == RF_OK);
  for (int round = 0; round < 2; ++round) {
    seeker.seek(kStepsOfHost);
    CHECK(seeker.report.compared == 1);
    CHECK(seeker.report.differs == 0);
    CHECK(seeker.report.finished == 0);
    CHECK(same_bits(seeker.present(), recorded.states[kStepsOfHost]));
    REQUIRE(rf_replay_step(&seeker.replay, &seeker.report, &seeker.error) == RF_OK);
    CHECK(seeker.report.finished == 1);
    CHECK(seeker.report.differs == 0);
    CHECK_FALSE(same_bits(seeker.present(), recorded.states[kStepsOfHost]));
  }
}

TEST_CASE("a recording with keyframes, shapes and heights is refused when it is cut or changed at any record") {
  const Recorded recorded = record_host(20000);
  const auto open = [](const Bytes& file, size_t bytes) {
    rf_recording recording;
    return rf_recording_open(&recording, file.data(), bytes, nullptr, nullptr);
  };
  REQUIRE(open(recorded.file, recorded.file.size()) == RF_OK);
  Bytes changed = recorded.file;
  size_t accepted = 0, truncated = 0, cuts = 0;
  for (size_t bytes = 1; bytes < recorded.file.size(); bytes += 13, ++cuts) {
    truncated += open(recorded.file, bytes) == RF_TRUNCATED;
    changed[bytes] = static_cast<unsigned char>(changed[bytes] ^ 0x80u);
    accepted += open(changed, changed.size()) == RF_OK;
    changed[bytes] = recorded.file[bytes];
  }
  CHECK(truncated == cuts);
  CHECK(accepted == 0);
}
