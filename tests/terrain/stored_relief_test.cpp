// Heights of the nodes of a relief in memory of the caller.
#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "rough.h"

using namespace rockfall;
using namespace support;
using namespace rough;

namespace {

// The same relief twice, the second with stored heights in the middle of the grid.
struct StoredRelief {
  explicit StoredRelief(Random& random) : stored(random) {
    computed.roughness.base = stored.roughness.base;
    for (Rough* const rough : {&computed, static_cast<Rough*>(&stored)}) {
      rough->roughness.spacing = 0.8;
      rough->roughness.column = 5;
      rough->roughness.row = -3;
    }
    computed.renew();
    rf_roughness& roughness = stored.roughness;
    roughness.first_column = -9;
    roughness.first_row = -11;
    roughness.columns = 21;
    roughness.rows = 24;
    heights.resize(21 * 24);
    REQUIRE(rf_roughness_heights(&roughness, 0, 24, heights.data(), nullptr) == RF_OK);
    roughness.heights = heights.data();
    stored.renew();
  }

  RoughFields stored;
  Rough computed;
  std::vector<double> heights;
};

struct Vertices {
  explicit Vertices(const rf_terrain& terrain, const rf_rectangle& area) : xyz(3 * 256) {
    count = terrain.terrain_vertices(terrain.user, &area, xyz.data(), 256);
  }
  bool operator==(const Vertices& other) const {
    return count == other.count && std::memcmp(xyz.data(), other.xyz.data(), 3 * count * sizeof(double)) == 0;
  }
  std::vector<double> xyz;
  uint32_t count;
};

}  // namespace

TEST_CASE("stored heights of a relief give the bits of computed ones, inside and outside of the stored nodes") {
  Random random(91);
  const StoredRelief relief(random);
  uint32_t vertices = 0;
  for (int i = 0; i < 3000; ++i) {
    const double x = random.between(-26, 26), y = random.between(-17, 17), size = random.between(0.1, 3);
    CHECK(same_sample(relief.stored.sample(x, y), relief.computed.sample(x, y)));
    const rf_rectangle area = {x - size, y - size, x + size, y + size};
    const rf_upper_plane a = relief.stored.upper_plane(area), b = relief.computed.upper_plane(area);
    CHECK(a.height == b.height);
    CHECK(a.slope_spread == b.slope_spread);
    const Vertices with(relief.stored.terrain, area), without(relief.computed.terrain, area);
    CHECK(with == without);
    vertices += with.count;
  }
  CHECK(vertices > 1000);
}

TEST_CASE("the heights of a relief can be computed in parts") {
  Random random(92);
  StoredRelief relief(random);
  rf_roughness& roughness = relief.stored.roughness;
  std::vector<double> parts(relief.heights.size(), -1);
  for (uint32_t row = 0; row < roughness.rows; row += 7) {
    const uint32_t count = row + 7 < roughness.rows ? 7 : roughness.rows - row;
    REQUIRE(rf_roughness_heights(&roughness, row, count, parts.data() + row * roughness.columns, nullptr) == RF_OK);
  }
  CHECK(parts == relief.heights);
  CHECK(rf_roughness_heights(&roughness, 24, 0, parts.data(), nullptr) == RF_OK);
  rf_error error = stale_error();
  check_refusal(rf_roughness_heights(&roughness, 20, 5, parts.data(), &error), error, RF_BAD_VALUE,
                "row + count is 25, must be at most roughness.rows, 24");
  error = stale_error();
  check_refusal(rf_roughness_heights(&roughness, 4294967295u, 2, parts.data(), &error), error, RF_BAD_VALUE,
                "row + count is 4294967297, ");
  error = stale_error();
  check_refusal(rf_roughness_heights(&roughness, 0, 1, nullptr, &error), error, RF_NULL_ARGUMENT, "heights");
  error = stale_error();
  check_refusal(rf_roughness_heights(nullptr, 0, 1, parts.data(), &error), error, RF_NULL_ARGUMENT, "roughness");
}

TEST_CASE("stored heights that are not those of the relief are refused") {
  Random random(93);
  StoredRelief relief(random);
  const auto refuse = [&](const rf_roughness& bad, const char* text) {
    rf_terrain terrain;
    rf_error error = stale_error();
    check_refusal(rf_rough_terrain(&bad, &terrain, &error), error, RF_BAD_VALUE, text);
  };
  rf_roughness bad = relief.stored.roughness;
  bad.seed += 1;
  refuse(bad, "roughness.heights");
  bad = relief.stored.roughness;
  bad.first_row += 1;
  refuse(bad, "roughness.heights");
  bad = relief.stored.roughness;
  bad.columns = 0;
  refuse(bad, "roughness.columns");
  bad = relief.stored.roughness;
  bad.rows = 0;
  refuse(bad, "roughness.rows");
  bad = relief.stored.roughness;
  bad.first_column = INT64_MIN;
  refuse(bad, "roughness.first_column");
  for (double& height : relief.heights) height = kNaN;
  refuse(relief.stored.roughness, "roughness.heights");
}

TEST_CASE(
    "stored heights of a former ground are refused, also where the former ground is that of the western columns") {
  Random random(95);
  StoredRelief relief(random);
  rf_roughness roughness = relief.stored.roughness;
  for (const uint32_t rows : {1u, 24u, 64u, 128u}) {  // 64: as many as are compared
    roughness.first_column = -12;
    roughness.first_row = -int64_t{rows} / 2;
    roughness.columns = 25;
    roughness.rows = rows;
    std::vector<double> heights(size_t{roughness.columns} * rows);
    REQUIRE(rf_roughness_heights(&roughness, 0, rows, heights.data(), nullptr) == RF_OK);
    roughness.heights = heights.data();
    rf_terrain terrain;
    CHECK(rf_rough_terrain(&roughness, &terrain, nullptr) == RF_OK);
    for (size_t i = 0; i < heights.size(); ++i) {
      if (i % roughness.columns >= 12) heights[i] += 0.01;
    }
    CHECK(rf_rough_terrain(&roughness, &terrain, nullptr) == RF_BAD_VALUE);
  }
}

TEST_CASE("stored heights that the caller changes later stay within the bounds of the relief") {
  Random random(94);
  StoredRelief relief(random);
  for (const double wrong : {kNaN, kInfinity, -1.0, 1e300}) {
    for (double& height : relief.heights) height = wrong;
    for (int i = 0; i < 100; ++i) {
      const double x = random.between(-6, 6), y = random.between(-7, 7);
      const rf_terrain_sample base = Rough::sample_of(relief.stored.roughness.base, x, y),
                              above = relief.stored.sample(x, y);
      if (!base.exists) continue;
      CHECK(above.height >= base.height);
      CHECK(above.height <= base.height + relief.stored.terrain.roughness_max * (1 + 1e-15));
    }
  }
}
