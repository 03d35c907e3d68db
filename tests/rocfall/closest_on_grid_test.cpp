// The search for the nearest ground leaves out cells, and steps in sequence leave out searches: same bits.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "rocfall/surface_point.h"
#include "support/scenes.h"
#include "terrain/grid.h"

using namespace support;
using rockfall::GridTerrain;
using rockfall::Vec3;
using rockfall::rocfall::ClosestSearch;
using rockfall::rocfall::distance_bound;
using rockfall::rocfall::SurfacePoint;

namespace {

struct RoughGround : OnGrid {
  RoughGround(uint64_t seed, double cell, double bump) : OnGrid(shape_rock(RF_SHAPE_BOX, 1, 0.9, 0.7), 40, 30, cell) {
    Random random(seed);
    grid.x0 = random.between(-50, 50);
    grid.cell_y = cell * random.between(0.7, 1.4);
    const double slope_x = random.between(-1, 1), slope_y = random.between(-1, 1);  // in this order
    roughen(random, slope_x, slope_y, bump);
    if (seed % 3 == 0) {
      for (int i = 0; i < 12; ++i) {
        const uint32_t column = random.below(40), row = random.below(30);
        at(column, row) = NAN;
      }
      renew();
    }
    grid.ground.rocfall_restitution_normal = 0.6;
    grid.ground.rocfall_friction = 0.5;
  }
};

bool same(const SurfacePoint& a, const SurfacePoint& b) {
  return std::memcmp(a.point.data(), b.point.data(), 3 * sizeof(double)) == 0 &&
         std::memcmp(a.normal.data(), b.normal.data(), 3 * sizeof(double)) == 0 && a.distance == b.distance;
}

struct Searches {
  double cells = 0, feet = 0;
  int different = 0, all = 0;
};

// Searches from a place above or below the ground, as for a sphere of about one cell.
void search_somewhere(const GridTerrain& terrain, const rf_grid& grid, Random& random, Searches& fast, Searches& full) {
  const double width = (grid.columns - 1) * grid.cell_x, depth = (grid.rows - 1) * grid.cell_y;
  double x = grid.x0 + random.between(0, width), y = grid.y0 + random.between(0, depth);
  if (random.between(0, 1) < 0.2) x = grid.x0 + grid.cell_x * random.below(grid.columns);
  if (random.between(0, 1) < 0.2) y = grid.y0 + grid.cell_y * random.below(grid.rows);
  double z, normal[3];
  if (!terrain.surface_at(x, y, z, normal)) return;
  const double radius = grid.cell_x * random.between(0.05, 3), height = random.between(-1, 2) * radius;
  const Vec3 position(x, y, z + height);
  const double reach = std::fmin(std::fabs(height), 2 * radius);
  const SurfacePoint below{Vec3(x, y, z), Vec3(normal[0], normal[1], normal[2]), reach};
  SurfacePoint a = below, b = below;
  const ClosestSearch quick = find_closest(terrain, position, reach, 1600, a),
                      slow = find_closest_of_all(terrain, position, reach, 1600, b);
  fast.cells += quick.cells;
  fast.feet += quick.feet;
  full.cells += slow.cells;
  full.feet += slow.feet;
  fast.different += !same(a, b);
  ++fast.all;
}

enum class LegacyShape { point, sphere, hull };

void use(rf_scene& scene, LegacyShape kind) {
  scene.settings.model = kind == LegacyShape::point ? RF_MODEL_ROCFALL_LUMPED : RF_MODEL_ROCFALL_RIGID;
  scene.settings.rocfall_shape = kind == LegacyShape::sphere ? RF_ROCFALL_SPHERE : RF_ROCFALL_HULL;
}

std::vector<rf_state> falling_rocks(const RoughGround& ground, uint64_t seed) {
  Random random(seed);
  std::vector<rf_state> states;
  while (states.size() < 4) {
    rf_state state = random_state(random, ground.grid.x0 + 20 * ground.grid.cell_x, 15 * ground.grid.cell_y, 0, 8, 8);
    if (rf_place_above_ground(&ground.scene, &state, random.between(-0.05, 3), nullptr) == RF_OK) {
      states.push_back(state);
    }
  }
  return states;
}

}  // namespace

TEST_CASE("the nearest ground found on few cells has the bits of the search of all cells") {
  Searches fast, full;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    const RoughGround ground(seed, seed % 2 ? 2.0 : 0.3, (seed % 4 == 0 ? 0 : 0.2) * (seed % 2 ? 2.0 : 0.3));
    const GridTerrain terrain(ground.grid);
    Random random(seed);
    for (int i = 0; i < 1500; ++i) search_somewhere(terrain, ground.grid, random, fast, full);
  }
  CHECK(fast.all > 30000);
  CHECK(fast.different == 0);
  CHECK(fast.feet < 0.5 * full.feet);
  CHECK(fast.cells < full.cells);
}

namespace {

// Searches along a path of small moves, with the cells of the last one, and without.
void search_along_a_path(const RoughGround& ground, Random& random, uint32_t& remembered, uint32_t& different,
                         uint32_t& too_large) {
  const GridTerrain terrain(ground.grid);
  const double cell = ground.grid.cell_x, radius = cell * random.between(0.1, 0.5);
  rockfall::rocfall::NearbyCells nearby;
  double x = ground.grid.x0 + cell * random.between(5, 34), y = ground.grid.cell_y * random.between(5, 24);
  const double dx = 0.08 * radius * random.between(-1, 1), dy = 0.08 * radius * random.between(-1, 1);
  const double height = radius * random.between(0.5, 1.6);
  for (int i = 0; i < 60; ++i, x += dx, y += dy) {
    double z, normal[3];
    if (!terrain.surface_at(x, y, z, normal)) return;
    const Vec3 position(x, y, z + height);
    const SurfacePoint below{Vec3(x, y, z), Vec3(normal[0], normal[1], normal[2]), std::fmin(height, 2 * radius)};
    SurfacePoint a = below, b = below;
    const bool known = nearby.count > 0 && (position - nearby.position).norm() < nearby.slack;
    find_closest(terrain, position, below.distance, 1600, a, &nearby);
    find_closest_of_all(terrain, position, below.distance, 1600, b);
    remembered += known;
    different += !same(a, b);
    for (const double reach : {0.5 * b.distance, 1.5 * b.distance}) {
      const double bound = distance_bound(terrain, position, reach, nearby);
      too_large += bound > b.distance || bound > reach;
      rockfall::rocfall::NearbyCells unknown;
      too_large += distance_bound(terrain, position, reach, unknown) > b.distance;
    }
  }
}

}  // namespace

TEST_CASE("the remembered cells nearby change no bit, and bounds of distances are not larger than them") {
  uint32_t remembered = 0, different = 0, too_large = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    const double cell = seed % 2 ? 2.0 : 0.3;
    const RoughGround ground(seed, cell, (seed % 4 == 0 ? 0.02 : 0.25) * cell);
    Random random(seed);
    for (int i = 0; i < 40; ++i) search_along_a_path(ground, random, remembered, different, too_large);
  }
  CHECK(remembered > 10000);
  CHECK(different == 0);
  CHECK(too_large == 0);
}

TEST_CASE("the bound of the distance above smooth ground is nearly the distance") {
  const RoughGround ground(4, 2.0, 0.01);
  const GridTerrain terrain(ground.grid);
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const double x = ground.grid.x0 + random.between(10, 60), y = random.between(10, 40);
    double z = 0, normal[3];
    REQUIRE(terrain.surface_at(x, y, z, normal));
    SurfacePoint best{Vec3(x, y, z), Vec3(normal[0], normal[1], normal[2]), 0.5};
    const Vec3 position(x, y, z + 0.5);
    find_closest(terrain, position, 0.5, 1600, best);
    rockfall::rocfall::NearbyCells unknown;
    const double bound = distance_bound(terrain, position, 2 * best.distance, unknown);
    CHECK(bound <= best.distance);
    CHECK(bound > 0.95 * best.distance);
  }
}

TEST_CASE("a search that reports to be exact has no hole nearer than the ground") {
  RoughGround ground(1, 1.0, 0.1);
  ground.at(20, 15) = NAN;
  ground.renew();
  const GridTerrain terrain(ground.grid);
  const auto exact = [&](double column, double row) {
    const double x = ground.grid.x0 + column * ground.grid.cell_x, y = row * ground.grid.cell_y;
    double z, normal[3];
    REQUIRE(terrain.surface_at(x, y, z, normal));
    SurfacePoint best{Vec3(x, y, z), Vec3(normal[0], normal[1], normal[2]), 0.6};
    return find_closest(terrain, Vec3(x, y, z + 0.6), 0.6, 1600, best).exact;
  };
  CHECK(exact(10.5, 10.5));
  CHECK(exact(24.5, 15.5));
  CHECK_FALSE(exact(21.2, 15.1));
  CHECK_FALSE(exact(18.9, 15.5));
}

TEST_CASE("steps of the legacy models in one call have the bits of single steps, over holes, too") {
  uint64_t contacts = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    RoughGround ground(seed, seed % 2 ? 2.0 : 0.5, seed % 2 ? 0.3 : 0.05);
    for (const LegacyShape kind : {LegacyShape::point, LegacyShape::sphere, LegacyShape::hull}) {
      use(ground.scene, kind);
      for (const double time_step : {0.002, 0.02}) {
        ground.scene.settings.time_step = time_step;
        std::vector<rf_state> single = falling_rocks(ground, seed), many = single, brief = single;
        const uint32_t steps = kind == LegacyShape::hull ? 140 : 560;
        for (rf_state& state : single) {
          for (uint32_t i = 0; i < steps && state.end == RF_MOVING; ++i) {
            rf_step_report report = {};
            rf_step(&ground.scene, &state, &report);
            contacts += report.contact_count > 0;
          }
        }
        REQUIRE(rf_step_many(&ground.scene, many.data(), 4, steps, nullptr, nullptr) == RF_OK);
        for (uint32_t i = 0; i < steps; i += 7) {
          REQUIRE(rf_step_many(&ground.scene, brief.data(), 4, 7, nullptr, nullptr) == RF_OK);
        }
        CAPTURE(seed);
        check_same_bits(single, many);
        check_same_bits(single, brief);
      }
    }
  }
  CHECK(contacts > 1200);
}

TEST_CASE("a sphere that starts deep below the ground has the same bits in one call") {
  RoughGround ground(2, 2.0, 0.05);
  use(ground.scene, LegacyShape::sphere);
  std::vector<rf_state> single = falling_rocks(ground, 2);
  for (rf_state& state : single) {
    REQUIRE(rf_place_above_ground(&ground.scene, &state, 0, nullptr) == RF_OK);
    state.position[2] -= 4;
  }
  std::vector<rf_state> many = single;
  step_one_by_one(ground.scene, single, 20);
  REQUIRE(rf_step_many(&ground.scene, many.data(), 4, 20, nullptr, nullptr) == RF_OK);
  check_same_bits(single, many);
}

TEST_CASE("steps of spheres over strongly curved cells have the same bits in one call, where no search is exact") {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    RoughGround ground(seed, 1.0, 3.0);
    use(ground.scene, LegacyShape::sphere);
    ground.scene.settings.time_step = seed % 2 ? 0.002 : 0.01;
    std::vector<rf_state> single = falling_rocks(ground, seed), many = single;
    step_one_by_one(ground.scene, single, 200);
    REQUIRE(rf_step_many(&ground.scene, many.data(), 4, 200, nullptr, nullptr) == RF_OK);
    CAPTURE(seed);
    check_same_bits(single, many);
  }
}

TEST_CASE("a sphere that flies over a ridge within a long step gets the same bits stepped together and alone") {
  support::OnGrid world(support::box_rock(1.6119919540164696, 1.6119919540164696, 1.6119919540164696), 9, 9, 4);
  world.grid.x0 = world.grid.y0 = -16;
  for (uint32_t row = 0; row < 9; ++row) {
    for (uint32_t column = 0; column < 9; ++column) world.at(column, row) = -2 * std::fabs(-16 + 4.0 * column);
  }
  world.scene.settings.model = RF_MODEL_ROCFALL_RIGID;
  world.scene.settings.time_step = 0.1;
  world.renew();
  rf_state state = rf_default_state();
  state.position[0] = -0.19975;
  state.position[1] = 0.3;
  state.position[2] = std::sqrt(1 - 0.19975 * 0.19975) + 1e-4;  // the radius of the sphere is 1 m
  state.velocity[0] = 3.995;
  state.velocity[2] = 0.4905;
  std::vector<rf_state> alone = {state}, together = {state};
  support::step_one_by_one(world.scene, alone, 1);
  REQUIRE(rf_step_many(&world.scene, together.data(), 1, 1, nullptr, nullptr) == RF_OK);
  support::check_same_bits(alone, together);
}
