#include <doctest/doctest.h>
#include <rockfall/terrain.h>

#include <cmath>
#include <initializer_list>

#include "support/random.h"

using namespace support;

TEST_CASE("a plane has the given height and normal everywhere and is its own upper plane") {
  Random random(31);
  for (int i = 0; i < 100; ++i) {
    rf_plane plane = rf_default_plane();
    plane.height = random.between(-100, 100);
    plane.slope_x = random.between(-3, 3);
    plane.slope_y = random.between(-3, 3);
    plane.ground.mu_max = random.between(1, 2);
    rf_terrain terrain;
    REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
    const double x = random.between(-1e4, 1e4), y = random.between(-1e4, 1e4);
    rf_terrain_sample s;
    REQUIRE(rf_terrain_at(&terrain, x, y, &s) == RF_OK);
    CHECK(s.exists == 1);
    CHECK(s.height == doctest::Approx(plane.height + plane.slope_x * x + plane.slope_y * y).epsilon(1e-14));
    CHECK(s.ground.mu_max == plane.ground.mu_max);
    CHECK(std::fabs(s.normal[0] + plane.slope_x * s.normal[2]) < 1e-15);
    CHECK(std::fabs(s.normal[1] + plane.slope_y * s.normal[2]) < 1e-15);
    CHECK(s.normal[0] * s.normal[0] + s.normal[1] * s.normal[1] + s.normal[2] * s.normal[2] ==
          doctest::Approx(1).epsilon(1e-15));
    const rf_rectangle area = {x - 2, y - 3, x + 2, y + 3};
    rf_upper_plane upper;
    terrain.upper_plane(terrain.user, &area, &upper);
    CHECK(upper.height == doctest::Approx(s.height).epsilon(1e-14));
    CHECK(upper.slope_x == plane.slope_x);
    CHECK(upper.slope_y == plane.slope_y);
  }
}

TEST_CASE("a batch of positions gives the same heights as single positions") {
  rf_plane plane = rf_default_plane();
  plane.slope_x = 0.3;
  rf_terrain terrain;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  const double xy[6] = {1, 2, -7, 4, 100, -30};
  rf_terrain_sample batch[3], one;
  terrain.sample(terrain.user, xy, 3, batch);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(rf_terrain_at(&terrain, xy[2 * i], xy[2 * i + 1], &one) == RF_OK);
    CHECK(batch[i].height == one.height);
  }
}

TEST_CASE("a plane whose slope has no finite square is refused") {
  for (double rf_plane::*slope : {&rf_plane::slope_x, &rf_plane::slope_y}) {
    rf_plane plane = rf_default_plane();
    rf_terrain terrain;
    plane.*slope = -1e150;
    CHECK(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
    plane.*slope = -1e151;
    CHECK(rf_plane_terrain(&plane, &terrain, nullptr) == RF_BAD_VALUE);
  }
}
