// What the calls of a host cost beside plain steps: events, recording, terrains; and jumps in a long recording.
//   rockfall_embedding_costs events|recording|terrain [ROCKS]
//   rockfall_embedding_costs seek [ROCKS [MINUTES [MEGABYTES]]]
#include <rockfall/recording.h>
#include <rockfall/terrain_formats.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "pieces.h"

namespace {

constexpr uint32_t kStepsOfCosts = 2000, kRepetitions = 9;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Variant {
  std::string name;
  std::function<void(std::vector<rf_state>&)> run;
};

// Runs all variants in turn, and prints the shortest time of each and its ratio to the first.
void compare(const std::vector<rf_state>& first, const std::vector<Variant>& variants) {
  std::vector<double> best(variants.size(), 1e300);
  uint64_t rock_steps = 0, hash = 0;
  for (uint32_t repetition = 0; repetition < kRepetitions; ++repetition) {
    for (size_t i = 0; i < variants.size(); ++i) {
      std::vector<rf_state> states = first;
      const double begin = seconds_now();
      variants[i].run(states);
      best[i] = std::min(best[i], seconds_now() - begin);
      if (repetition > 0) continue;
      rock_steps = 0;
      for (const rf_state& state : states) rock_steps += state.step;
      const uint64_t now = rf_hash_states(states.data(), static_cast<uint32_t>(states.size()));
      if (i > 0 && now != hash) std::printf("note: %s moves the rocks otherwise\n", variants[i].name.c_str());
      hash = now;
    }
  }
  for (size_t i = 0; i < variants.size(); ++i) {
    std::printf("%-44s %8.1f ns per rock-step  %6.3f\n", variants[i].name.c_str(),
                1e9 * best[i] / static_cast<double>(rock_steps), best[i] / best[0]);
  }
}

void step_plainly(const rf_scene& scene, std::vector<rf_state>& states, uint32_t at_a_time) {
  for (uint32_t step = 0; step < kStepsOfCosts; step += at_a_time) {
    rf_step_many(&scene, states.data(), static_cast<uint32_t>(states.size()), at_a_time, nullptr, nullptr);
  }
}

void compare_events(const bench::Ground& ramp, const std::vector<rf_state>& first) {
  for (const uint32_t at_a_time : {1u, 8u, 100u}) {
    std::vector<rf_event> buffer(1 << 16);
    std::vector<rf_rock_track> tracks;
    const auto with_events = [&](std::vector<rf_state>& states) {
      tracks.assign(states.size(), {});
      rf_events events = rf_default_events();
      events.buffer = buffer.data();
      events.capacity = static_cast<uint32_t>(buffer.size());
      events.tracks = tracks.data();
      for (uint32_t step = 0; step < kStepsOfCosts; step += at_a_time) {
        rf_step_many_with_events(&ramp.scene, states.data(), static_cast<uint32_t>(states.size()), at_a_time, nullptr,
                                 nullptr, &events);
      }
    };
    const std::string suffix = ", " + std::to_string(at_a_time) + " steps a call";
    compare(first, {{"no events" + suffix, [&](auto& states) { step_plainly(ramp.scene, states, at_a_time); }},
                    {"events" + suffix, with_events}});
  }
}

void compare_recording(const bench::Ground& ramp, const std::vector<rf_state>& first) {
  std::vector<unsigned char> block(64 << 20), budget(16 << 20);
  const auto recording = [&](uint32_t hash_every, uint32_t at_a_time) {
    return [&, hash_every, at_a_time](std::vector<rf_state>& states) {
      rf_recording_def def = rf_default_recording_def();
      def.hash_every = hash_every;
      def.keyframe_memory = budget.data();
      def.keyframe_bytes = budget.size();
      rf_recorder recorder;
      rf_recorder_begin(&recorder, &def, &ramp.scene, block.data(), block.size(), nullptr);
      for (const rf_state& state : states) rf_recorder_add(&recorder, &state, nullptr);
      for (uint32_t step = 0; step < kStepsOfCosts; step += at_a_time) {
        const auto count = static_cast<uint32_t>(states.size());
        rf_step_many(&ramp.scene, states.data(), count, at_a_time, nullptr, nullptr);
        if (rf_recorder_stepped_many(&recorder, states.data(), count, at_a_time, nullptr) != RF_OK) abort();
      }
    };
  };
  compare(first, {{"no recording, 1 step a call", [&](auto& states) { step_plainly(ramp.scene, states, 1); }},
                  {"a hash at each step", recording(1, 1)},
                  {"a hash at each 10th step, 1 step a call", recording(10, 1)}});
  compare(first, {{"no recording, 10 steps a call", [&](auto& states) { step_plainly(ramp.scene, states, 10); }},
                  {"a hash at each 10th step, 10 steps a call", recording(10, 10)}});
  compare(first, {{"no recording, 100 steps a call", [&](auto& states) { step_plainly(ramp.scene, states, 100); }},
                  {"a hash at each 100th step, 100 steps a call", recording(100, 100)}});
}

void compare_terrains(const bench::Rock& rock, const bench::Ground& ramp, const std::vector<rf_state>& first) {
  bench::Ground forwarded(rock);
  const bench::ForwardingTerrain forwarding(forwarded.scene);
  const rf_height_field triangles = ramp.height_field();
  rf_height_field field = triangles;
  field.interpolation = RF_INTERPOLATION_BILINEAR;
  rf_scene bilinear = ramp.scene, diagonal = ramp.scene;
  if (rf_height_field_terrain(&field, &bilinear.terrain, nullptr) != RF_OK ||
      rf_height_field_terrain(&triangles, &diagonal.terrain, nullptr) != RF_OK) {
    abort();
  }
  compare(first, {{"grid", [&](auto& states) { step_plainly(ramp.scene, states, 100); }},
                  {"grid through callbacks", [&](auto& states) { step_plainly(forwarded.scene, states, 100); }},
                  {"height field, bilinear", [&](auto& states) { step_plainly(bilinear, states, 100); }},
                  {"height field, triangles", [&](auto& states) { step_plainly(diagonal, states, 100); }}});
}

// Throws a rock again where it has ended. Returns the number of rocks thrown.
uint64_t throw_again(const std::vector<rf_state>& first, std::vector<rf_state>& states, rf_recorder& recorder) {
  uint64_t thrown = 0;
  for (uint32_t i = 0; i < states.size(); ++i) {
    if (states[i].end == RF_MOVING) continue;
    states[i] = first[(i + thrown) % first.size()];
    if (rf_recorder_replace(&recorder, i, &states[i], nullptr) != RF_OK) abort();
    ++thrown;
  }
  return thrown;
}

// A recording of `steps` steps in which all rocks move all the time.
std::vector<unsigned char> record_long(const rf_scene& scene, const std::vector<rf_state>& first, uint64_t steps,
                                       size_t keyframe_bytes) {
  std::vector<unsigned char> file, block(1 << 20), budget(keyframe_bytes);
  rf_recording_def def = rf_default_recording_def();
  def.hash_every = 10;
  def.keyframe_memory = keyframe_bytes ? budget.data() : nullptr;
  def.keyframe_bytes = keyframe_bytes;
  rf_recorder recorder;
  if (rf_recorder_begin(&recorder, &def, &scene, block.data(), block.size(), nullptr) != RF_OK) abort();
  std::vector<rf_state> states = first;
  const auto count = static_cast<uint32_t>(states.size());
  const auto take = [&](size_t room) {
    file.insert(file.end(), recorder.memory, recorder.memory + recorder.used);
    recorder.used = 0;
    if (room > block.size()) block.resize(room);
    recorder.memory = block.data();
    recorder.capacity = block.size();
  };
  for (const rf_state& state : states) rf_recorder_add(&recorder, &state, nullptr);
  while (recorder.step < steps) {
    take(size_t{count} * RF_RECORD_BYTES_MAX);
    throw_again(first, states, recorder);
    rf_step_many(&scene, states.data(), count, 10, nullptr, nullptr);
    if (rf_recorder_stepped_many(&recorder, states.data(), count, 10, nullptr) != RF_OK) abort();
  }
  take(rf_recorder_end_bytes(&recorder));
  if (rf_recorder_end(&recorder, states.data(), count, nullptr) != RF_OK) abort();
  take(0);
  return file;
}

void measure_jumps(rf_scene& scene, const std::vector<rf_state>& first, double minutes, size_t megabytes) {
  const auto steps = static_cast<uint64_t>(minutes * 60 / scene.settings.time_step);
  const std::vector<unsigned char> file = record_long(scene, first, steps, megabytes << 20);
  rf_recording recording;
  rf_recording_info info;
  if (rf_recording_open(&recording, file.data(), file.size(), &info, nullptr) != RF_OK) abort();
  std::printf("%u rocks, %.0f minutes, %llu steps: %.1f MB, of which %.1f MB are %u keyframes\n", info.rock_count,
              minutes, static_cast<unsigned long long>(info.steps), static_cast<double>(file.size()) / 1048576,
              static_cast<double>(info.keyframes) * 164 * info.rock_count / 1048576, info.keyframes);
  std::vector<rf_state> states(info.rock_count);
  std::vector<uint64_t> index(info.keyframes + 1);
  rf_replay replay = rf_default_replay();
  replay.scene = &scene;
  replay.states = states.data();
  replay.capacity = info.rock_count;
  replay.index = index.data();
  replay.index_capacity = info.keyframes;
  if (rf_replay_begin(&replay, file.data(), file.size(), nullptr) != RF_OK) abort();
  std::vector<double> times;
  rf_replay_report report;
  uint64_t random = 1, most_rock_steps = 0, differ = 0;
  for (int jump = 0; jump < 1000; ++jump) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const uint64_t step = (random >> 33) % (info.steps + 1) / 10 * 10;  // the steps with a hash
    const double begin = seconds_now();
    if (rf_replay_seek(&replay, step, &report, nullptr) != RF_OK) abort();
    times.push_back(1e3 * (seconds_now() - begin));
    most_rock_steps = std::max(most_rock_steps, report.rock_steps);
    differ += report.differs != 0;
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "1000 jumps to random steps: median %.1f ms, 99 %% %.1f ms, longest %.1f ms, at most %llu rock-steps; "
      "%llu differ\n",
      times[500], times[990], times.back(), static_cast<unsigned long long>(most_rock_steps),
      static_cast<unsigned long long>(differ));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto number = [&](int i, double otherwise) { return argc > i ? std::atof(argv[i]) : otherwise; };
  const bench::Rock rock = bench::plate();
  bench::Ground ramp(rock);
  const std::vector<rf_state> first = bench::starts(ramp, static_cast<uint32_t>(number(2, what == "seek" ? 100 : 256)));
  if (what == "events") {
    compare_events(ramp, first);
  } else if (what == "recording") {
    compare_recording(ramp, first);
  } else if (what == "terrain") {
    compare_terrains(rock, ramp, first);
  } else if (what == "seek") {
    measure_jumps(ramp.scene, first, number(3, 60), static_cast<size_t>(number(4, 64)));
  } else {
    std::fprintf(stderr,
                 "usage: rockfall_embedding_costs events|recording|terrain [ROCKS] | seek [ROCKS [MINUTES [MB]]]\n");
    return 2;
  }
  return 0;
}
