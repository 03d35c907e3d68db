#include <rockfall/events.h>
#include <rockfall/hash.h>
#include <rockfall/queries.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <string>

#include "support/refusal.h"
#include "support/scenes.h"

using namespace support;

namespace {

void refuse(const rf_settings& settings, rf_status status, const char* field) {
  rf_error error = stale_error();
  check_refusal(rf_settings_check(&settings, &error), error, status, field);
}

void refuse(const rf_scene& scene, rf_status status, const char* field) {
  rf_error error = stale_error();
  check_refusal(rf_scene_check(&scene, &error), error, status, field);
}

void refuse(const rf_scene& scene, const rf_state& state, const char* field) {
  rf_error error = stale_error();
  check_refusal(rf_state_check(&scene, &state, &error), error, RF_BAD_VALUE, field);
}

}  // namespace

TEST_CASE("default settings are valid and equal the documented defaults") {
  const rf_settings settings = rf_default_settings();
  rf_error error = stale_error();
  check_success(rf_settings_check(&settings, &error), error);
  CHECK(settings.scheme == RF_SCHEME_IMPLICIT);
  CHECK(settings.time_step == 0.002);
  CHECK(settings.gravity == 9.81);
  CHECK(settings.solver_sweeps == 200);
  CHECK(settings.solver_tolerance == 1e-10);
  CHECK(settings.stop_speed == 0.1);
  CHECK(settings.stop_time == 0.5);
  CHECK(settings.time_limit == 0);
  CHECK(settings.scar_length == 2);
}

TEST_CASE("every setting out of range is refused with its name") {
  struct Member {
    const char* name;
    double rf_settings::*member;
    bool zero_allowed;
  };
  const Member members[] = {{"time_step", &rf_settings::time_step, false},
                            {"gravity", &rf_settings::gravity, true},
                            {"solver_tolerance", &rf_settings::solver_tolerance, false},
                            {"stop_speed", &rf_settings::stop_speed, true},
                            {"stop_time", &rf_settings::stop_time, true},
                            {"time_limit", &rf_settings::time_limit, true},
                            {"scar_length", &rf_settings::scar_length, true}};
  for (const Member& m : members) {
    for (const double bad : {-1e-9, kNaN, kInfinity, -kInfinity}) {
      rf_settings settings = rf_default_settings();
      settings.*m.member = bad;
      refuse(settings, RF_BAD_VALUE, m.name);
    }
    rf_settings settings = rf_default_settings();
    settings.*m.member = 0;
    CHECK((rf_settings_check(&settings, nullptr) == RF_OK) == m.zero_allowed);
  }
  rf_settings rough = rf_default_settings();
  rough.solver_tolerance = 0.0101;
  refuse(rough, RF_BAD_VALUE, "settings.solver_tolerance is 0.0101, must be at most 0.01");
  for (const int32_t bad : {0, -1, 100001}) {
    rf_settings settings = rf_default_settings();
    settings.solver_sweeps = bad;
    refuse(settings, RF_BAD_VALUE, "solver_sweeps");
  }
  for (const int32_t bad : {-1, RF_SCHEME_COUNT}) {
    rf_settings settings = rf_default_settings();
    settings.scheme = bad;
    refuse(settings, RF_BAD_VALUE, "scheme");
  }
  rf_settings settings = rf_default_settings();
  settings.struct_size = 1;
  refuse(settings, RF_BAD_DEF, "settings");
  rf_error error = stale_error();
  check_refusal(rf_settings_check(nullptr, &error), error, RF_NULL_ARGUMENT, "settings");
}

TEST_CASE("schemes are found by their exact names only") {
  for (int32_t i = 0; i < RF_SCHEME_COUNT; ++i) {
    int32_t scheme = -1;
    CHECK(rf_scheme_find(rf_scheme_name(i), &scheme) == RF_OK);
    CHECK(scheme == i);
  }
  int32_t scheme = 17;
  CHECK(rf_scheme_find("Implicit", &scheme) == RF_BAD_VALUE);
  CHECK(rf_scheme_find("", &scheme) == RF_BAD_VALUE);
  CHECK(scheme == 17);
  CHECK(rf_scheme_find(nullptr, &scheme) == RF_NULL_ARGUMENT);
  CHECK(rf_scheme_find("exact", nullptr) == RF_NULL_ARGUMENT);
  CHECK(std::string(rf_scheme_name(-1)) == "unknown");
  CHECK(std::string(rf_scheme_name(RF_SCHEME_COUNT)) == "unknown");
}

TEST_CASE("each end of a trajectory and each kind of an event has a name of its own") {
  std::set<std::string> ends, kinds;
  for (int32_t i = 0; i < RF_END_COUNT; ++i) ends.insert(rf_end_name(i));
  for (int32_t i = 0; i < RF_EVENT_KIND_COUNT; ++i) kinds.insert(rf_event_kind_name(i));
  CHECK(ends.size() == RF_END_COUNT);
  CHECK(kinds.size() == RF_EVENT_KIND_COUNT);
  CHECK(std::string(rf_end_name(RF_ENDED_LEFT_TERRAIN)) == "left_terrain");
  CHECK(std::string(rf_event_kind_name(RF_EVENT_ZONE_ENTERED)) == "zone_entered");
  for (const int32_t none : {-1, RF_EVENT_KIND_COUNT}) {
    CHECK(std::string(rf_end_name(none)) == "unknown");
    CHECK(std::string(rf_event_kind_name(none)) == "unknown");
  }
}

TEST_CASE("models are found by their exact names only, and settings with an unknown model are refused") {
  for (int32_t i = 0; i < RF_MODEL_COUNT; ++i) {
    int32_t model = -1;
    CHECK(rf_model_find(rf_model_name(i), &model) == RF_OK);
    CHECK(model == i);
  }
  int32_t model = 17;
  CHECK(rf_model_find("lumped", &model) == RF_BAD_VALUE);
  CHECK(model == 17);
  CHECK(rf_model_find(nullptr, &model) == RF_NULL_ARGUMENT);
  CHECK(rf_model_find("hard_contact", nullptr) == RF_NULL_ARGUMENT);
  CHECK(std::string(rf_model_name(-1)) == "unknown");
  CHECK(std::string(rf_model_name(RF_MODEL_COUNT)) == "unknown");
  for (const int32_t bad : {-1, RF_MODEL_COUNT}) {
    rf_settings settings = rf_default_settings();
    settings.model = bad;
    refuse(settings, RF_BAD_VALUE, "model");
  }
  for (const int32_t bad : {-1, RF_ROCFALL_HULL + 1}) {
    rf_settings settings = rf_default_settings();
    settings.rocfall_shape = bad;
    refuse(settings, RF_BAD_VALUE, "rocfall_shape");
  }
}

TEST_CASE("rf_scene_check checks every part of a scene") {
  OnPlane on(box_rock(1, 1, 1));
  rf_error error = stale_error();
  check_success(rf_scene_check(&on.scene, &error), error);
  check_refusal(rf_scene_check(nullptr, &error), error, RF_NULL_ARGUMENT, "scene");

  rf_scene scene = on.scene;
  scene.rocks = nullptr;
  refuse(scene, RF_NULL_ARGUMENT, "rocks");
  scene = on.scene;
  const rf_rock* const hole[2] = {on.rock.get(), nullptr};
  scene.rocks = hole;
  scene.rock_count = 2;
  refuse(scene, RF_NULL_ARGUMENT, "scene.rocks[1] is null");
  scene = on.scene;
  scene.terrain.sample = nullptr;
  refuse(scene, RF_NULL_ARGUMENT, "terrain.sample");
  scene = on.scene;
  scene.terrain.origin[1] = kInfinity;
  refuse(scene, RF_BAD_VALUE, "origin[1]");
  struct Member {
    const char* name;
    double rf_terrain::*member;
  };
  for (const Member& m :
       {Member{"layer_height_max", &rf_terrain::layer_height_max},
        Member{"contact_drag_height_max", &rf_terrain::contact_drag_height_max},
        Member{"contact_drag_max", &rf_terrain::contact_drag_max}, Member{"roughness_max", &rf_terrain::roughness_max},
        Member{"uniform_beta", &rf_terrain::uniform_beta}}) {
    scene = on.scene;
    scene.terrain.*m.member = kNaN;
    refuse(scene, RF_BAD_VALUE, m.name);
  }
  scene = on.scene;
  scene.settings.gravity = -1;
  refuse(scene, RF_BAD_VALUE, "gravity");
  scene = on.scene;
  scene.struct_size += 8;
  refuse(scene, RF_BAD_DEF, "scene");
  scene = on.scene;
  scene.terrain.struct_size = 0;
  refuse(scene, RF_BAD_DEF, "terrain");
  scene = on.scene;
  scene.settings.struct_size = 0;
  refuse(scene, RF_BAD_DEF, "settings");
}

TEST_CASE("a scene without shapes is complete, and steps no rock") {
  OnPlane on(box_rock(1, 1, 1));
  rf_scene scene = on.scene;
  scene.rock_count = 0;
  rf_state state = rf_default_state();
  for (const rf_rock* const* rocks : {on.scene.rocks, static_cast<const rf_rock* const*>(nullptr)}) {
    scene.rocks = rocks;
    CHECK(rf_scene_check(&scene, nullptr) == RF_OK);
    CHECK(rf_step_many(&scene, &state, 0, 5, nullptr, nullptr) == RF_OK);
    CHECK(rf_step_many(&scene, &state, 1, 5, nullptr, nullptr) == RF_BAD_VALUE);
    CHECK(rf_step(&scene, &state, nullptr) == RF_BAD_VALUE);
    const rf_ray ray = {{0, 0, 10}, {0, 0, -1}, 100, 0};
    rf_ray_hit hit{};
    CHECK(rf_cast_rays(&scene, nullptr, 0, &ray, 1, &hit, nullptr) == RF_OK);
    rf_scene_identity identity{};
    CHECK(rf_hash_scene(&scene, &identity, nullptr) == RF_OK);
  }
}

TEST_CASE("a block that is no shape cooked by this build is refused") {
  OnPlane on(box_rock(1, 1, 1));
  struct alignas(RF_MEMORY_ALIGNMENT) Block {
    unsigned char bytes[8192];
  };
  const auto block = std::make_unique<Block>();
  const rf_rock* const rocks[] = {on.rock.get(), reinterpret_cast<const rf_rock*>(block->bytes)};
  rf_scene scene = on.scene;
  scene.rocks = rocks;
  scene.rock_count = 2;
  rf_rock_properties properties{};
  for (const int value : {0x00, 0x41, 0x7f, 0xff}) {
    CAPTURE(value);
    std::memset(block->bytes, value, sizeof block->bytes);
    refuse(scene, RF_CORRUPTED, "scene.rocks[1] is no shape");
    CHECK(rf_rock_get(rocks[1], &properties) == RF_CORRUPTED);
  }
  // A copy is a shape, but not at another alignment or with another size.
  uint64_t head[2];
  std::memcpy(head, on.rock.get(), sizeof head);
  REQUIRE(head[1] + 8 < sizeof block->bytes);
  std::memcpy(block->bytes, on.rock.get(), head[1]);
  CHECK(rf_scene_check(&scene, nullptr) == RF_OK);
  std::memmove(block->bytes + 8, block->bytes, head[1]);
  const rf_rock* const shifted[] = {reinterpret_cast<const rf_rock*>(block->bytes + 8)};
  scene.rocks = shifted;
  scene.rock_count = 1;
  refuse(scene, RF_MEMORY_MISALIGNED, "scene.rocks[0]");
  CHECK(rf_rock_get(shifted[0], &properties) == RF_MEMORY_MISALIGNED);
  std::memcpy(block->bytes, on.rock.get(), head[1]);
  ++head[1];
  std::memcpy(block->bytes, head, sizeof head);
  CHECK(rf_rock_get(rocks[1], &properties) == RF_CORRUPTED);
}

TEST_CASE("a state is refused where the scene has no rock for it") {
  OnPlane on(box_rock(1, 1, 1));
  const rf_state state = rf_default_state();
  rf_error error = stale_error();
  rf_scene scene = on.scene;
  const rf_rock* const none[] = {nullptr};
  scene.rocks = none;
  scene.rock_count = 1;
  check_refusal(rf_state_check(&scene, &state, &error), error, RF_NULL_ARGUMENT, "scene.rocks[0]");
  scene.rocks = nullptr;
  check_refusal(rf_state_check(&scene, &state, &error), error, RF_NULL_ARGUMENT, "scene.rocks");
}

TEST_CASE("the default state is valid, and every member out of range is refused with its name") {
  OnPlane on(box_rock(1, 1, 1));
  const rf_state good = rf_default_state();
  rf_error error = stale_error();
  check_success(rf_state_check(&on.scene, &good, &error), error);
  check_refusal(rf_state_check(nullptr, &good, &error), error, RF_NULL_ARGUMENT, "scene");
  rf_scene other_size = on.scene;
  other_size.struct_size += 8;
  check_refusal(rf_state_check(&other_size, &good, &error), error, RF_BAD_DEF, "scene");
  check_refusal(rf_state_check(&on.scene, nullptr, &error), error, RF_NULL_ARGUMENT, "state");
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    rf_state state = good;
    state.position[1] = bad;
    refuse(on.scene, state, "position[1]");
    state = good;
    state.orientation[3] = bad;
    refuse(on.scene, state, "orientation[3]");
    state = good;
    state.velocity[0] = bad;
    refuse(on.scene, state, "velocity[0]");
    state = good;
    state.angular_velocity[2] = bad;
    refuse(on.scene, state, "angular_velocity[2]");
    state = good;
    state.slippage = bad;
    refuse(on.scene, state, "slippage");
    state = good;
    state.still_time = bad;
    refuse(on.scene, state, "still_time");
  }
  rf_state state = good;
  state.slippage = -1e-9;
  refuse(on.scene, state, "slippage");
  state = good;
  state.scar_depth = 0.8667;  // the bounding radius is 0.8660 m
  refuse(on.scene, state, "scar_depth");
  state = good;
  state.orientation[0] = 1.00001;
  refuse(on.scene, state, "orientation");
  state.orientation[0] = 0;
  refuse(on.scene, state, "orientation");
  state = good;
  state.rock = 1;
  refuse(on.scene, state, "rock");
  for (const int32_t bad : {-1, 5}) {
    state = good;
    state.end = bad;
    refuse(on.scene, state, "end");
  }
  for (const int32_t bad : {-1, RF_PHASE_RESTING + 1}) {
    state = good;
    state.phase = bad;
    refuse(on.scene, state, "phase");
  }
}
