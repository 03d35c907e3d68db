// Workloads for a tool that counts instructions. Every workload runs inside a call of counted_piece, and its name and
// rock-steps are printed in the same order: see tests/scripts/instruction_counts.sh.
#include <rockfall/events.h>
#include <rockfall/terrain_formats.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <rockfall/rockfall.hpp>
#include <string>

#include "pieces.h"

// The tool finds this function by its name.
extern "C" __attribute__((noinline)) void counted_piece(const std::function<uint64_t()>* piece, uint64_t* rock_steps) {
  *rock_steps = (*piece)();
}

namespace {

constexpr uint32_t kRocksOfScene = 16, kStepsOfScene = 3000, kStepsToTheEnd = 15000;

std::string selected;  // name of the workload to run; empty: all

void count(const std::string& name, const std::function<uint64_t()>& piece) {
  if (!selected.empty() && name != selected) return;
  uint64_t rock_steps = 0;
  counted_piece(&piece, &rock_steps);
  std::printf("%s %" PRIu64 "\n", name.c_str(), rock_steps);
}

// Runs a short workload once before, without the counts: one-time initialisation would be visible in them.
void count_warm(const std::string& name, const std::function<uint64_t()>& piece) {
  if (selected.empty() || name == selected) piece();
  count(name, piece);
}

// False if the step does not have the given number of contacts.
bool count_steps(uint32_t contacts, int scheme) {
  bench::SingleStep single(contacts);
  single.ground.scene.settings.scheme = scheme;
  if (single.contacts_found() != contacts) return false;
  const std::string kind = contacts == 0 ? "flight" : "contacts:" + std::to_string(contacts);
  const uint64_t steps = contacts == 12 ? 40 : 1000;
  count_warm(kind + "/" + rf_scheme_name(scheme), [&] {
    for (uint64_t i = 0; i < steps; ++i) {
      rf_state state = single.from;
      rf_step(&single.ground.scene, &state, nullptr);
    }
    return steps;
  });
  return true;
}

// A configuration to run the scene.
struct Configuration {
  const char* name;
  int32_t model;
  int32_t scheme;
  bench::Run run;
  bool callbacks;
  uint32_t steps = kStepsOfScene;
  uint32_t rocks = kRocksOfScene;
  bench::RampGround ground = bench::scene_ground();
  int32_t rocfall_shape = RF_ROCFALL_SPHERE;
};

void count_scene(const bench::Rock& rock, const Configuration& configuration) {
  bench::Ground ramp(rock, configuration.ground);
  ramp.scene.settings.model = configuration.model;
  ramp.scene.settings.scheme = configuration.scheme;
  ramp.scene.settings.rocfall_shape = configuration.rocfall_shape;
  std::unique_ptr<bench::ForwardingTerrain> terrain;
  if (configuration.callbacks) terrain = std::make_unique<bench::ForwardingTerrain>(ramp.scene);
  const std::vector<rf_state> first = bench::starts(ramp, configuration.rocks);
  std::vector<rf_state> states;
  count(std::string("scene/") + configuration.name, [&] {
    states = first;
    return bench::run(ramp.scene, states, configuration.run, configuration.steps);
  });
}

// The rocks of the scene in flight far above it.
void count_flight(const bench::Rock& rock, const char* name, int32_t model, int32_t rocfall_shape, bench::Run how) {
  constexpr double kFarAbove = 1000;
  bench::Ground ramp(rock);
  ramp.scene.settings.model = model;
  ramp.scene.settings.rocfall_shape = rocfall_shape;
  std::vector<rf_state> first = bench::starts(ramp, kRocksOfScene), states;
  for (rf_state& state : first) state.position[2] += kFarAbove;
  count(std::string("flight/") + name, [&] {
    states = first;
    return bench::run(ramp.scene, states, how, kStepsOfScene);
  });
}

// Calls of few steps, as a game makes them.
struct GameCalls {
  const char* name;
  uint32_t steps_per_call, rocks;
  bool with_events;
  rf_ground ground = bench::scene_ground();
};

void count_game(const bench::Rock& rock, const GameCalls& calls) {
  constexpr uint32_t kStepsOfGame = 2000;
  bench::Ground ramp(rock, calls.ground);
  const std::vector<rf_state> first = bench::starts(ramp, calls.rocks);
  std::vector<rf_event> buffer(4096);
  std::vector<rf_state> states;
  std::vector<rf_rock_track> tracks;
  count(std::string("scene/implicit/many/") + calls.name, [&] {
    states = first;
    tracks.assign(calls.rocks, {});
    rf_events events = rf_default_events();
    events.buffer = buffer.data();
    events.capacity = static_cast<uint32_t>(buffer.size());
    events.tracks = tracks.data();
    uint64_t rock_steps = 0;
    for (uint32_t step = 0; step < kStepsOfGame; step += calls.steps_per_call) {
      rf_many_report report;
      if (calls.with_events) {
        rf_step_many_with_events(&ramp.scene, states.data(), calls.rocks, calls.steps_per_call, nullptr, &report,
                                 &events);
      } else {
        rf_step_many(&ramp.scene, states.data(), calls.rocks, calls.steps_per_call, nullptr, &report);
      }
      rock_steps += report.rock_steps;
    }
    return rock_steps;
  });
}

// The scene in calls of few steps, without and with events.
void count_game(const bench::Rock& rock) {
  const GameCalls calls[] = {
      {"1_step", 1, 32, false},         {"4_steps", 4, 48, false},
      {"8_steps", 8, 128, false},       {"16_steps", 16, 48, false},
      {"8_steps/events", 8, 128, true}, {"medium/8_steps/events", 8, 32, true, bench::preset_ground("medium")},
  };
  for (const GameCalls& some : calls) count_game(rock, some);
}

// The scene over a height field, without and with statistics of each rock.
void count_height_field(const bench::Rock& rock) {
  const bench::Ground ramp(rock);
  const rf_height_field field = ramp.height_field();
  rf_scene scene = ramp.scene;
  if (rf_height_field_terrain(&field, &scene.terrain, nullptr) != RF_OK) abort();
  const std::vector<rf_state> first = bench::starts(ramp, kRocksOfScene);
  for (const bench::Run how : {bench::Run::kMany, bench::Run::kObserved}) {
    std::vector<rf_state> states;
    count(std::string("scene/implicit/height_field/") + (how == bench::Run::kMany ? "many" : "observed"), [&] {
      states = first;
      return bench::run(scene, states, how, kStepsOfScene);
    });
  }
}

rf_ground forest() {
  rf_ground ground = bench::scene_ground();
  ground.layer_drag = 100;
  ground.layer_height = 5;
  return ground;
}

void count_both(const char* name, const bench::Ground& ramp, uint32_t steps) {
  const std::vector<rf_state> first = bench::starts(ramp, kRocksOfScene);
  for (const bench::Run how : {bench::Run::kMany, bench::Run::kSingle}) {
    std::vector<rf_state> states;
    count(std::string("unsuited/") + name + (how == bench::Run::kMany ? "/many" : "/single"), [&] {
      states = first;
      return bench::run(ramp.scene, states, how, steps);
    });
  }
}

void set_obstacles(rf_ground& ground, double h70, double h20, double h10) {
  ground.roughness_70 = h70;
  ground.roughness_20 = h20;
  ground.roughness_10 = h10;
}

// Scenes in which the lanes can make few steps, or no search for clear steps is worth its time.
void count_unsuited(const bench::Rock& rock) {
  constexpr uint32_t kSteps = 500;
  bench::Ground without_holes(rock);
  const bench::ForwardingTerrain terrain(without_holes.scene, false);
  count_both("no_hole_free", without_holes, kSteps);
  rf_ground with_torque = forest();
  with_torque.layer_drag_rotation = 20;
  count_both("torque", bench::Ground(rock, with_torque), kSteps);
  const bench::Rock large = bench::shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.9, 0.8, 500, 780);
  count_both("500_vertices", bench::Ground(large), kSteps);
  rf_ground rough = bench::scene_ground();
  set_obstacles(rough, 0.1, 0.2, 0.3);
  bench::Ground relief(large, rough);
  rf_roughness roughness = rf_default_roughness();
  roughness.base = relief.scene.terrain;
  if (rf_rough_terrain(&roughness, &relief.scene.terrain, nullptr) == RF_OK) count_both("relief", relief, kSteps);
}

// Relief over strips of soil and rock, with its heights computed at each use, and stored.
void count_relief(const bench::Rock& rock) {
  constexpr uint32_t kSteps = 1500;
  bench::RampGround strips = bench::soil_and_rock();
  set_obstacles(strips.strips[0], 0.1, 0.2, 0.3);
  set_obstacles(strips.strips[1], 0.05, 0.1, 0.2);
  bench::Ground ramp(rock, strips);
  const rf_grid& grid = ramp.grid();
  const rf_roughness usual = rf_default_roughness();
  rf::Relief relief = std::move(*rf::Relief::make(ramp.scene.terrain, usual.spacing, usual.seed));
  const double x_max = grid.x0 + (grid.columns - 1) * grid.cell_x, y_max = grid.y0 + (grid.rows - 1) * grid.cell_y;
  for (const bool stored : {false, true}) {
    if (stored && !relief.store({grid.x0, grid.y0, x_max, y_max}, nullptr)) abort();
    ramp.scene.terrain = relief.terrain();
    const std::vector<rf_state> first = bench::starts(ramp, kRocksOfScene);
    std::vector<rf_state> states;
    count(std::string("relief/") + (stored ? "stored" : "computed"), [&] {
      states = first;
      return bench::run(ramp.scene, states, bench::Run::kMany, kSteps);
    });
  }
}

// A slope of cells far smaller than a rock.
void count_fine_cells(const bench::Rock& rock, const char* name, const rf_ground& ground) {
  constexpr uint32_t kCells = 1600, kSteps = 1500;
  const bench::Ground slope(rock, kCells, 0.05, bench::Surface::kRoughSlope, ground);
  const std::vector<rf_state> first = bench::starts(slope, kRocksOfScene);
  std::vector<rf_state> states;
  count(std::string("fine_cells/") + name, [&] {
    states = first;
    return bench::run(slope.scene, states, bench::Run::kMany, kSteps);
  });
}

// Steps of the scene with 1, 2, 3 and 4 or more contacts, all rocks of a kind together.
void count_contacts(const bench::Rock& rock) {
  constexpr uint32_t kRocksSorted = 200;
  bench::Ground ramp(rock);
  const bench::StatesByContacts kinds = bench::sort_by_contacts(ramp.scene, ramp, kRocksSorted);
  for (uint32_t kind = 1; kind < bench::StatesByContacts::kKinds; ++kind) {
    std::vector<rf_state> states;
    count_warm("scene_contacts:" + std::to_string(kind), [&] {
      states = kinds.states[kind];
      rf_step_many(&ramp.scene, states.data(), static_cast<uint32_t>(states.size()), 1, nullptr, nullptr);
      return static_cast<uint64_t>(states.size());
    });
  }
}

// The convex hull of a disc and of an ellipsoid: instructions per point.
void count_cooking(const char* name, rf_shape_kind kind, uint32_t points) {
  count(std::string("cook/") + name + ":" + std::to_string(points), [=] {
    bench::shape_rock(kind, 1, 0.8, 0.5, points, 780);
    return static_cast<uint64_t>(points);
  });
}

void print_build() {
#if defined(__clang__)
  const char* const compiler = "clang " __clang_version__;
#else
  const char* const compiler = "gcc " __VERSION__;
#endif
#if defined(__x86_64__)
  const char* const machine = "x86_64";
  const char* const lanes = __builtin_cpu_supports("avx512dq") ? "avx512"
                            : __builtin_cpu_supports("avx2")   ? "avx2"
                                                               : "sse2";
#else
  const char* const machine = "another machine";
  const char* const lanes = "plain";
#endif
  std::printf("build: %s, %s, lanes %s, %s\n", compiler, machine, lanes, ROCKFALL_BUILD);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) selected = argv[1];
  print_build();
  for (int scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    if (!count_steps(0, scheme)) return 1;
  }
  for (const uint32_t contacts : {1u, 2u, 4u, 12u}) {
    if (!count_steps(contacts, RF_SCHEME_IMPLICIT)) return 1;
  }
  const bench::Rock rock = bench::plate();
  using bench::Run;
  const Configuration configurations[] = {
      {"implicit/many", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false},
      {"implicit/many/to_the_end", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsToTheEnd},
      {"implicit/many/64_rocks", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsToTheEnd, 64},
      {"implicit/many/256_rocks", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsOfScene, 256},
      {"explicit/many/64_rocks", RF_MODEL_HARD_CONTACT, RF_SCHEME_EXPLICIT, Run::kMany, false, kStepsToTheEnd, 64},
      {"implicit/many/soil", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsOfScene, kRocksOfScene,
       bench::scene_soil()},
      {"implicit/many/medium", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsToTheEnd,
       kRocksOfScene, bench::preset_ground("medium")},
      {"implicit/many/soil_and_rock", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsToTheEnd,
       kRocksOfScene, bench::soil_and_rock()},
      {"implicit/many/forest", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsOfScene,
       kRocksOfScene, forest()},
      {"implicit/many/observed", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kObserved, false},
      {"implicit/many/cells", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kCells, false},
      {"implicit/many/cells/tops", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kCellsAndTops, false},
      {"implicit/many/callbacks", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kMany, true},
      {"implicit/single", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kSingle, false},
      {"implicit/single/callbacks", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kSingle, true},
      {"implicit/reported", RF_MODEL_HARD_CONTACT, RF_SCHEME_IMPLICIT, Run::kReported, false},
      {"explicit/many", RF_MODEL_HARD_CONTACT, RF_SCHEME_EXPLICIT, Run::kMany, false},
      {"director/many", RF_MODEL_HARD_CONTACT, RF_SCHEME_DIRECTOR, Run::kMany, false},
      {"exact/many", RF_MODEL_HARD_CONTACT, RF_SCHEME_EXACT, Run::kMany, false},
      {"rocfall_rigid/many", RF_MODEL_ROCFALL_RIGID, RF_SCHEME_IMPLICIT, Run::kMany, false},
      {"rocfall_rigid/hull/many", RF_MODEL_ROCFALL_RIGID, RF_SCHEME_IMPLICIT, Run::kMany, false, kStepsOfScene,
       kRocksOfScene, bench::scene_ground(), RF_ROCFALL_HULL},
      {"rocfall_lumped/many", RF_MODEL_ROCFALL_LUMPED, RF_SCHEME_IMPLICIT, Run::kMany, false},
  };
  for (const Configuration& configuration : configurations) count_scene(rock, configuration);
  count_flight(rock, "rocfall_rigid/many", RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE, Run::kMany);
  count_flight(rock, "rocfall_rigid/single", RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE, Run::kSingle);
  count_flight(rock, "rocfall_rigid/hull/many", RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL, Run::kMany);
  count_flight(rock, "rocfall_rigid/hull/single", RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL, Run::kSingle);
  count_flight(rock, "rocfall_lumped/many", RF_MODEL_ROCFALL_LUMPED, RF_ROCFALL_SPHERE, Run::kMany);
  count_flight(rock, "rocfall_lumped/single", RF_MODEL_ROCFALL_LUMPED, RF_ROCFALL_SPHERE, Run::kSingle);
  count_height_field(rock);
  count_game(rock);
  count_contacts(rock);
  count_unsuited(rock);
  count_relief(rock);
  count_fine_cells(rock, "many", bench::scene_ground());
  count_fine_cells(rock, "many/medium", bench::preset_ground("medium"));
  count_cooking("disc", RF_SHAPE_DISC, 1000);
  count_cooking("disc", RF_SHAPE_DISC, 4000);
  count_cooking("disc", RF_SHAPE_DISC, 16000);
  count_cooking("ellipsoid", RF_SHAPE_ELLIPSOID, 4000);
  return 0;
}
