// The map of what the rocks did: of one variant, until the moment that is shown.
#include "live/hazard.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "live/made_recording.h"
#include "live/world.h"
#include "samples/samples.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

constexpr HazardQuantity quantities[] = {HazardQuantity::reach, HazardQuantity::energy, HazardQuantity::jump_height};

rf_rectangle area_of(const World& world) {
  const rf_grid& grid = world.built().grid();
  return {grid.x0, grid.y0, grid.x0 + (grid.columns - 1) * grid.cell_x, grid.y0 + (grid.rows - 1) * grid.cell_y};
}

/** All values of a map, of ten rocks. */
std::vector<double> values_of(const HazardMap& map) {
  std::vector<double> values;
  for (const HazardQuantity quantity : quantities) {
    for (std::uint32_t row = 0; row < map.rows(); ++row) {
      for (std::uint32_t column = 0; column < map.columns(); ++column) {
        values.push_back(map.value(quantity, column, row, 10));
      }
    }
  }
  return values;
}

std::vector<double> values_of(const World& world, const HazardSource& source) {
  HazardMap map;
  map.begin(area_of(world));
  map.update(world.tracks(), source);
  return values_of(map);
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/** Ten rocks on the ramp, in these variants. */
Setup ramp(std::vector<VariantSpec> variants) {
  Setup setup = samples::find("ramp").make();
  setup.scenario.rock_count = 10;
  setup.variants = std::move(variants);
  return setup;
}

/** Two grounds: rocks go far on the first one, not on the second one. */
std::vector<VariantSpec> slippery_and_rough() {
  const Setup setup = ramp({});
  const rf_settings& settings = setup.scenario.settings;
  rf_ground rough = setup.scenario.ground.ground;
  rough.mu_min = rough.mu_max = 3;
  return {{"slippery", settings.scheme, settings.model}, {"rough", settings.scheme, settings.model, rough, settings}};
}

}  // namespace

TEST_CASE("the hazard map counts every rock once in a cell and keeps the largest energy and jump") {
  World world(ramp({}));
  HazardMap map;
  map.begin(area_of(world));
  world.advance(2000);
  map.update(world.tracks(), {0, world.time()});
  world.advance(3000);
  map.update(world.tracks(), {0, world.time()});
  std::uint32_t most = 0;
  double energy = 0, jump = 0;
  for (std::uint32_t row = 0; row < map.rows(); ++row) {
    for (std::uint32_t column = 0; column < map.columns(); ++column) {
      most = std::max(most, map.passed(column, row));
      energy = std::max(energy, map.value(HazardQuantity::energy, column, row, 10));
      jump = std::max(jump, map.value(HazardQuantity::jump_height, column, row, 10));
      CHECK(map.value(HazardQuantity::reach, column, row, 10) <= 1);
    }
  }
  CHECK(most == 10);  // all start at the same place
  float largest[2] = {0, 0};
  for (const TrackSegment& segment : world.tracks().segments()) {
    largest[0] = std::max(largest[0], segment.to_value[1]);
    largest[1] = std::max(largest[1], segment.to_value[2]);
  }
  CHECK(energy == doctest::Approx(static_cast<double>(largest[0])));
  CHECK(jump == doctest::Approx(static_cast<double>(largest[1])));
  // After a restart nothing is left.
  world.restart();
  map.update(world.tracks(), {0, world.time()});
  std::uint32_t left = 0;
  for (std::uint32_t row = 0; row < map.rows(); ++row) {
    for (std::uint32_t column = 0; column < map.columns(); ++column) left += map.passed(column, row);
  }
  CHECK(left == 0);
}

TEST_CASE("the cells of the hazard map divide the area that they are drawn over") {
  HazardMap map;
  for (const double width : {0.3, 20.2, 128.0, 1000.7}) {
    for (const double depth : {0.2, 30.4, 999.9}) {
      map.begin({-10, 5, -10 + width, 5 + depth});
      CHECK(map.columns() * map.cell_x() == doctest::Approx(width).epsilon(1e-12));
      CHECK(map.rows() * map.cell_y() == doctest::Approx(depth).epsilon(1e-12));
      CHECK(std::max(map.columns(), map.rows()) <= 256);
      CHECK(map.columns() >= width / std::max(0.5, std::max(width, depth) / 256));
    }
  }
}

TEST_CASE("the hazard map of a variant is that of its rocks alone") {
  World both(ramp(slippery_and_rough())), first(ramp({slippery_and_rough()[0]})),
      second(ramp({slippery_and_rough()[1]}));
  for (World* const world : {&both, &first, &second}) world->advance(3000);
  const double now = both.time();
  const auto slippery = values_of(both, {0, now}), rough = values_of(both, {1, now});
  CHECK(slippery == values_of(first, {0, now}));
  CHECK(rough == values_of(second, {0, now}));
  CHECK(slippery != rough);
  CHECK(sum_of(rough) > 0);
  // One map for both in turn, as in the window.
  HazardMap map;
  map.begin(area_of(both));
  for (const std::uint32_t variant : {0u, 1u, 0u}) {
    map.update(both.tracks(), {variant, now});
    CHECK(values_of(map) == (variant == 0 ? slippery : rough));
  }
}

TEST_CASE("the hazard map lies under the trajectories of a variant that is drawn apart") {
  World world(ramp(slippery_and_rough()));
  world.advance(500);
  HazardMap map, apart;
  map.begin({-50, -50, 50, 50});
  // Whole cells, so that the values move by whole cells.
  apart.begin({-50, -50, 50, 50}, {4 * map.cell_x(), 2 * map.cell_y(), 1});
  for (const std::uint32_t variant : {0u, 1u}) {
    map.update(world.tracks(), {variant, world.time()});
    apart.update(world.tracks(), {variant, world.time()});
    std::uint32_t passed = 0;
    for (std::uint32_t row = 0; row + 2 < map.rows(); ++row) {
      for (std::uint32_t column = 0; column + 4 < map.columns(); ++column) {
        passed += map.passed(column, row);
        CHECK(apart.passed(column + 4 * variant, row + 2 * variant) == map.passed(column, row));
      }
    }
    CHECK(passed > 10);
  }
}

TEST_CASE("the hazard map goes back and forth with the timeline") {
  World world(ramp({}));
  HazardMap map;
  map.begin(area_of(world));
  std::vector<std::vector<double>> then;
  for (int i = 0; i <= 5; ++i) {
    map.update(world.tracks(), {0, world.time()});
    then.push_back(values_of(map));
    world.advance(500);
  }
  CHECK(sum_of(then[0]) == 0);
  for (const std::size_t i : {3u, 1u, 5u, 0u, 2u, 4u}) {
    CAPTURE(i);
    const std::uint64_t changes = map.changes();
    world.seek(world.timeline().first_after(500 * i) - 1);
    REQUIRE(world.step() == 500 * i);
    map.update(world.tracks(), {0, world.time()});
    CHECK(values_of(map) == then[i]);
    CHECK(map.changes() != changes);
  }
  // Going on from there.
  world.advance(500);
  map.update(world.tracks(), {0, world.time()});
  CHECK(values_of(map) == then[5]);
  const std::uint64_t changes = map.changes();
  map.update(world.tracks(), {0, world.time()});
  CHECK(map.changes() == changes);
}

TEST_CASE("the hazard map counts a rock once in a cell that it comes back to") {
  Tracks tracks;
  World world(samples::find("first_fall").make());
  std::vector<Variant> variants = {world.variants()[0]};
  const auto move = [&](double x, double time) {
    variants[0].states[0].position[0] = x;
    variants[0].states[0].position[1] = 0.1;
    time == 0 ? tracks.clear(variants) : tracks.extend(variants, time);
  };
  HazardMap map;
  map.begin({-5, -5, 5, 5});
  const double places[] = {0.1, 2.1, 0.1, -2.1, 0.1};
  for (int i = 0; i < 5; ++i) move(places[i], i);
  map.update(tracks, {0, 4});
  CHECK(map.passed(map.columns() / 2, map.rows() / 2) == 1);
  map.update(tracks, {0, 3});  // counted again from the start, in the cell where the rock was last
  for (std::uint32_t column = 0; column < map.columns(); ++column) CHECK(map.passed(column, map.rows() / 2) <= 1);
  CHECK(map.passed(map.columns() / 2, map.rows() / 2) == 1);
}

TEST_CASE("the hazard map of a replay leaves out the steps that were jumped over") {
  MadeRecording made;
  made.step(800);
  World world(samples::shapes_side_by_side());
  world.start_replay(made.end());
  world.advance(50);
  const auto before = values_of(world, {0, world.time()});
  world.seek_recording(600);
  CHECK(values_of(world, {0, world.time()}) == before);
  world.advance(100);
  CHECK(values_of(world, {0, world.time()}) != before);
}
