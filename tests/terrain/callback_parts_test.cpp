// Parts of the answers of terrain callbacks: the same bits as the whole.
#include "terrain/callback_parts.h"

#include <doctest/doctest.h>
#include <rockfall/terrain_formats.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "support/random.h"
#include "terrain/grid.h"
#include "terrain/height_fields.h"
#include "terrain/rough.h"
#include "terrain/surface_height.h"

using namespace support;

namespace {

// A grid with fields and a height field over the same rectangle, relief over each, relief over relief, bounds around
// it, relief over these bounds, and a plane.
struct Terrains {
  Terrains() {
    Random random(3);
    heights[kColumns * 4 + 6] = kNaN;
    for (std::vector<float>& values : fields) {
      for (size_t i = 0; i < heights.size(); ++i) values.push_back(static_cast<float>(random.between(0.1, 0.3)));
    }
    grid.columns = kColumns;
    grid.rows = kRows;
    grid.cell_x = 2;
    grid.cell_y = 1.5;
    grid.x0 = -3;
    grid.y0 = 7;
    grid.heights_f64 = heights.data();
    for (int k = 0; k < RF_GROUND_FIELD_COUNT; ++k) grid.fields[k] = fields[static_cast<size_t>(k)].data();
    grid.fields[RF_GROUND_MU_MAX] = nullptr;
    field.ground.roughness_70 = 0.2;
    REQUIRE(rf_grid_terrain(&grid, &all[0], nullptr) == RF_OK);
    REQUIRE(rf_height_field_terrain(&field, &all[1], nullptr) == RF_OK);
    for (int k = 0; k < 3; ++k) {
      relief[k].base = all[k];
      relief[k].spacing = 0.7 - 0.2 * k;
      REQUIRE(rf_rough_terrain(&relief[k], &all[2 + k], nullptr) == RF_OK);
    }
    bounds.base = all[4];
    bounds.area = {-3, 7, 21, 19};
    bounds.columns = bounds.rows = 20;
    bounds.highest = highest;
    REQUIRE(rf_bounded_terrain(&bounds, &all[5], nullptr) == RF_OK);
    plane.slope_x = -0.3;
    REQUIRE(rf_plane_terrain(&plane, &all[6], nullptr) == RF_OK);
    relief[3].base = all[5];
    relief[3].spacing = relief[2].spacing;  // positions have the same cell in both
    relief[3].seed = 2;
    REQUIRE(rf_rough_terrain(&relief[3], &all[7], nullptr) == RF_OK);
  }
  Terrains(const Terrains&) = delete;

  std::vector<double> heights = quarter_heights(5);
  std::vector<float> fields[RF_GROUND_FIELD_COUNT];
  rf_grid grid = rf_default_grid();
  rf_height_field field = field_of(RF_HEIGHT_FLOAT64, heights.data());
  rf_roughness relief[4] = {rf_default_roughness(), rf_default_roughness(), rf_default_roughness(),
                            rf_default_roughness()};
  float highest[20 * 20];
  rf_terrain_bounds bounds = rf_default_terrain_bounds();
  rf_plane plane = rf_default_plane();
  rf_terrain all[8];
};

}  // namespace

TEST_CASE("a surface without its ground has the bits of a sample, on every built-in terrain") {
  const Terrains terrains;
  Random random(1);
  int found = 0, missing = 0;
  for (const rf_terrain& terrain : terrains.all) {
    for (int i = 0; i < 300; ++i) {
      const double xy[2] = {random.between(-4, 22), random.between(6, 20)};
      rf_terrain_sample sample;
      terrain.sample(terrain.user, xy, 1, &sample);
      double height, normal[3];
      const bool exists = rockfall::surface_without_ground(terrain, xy[0], xy[1], height, normal);
      REQUIRE(exists == (sample.exists != 0));
      ++(exists ? found : missing);
      if (!exists) continue;
      CHECK(height == sample.height);
      CHECK(std::memcmp(normal, sample.normal, sizeof normal) == 0);
    }
  }
  CHECK(found > 1000);
  CHECK(missing > 100);
}

TEST_CASE("a height alone and a sample for contacts have the bits of a sample, on every built-in terrain") {
  const Terrains terrains;
  Random random(5);
  int found = 0;
  for (const rf_terrain& terrain : terrains.all) {
    rockfall::SurfaceMemory memory = {};
    for (int i = 0; i < 300; ++i) {
      const double xy[2] = {random.between(-4, 22), random.between(6, 20)};
      rf_terrain_sample sample, part;
      terrain.sample(terrain.user, xy, 1, &sample);
      double height;
      REQUIRE(rockfall::surface_height(terrain, xy[0], xy[1], memory, height) == (sample.exists != 0));
      REQUIRE(rockfall::sample_for_contacts(terrain, xy[0], xy[1], part) == (sample.exists != 0));
      if (!sample.exists) continue;
      ++found;
      CHECK(height == sample.height);
      CHECK(part.height == sample.height);
      CHECK(std::memcmp(part.normal, sample.normal, sizeof part.normal) == 0);
      CHECK(part.ground.mu_min == sample.ground.mu_min);
      CHECK(part.ground.soil_strength == sample.ground.soil_strength);
      CHECK(part.ground.rolling_resistance == sample.ground.rolling_resistance);
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("members of the ground alone have the bits of a sample, on every built-in terrain and one of the host") {
  const Terrains terrains;
  std::vector<rf_terrain> all(std::begin(terrains.all), std::end(terrains.all));
  all.push_back(rough::forwarded(terrains.all[0]));
  Random random(6);
  int found = 0, missing = 0;
  for (const rf_terrain& terrain : all) {
    for (int i = 0; i < 300; ++i) {
      const double xy[2] = {random.between(-4, 22), random.between(6, 20)};
      const int first = static_cast<int>(random.below(RF_GROUND_FIELD_COUNT)),
                last = std::min(first + static_cast<int>(random.below(4)), RF_GROUND_FIELD_COUNT - 1);
      rf_terrain_sample sample;
      terrain.sample(terrain.user, xy, 1, &sample);
      double members[RF_GROUND_FIELD_COUNT];
      REQUIRE(rockfall::ground_members_at(terrain, xy[0], xy[1], {first, last}, members) == (sample.exists != 0));
      ++(sample.exists ? found : missing);
      for (int k = first; sample.exists && k <= last; ++k) {
        CHECK(members[k - first] == rockfall::ground_member(sample.ground, k));
      }
    }
  }
  CHECK(found > 1000);
  CHECK(missing > 100);
}

TEST_CASE("a plane without slope spread is the upper plane, on every built-in terrain") {
  const Terrains terrains;
  Random random(2);
  int spreads = 0;
  for (const rf_terrain& terrain : terrains.all) {
    for (int i = 0; i < 100; ++i) {
      const double x = random.between(-4, 22), y = random.between(6, 20), size = random.between(0.1, 9);
      const rf_rectangle area = {x, y, x + size, y + size};
      rf_upper_plane whole;
      terrain.upper_plane(terrain.user, &area, &whole);
      const rf_upper_plane part = rockfall::plane_without_spread(terrain, area);
      CHECK(part.height == whole.height);
      CHECK(part.slope_x == whole.slope_x);
      CHECK(part.slope_y == whole.slope_y);
      CHECK(part.hole_free == whole.hole_free);
      spreads += whole.slope_spread > 0;
    }
  }
  CHECK(spreads > 100);
}

TEST_CASE("a sample of a grid for contacts has the surface of a sample, and of its ground what contacts need") {
  const Terrains terrains;
  const rockfall::GridTerrain grid(terrains.grid);
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const double xy[2] = {random.between(-4, 22), random.between(6, 20)};
    rf_terrain_sample whole, part;
    grid.sample(xy, 1, &whole);
    REQUIRE(grid.contact_sample(xy[0], xy[1], part) == (whole.exists != 0));
    CHECK(part.exists == whole.exists);
    if (!whole.exists) continue;
    CHECK(part.height == whole.height);
    CHECK(std::memcmp(part.normal, whole.normal, sizeof part.normal) == 0);
    CHECK(part.ground.mu_min == whole.ground.mu_min);
    CHECK(part.ground.kappa == whole.ground.kappa);
    CHECK(part.ground.restitution_normal == whole.ground.restitution_normal);
    CHECK(part.ground.rolling_resistance == whole.ground.rolling_resistance);
    CHECK(part.ground.soil_strength == whole.ground.soil_strength);
    CHECK(part.ground.soil_density == whole.ground.soil_density);
  }
}
