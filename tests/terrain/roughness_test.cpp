#include "terrain/roughness.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <thread>
#include <vector>

#include "rough.h"

using namespace rockfall;
using namespace support;
using namespace rough;

namespace {

double node_height(const Relief& relief, int64_t column, int64_t row) {
  double height;
  relief.node_heights(column, row, 1, 1, &height);
  return height;
}

}  // namespace

TEST_CASE("a lattice node has the height of one of three classes of obstacles, with their shares of the surface") {
  Rough rough;
  rough.roughness.seed = 5;
  set_obstacles(rough.plane.ground, 1e-4, 0.1, 100);
  rough.over_plane(0, 0);
  const Relief relief(rough.roughness);
  int low = 0, high = 0, all = 0, below_half = 0;
  double largest = 0;
  for (int64_t row = -200; row < 200; ++row) {
    for (int64_t column = -200; column < 200; ++column) {
      const double height = node_height(relief, column, row);
      CHECK_MESSAGE((height >= 0 && height < 100), "node ", column, " ", row);
      low += height < 1e-4;
      high += height >= 0.1;
      below_half += height < 0.5e-4;
      largest = std::fmax(largest, height);
      ++all;
    }
  }
  // Five standard deviations of a share of 160000 are at most 0.006.
  CHECK(low / double(all) == doctest::Approx(0.7002).epsilon(0.009));
  CHECK(high / double(all) == doctest::Approx(0.0999).epsilon(0.05));
  CHECK(below_half / double(low) == doctest::Approx(0.5).epsilon(0.02));
  CHECK(largest > 99.9);
}

TEST_CASE("relief is bilinear between the nodes and has its node heights at the nodes") {
  Rough rough;
  rough.roughness.spacing = 0.7;
  set_obstacles(rough.plane.ground, 0.1, 0.3, 0.6);
  rough.over_plane(-0.9, 0.2);
  const Relief relief(rough.roughness);
  Random random(71);
  for (int i = 0; i < 2000; ++i) {
    const int64_t column = static_cast<int64_t>(random.below(2000)) - 1000,
                  row = static_cast<int64_t>(random.below(2000)) - 1000;
    const double eta = i % 5 ? random.uniform() : 0, xi = i % 5 ? random.uniform() : 0;
    const double x = (static_cast<double>(column) + eta) * 0.7, y = (static_cast<double>(row) + xi) * 0.7;
    const double low = node_height(relief, column, row) * (1 - eta) + node_height(relief, column + 1, row) * eta;
    const double high =
        node_height(relief, column, row + 1) * (1 - eta) + node_height(relief, column + 1, row + 1) * eta;
    const double expected = -0.9 * x + 0.2 * y + low * (1 - xi) + high * xi;
    CHECK(std::fabs(rough.sample(x, y).height - expected) < 1e-10);
  }
}

TEST_CASE("the normal of relief has unit length, points up and agrees with finite differences") {
  Random random(72);
  RoughFields rough(random);
  int checked = 0;
  for (int i = 0; i < 4000; ++i) {
    const double h = 1e-6, x = random.between(-20, 20), y = random.between(-13, 13);
    const auto inside_cell = [](double u) { return u - std::floor(u) > 0.01 && u - std::floor(u) < 0.99; };
    const bool smooth = inside_cell(x) && inside_cell(y) && inside_cell((x - rough.grid.x0) / rough.grid.cell_x) &&
                        inside_cell((y - rough.grid.y0) / rough.grid.cell_y);
    const rf_terrain_sample s = rough.sample(x, y);
    if (!s.exists || !smooth) continue;
    ++checked;
    const double dx = (rough.sample(x + h, y).height - rough.sample(x - h, y).height) / (2 * h);
    const double dy = (rough.sample(x, y + h).height - rough.sample(x, y - h).height) / (2 * h);
    CHECK(s.normal[2] > 0);
    CHECK(s.normal[0] * s.normal[0] + s.normal[1] * s.normal[1] + s.normal[2] * s.normal[2] ==
          doctest::Approx(1).epsilon(1e-14));
    CHECK(std::fabs(s.normal[0] + dx * s.normal[2]) < 1e-7);
    CHECK(std::fabs(s.normal[1] + dy * s.normal[2]) < 1e-7);
  }
  CHECK(checked > 2000);
}

TEST_CASE("relief is the same for every order, batch and thread") {
  Random random(74);
  RoughFields rough(random);
  constexpr uint32_t kCount = 3000;
  std::vector<double> xy(2 * kCount);
  for (double& v : xy) v = random.between(-18, 18);
  std::vector<rf_terrain_sample> batch(kCount), other(kCount);
  rough.terrain.sample(rough.terrain.user, xy.data(), kCount, batch.data());
  for (uint32_t i = kCount; i-- > 0;) CHECK(same_sample(rough.sample(xy[2 * i], xy[2 * i + 1]), batch[i]));
  std::vector<std::thread> threads;
  for (uint32_t part = 0; part < 3; ++part) {
    threads.emplace_back([&, part] {
      for (uint32_t i = part; i < kCount; i += 3) {
        rough.terrain.sample(rough.terrain.user, xy.data() + 2 * i, 1, &other[i]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (uint32_t i = 0; i < kCount; ++i) CHECK(same_sample(other[i], batch[i]));
}

TEST_CASE("ground without obstacles keeps the heights, normals and bounds of the base") {
  Random random(75);
  Rough rough;
  rough.over_grid(random, 30, 30, -0.7, 0.3);
  CHECK((rough.terrain.sample == rough.roughness.base.sample));  // the base itself
  // The same through the callbacks of relief.
  rough.roughness.base.roughness_max = 1e9;
  rough.renew();
  REQUIRE((rough.terrain.sample == rough_sample));
  for (int i = 0; i < 3000; ++i) {
    const double x = random.between(-16, 16), y = random.between(-16, 16), size = random.between(0.1, 2);
    CHECK(same_sample(rough.sample(x, y), Rough::sample_of(rough.roughness.base, x, y)));
    const rf_rectangle area = {x - size, y - size, x + size, y + size};
    const rf_upper_plane plane = rough.upper_plane(area);
    rf_upper_plane base;
    rough.roughness.base.upper_plane(rough.roughness.base.user, &area, &base);
    CHECK(plane.height == base.height);
    CHECK(plane.slope_x == base.slope_x);
    CHECK(plane.slope_y == base.slope_y);
    CHECK(plane.hole_free == base.hole_free);
    CHECK(plane.slope_spread == base.slope_spread);
  }
}

TEST_CASE("uniform obstacles give the same relief as a terrain that is sampled at every node") {
  Random random(76);
  Rough plane, sampled;
  set_obstacles(plane.plane.ground, 0.05, 0.2, 0.7);
  plane.over_plane(0.4, -0.3);
  sampled.roughness.base = forwarded(plane.roughness.base);
  sampled.renew();
  for (int i = 0; i < 2000; ++i) {
    const double x = random.between(-300, 300), y = random.between(-300, 300);
    CHECK(same_sample(plane.sample(x, y), sampled.sample(x, y)));
    const rf_rectangle area = {x - 1, y - 1, x + 1, y + 1};
    CHECK(plane.upper_plane(area).height == sampled.upper_plane(area).height);
    CHECK(plane.upper_plane(area).slope_spread == sampled.upper_plane(area).slope_spread);
  }
}

TEST_CASE("fields of obstacles give the same relief as a terrain that is sampled at every node") {
  Random random(83);
  RoughFields fields(random);
  Rough sampled;
  sampled.roughness.base = forwarded(fields.roughness.base);
  sampled.renew();
  for (int i = 0; i < 3000; ++i) {
    const double x = random.between(-26, 26), y = random.between(-17, 17);
    CHECK(same_sample(fields.sample(x, y), sampled.sample(x, y)));
  }
}

TEST_CASE("obstacle heights follow the fields of the ground") {
  Random random(77);
  Rough rough;
  std::vector<float> field(40 * 40);
  for (uint32_t i = 0; i < field.size(); ++i) field[i] = i % 40 < 20 ? 0.0f : 1.0f;
  rough.grid.fields[RF_GROUND_ROUGHNESS_70] = field.data();
  rough.over_grid(random, 40, 40, 0, 0);
  CHECK(rough.terrain.roughness_max == 1);
  double smooth = 0, rocky = 0;
  for (int i = 0; i < 500; ++i) {
    const double y = random.between(-18, 18);
    smooth = std::fmax(smooth, rough.sample(random.between(-18, -3), y).height);
    rocky = std::fmax(rocky, rough.sample(random.between(3, 18), y).height);
  }
  CHECK(smooth == 0);
  CHECK(rocky > 0.8);
}

TEST_CASE("relief has the materials of its base") {
  Random random(84);
  Rough rough, fine;
  set_obstacles(rough.grid.ground, 0.1, 0.3, 0.5);
  std::vector<uint32_t> materials;
  for (uint32_t cell = 0; cell < 29 * 19; ++cell) materials.push_back(1 + cell);
  rough.grid.materials = materials.data();
  rough.over_grid(random, 30, 20, -0.5, 0.2);
  fine.roughness.base = rough.terrain;
  fine.renew();
  for (int i = 0; i < 200; ++i) {
    const uint32_t column = random.below(29), row = random.below(19);
    const double x = rough.grid.x0 + column + random.between(0.01, 0.99),
                 y = rough.grid.y0 + row + random.between(0.01, 0.99);
    CHECK(rf_material_at(&rough.terrain, x, y) == 1 + row * 29 + column);
    CHECK(rf_material_at(&fine.terrain, x, y) == 1 + row * 29 + column);
  }
  Rough plane;
  set_obstacles(plane.plane.ground, 0.1, 0.3, 0.5);
  plane.plane.material = 7;
  plane.over_plane(0.1, 0);
  CHECK(rf_material_at(&plane.terrain, 3, 4) == 7);
}

TEST_CASE("a bad roughness is refused with the name of the member") {
  Rough rough;
  set_obstacles(rough.plane.ground, 0.1, 0.3, 0.5);
  rough.over_plane(0, 0);
  rf_terrain terrain;
  const auto refuse = [&](const rf_roughness& bad, rf_status status, const char* field) {
    rf_error error = stale_error();
    check_refusal(rf_rough_terrain(&bad, &terrain, &error), error, status, field);
  };
  for (const double spacing : {0.0, -1.0, kNaN, kInfinity}) {
    rf_roughness bad = rough.roughness;
    bad.spacing = spacing;
    refuse(bad, RF_BAD_VALUE, "roughness.spacing");
  }
  rf_roughness bad = rough.roughness;
  bad.column = INT64_MAX;
  refuse(bad, RF_BAD_VALUE, "roughness.column");
  bad = rough.roughness;
  bad.row = -(int64_t{1} << 45);
  refuse(bad, RF_BAD_VALUE, "roughness.row");
  bad = rough.roughness;
  bad.base.roughness_max = -1;
  refuse(bad, RF_BAD_VALUE, "roughness_max");
  bad = rough.roughness;
  bad.base.sample = nullptr;
  refuse(bad, RF_NULL_ARGUMENT, "roughness.base.sample");
  bad = rough.roughness;
  bad.base.struct_size = 0;
  refuse(bad, RF_BAD_DEF, "roughness.base");
  bad = rough.roughness;
  bad.struct_size = 0;
  refuse(bad, RF_BAD_DEF, "roughness");
  rf_error error = stale_error();
  check_refusal(rf_rough_terrain(nullptr, &terrain, &error), error, RF_NULL_ARGUMENT, "roughness");
  check_refusal(rf_rough_terrain(&rough.roughness, nullptr, &error), error, RF_NULL_ARGUMENT, "terrain");
}

TEST_CASE("relief stays where it is in the world if the local origin moves by multiples of its spacing") {
  Random random(83);
  for (const int64_t columns : {int64_t{0}, int64_t{1}, int64_t{-7}, int64_t{4096}}) {
    for (const int64_t rows : {int64_t{0}, int64_t{2}, int64_t{-5}}) {
      Rough before, after;
      for (Rough* const rough : {&before, &after}) {
        rough->roughness.spacing = 0.5;
        set_obstacles(rough->plane.ground, 0.1, 0.3, 0.6);
      }
      after.roughness.column = columns;
      after.roughness.row = rows;
      before.over_plane(0, 0);
      after.over_plane(0, 0);
      for (int i = 0; i < 200; ++i) {
        // Multiples of 1/64: the shift does not round.
        const double x = (static_cast<double>(random.below(2000)) - 1000) / 64,
                     y = (static_cast<double>(random.below(2000)) - 1000) / 64;
        const double shifted_x = x + 0.5 * static_cast<double>(columns),
                     shifted_y = y + 0.5 * static_cast<double>(rows);
        const rf_terrain_sample here = after.sample(x, y), there = before.sample(shifted_x, shifted_y);
        CHECK(here.height == there.height);
        for (int k = 0; k < 3; ++k) CHECK(here.normal[k] == there.normal[k]);
      }
    }
  }
}

TEST_CASE("the hash of relief depends on spacing, seed, nodes, obstacles and base") {
  Random random(82);
  RoughFields rough(random);
  std::set<uint64_t> surfaces, grounds;
  const auto add = [&] {
    rf_terrain_hash hash;
    REQUIRE(rf_hash_terrain(&rough.terrain, &hash, nullptr) == RF_OK);
    surfaces.insert(hash.surface);
    grounds.insert(hash.ground);
  };
  add();
  rough.roughness.spacing = 1.25;
  add();
  rough.roughness.seed = 9;
  add();
  rough.roughness.row = 1;
  add();
  rough.field[7] += 0.01f;
  add();
  rough.heights[3] += 0.01;
  add();
  CHECK(surfaces.size() == 6);
  CHECK(grounds.size() == 2);
  rf_terrain_hash base;
  REQUIRE(rf_hash_terrain(&rough.roughness.base, &base, nullptr) == RF_OK);
  CHECK(surfaces.count(base.surface) == 0);
}

TEST_CASE("relief over callbacks of the host has an identity made of theirs, spacing and seed") {
  Rough plane, rough;
  set_obstacles(plane.plane.ground, 0.1, 0.3, 0.5);
  plane.over_plane(0, 0);
  rough.roughness.base = forwarded(plane.roughness.base);
  rough.renew();
  CHECK(rough.terrain.identity == 0);
  rf_terrain_hash hash;
  CHECK(rf_hash_terrain(&rough.terrain, &hash, nullptr) == RF_UNSUPPORTED);
  std::set<uint64_t> surfaces;
  const auto add = [&] {
    rough.renew();
    REQUIRE(rf_hash_terrain(&rough.terrain, &hash, nullptr) == RF_OK);
    surfaces.insert(hash.surface);
  };
  rough.roughness.base.identity = 77;
  add();
  rough.roughness.seed = 2;
  add();
  rough.roughness.spacing = 2;
  add();
  rough.roughness.base.identity = 78;
  add();
  CHECK(surfaces.size() == 4);
}
