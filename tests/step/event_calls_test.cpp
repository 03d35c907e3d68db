// Events are the same for every number of steps per call, of tasks and of lanes.
#include <doctest/doctest.h>
#include <rockfall/events.h>
#include <rockfall/recording.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "slide.h"
#include "support/refusal.h"
#include "support/scenes.h"
#include "worlds.h"

using namespace support;
using namespace slide;

namespace {

void run_in_order(void*, rf_task_body body, void* work, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) body(work, i);
}

}  // namespace

TEST_CASE("events do not depend on tasks, threads, grain and the number of steps per call") {
  const Slide slide;
  std::vector<rf_state> states = slide.start;
  Reporter reference(slide);
  run(slide, states, reference, kSteps);
  for (const uint32_t per_call : {1u, 50u}) {
    for (const uint32_t grain : {0u, 1u, 8u, 1000u}) {
      std::vector<rf_state> other = slide.start;
      Reporter reporter(slide);
      // With a call per step the tasks run in order on this thread: starting one in every call would take long.
      const rf_tasks tasks = {nullptr, per_call == 1 ? run_in_order : run_reversed, grain};
      run(slide, other, reporter, per_call, &tasks);
      CHECK(same_events(reporter.all, reference.all));
      for (uint32_t i = 0; i < kRocks; ++i) CHECK(same_bits(states[i], other[i]));
    }
  }
}

TEST_CASE("events are the same whether rocks are stepped together or alone, in every scheme, with and without soil") {
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    for (const double strength : {0.0, 8e6}) {
      CAPTURE(scheme);
      CAPTURE(strength);
      Slide slide;
      slide.world.scene.settings.scheme = scheme;
      worlds::set_soil(slide.world.grid.ground, strength);
      slide.world.renew();
      std::vector<rf_state> states = slide.start;
      Reporter together(slide), alone(slide);
      run(slide, states, together, kSteps);
      uint32_t contacts = 0;
      for (uint32_t i = 0; i < kRocks; ++i) {
        rf_state state = slide.start[i];
        alone.events.tracks = alone.tracks.data() + i;
        REQUIRE(rf_step_many_with_events(&slide.world.scene, &state, 1, kSteps, nullptr, nullptr, &alone.events) ==
                RF_OK);
        for (uint32_t k = 0; k < alone.events.count; ++k) {
          rf_event event = alone.buffer[k];
          event.rock = i;
          contacts += event.kind == RF_EVENT_CONTACT_BEGIN;
          alone.all.push_back(event);
        }
        CHECK(same_bits(state, states[i]));
      }
      std::sort(alone.all.begin(), alone.all.end(), comes_first);
      CHECK(contacts > 2 * kRocks);
      CHECK(same_events(together.all, alone.all));
    }
  }
}

namespace {

// The values that rf_step_many_observed collects of all rocks.
struct Observed {
  explicit Observed(const std::vector<rf_state>& states)
      : impacts(states.size(), 0),
        unconverged(states.size(), 0),
        in_contact(states.size(), 0),
        passages(kRoom * states.size()),
        counts(states.size(), 0) {
    for (const rf_state& state : states) statistics.push_back(rf_default_rock_statistics(&state));
    arrays = rf_default_observation();
    arrays.statistics = statistics.data();
    arrays.impacts = impacts.data();
    arrays.unconverged = unconverged.data();
    arrays.in_contact = in_contact.data();
    arrays.cells = &kCells;
    arrays.passages = passages.data();
    arrays.passage_room = kRoom;
    arrays.passage_count = counts.data();
  }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;

  bool same_as(const Observed& other) const {
    bool same = impacts == other.impacts && unconverged == other.unconverged && in_contact == other.in_contact &&
                counts == other.counts &&
                std::memcmp(statistics.data(), other.statistics.data(), statistics.size() * sizeof statistics[0]) == 0;
    for (size_t rock = 0; same && rock < counts.size(); ++rock) {
      const size_t first = kRoom * rock;
      same = std::memcmp(&passages[first], &other.passages[first], counts[rock] * sizeof passages[0]) == 0;
    }
    return same;
  }

  static constexpr uint32_t kRoom = 512;
  static constexpr rf_cells kCells = {-100, -100, 1.5, 200, 200};
  std::vector<rf_rock_statistics> statistics;
  std::vector<uint32_t> impacts, unconverged;
  std::vector<uint8_t> in_contact;
  std::vector<rf_cell_passage> passages;
  std::vector<uint32_t> counts;
  rf_observation arrays;
};

}  // namespace

TEST_CASE("events and an observation in one call are those of two calls, with zones, soil, tasks and legacy models") {
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    for (const double strength : {0.0, 8e6}) {
      CAPTURE(model);
      CAPTURE(strength);
      Slide slide;
      slide.world.scene.settings.model = model;
      worlds::set_soil(slide.world.grid.ground, strength);
      slide.world.renew();
      std::vector<rf_state> states = slide.start, observed_states = slide.start;
      Reporter alone(slide);
      run(slide, states, alone, kSteps);
      Observed expected(slide.start);
      REQUIRE(rf_step_many_observed(&slide.world.scene, observed_states.data(), kRocks, kSteps, nullptr,
                                    &expected.arrays, nullptr) == RF_OK);
      for (const uint32_t per_call : {5u, kSteps}) {
        CAPTURE(per_call);
        std::vector<rf_state> both = slide.start;
        Reporter reporter(slide);
        Observed observed(slide.start);
        reporter.events.observation = &observed.arrays;
        const rf_tasks tasks = {nullptr, run_in_order, 20};
        run(slide, both, reporter, per_call, &tasks);
        CHECK(same_events(reporter.all, alone.all));
        CHECK(observed.same_as(expected));
        for (uint32_t i = 0; i < kRocks; ++i) CHECK(same_bits(states[i], both[i]));
      }
    }
  }
}

TEST_CASE("impacts are counted without in_contact the same with zones and without") {
  for (const int32_t model : {RF_MODEL_HARD_CONTACT, RF_MODEL_ROCFALL_RIGID, RF_MODEL_ROCFALL_LUMPED}) {
    CAPTURE(model);
    Slide slide;
    slide.world.scene.settings.model = model;
    slide.world.renew();
    std::vector<rf_state> states = slide.start, with_zones = slide.start;
    Observed expected(slide.start), observed(slide.start);
    expected.arrays.in_contact = observed.arrays.in_contact = nullptr;
    REQUIRE(rf_step_many_observed(&slide.world.scene, states.data(), kRocks, kSteps, nullptr, &expected.arrays,
                                  nullptr) == RF_OK);
    Reporter reporter(slide);
    REQUIRE(reporter.events.zone_count > 0);
    reporter.events.observation = &observed.arrays;
    run(slide, with_zones, reporter, kSteps);
    CHECK(observed.impacts == expected.impacts);
    CHECK(observed.same_as(expected));
  }
}

TEST_CASE("events refuse an observation that rf_step_many_observed refuses") {
  rf_events events = rf_default_events();
  rf_observation observation = rf_default_observation();
  events.observation = &observation;
  CHECK(rf_events_check(&events, nullptr) == RF_OK);
  const rf_cells cells = {0, 0, 1, 10, 10};
  observation.cells = &cells;
  rf_error error = stale_error();
  CHECK(rf_events_check(&events, &error) == RF_NULL_ARGUMENT);
  CHECK(std::string(error.text).find("events.observation") != std::string::npos);
  observation = rf_default_observation();
  observation.struct_size = 0;
  CHECK(rf_events_check(&events, nullptr) == RF_BAD_DEF);
}

TEST_CASE("events that do not fit are counted, and which ones are kept does not depend on threads") {
  const Slide slide;
  std::vector<rf_state> states = slide.start, again = slide.start, more = slide.start;
  Reporter full(slide), small(slide, 40), threaded(slide, 40);
  run(slide, states, full, kSteps);
  const rf_tasks in_order = {nullptr, run_in_order, 20};
  run(slide, again, small, kSteps, &in_order);
  const rf_tasks tasks = {nullptr, run_reversed, 20};
  run(slide, more, threaded, kSteps, &tasks);
  CHECK(small.all.size() <= 40);
  CHECK(small.all.size() > 20);
  CHECK(small.all.size() + small.lost == full.all.size());
  CHECK(same_events(small.all, threaded.all));
  CHECK(threaded.lost == small.lost);
  Reporter none(slide, 0);
  none.events.buffer = nullptr;
  std::vector<rf_state> last = slide.start;
  run(slide, last, none, kSteps);
  CHECK(none.lost == full.all.size());
}

TEST_CASE(
    "of the events that do not fit those that come first are kept, whatever the order in which rocks are stepped") {
  const Slide slide;
  std::vector<rf_state> states = slide.start;
  Reporter full(slide);
  run(slide, states, full, kSteps);
  for (const uint32_t capacity : {1u, 7u, 40u}) {
    CAPTURE(capacity);
    REQUIRE(full.all.size() > 2 * capacity);
    std::vector<rf_state> again = slide.start;
    Reporter small(slide, capacity);
    run(slide, again, small, kSteps);
    CHECK(same_events(small.all, {full.all.begin(), full.all.begin() + capacity}));
    CHECK(small.lost == full.all.size() - capacity);
  }
}

TEST_CASE("four events per rock and step have room, also where the last group has fewer rocks than the others") {
  OnPlane world(box_rock(1, 1, 1));
  world.scene.settings.stop_time = 0;
  world.scene.settings.stop_speed = 10;  // a rock touches, lands, ends its contact and stops in one step
  constexpr uint32_t rocks = 65;
  std::vector<rf_state> states(rocks, rf_default_state());
  for (rf_state& state : states) state.position[2] = 0.5;
  std::vector<rf_rock_track> tracks(rocks);
  std::vector<rf_event> buffer(4 * rocks);
  rf_events events = rf_default_events();
  events.landing_time = 0;
  events.tracks = tracks.data();
  events.buffer = buffer.data();
  events.capacity = 4 * rocks;
  const rf_tasks tasks = {nullptr, run_reversed, 64};
  REQUIRE(rf_step_many_with_events(&world.scene, states.data(), rocks, 1, &tasks, nullptr, &events) == RF_OK);
  CHECK(events.count == 4 * rocks);
  CHECK(events.lost == 0);
}

TEST_CASE("thresholds and kinds select events without changing the others") {
  const Slide slide;
  std::vector<rf_state> states = slide.start, again = slide.start;
  Reporter full(slide), chosen(slide);
  run(slide, states, full, kSteps);
  chosen.events.kinds = 1u << RF_EVENT_LANDED | 1u << RF_EVENT_STOPPED;
  chosen.events.min_speed = 3;
  chosen.events.min_percussion = 2000;
  run(slide, again, chosen, kSteps);
  std::vector<rf_event> expected;
  for (const rf_event& event : full.all) {
    const bool strong = event.speed >= 3 && event.percussion >= 2000;
    if (event.kind == RF_EVENT_STOPPED || (event.kind == RF_EVENT_LANDED && strong)) expected.push_back(event);
  }
  CHECK(expected.size() > 10);
  CHECK(same_events(chosen.all, expected));
}

TEST_CASE("the replay of a recording reports the events of the recorded run") {
  Slide slide;
  std::vector<rf_state> states;
  std::vector<unsigned char> bytes(1 << 20);
  rf_recorder recorder;
  const rf_recording_def def = rf_default_recording_def();
  REQUIRE(rf_recorder_begin(&recorder, &def, &slide.world.scene, bytes.data(), bytes.size(), nullptr) == RF_OK);
  Reporter live(slide), replayed(slide);
  for (uint32_t i = 0; i < 20; ++i) {
    states.push_back(slide.start[i]);
    REQUIRE(rf_recorder_add(&recorder, &states[i], nullptr) == RF_OK);
  }
  for (uint32_t step = 0; step < 1000; ++step) {
    if (step == 300) {  // the host puts a rock elsewhere
      states[3] = slide.start[30];
      live.tracks[3] = {};
      REQUIRE(rf_recorder_replace(&recorder, 3, &states[3], nullptr) == RF_OK);
    }
    REQUIRE(rf_step_many_with_events(&slide.world.scene, states.data(), 20, 1, nullptr, nullptr, &live.events) ==
            RF_OK);
    live.take();
    REQUIRE(rf_recorder_stepped(&recorder, states.data(), 20, nullptr) == RF_OK);
  }
  REQUIRE(rf_recorder_end(&recorder, states.data(), 20, nullptr) == RF_OK);

  std::vector<rf_state> again(20);
  rf_replay replay = rf_default_replay();
  replay.capacity = 20;
  replay.states = again.data();
  replay.scene = &slide.world.scene;
  replay.events = &replayed.events;
  REQUIRE(rf_replay_begin(&replay, bytes.data(), recorder.used, nullptr) == RF_OK);
  rf_replay_report report = {};
  while (!report.finished) {
    REQUIRE(rf_replay_step(&replay, &report, nullptr) == RF_OK);
    CHECK(report.differs == 0);
    replayed.take();
  }
  CHECK(live.all.size() > 40);
  CHECK(same_events(live.all, replayed.all));
}

TEST_CASE("events that cannot be reported are refused with the name of the member") {
  const Slide slide;
  Reporter reporter(slide);
  rf_error error = stale_error();
  const auto refused = [&](rf_status expected, const char* field) {
    const rf_status status = rf_events_check(&reporter.events, &error);
    check_refusal(status, error, expected, field);
    std::vector<rf_state> states = slide.start;
    CHECK(rf_step_many_with_events(&slide.world.scene, states.data(), kRocks, 5, nullptr, nullptr, &reporter.events) ==
          expected);
    CHECK(same_bits(states[0], slide.start[0]));
  };
  CHECK(rf_events_check(&reporter.events, &error) == RF_OK);
  reporter.events.min_speed = kNaN;
  refused(RF_BAD_VALUE, "min_speed");
  reporter.events.min_speed = 0;
  reporter.events.zone_count = RF_ZONE_MAX + 1;
  refused(RF_BAD_VALUE, "zone_count");
  rf_zone zones[2] = {slide.zones[0], slide.zones[1]};
  reporter.events.zones = zones;
  reporter.events.zone_count = 2;
  zones[1].box.x_max = kNaN;
  refused(RF_BAD_VALUE, "zones[1]");
  zones[1] = slide.zones[1];
  zones[1].box.x_min = -1e101;
  refused(RF_BAD_VALUE, "zones[1]");
  zones[1] = slide.zones[1];
  zones[1].corner_count = 3;
  refused(RF_BAD_VALUE, "zones[1] has a corner_count without corners");
  zones[1] = slide.zones[1];
  zones[0].corner_count = 2;
  refused(RF_BAD_VALUE, "zones[0]");
  reporter.events.zone_count = 0;
  reporter.events.buffer = nullptr;
  refused(RF_NULL_ARGUMENT, "buffer");
  reporter.events.struct_size = 1;
  refused(RF_BAD_DEF, "events");
}
