// Surface and ground parameters of the grid.
#include "terrain/grid.h"

#include <cmath>
#include <vector>

#include "random_grid.h"
#include "support/refusal.h"
#include "terrain/ground_members.h"

using namespace rockfall;
using namespace support;
using random_grids::RandomGrid;

TEST_CASE("a grid has its heights at the nodes and interpolates bilinearly between them") {
  Random random(21);
  for (int i = 0; i < 20; ++i) {
    RandomGrid ground(random, 7, 5, 2);
    for (uint32_t r = 0; r < 5; ++r) {
      for (uint32_t c = 0; c < 7; ++c) {
        const rf_terrain_sample s = ground.sample(ground.x(c), ground.y(r));
        const bool edge = c == 0 || r == 0 || c == 6 || r == 4;  // may be outside by rounding
        if (!edge) CHECK(s.exists == 1);
        if (s.exists) CHECK(s.height == doctest::Approx(ground.at(c, r)).epsilon(1e-12));
      }
    }
    for (int k = 0; k < 50; ++k) {
      const uint32_t c = random.below(6), r = random.below(4);
      const double eta = random.uniform(), xi = random.uniform();
      const double along_low = ground.at(c, r) + eta * (ground.at(c + 1, r) - ground.at(c, r));
      const double along_high = ground.at(c, r + 1) + eta * (ground.at(c + 1, r + 1) - ground.at(c, r + 1));
      const rf_terrain_sample s = ground.sample(ground.x(c + eta), ground.y(r + xi));
      CHECK(s.exists == 1);
      CHECK(std::fabs(s.height - (along_low + xi * (along_high - along_low))) < 1e-11);
    }
  }
}

TEST_CASE("the normal agrees with finite differences of the height, has unit length and points up") {
  Random random(22);
  RandomGrid ground(random, 9, 9, 3);
  for (int i = 0; i < 500; ++i) {
    const double h = 1e-5;
    const double u = random.below(8) + random.between(0.01, 0.99), v = random.below(8) + random.between(0.01, 0.99);
    const double px = ground.x(u), py = ground.y(v);
    const rf_terrain_sample s = ground.sample(px, py);
    // On a bilinear cell the central difference along an axis is exact except for rounding.
    const double dx = (ground.sample(px + h, py).height - ground.sample(px - h, py).height) / (2 * h);
    const double dy = (ground.sample(px, py + h).height - ground.sample(px, py - h).height) / (2 * h);
    const double* n = s.normal;
    CHECK(n[2] > 0);
    CHECK(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] == doctest::Approx(1).epsilon(1e-14));
    CHECK(std::fabs(n[0] + dx * n[2]) < 1e-9);
    CHECK(std::fabs(n[1] + dy * n[2]) < 1e-9);
  }
}

TEST_CASE("equal heights in single and double precision give the same terrain") {
  Random random(23);
  RandomGrid ground(random, 6, 6, 2);
  std::vector<float> single;
  for (double& z : ground.heights) {
    single.push_back(static_cast<float>(z));
    z = static_cast<double>(single.back());
  }
  rf_grid grid = ground.grid;
  grid.heights_f64 = nullptr;
  grid.heights_f32 = single.data();
  rf_terrain terrain;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  for (int i = 0; i < 100; ++i) {
    const double px = ground.x(random.between(0.01, 4.99)), py = ground.y(random.between(0.01, 4.99));
    rf_terrain_sample s;
    REQUIRE(rf_terrain_at(&terrain, px, py, &s) == RF_OK);
    CHECK(s.height == ground.sample(px, py).height);
    CHECK(s.normal[0] == ground.sample(px, py).normal[0]);
  }
}

TEST_CASE("a node without data makes exactly its four cells a hole") {
  Random random(24);
  RandomGrid ground(random, 6, 6, 1);
  ground.at(2, 3) = kNaN;
  ground.refresh();
  const GridTerrain inside(ground.grid);
  for (int r = 0; r < 5; ++r) {
    for (int c = 0; c < 5; ++c) {
      const bool hole = (c == 1 || c == 2) && (r == 2 || r == 3);
      const double px = ground.x(c + 0.5), py = ground.y(r + 0.5);
      CHECK(ground.sample(px, py).exists == !hole);
      CHECK(inside.exists(px, py) == !hole);
    }
  }
}

TEST_CASE("there is no ground outside, and no coordinate causes an access outside the arrays") {
  Random random(25);
  RandomGrid ground(random, 4, 3, 1);
  const GridTerrain inside(ground.grid);
  const double out[] = {-1e300, -kInfinity, kInfinity, 1e300, kNaN, ground.x(-0.01), ground.x(3.01)};
  for (const double px : out) {
    CHECK(ground.sample(px, ground.y(1)).exists == 0);
    CHECK_FALSE(inside.exists(px, ground.y(1)));
  }
  for (const double py : {-1e300, kInfinity, kNaN, ground.y(-0.01), ground.y(2.01)}) {
    CHECK(ground.sample(ground.x(1), py).exists == 0);
    CHECK_FALSE(inside.exists(ground.x(1), py));
  }
  for (const double a : out) {
    for (const double b : out) {
      const rf_rectangle area = {a, a, b, b};
      rf_upper_plane plane;
      double terrain_vertices[3 * 12];
      ground.terrain.upper_plane(ground.terrain.user, &area, &plane);
      CHECK(ground.terrain.terrain_vertices(ground.terrain.user, &area, terrain_vertices, 12) <= 12);
    }
  }
}

TEST_CASE("ground fields are interpolated like the heights, other parameters are uniform") {
  Random random(26);
  RandomGrid ground(random, 5, 5, 1);
  std::vector<float> field(25);
  for (float& f : field) f = static_cast<float>(random.uniform());
  ground.grid.ground.beta = 17;
  for (int32_t k = 0; k < RF_GROUND_FIELD_COUNT; ++k) {
    for (const float*& f : ground.grid.fields) f = nullptr;
    ground.grid.ground.mu_min = 0;
    ground.grid.ground.mu_max = 2;
    ground.grid.fields[k] = field.data();
    ground.refresh();
    for (int i = 0; i < 20; ++i) {
      const uint32_t c = random.below(4), r = random.below(4);
      const double eta = random.uniform(), xi = random.uniform();
      const size_t j = 5 * r + c;
      const double f00 = static_cast<double>(field[j]), f10 = static_cast<double>(field[j + 1]);
      const double f01 = static_cast<double>(field[j + 5]), f11 = static_cast<double>(field[j + 6]);
      const double expected = (f00 + eta * (f10 - f00)) * (1 - xi) + (f01 + eta * (f11 - f01)) * xi;
      const rf_terrain_sample s = ground.sample(ground.x(c + eta), ground.y(r + xi));
      CHECK(std::fabs(ground_member(s.ground, k) - expected) < 1e-12);
      if (k != RF_GROUND_BETA) CHECK(s.ground.beta == 17);
    }
  }
}

TEST_CASE("at the far edge of a grid in national coordinates the ground has the values of its last nodes") {
  Random random(35);
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    RandomGrid ground(random, 4, 3, 0);
    ground.grid.x0 = random.between(1e6, 1e7);
    ground.grid.y0 = random.between(1e6, 1e7);
    const std::vector<float> field = {1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0};
    ground.grid.fields[RF_GROUND_MU_MIN] = field.data();
    ground.grid.ground.mu_max = 1;
    ground.refresh();
    // Rounding of the coordinates may put the edge outside.
    for (const rf_terrain_sample& edge :
         {ground.sample(ground.x(3), ground.y(0.5)), ground.sample(ground.x(0.5), ground.y(2))}) {
      if (!edge.exists) continue;
      ++found;
      CHECK(edge.ground.mu_min >= 0);
      CHECK(edge.ground.mu_min < 1e-6);
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("between soil and rigid ground the strength grows without bound, in proportion to 1 over the part of soil") {
  Random random(34);
  RandomGrid ground(random, 3, 2, 1);
  const std::vector<float> strength = {0, 2e7F, 4e7F, 0, 2e7F, 4e7F};  // rigid, soil, soil in each row
  ground.grid.fields[RF_GROUND_SOIL_STRENGTH] = strength.data();
  ground.refresh();
  const auto at = [&](double column, double row) { return ground.sample(ground.x(column), ground.y(row)).ground; };
  double before = 0;
  for (int i = 1; i < 100; ++i) {
    const double eta = 1 - 0.01 * i, xi = random.uniform(), found = at(eta, xi).soil_strength;
    CHECK(found == doctest::Approx(2e7 / eta));
    CHECK(found > before);
    before = found;
  }
  CHECK(at(1e-12, 0.5).soil_strength == 0);
  CHECK(at(1, 0.5).soil_strength == doctest::Approx(2e7));
  CHECK(at(1.5, 0.5).soil_strength == doctest::Approx(3e7));
}

TEST_CASE("where two soils and rigid ground meet, the strength is continuous and grows towards the rigid ground") {
  Random random(35);
  RandomGrid ground(random, 3, 3, 1);
  const std::vector<float> strength = {1e6F, 14e6F, 1e6F, 1e6F, 14e6F, 1e6F, 0, 0, 1e6F};  // the last row partly rigid
  ground.grid.fields[RF_GROUND_SOIL_STRENGTH] = strength.data();
  ground.refresh();
  const auto at = [&](double column, double row) {
    return ground.sample(ground.x(column), ground.y(row)).ground.soil_strength;
  };
  for (int i = 0; i < 100; ++i) {
    const double column = 2 * random.uniform();
    // Across the edge to the cells with rigid corners, and across the edge between two of these.
    CHECK(at(column, 1 + 1e-9) == doctest::Approx(at(column, 1 - 1e-9)).epsilon(1e-6));
    const double row = 1 + 0.9 * random.uniform();
    CHECK(at(1 + 1e-9, row) == doctest::Approx(at(1 - 1e-9, row)).epsilon(1e-6));
    double before = 0;
    for (int k = 0; k < 50; ++k) {
      const double found = at(0.5 * column, 1 + 0.02 * k);
      CHECK(found > before);
      before = found;
    }
  }
}

TEST_CASE("contacts get the same ground as samples, in the members that they use") {
  Random random(31);
  RandomGrid ground(random, 5, 5, 1);
  std::vector<float> fields[RF_GROUND_FIELD_COUNT];
  for (int32_t k = 0; k < RF_GROUND_FIELD_COUNT; ++k) {
    for (int i = 0; i < 25; ++i) fields[k].push_back(static_cast<float>((k == RF_GROUND_MU_MAX) + random.uniform()));
    ground.grid.fields[k] = fields[k].data();
  }
  ground.refresh();
  for (int i = 0; i < 100; ++i) {
    const double x = ground.x(random.between(0, 4)), y = ground.y(random.between(0, 4));
    const rf_ground sampled = ground.sample(x, y).ground, found = GridTerrain(ground.grid).contact_ground_at(x, y);
    for (const int k :
         {RF_GROUND_MU_MIN, RF_GROUND_MU_MAX, RF_GROUND_KAPPA, RF_GROUND_RESTITUTION_NORMAL,
          RF_GROUND_RESTITUTION_TANGENTIAL, RF_GROUND_RESTITUTION_THRESHOLD, RF_GROUND_ROLLING_RESISTANCE,
          RF_GROUND_SOIL_STRENGTH, RF_GROUND_SOIL_DRAG, RF_GROUND_SOIL_DRAG_ROTATION, RF_GROUND_SOIL_DENSITY}) {
      CHECK(ground_member(found, k) == ground_member(sampled, k));
    }
  }
}
