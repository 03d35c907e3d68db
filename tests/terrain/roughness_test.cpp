#include "terrain/roughness.h"

#include <rockfall/hash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <thread>
#include <vector>

#include "support/random.h"
#include "support/refusal.h"

using namespace rockfall;
using namespace support;

namespace {

void set_obstacles(rf_ground& ground, double h70, double h20, double h10) {
  ground.roughness_70 = h70;
  ground.roughness_20 = h20;
  ground.roughness_10 = h10;
}

// Relief over a plane or a grid. Not movable: the terrains point to the members.
struct Rough {
  Rough() : roughness(rf_default_roughness()), plane(rf_default_plane()), grid(rf_default_grid()) {
    grid.cell_x = grid.cell_y = 1;
  }
  Rough(const Rough&) = delete;

  void over_plane(double slope_x, double slope_y) {
    plane.slope_x = slope_x;
    plane.slope_y = slope_y;
    REQUIRE(rf_plane_terrain(&plane, &roughness.base, nullptr) == RF_OK);
    renew();
  }
  void over_grid(Random& random, uint32_t columns, uint32_t rows, double slope_x, double bump) {
    grid.columns = columns;
    grid.rows = rows;
    grid.x0 = -0.5 * columns * grid.cell_x;
    grid.y0 = -0.5 * rows * grid.cell_y;
    heights.resize(static_cast<size_t>(columns) * rows);
    for (uint32_t i = 0; i < heights.size(); ++i) {
      heights[i] = slope_x * grid.cell_x * (i % columns) + random.between(-bump, bump);
    }
    grid.heights_f64 = heights.data();
    renew_grid();
  }
  void renew_grid() {
    REQUIRE(rf_grid_terrain(&grid, &roughness.base, nullptr) == RF_OK);
    renew();
  }
  void renew() { REQUIRE(rf_rough_terrain(&roughness, &terrain, nullptr) == RF_OK); }

  rf_terrain_sample sample(double x, double y) const { return sample_of(terrain, x, y); }
  static rf_terrain_sample sample_of(const rf_terrain& of, double x, double y) {
    rf_terrain_sample s;
    REQUIRE(rf_terrain_at(&of, x, y, &s) == RF_OK);
    return s;
  }
  rf_upper_plane upper_plane(const rf_rectangle& area) const {
    rf_upper_plane plane_above;
    terrain.upper_plane(terrain.user, &area, &plane_above);
    return plane_above;
  }

  rf_roughness roughness;
  rf_plane plane;
  rf_grid grid;
  std::vector<double> heights;
  rf_terrain terrain;
};

// A grid whose obstacles differ from place to place, with a hole.
struct RoughFields : Rough {
  explicit RoughFields(Random& random) : field(3 * 24 * 20) {
    for (float& f : field) f = static_cast<float>(random.between(0, 0.8));
    for (int k = 0; k < 3; ++k) grid.fields[RF_GROUND_ROUGHNESS_70 + k] = field.data() + 24 * 20 * k;
    grid.cell_x = 2;
    grid.cell_y = 1.5;
    over_grid(random, 24, 20, -1.2, 0.4);
    for (const uint32_t node : {24u * 8 + 10, 24u * 9 + 10}) heights[node] = kNaN;
    renew_grid();
  }
  std::vector<float> field;
};

// The callbacks of another terrain behind callbacks of an embedder, which the library does not recognise.
void forward(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
  terrain.sample(terrain.user, xy, count, out);
}
void forward_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_terrain& terrain = *static_cast<const rf_terrain*>(user);
  terrain.upper_plane(terrain.user, area, out);
}
rf_terrain forwarded(const rf_terrain& terrain) {
  rf_terrain other = terrain;
  other.user = const_cast<rf_terrain*>(&terrain);
  other.sample = forward;
  other.upper_plane = forward_upper_plane;
  other.terrain_vertices = nullptr;
  return other;
}

bool same_sample(const rf_terrain_sample& a, const rf_terrain_sample& b) {
  if (!a.exists || !b.exists) return a.exists == b.exists;
  return a.height == b.height && std::memcmp(a.normal, b.normal, sizeof a.normal) == 0 &&
         rf_hash_ground(&a.ground) == rf_hash_ground(&b.ground);
}

// Checks the bounds of random rectangles against samples in them, at least `points` in all.
void check_bounds(const Rough& rough, Random& random, double range, int points) {
  int hole_free = 0, holes = 0;
  double worst_height = -1, worst_slope = -1;
  for (int done = 0; done < points; done += 200) {
    const double size = random.uniform() < 0.3 ? random.between(4, 20) : random.between(0.01, 3);
    const double x = random.between(-range, range), y = random.between(-range, range);
    const rf_rectangle area = {x - size, y - size * random.uniform(), x + size, y + size};
    const double centre_y = 0.5 * (area.y_min + area.y_max);
    const rf_upper_plane above = rough.upper_plane(area);
    hole_free += above.hole_free;
    bool hole = false;
    for (int k = 0; k < 200; ++k) {
      double px = random.between(area.x_min, area.x_max), py = random.between(area.y_min, area.y_max);
      if (k % 4 == 0) {  // the relief is highest at nodes
        px = std::round(px / rough.roughness.spacing) * rough.roughness.spacing;
        py = std::round(py / rough.roughness.spacing) * rough.roughness.spacing;
        if (px < area.x_min || px > area.x_max || py < area.y_min || py > area.y_max) continue;
      }
      const rf_terrain_sample s = rough.sample(px, py);
      hole = hole || !s.exists;
      if (!s.exists) continue;
      const double dx = px - x, dy = py - centre_y;
      worst_height = std::fmax(worst_height, s.height - (above.height + above.slope_x * dx + above.slope_y * dy));
      if (!(above.slope_spread > 0)) continue;
      const double slope_x = -s.normal[0] / s.normal[2], slope_y = -s.normal[1] / s.normal[2];
      worst_slope = std::fmax(worst_slope, std::fabs(slope_x - above.slope_x) - above.slope_spread);
      worst_slope = std::fmax(worst_slope, std::fabs(slope_y - above.slope_y) - above.slope_spread);
    }
    holes += hole;
    if (hole) CHECK(above.hole_free == 0);
  }
  CHECK(worst_height < 1e-11);
  CHECK(worst_height > -0.2);  // the bound is tight
  CHECK(worst_slope < 1e-11);
  CHECK(worst_slope > -1);
  CHECK(hole_free > 0);
  if (rough.grid.heights_f64) CHECK(holes > 0);
}

}  // namespace

TEST_CASE("a lattice node has the height of one of three classes of obstacles, with their shares of the surface") {
  Rough rough;
  rough.roughness.seed = 5;
  set_obstacles(rough.plane.ground, 1e-3, 1, 1000);
  rough.over_plane(0, 0);
  const Relief relief(rough.roughness);
  int low = 0, high = 0, all = 0, below_half = 0;
  double largest = 0;
  for (int64_t row = -200; row < 200; ++row) {
    for (int64_t column = -200; column < 200; ++column) {
      const double height = relief.node_height(column, row);
      CHECK_MESSAGE((height >= 0 && height < 1000), "node ", column, " ", row);
      low += height < 1e-3;
      high += height >= 1;
      below_half += height < 0.5e-3;
      largest = std::fmax(largest, height);
      ++all;
    }
  }
  // Five standard deviations of a share of 160000 are at most 0.006.
  CHECK(low / double(all) == doctest::Approx(0.7002).epsilon(0.009));
  CHECK(high / double(all) == doctest::Approx(0.0999).epsilon(0.05));
  CHECK(below_half / double(low) == doctest::Approx(0.5).epsilon(0.02));
  CHECK(largest > 999);
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
    const double low = relief.node_height(column, row) * (1 - eta) + relief.node_height(column + 1, row) * eta;
    const double high = relief.node_height(column, row + 1) * (1 - eta) + relief.node_height(column + 1, row + 1) * eta;
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

TEST_CASE("bounds of relief hold at 100000 points over a steep plane and over a grid with holes and fields") {
  Random random(73);
  Rough plane;
  set_obstacles(plane.plane.ground, 0.1, 0.3, 0.5);
  for (const double spacing : {0.35, 1.0, 2.5}) {
    plane.roughness.spacing = spacing;
    plane.over_plane(-2.7, 1.1);
    check_bounds(plane, random, 500, 20000);
  }
  RoughFields fields(random);
  check_bounds(fields, random, 25, 60000);
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

TEST_CASE("another seed gives another relief, and extreme coordinates give no relief") {
  Rough a, b;
  for (Rough* rough : {&a, &b}) {
    set_obstacles(rough->plane.ground, 0.1, 0.3, 0.5);
    rough->over_plane(0, 0);
  }
  b.roughness.seed = uint64_t{1} << 40 | 1;
  int equal = 0;
  for (int i = -500; i < 500; ++i) equal += a.sample(i, 3 * i).height == b.sample(i, 3 * i).height;
  CHECK(equal < 5);
  for (const double x : {1e300, -1e300, kInfinity, -kInfinity, kNaN}) {
    CHECK(a.sample(x, 0).normal[2] == 1);
    const rf_rectangle area = {-1, -1, x, 1};
    const rf_upper_plane plane = a.upper_plane(area);
    CHECK((plane.height >= 0.5 || !(plane.height == plane.height)));
    double xyz[3];
    CHECK(a.terrain.terrain_vertices(a.terrain.user, &area, xyz, 1) <= 1);
  }
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

TEST_CASE("callbacks that exceed roughness_max do not exceed the bound of relief") {
  Random random(78);
  Rough plane, sampled;
  set_obstacles(plane.plane.ground, 1, 5, 50);
  plane.over_plane(0.4, -0.3);
  sampled.roughness.base = forwarded(plane.roughness.base);
  sampled.roughness.base.roughness_max = 0.25;
  sampled.renew();
  for (int i = 0; i < 1000; ++i) {
    const double x = random.between(-300, 300), y = random.between(-300, 300);
    const double base = Rough::sample_of(plane.roughness.base, x, y).height;
    CHECK(sampled.sample(x, y).height <= base + 0.25 + 1e-12);
  }
}

TEST_CASE("terrain vertices of relief are exactly the nodes above a line between opposite neighbours") {
  Random random(79);
  Rough rough;
  rough.roughness.spacing = 0.4;
  set_obstacles(rough.plane.ground, 0.1, 0.2, 0.3);
  rough.over_plane(-0.8, 0.1);
  for (int i = 0; i < 100; ++i) {
    const double x = random.between(-100, 100), y = random.between(-100, 100);
    const rf_rectangle area = {x, y, x + random.between(0.1, 6), y + random.between(0.1, 6)};
    double xyz[3 * 300];
    const uint32_t count = rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz, 300);
    std::set<std::array<int64_t, 2>> found, expected;
    for (uint32_t k = 0; k < count; ++k) {
      const double* const p = xyz + 3 * k;
      CHECK(std::fabs(p[2] - rough.sample(p[0], p[1]).height) < 1e-12);
      found.insert({std::llround(p[0] / 0.4), std::llround(p[1] / 0.4)});
    }
    const auto z = [&](int64_t c, int64_t r) {
      return rough.sample(static_cast<double>(c) * 0.4, static_cast<double>(r) * 0.4).height;
    };
    for (int64_t r = std::llround(area.y_min / 0.4) - 1; r <= std::llround(area.y_max / 0.4) + 1; ++r) {
      for (int64_t c = std::llround(area.x_min / 0.4) - 1; c <= std::llround(area.x_max / 0.4) + 1; ++c) {
        const double px = static_cast<double>(c) * 0.4, py = static_cast<double>(r) * 0.4;
        if (px < area.x_min || px > area.x_max || py < area.y_min || py > area.y_max) continue;
        bool convex = false;
        for (const std::array<int, 2>& d : {std::array<int, 2>{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          convex = convex || 2 * z(c, r) - 1e-6 > z(c + d[0], r + d[1]) + z(c - d[0], r - d[1]);
        }
        if (convex) expected.insert({c, r});
      }
    }
    CHECK(found == expected);
    CHECK(count == found.size());
    const uint32_t few = rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz, 2);
    CHECK(few == std::min<uint32_t>(2, count));
  }
}

TEST_CASE("terrain vertices of the base are raised by the relief, and those at nodes are not repeated") {
  Random random(80);
  Rough rough;
  set_obstacles(rough.grid.ground, 0.05, 0.1, 0.2);
  rough.grid.cell_x = rough.grid.cell_y = 0.25;  // every fourth node is a node of the lattice
  rough.over_grid(random, 80, 80, 0, 0.3);
  const rf_rectangle area = {-3, -3, 3, 3};
  std::vector<double> xyz(3 * 2000);
  const uint32_t count = rough.terrain.terrain_vertices(rough.terrain.user, &area, xyz.data(), 2000);
  std::set<std::array<int64_t, 2>> places;
  for (uint32_t k = 0; k < count; ++k) {
    const double* const p = xyz.data() + 3 * k;
    CHECK(std::fabs(p[2] - rough.sample(p[0], p[1]).height) < 1e-12);
    places.insert({std::llround(p[0] / 0.25), std::llround(p[1] / 0.25)});
  }
  CHECK(places.size() == count);
  CHECK(count > 300);
}

TEST_CASE("relief may lie over relief") {
  Rough coarse, fine;
  set_obstacles(coarse.plane.ground, 0.1, 0.3, 0.5);
  coarse.roughness.spacing = 4;
  coarse.over_plane(-0.5, 0);
  fine.roughness.base = coarse.terrain;
  fine.roughness.seed = 2;
  fine.renew();
  Random random(81);
  for (int i = 0; i < 200; ++i) {
    const double x = random.between(-50, 50), y = random.between(-50, 50);
    const double above = fine.sample(x, y).height - coarse.sample(x, y).height;
    CHECK(above >= 0);
    CHECK(above < 0.5);
  }
  check_bounds(fine, random, 100, 10000);
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

TEST_CASE("the hash of relief depends on spacing, seed, obstacles and base") {
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
  rough.field[7] += 0.01f;
  add();
  rough.heights[3] += 0.01;
  add();
  CHECK(surfaces.size() == 5);
  CHECK(grounds.size() == 2);
  rf_terrain_hash base;
  REQUIRE(rf_hash_terrain(&rough.roughness.base, &base, nullptr) == RF_OK);
  CHECK(surfaces.count(base.surface) == 0);
}

TEST_CASE("relief over callbacks of an embedder has an identity made of theirs, spacing and seed") {
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
