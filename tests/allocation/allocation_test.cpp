// Checks that steps neither allocate nor free memory.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "allocation/counting.h"
#include "step/worlds.h"

using namespace worlds;

namespace {

// Many rocks on a rough slope, made before calls are counted.
struct ManyRocks : BusySlope {
  explicit ManyRocks(int32_t scheme, size_t count = 100) : BusySlope(scheme) {
    scene.settings.stop_speed = 0;
    for (size_t i = 0; i < count; ++i) start.push_back(state_near_ground());
    states = start;
  }
  // Resets the rocks that have ended, so that every call makes a step.
  void restart_ended() {
    for (size_t i = 0; i < states.size(); ++i) {
      if (states[i].end != RF_MOVING) states[i] = start[i];
    }
  }
  std::vector<rf_state> start, states;
};

void run_reversed(void*, rf_task_body body, void* work, uint32_t count) {
  while (count > 0) body(work, --count);
}

}  // namespace

TEST_SUITE("allocation" * doctest::skip(!counting::available())) {
  TEST_CASE("the counter counts every function that allocates or frees memory") {
    void* volatile block = nullptr;  // volatile: otherwise the compiler may remove malloc and free
    void* aligned = nullptr;
    const auto counted = [&](auto&& call) {
      const uint64_t before = counting::calls();
      call();
      return counting::calls() - before;
    };
    CHECK(counted([&] { block = std::malloc(10); }) == 1);
    CHECK(counted([&] { block = std::realloc(block, 5000); }) >= 1);
    CHECK(counted([&] { std::free(block); }) == 1);
    CHECK(counted([&] { block = std::calloc(10, 10); }) == 1);
    std::free(block);
    CHECK(counted([&] { block = std::aligned_alloc(64, 640); }) == 1);
    std::free(block);
    CHECK(counted([&] { REQUIRE(posix_memalign(&aligned, 64, 640) == 0); }) >= 1);
    std::free(aligned);
    CHECK(counted([&] { block = ::operator new(10); }) >= 1);
    CHECK(counted([&] { ::operator delete(block); }) >= 1);
    CHECK(counted([&] { block = strdup("a string of the C library"); }) == 1);
    std::free(block);
    CHECK(counted([] {}) == 0);
  }

  TEST_CASE("cooking with a computed hull allocates memory, which the counter detects inside the library") {
    const std::vector<double> points = shape_cloud(RF_SHAPE_RANDOM, 1, 1, 1, 40);
    const rf_rock_def def = rock_def(points);
    size_t bytes = 0;
    REQUIRE(rf_rock_memory(&def, &bytes, nullptr) == RF_OK);
    std::vector<Line> block(bytes / sizeof(Line) + 1);
    const rf_rock* rock = nullptr;
    const uint64_t before = counting::calls();
    const rf_status status = rf_cook_rock(&def, block.data(), bytes, &rock, nullptr);
    const uint64_t calls = counting::calls() - before;
    CHECK(status == RF_OK);
    CHECK(calls > 0);
  }

  TEST_CASE("recording with keyframes, replaying and jumping allocate nothing") {
    ManyRocks rocks(RF_SCHEME_IMPLICIT, 20);
    std::vector<unsigned char> file(1 << 20), budget(1 << 16);
    rf_recording_def def = rf_default_recording_def();
    def.keyframe_memory = budget.data();
    def.keyframe_bytes = budget.size();
    rf_recorder recorder;
    rf_replay replay = rf_default_replay();
    rf_replay_report report;
    std::vector<uint64_t> index(100);
    replay.states = rocks.start.data();
    replay.capacity = 20;
    replay.index = index.data();
    replay.index_capacity = 100;
    rf_scene scene = rocks.scene;
    replay.scene = &scene;
    const uint64_t before = counting::calls();
    bool good = rf_recorder_begin(&recorder, &def, &rocks.scene, file.data(), file.size(), nullptr) == RF_OK;
    for (const rf_state& state : rocks.states) good = good && rf_recorder_add(&recorder, &state, nullptr) == RF_OK;
    for (int i = 0; i < 60; ++i) {
      recorder.work += 3000;  // several keyframes
      good = good && rf_step_many(&rocks.scene, rocks.states.data(), 20, 1, nullptr, nullptr) == RF_OK &&
             rf_recorder_stepped(&recorder, rocks.states.data(), 20, nullptr) == RF_OK;
    }
    good = good && rf_recorder_end(&recorder, rocks.states.data(), 20, nullptr) == RF_OK &&
           rf_replay_begin(&replay, file.data(), recorder.used, nullptr) == RF_OK;
    for (const uint64_t step : {50u, 3u, 31u, 60u, 0u, 17u}) {
      good = good && rf_replay_seek(&replay, step, &report, nullptr) == RF_OK && report.differs == 0;
    }
    good = good && rf_replay_step(&replay, &report, nullptr) == RF_OK;
    const uint64_t calls = counting::calls() - before;
    CHECK(good);
    CHECK(replay.keyframes > 3);
    CHECK(calls == 0);
  }

  TEST_CASE("cooking with given triangles allocates nothing") {
    const Rock made = shape_rock(RF_SHAPE_RANDOM, 1, 1, 1, 40);
    rf_rock_def def = rf_default_rock_def();
    def.points = made->vertices;
    def.point_count = made->vertex_count;
    def.triangles = made->triangles;
    def.triangle_count = made->triangle_count;
    size_t bytes = 0;
    REQUIRE(rf_rock_memory(&def, &bytes, nullptr) == RF_OK);
    std::vector<Line> block(bytes / sizeof(Line) + 1);
    const rf_rock* rock = nullptr;
    const uint64_t before = counting::calls();
    const rf_status status = rf_cook_rock(&def, block.data(), bytes, &rock, nullptr);
    const uint64_t calls = counting::calls() - before;
    CHECK(status == RF_OK);
    CHECK(calls == 0);
  }

  TEST_CASE("100000 steps with contacts allocate nothing in every scheme") {
    for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
      ManyRocks rocks(scheme);
      rf_contact contacts[RF_MAX_CONTACTS];
      rf_step_report report = {};
      report.contacts = contacts;
      report.contact_capacity = RF_MAX_CONTACTS;
      uint64_t steps = 0, touching = 0, failed = 0;
      const uint64_t before = counting::calls();
      for (int round = 0; round < 1000; ++round) {
        rocks.restart_ended();
        for (rf_state& state : rocks.states) {
          failed += rf_step(&rocks.scene, &state, &report) != RF_OK;
          touching += report.contact_count > 0;
          ++steps;
        }
      }
      const uint64_t calls = counting::calls() - before;
      CHECK(calls == 0);
      CHECK(failed == 0);
      CHECK(steps == 100000);
      CHECK(touching > 1000);
    }
  }

  TEST_CASE("rf_step_many allocates nothing with and without tasks") {
    ManyRocks rocks(RF_SCHEME_IMPLICIT);
    const rf_tasks tasks = {nullptr, run_reversed, 0};
    rf_many_report report;
    uint64_t steps = 0;
    const uint64_t before = counting::calls();
    for (int round = 0; round < 100; ++round) {
      rocks.restart_ended();
      rf_step_many(&rocks.scene, rocks.states.data(), 100, 5, round % 2 ? &tasks : nullptr, &report);
      steps += report.rock_steps;
    }
    const uint64_t calls = counting::calls() - before;
    CHECK(calls == 0);
    CHECK(steps > 40000);
  }

  TEST_CASE("statistics, summaries and releases allocate nothing") {
    ManyRocks rocks(RF_SCHEME_IMPLICIT);
    const double points[] = {5, 5, 20, 8, 22, 25};
    rf_release release = rf_default_release();
    release.kind = RF_RELEASE_AREA;
    release.points = points;
    release.point_count = 3;
    std::vector<rf_rock_statistics> statistics(100);
    rf_campaign_summary summary;
    rf_error error;
    uint64_t failed = 0;
    const uint64_t before = counting::calls();
    for (uint32_t i = 0; i < 100; ++i) {
      failed += rf_release_state(&rocks.scene, &release, i, &rocks.states[i], &error) != RF_OK;
      statistics[i] = rf_default_rock_statistics(&rocks.states[i]);
      for (int k = 0; k < 300; ++k) {
        failed += rf_step_with_statistics(&rocks.scene, &rocks.states[i], &statistics[i], nullptr) != RF_OK;
      }
    }
    failed += rf_summarise(statistics.data(), 100, &summary) != RF_OK;
    const uint64_t calls = counting::calls() - before;
    CHECK(calls == 0);
    CHECK(failed == 0);
    CHECK(summary.distance > 10);
  }

  TEST_CASE("refused calls and faults allocate nothing") {
    ManyRocks rocks(RF_SCHEME_IMPLICIT, 4);
    rf_settings settings = rf_default_settings();
    settings.gravity = -1;
    rf_error error;
    rocks.states[0].velocity[0] = std::nan("");
    const uint64_t before = counting::calls();
    const rf_status refused = rf_settings_check(&settings, &error);
    const rf_status faulty = rf_step(&rocks.scene, &rocks.states[0], nullptr);
    const uint64_t calls = counting::calls() - before;
    CHECK(calls == 0);
    CHECK(refused == RF_BAD_VALUE);
    CHECK(faulty == RF_FAULTY_STATE);
  }
}
