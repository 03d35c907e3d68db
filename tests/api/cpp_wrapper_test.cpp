#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <rockfall/rockfall.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/height_at.h"
#include "support/refusal.h"

namespace {

rf_grid small_frame() {
  rf_grid frame = rf_default_grid();
  frame.columns = 3;
  frame.rows = 2;
  frame.cell_x = frame.cell_y = 10;
  return frame;
}

rf_settings fine_settings() {
  rf_settings settings = rf_default_settings();
  settings.time_step = 0.001;
  return settings;
}

// The same box on the same plane, made with the C API.
rf_state drop_in_c(int steps) {
  rf_shape_def shape = rf_default_shape_def();
  shape.size[2] = 0.5;
  double points[24];
  uint32_t count = 0;
  REQUIRE(rf_shape_points(&shape, points, 8, &count, nullptr) == RF_OK);
  rf_rock_def def = rf_default_rock_def();
  def.points = points;
  def.point_count = count;
  alignas(RF_MEMORY_ALIGNMENT) static unsigned char block[16384];
  const rf_rock* rock = nullptr;
  REQUIRE(rf_cook_rock(&def, block, sizeof block, &rock, nullptr) == RF_OK);
  rf_plane plane = rf_default_plane();
  plane.slope_x = -0.7;
  rf_scene scene = rf_default_scene();
  scene.rocks = &rock;
  scene.rock_count = 1;
  scene.settings = fine_settings();
  REQUIRE(rf_plane_terrain(&plane, &scene.terrain, nullptr) == RF_OK);
  rf_state state = rf_default_state();
  REQUIRE(rf_place_above_ground(&scene, &state, 2, nullptr) == RF_OK);
  for (int i = 0; i < steps; ++i) REQUIRE(rf_step(&scene, &state, nullptr) == RF_OK);
  return state;
}

rf::SceneBuilder box_on_plane() {
  rf::SceneBuilder builder;
  builder.shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(-0.7).settings(fine_settings());
  return builder;
}

}  // namespace

TEST_CASE("a scene of the C++ layer steps to the same bits as one made by the C API") {
  rf::Result<rf::Scene> scene = box_on_plane().build();
  REQUIRE(scene.ok());
  rf::Result<rf_state> state = scene->place(0, 0, 0, 2);
  REQUIRE(state.ok());
  for (int i = 0; i < 3000; ++i) REQUIRE(scene->step(*state).ok());
  const rf_state expected = drop_in_c(3000);
  CHECK(rf_hash_state(&*state) == rf_hash_state(&expected));
  CHECK(state->position[0] > 1);
}

TEST_CASE("rocks, terrains and scenes stay valid when they are moved") {
  rf::Scene first = box_on_plane().build().value();
  rf_state a = first.place(0, 0, 0, 2).value(), b = a;
  rf::Scene second = std::move(first);
  const rf::Scene third(std::move(second));
  rf::Scene unmoved = box_on_plane().build().value();
  for (int i = 0; i < 2000; ++i) {
    REQUIRE(third.step(a).ok());
    REQUIRE(unmoved.step(b).ok());
  }
  CHECK(rf_hash_state(&a) == rf_hash_state(&b));

  rf::Rock rock = rf::Rock::cook(rf::shape_def(RF_SHAPE_BOX, 1, 2, 3)).value();
  const rf_rock* const address = rock.get();
  const rf::Rock taken = std::move(rock);
  CHECK(taken.get() == address);
  CHECK(taken->mass == doctest::Approx(6 * 2700));
  CHECK(taken.bytes() > 0);
  CHECK(rock.get() == nullptr);
  CHECK(rock->mass == 0);
  static_assert(!std::is_copy_constructible<rf::Rock>::value, "two owners of one block");
}

TEST_CASE("errors of the C++ layer are values with the error text of the library") {
  rf_shape_def flat = rf::shape_def(RF_SHAPE_BOX, 1, 1, -1);
  const rf::Result<rf::Rock> rock = rf::Rock::cook(flat);
  CHECK(!rock);
  CHECK(rock.status().code() == RF_BAD_VALUE);
  CHECK(std::strstr(rock.text(), "size") != nullptr);

  const rf::Result<rf::Scene> scene = rf::SceneBuilder().shape(flat).plane(support::kNaN).build();
  CHECK(!scene);
  CHECK(std::string(scene.text()) == rock.text());

  const rf::Result<rf::Scene> empty = rf::SceneBuilder().build();
  CHECK(!empty);
  CHECK(empty.text()[0] != '\0');

  rf_state state = rf_default_state();
  const rf::Status refused = rf::Scene().step(state);
  CHECK(!refused);
  CHECK(std::string(refused.text()) == rf_status_text(refused.code()));
  CHECK(rf::Status().ok());
  CHECK(rf::Status().text()[0] == '\0');
}

TEST_CASE("a step of the C++ layer names the state whose shape the scene does not have") {
  rf::Result<rf::Scene> scene = rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 1)).plane(0).build();
  REQUIRE(scene.ok());
  std::vector<rf_state> states(4, rf_default_state());
  states[2].rock = 7;
  const rf::Status one = scene->step(states[2]);
  CHECK(one.code() == RF_BAD_VALUE);
  CHECK(std::string(one.text()) == "rock is 7, must be below scene.rock_count");
  const rf::Status many = scene->step_many(states, 3);
  CHECK(many.code() == RF_BAD_VALUE);
  CHECK(std::string(many.text()) == "states[2].rock is 7, must be below scene.rock_count");
  CHECK(states[0].step == 0);
}

TEST_CASE("a step of the C++ layer with a time step or scheme that is refused names it") {
  rf::Scene scene = box_on_plane().build().value();
  std::vector<rf_state> states(4, rf_default_state());
  const auto check_text = [&](const std::string& text) {
    const rf::Status one = scene.step(states[2]);
    CHECK(one.code() == RF_BAD_VALUE);
    CHECK(one.text() == text);
    const rf::Status many = scene.step_many(states, 3);
    CHECK(many.code() == RF_BAD_VALUE);
    CHECK(many.text() == text);
  };
  scene.settings().time_step = 0;
  check_text("settings.time_step is 0, must be finite and > 0");
  scene.settings().time_step = -0.5;
  check_text("settings.time_step is -0.5, must be finite and > 0");
  scene.settings().time_step = 0.002;
  scene.settings().scheme = 99;
  check_text("settings.scheme is 99, must be an rf_scheme");
}

TEST_CASE("require and value throw the status and the error text") {
  const auto cook = [] { return rf::Rock::cook(rf::shape_def(RF_SHAPE_BOX, 1, 1, -1)); };
  const std::string sentence = cook().text();
  try {
    (void)cook().value();
    FAIL("a rock of negative size was cooked");
  } catch (const rf::Exception& failure) {
    CHECK(failure.code() == RF_BAD_VALUE);
    CHECK(std::string(failure.what()) == sentence);
  }
  CHECK_NOTHROW(rf::Status().require());
}

TEST_CASE("a builder is empty after build") {
  rf::SceneBuilder builder = box_on_plane();
  CHECK(builder.build().ok());
  CHECK(!builder.build().ok());
}

TEST_CASE("a grid terrain owns its arrays in either precision") {
  const std::vector<double> heights = {0, 1, 2, 3, 4, 5};
  rf::GridTerrain grid = rf::GridTerrain::make(small_frame(), heights).value();
  rf::GridTerrain single =
      rf::GridTerrain::make(small_frame(), std::vector<float>(heights.begin(), heights.end())).value();
  CHECK(height_at(grid.terrain(), 5, 5) == doctest::Approx(2));
  CHECK(height_at(single.terrain(), 5, 5) == doctest::Approx(2));

  rf::GridTerrain moved = std::move(grid);
  moved.heights()[0] = 4;
  REQUIRE(moved.refresh().ok());
  CHECK(height_at(moved.terrain(), 5, 5) == doctest::Approx(3));
}

TEST_CASE("a grid terrain owns its materials, and those of the frame it is made from are ignored") {
  rf_grid frame = small_frame();
  const std::vector<uint32_t> borrowed((frame.columns - 1) * (frame.rows - 1), 7);
  frame.materials = borrowed.data();
  rf::GridTerrain grid = rf::GridTerrain::make(frame, std::vector<double>(6)).value();
  const auto material = [&grid] { return rf_material_at(&grid.terrain(), 5, 5); };
  CHECK(material() == 0);
  grid.materials() = {42, 43};
  REQUIRE(grid.refresh().ok());
  CHECK(material() == 42);
  rf::GridTerrain moved = std::move(grid);
  CHECK(rf_material_at(&moved.terrain(), 5, 5) == 42);
  moved.materials().push_back(1);
  CHECK(!moved.refresh());
  moved.materials().clear();
  REQUIRE(moved.refresh().ok());
  CHECK(rf_material_at(&moved.terrain(), 5, 5) == 0);
  moved.grid().materials = borrowed.data();
  REQUIRE(moved.refresh().ok());
  CHECK(rf_material_at(&moved.terrain(), 5, 5) == 7);
}

TEST_CASE("a change that refresh refuses does not change a terrain") {
  rf::GridTerrain grid = rf::GridTerrain::make(small_frame(), std::vector<double>(6, 2)).value();
  grid.grid().columns = 1000;
  grid.grid().ground.mu_min = -1;
  CHECK(!grid.refresh());
  rf_terrain_sample sample;
  REQUIRE(rf_terrain_at(&grid.terrain(), 5, 5, &sample) == RF_OK);
  CHECK(sample.ground.mu_min == small_frame().ground.mu_min);
  REQUIRE(rf_terrain_at(&grid.terrain(), 500, 5, &sample) == RF_OK);
  CHECK(sample.exists == 0);
  grid.grid() = small_frame();
  CHECK(grid.refresh());

  rf::PlaneTerrain plane;
  plane.plane().slope_x = std::numeric_limits<double>::quiet_NaN();
  CHECK(!plane.refresh());
  CHECK(height_at(plane.terrain(), 5, 5) == 0);
  plane.plane().slope_x = 0.5;
  CHECK(plane.refresh());
  CHECK(height_at(plane.terrain(), 4, 5) == doctest::Approx(2));
}

TEST_CASE("a grid terrain refuses arrays of another size than its nodes") {
  rf_grid frame = small_frame();
  CHECK(!rf::GridTerrain::make(frame, std::vector<double>(5)));
  CHECK(!rf::GridTerrain::make(frame, std::vector<double>(6), {std::vector<float>(7, 0.5f)}));
  CHECK(rf::GridTerrain::make(frame, std::vector<double>(6), {std::vector<float>(6, 0.5f)}));
  rf::GridTerrain both = rf::GridTerrain::make(frame, std::vector<double>(6)).value();
  both.heights_single().assign(6, 0);
  CHECK(!both.refresh());
}

TEST_CASE("a refused ground does not change the scene") {
  rf::Scene scene = box_on_plane().grid(small_frame(), std::vector<double>(6)).build().value();
  REQUIRE(scene.grid() != nullptr);
  CHECK(scene.plane() == nullptr);
  rf_ground ground = rf_default_ground();
  ground.mu_min = ground.mu_max = 0.9;
  REQUIRE(scene.set_ground(ground).ok());
  ground.mu_min = -1;
  CHECK(!scene.set_ground(ground));
  CHECK(scene.ground()->mu_min == 0.9);
  rf_terrain_sample sample;
  REQUIRE(rf_terrain_at(&scene.get().terrain, 5, 5, &sample) == RF_OK);
  CHECK(sample.ground.mu_min == 0.9);
}

TEST_CASE("a shape of a scene can be replaced or borrowed") {
  const rf::Rock shared = rf::Rock::cook(rf::shape_def(RF_SHAPE_BOX, 1, 1, 1)).value();
  rf::Scene scene = rf::SceneBuilder().borrow(*shared).plane(0).build().value();
  CHECK(scene.get().rocks[0] == shared.get());
  CHECK(scene.rock(0).get() == nullptr);
  scene.replace_rock(0, rf::Rock::cook(rf::shape_def(RF_SHAPE_BOX, 2, 2, 2)).value());
  CHECK(scene.get().rocks[0] == scene.rock(0).get());
  CHECK(scene.rock(0)->mass == doctest::Approx(8 * 2700));
  CHECK(scene.check().ok());
}

TEST_CASE("many rocks step through the C++ layer") {
  const rf::Scene scene = box_on_plane().build().value();
  std::vector<rf_state> states;
  for (int i = 0; i < 5; ++i) states.push_back(scene.place(0, 0, 10.0 * i, 2).value());
  rf_many_report report;
  REQUIRE(scene.step_many(states, 100, nullptr, &report).ok());
  CHECK(report.rock_steps == 500);
  CHECK(states[4].step == 100);
}

TEST_CASE("rocks report their events through the C++ layer, with zones that move") {
  const rf::Scene scene = rf::SceneBuilder().shape(rf::shape_def(RF_SHAPE_BOX, 1, 1, 0.5)).plane(0).build().value();
  std::vector<rf_state> states;
  for (int i = 0; i < 3; ++i) states.push_back(scene.place(0, 0, 10.0 * i, 2).value());
  rf::Events events(states.size(), 100);
  const double high = 1e9;
  const std::uint32_t box = events.add_box({-5, -5, 5, 5}, -high, high);
  const std::uint32_t triangle = events.add_polygon({-5, 15, 5, 15, 0, 25}, -high, high);
  const auto call = [&](std::uint32_t steps) { REQUIRE(scene.step_many(states, steps, events).ok()); };
  const auto count = [&](std::int32_t kind) {
    return std::count_if(events.begin(), events.end(), [&](const rf_event& event) { return event.kind == kind; });
  };
  call(1);
  CHECK(events.tracks()[0].zones == std::uint64_t{1} << box);
  CHECK(events.tracks()[2].zones == std::uint64_t{1} << triangle);
  events.zone(box).box = {-5, 5, 5, 15};
  events.set_corners(triangle, {-5, 115, 5, 115, 0, 125});
  call(1);
  CHECK(count(RF_EVENT_ZONE_LEFT) == 2);
  CHECK(count(RF_EVENT_ZONE_ENTERED) == 1);
  call(400);
  CHECK(count(RF_EVENT_LANDED) == 3);
  CHECK(events.lost() == 0);
  events.settings().kinds = 1u << RF_EVENT_STOPPED;
  call(5000);
  CHECK(events.size() == 3);
  CHECK(count(RF_EVENT_STOPPED) == 3);
  events.clear_zones();
  CHECK(events.tracks()[1].zones == 0);
  states[0] = scene.place(0, 0, 0, 2).value();
  events.reset(0);
  call(1);
  CHECK(events.tracks()[0].last_contact <= 1);
  states.pop_back();
  CHECK(scene.step_many(states, 1, events).code() == RF_BAD_VALUE);
  CHECK(events.size() == 0);
  events.tracks().pop_back();
  events.add_polygon({0, 0, 1, 0, 1}, -high, high);
  CHECK(std::string(scene.step_many(states, 1, events).text()).find("has no y") != std::string::npos);
  events.clear_zones();
  events.add_polygon({}, -high, high);
  CHECK(std::string(scene.step_many(states, 1, events).text()).find("no corners") != std::string::npos);
  events.clear_zones();
  rf::Events moved = std::move(events);
  CHECK(events.begin() == events.end());  // NOLINT: a moved object has no events
  CHECK(moved.tracks().size() == 2);
  events = std::move(moved);
  events.settings().min_speed = -1;
  CHECK(std::string(scene.step_many(states, 1, events).text()).find("min_speed") != std::string::npos);
}

TEST_CASE("rocks are observed through the C++ layer") {
  const rf::Scene scene = box_on_plane().build().value();
  std::vector<rf_state> states = {scene.place(0, 0, 0, 2).value()};
  rf_rock_statistics statistics = rf_default_rock_statistics(&states[0]);
  rf_observation observation = rf_default_observation();
  observation.statistics = &statistics;
  REQUIRE(scene.step_many(states, 50, observation).ok());
  CHECK(statistics.time == doctest::Approx(50 * scene.settings().time_step));
  const rf_cells cells = {0, 0, 1, 10, 10};
  observation.cells = &cells;
  CHECK(std::string(scene.step_many(states, 1, observation).text()).find("passages") != std::string::npos);
}
