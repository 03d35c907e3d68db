#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "height_fields.h"
#include "support/rocks.h"

using namespace support;

namespace {

// Positions inside the field, with some on nodes and edges.
std::vector<double> positions(uint64_t seed) {
  Random random(seed);
  std::vector<double> xy;
  for (int i = 0; i < 400; ++i) {
    double u = random.between(0, kColumns - 1), w = random.between(0, kRows - 1);
    if (i % 5 == 0) u = std::floor(u);
    if (i % 7 == 0) w = std::floor(w);
    xy.push_back(-3 + 2 * u);
    xy.push_back(7 + 1.5 * w);
  }
  return xy;
}

void check_same_surface(const rf_terrain& a, const rf_terrain& b, double tolerance) {
  const std::vector<double> xy = positions(21);
  for (size_t i = 0; i < xy.size(); i += 2) {
    rf_terrain_sample one, other;
    rf_terrain_at(&a, xy[i], xy[i + 1], &one);
    rf_terrain_at(&b, xy[i], xy[i + 1], &other);
    REQUIRE(one.exists == other.exists);
    if (one.exists) CHECK(std::fabs(one.height - other.height) <= tolerance);
  }
}

template <class Number>
std::vector<Number> encoded(const std::vector<double>& heights, double offset, double scale) {
  std::vector<Number> out;
  for (const double z : heights) out.push_back(static_cast<Number>((z - offset) / scale));
  return out;
}

// The least height of an upper plane over the ground at 21 x 21 points of its rectangle.
double least_height_over_ground(const rf_terrain& terrain, const rf_rectangle& area, const rf_upper_plane& plane) {
  constexpr int kParts = 20;
  double least = 1e300;
  for (int i = 0; i <= kParts; ++i) {
    for (int j = 0; j <= kParts; ++j) {
      const double dx = (i / double{kParts} - 0.5) * (area.x_max - area.x_min);
      const double dy = (j / double{kParts} - 0.5) * (area.y_max - area.y_min);
      rf_terrain_sample sample;
      rf_terrain_at(&terrain, 0.5 * (area.x_min + area.x_max) + dx, 0.5 * (area.y_min + area.y_max) + dy, &sample);
      least = std::min(least, plane.height + plane.slope_x * dx + plane.slope_y * dy - sample.height);
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the upper plane of a rectangle smaller than a cell of a height field is close to the ground") {
  const std::vector<double> heights = quarter_heights(5);
  const auto [lowest, highest] = std::minmax_element(heights.begin(), heights.end());
  const double range = *highest - *lowest;
  Random random(6);
  for (int interpolation = 0; interpolation < RF_INTERPOLATION_COUNT; ++interpolation) {
    for (const int order : {RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH}) {
      rf_height_field field = field_of(RF_HEIGHT_FLOAT64, heights.data());
      field.interpolation = interpolation;
      field.row_order = order;
      const rf_terrain terrain = terrain_of(field);
      for (int i = 0; i < 300; ++i) {
        const double cells = std::pow(10, random.between(-4, 0));
        const double x = field.x0 + field.cell_x * random.between(0, kColumns - 2);
        const double y = field.y0 + field.cell_y * random.between(0, kRows - 2);
        const rf_rectangle area = {x, y, x + cells * field.cell_x, y + random.between(0.5, 1) * cells * field.cell_y};
        rf_upper_plane plane = {};
        terrain.upper_plane(terrain.user, &area, &plane);
        CHECK(plane.hole_free == 1);
        const double least = least_height_over_ground(terrain, area, plane);
        CHECK(least >= 0);
        if (cells < 0.5) CHECK(least <= 2 * cells * range + 1e-9);
      }
    }
  }
}

TEST_CASE("a height field of every format has the surface of the grid with the same heights") {
  const std::vector<double> heights = quarter_heights(1);
  rf_grid grid = rf_default_grid();
  grid.columns = kColumns;
  grid.rows = kRows;
  grid.x0 = -3;
  grid.y0 = 7;
  grid.cell_x = 2;
  grid.cell_y = 1.5;
  grid.heights_f64 = heights.data();
  rf_terrain expected;
  REQUIRE(rf_grid_terrain(&grid, &expected, nullptr) == RF_OK);

  rf_height_field field = field_of(RF_HEIGHT_FLOAT64, heights.data());
  check_same_surface(terrain_of(field), expected, 1e-12);
  const std::vector<float> floats = encoded<float>(heights, 0, 1);
  field = field_of(RF_HEIGHT_FLOAT32, floats.data());
  check_same_surface(terrain_of(field), expected, 1e-12);
  const std::vector<uint16_t> words = encoded<uint16_t>(heights, 90, 0.25);
  field = field_of(RF_HEIGHT_UINT16, words.data());
  field.offset = 90;
  field.scale = 0.25;
  check_same_surface(terrain_of(field), expected, 1e-12);
  const std::vector<int16_t> shorts = encoded<int16_t>(heights, 300, 0.25);
  field = field_of(RF_HEIGHT_INT16, shorts.data());
  field.offset = 300;
  field.scale = 0.25;
  check_same_surface(terrain_of(field), expected, 1e-12);
}

TEST_CASE("rows from north to south, gaps between rows and samples, and columns of rows give the same surface") {
  const std::vector<double> heights = quarter_heights(2);
  const rf_height_field plain = field_of(RF_HEIGHT_FLOAT64, heights.data());
  const rf_terrain expected = terrain_of(plain);

  std::vector<double> flipped(heights.size());
  for (uint32_t r = 0; r < kRows; ++r) {
    for (uint32_t c = 0; c < kColumns; ++c) flipped[(kRows - 1 - r) * kColumns + c] = heights[r * kColumns + c];
  }
  rf_height_field field = field_of(RF_HEIGHT_FLOAT64, flipped.data());
  field.row_order = RF_ROWS_TO_SOUTH;
  check_same_surface(terrain_of(field), expected, 0);

  // Vertices of a mesh: height is the second of six floats, with a gap after each row.
  constexpr size_t kStride = 24, kRow = kColumns * kStride + 40;
  std::vector<float> mesh(kRows * kRow / 4, -1e30f);
  for (uint32_t r = 0; r < kRows; ++r) {
    for (uint32_t c = 0; c < kColumns; ++c) {
      mesh[(r * kRow + c * kStride) / 4 + 1] = static_cast<float>(heights[r * kColumns + c]);
    }
  }
  field = field_of(RF_HEIGHT_FLOAT32, mesh.data() + 1);
  field.column_stride = kStride;
  field.row_stride = kRow;
  check_same_surface(terrain_of(field), expected, 1e-12);

  std::vector<double> turned(heights.size());
  for (uint32_t r = 0; r < kRows; ++r) {
    for (uint32_t c = 0; c < kColumns; ++c) turned[c * kRows + r] = heights[r * kColumns + c];
  }
  field = field_of(RF_HEIGHT_FLOAT64, turned.data());
  field.column_stride = kRows * 8;
  field.row_stride = 8;
  check_same_surface(terrain_of(field), expected, 0);
}

TEST_CASE(
    "triangles have the heights of the planes through their corners, with the diagonal that was chosen in memory") {
  // One cell with one high corner: memory order (column, row).
  const float samples[4] = {0, 0, 0, 4};  // high at (1, 1)
  for (const int32_t order : {RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH}) {
    rf_height_field field = rf_default_height_field();
    field.columns = field.rows = 2;
    field.heights = samples;
    field.row_order = order;
    const auto height = [&](double u, double v) {  // in memory order: column, row
      const rf_terrain terrain = terrain_of(field);
      rf_terrain_sample sample;
      rf_terrain_at(&terrain, u, order == RF_ROWS_TO_NORTH ? v : 1 - v, &sample);
      REQUIRE(sample.exists);
      return sample.height;
    };
    field.interpolation = RF_INTERPOLATION_DIAGONAL_DOWN;  // (0, 0) to (1, 1): a ridge
    CHECK(height(0.5, 0.5) == doctest::Approx(2));
    CHECK(height(0.75, 0.25) == doctest::Approx(1));
    CHECK(height(0.25, 0.75) == doctest::Approx(1));
    field.interpolation = RF_INTERPOLATION_DIAGONAL_UP;  // (1, 0) to (0, 1): flat below, a ramp above
    CHECK(height(0.5, 0.5) == doctest::Approx(0));
    CHECK(height(0.25, 0.25) == doctest::Approx(0));
    CHECK(height(0.75, 0.75) == doctest::Approx(2));
    field.interpolation = RF_INTERPOLATION_BILINEAR;
    CHECK(height(0.5, 0.5) == doctest::Approx(1));
  }
}

TEST_CASE("a height field of every interpolation and order passes the check of terrains, with holes and materials") {
  Random random(5);
  std::vector<float> heights(30 * 20);
  for (float& z : heights) z = static_cast<float>(random.between(-3, 3));
  heights[123] = std::nanf("");
  for (int32_t interpolation = 0; interpolation < RF_INTERPOLATION_COUNT; ++interpolation) {
    for (const int32_t order : {RF_ROWS_TO_NORTH, RF_ROWS_TO_SOUTH}) {
      rf_height_field field = rf_default_height_field();
      field.columns = 30;
      field.rows = 20;
      field.heights = heights.data();
      field.interpolation = interpolation;
      field.row_order = order;
      const rf_terrain terrain = terrain_of(field);
      const rf_rectangle area = {-2, -2, 31.3, 21.7};
      rf_terrain_findings findings;
      rf_error error = stale_error();
      const rf_status status = rf_terrain_check(&terrain, &area, 41, 43, &findings, &error);
      check_success(status, error);
      CHECK(findings.samples == 41 * 43);
      CHECK(findings.bounds == 41 * 43);  // also where a corner of the rectangle is a hole
    }
  }
}

TEST_CASE("a height field has ground at every node of its far edges for any origin") {
  Random random(9);
  const std::vector<double> heights(31 * 31, 1.0);
  for (int i = 0; i < 300; ++i) {
    rf_height_field field = rf_default_height_field();
    field.columns = field.rows = 31;
    field.format = RF_HEIGHT_FLOAT64;
    field.heights = heights.data();
    field.cell_x = random.between(0.1, 5);
    field.cell_y = random.between(0.1, 5);
    field.x0 = random.between(-1000, 1000);
    field.y0 = random.between(-1000, 1000);
    const rf_terrain terrain = terrain_of(field);
    for (uint32_t k = 0; k < 31; ++k) {
      rf_terrain_sample east, north;
      rf_terrain_at(&terrain, field.x0 + 30 * field.cell_x, field.y0 + k * field.cell_y, &east);
      rf_terrain_at(&terrain, field.x0 + k * field.cell_x, field.y0 + 30 * field.cell_y, &north);
      REQUIRE(east.exists);
      REQUIRE(north.exists);
    }
  }
}

TEST_CASE("a rock on triangles rests on the triangles, not on the bilinear surface between them") {
  // A ridge along the diagonal of large cells: the bilinear surface is lower on it.
  std::vector<float> heights(5 * 5);
  for (size_t i = 0; i < 25; ++i) heights[i] = i / 5 == i % 5 ? 4.0f : 0.0f;
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 5;
  field.cell_x = field.cell_y = 8;
  field.heights = heights.data();
  const rf_terrain triangles = terrain_of(field);
  rf_height_field other = field;
  other.interpolation = RF_INTERPOLATION_BILINEAR;
  const rf_terrain bilinear = terrain_of(other);
  rf_terrain_sample a, b;
  rf_terrain_at(&triangles, 12, 12, &a);
  rf_terrain_at(&bilinear, 12, 12, &b);
  CHECK(a.height == doctest::Approx(4));
  CHECK(b.height == doctest::Approx(2));
  const Rock rock = box_rock(1, 1, 1);
  rf_scene scene = rf_default_scene();
  const rf_rock* const shape = rock.get();
  scene.rocks = &shape;
  scene.rock_count = 1;
  scene.terrain = triangles;
  rf_state state = rf_default_state();
  state.position[0] = 20;
  state.position[1] = 8;
  REQUIRE(rf_place_above_ground(&scene, &state, 0.3, nullptr) == RF_OK);
  REQUIRE(rf_step_many(&scene, &state, 1, 20000, nullptr, nullptr) == RF_OK);
  CHECK(state.end == RF_ENDED_STOPPED);
  rf_terrain_at(&triangles, state.position[0], state.position[1], &a);
  CHECK(state.position[2] - a.height > 0.3);
  CHECK(state.position[2] - a.height < 0.9);
}

TEST_CASE("material numbers of cells come back in contacts, choose the ground, and follow the order of the rows") {
  const std::vector<float> heights(4 * 4, 0.0f);
  const uint32_t materials[9] = {1, 0, 2, 0, 0, 0, 3, 0, 4};
  rf_ground grounds[3] = {rf_default_ground(), rf_default_ground(), rf_default_ground()};
  grounds[1].mu_min = grounds[1].mu_max = 0.1;
  grounds[2].mu_min = grounds[2].mu_max = 0.2;
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 4;
  field.heights = heights.data();
  field.cell_x = field.cell_y = 10;
  field.materials = materials;
  field.grounds = grounds;
  field.ground_count = 3;
  field.ground.mu_min = field.ground.mu_max = 0.9;
  const rf_terrain to_north = terrain_of(field);
  CHECK(rf_material_at(&to_north, 5, 5) == 1);
  CHECK(rf_material_at(&to_north, 25, 5) == 2);
  CHECK(rf_material_at(&to_north, 5, 25) == 3);
  CHECK(rf_material_at(&to_north, -5, 25) == 0);
  rf_terrain_sample sample;
  rf_terrain_at(&to_north, 25, 5, &sample);
  CHECK(sample.ground.mu_min == 0.2);
  rf_terrain_at(&to_north, 25, 25, &sample);  // material 4 has no ground of its own
  CHECK(sample.ground.mu_min == 0.9);

  const Rock rock = box_rock(1, 1, 1);
  const rf_rock* const shape = rock.get();
  rf_scene scene = rf_default_scene();
  scene.rocks = &shape;
  scene.rock_count = 1;
  scene.terrain = to_north;
  rf_state state = rf_default_state();
  state.position[0] = 5;
  state.position[1] = 25;
  state.position[2] = 0.49;
  rf_contact contacts[8];
  rf_step_report report = {};
  report.contacts = contacts;
  report.contact_capacity = 8;
  REQUIRE(rf_step(&scene, &state, &report) == RF_OK);
  REQUIRE(report.contact_count == 4);
  for (int i = 0; i < 4; ++i) CHECK(contacts[i].material == 3);

  field.row_order = RF_ROWS_TO_SOUTH;
  const rf_terrain to_south = terrain_of(field);
  CHECK(rf_material_at(&to_south, 5, 5) == 3);
  CHECK(rf_material_at(&to_south, 5, 25) == 1);
}

TEST_CASE("a height field that cannot be read is refused with the name of the member") {
  std::vector<float> heights(kColumns * kRows, 1.0f);
  const rf_height_field good = field_of(RF_HEIGHT_FLOAT32, heights.data());
  rf_terrain terrain;
  rf_error error = stale_error();
  const auto refused = [&](rf_height_field field, rf_status expected, const char* name) {
    check_refusal(rf_height_field_terrain(&field, &terrain, &error), error, expected, name);
  };
  rf_height_field bad = good;
  bad.format = 9;
  refused(bad, RF_BAD_VALUE, "format");
  bad = good;
  bad.row_stride = 8;
  refused(bad, RF_BAD_VALUE, "row_stride");
  bad = good;
  bad.column_stride = 6;
  refused(bad, RF_MEMORY_MISALIGNED, "column_stride");
  bad = good;
  bad.scale = 0;
  refused(bad, RF_BAD_VALUE, "scale");
  rf_ground grounds[2] = {rf_default_ground(), rf_default_ground()};
  grounds[1].mu_max = -1;
  bad = good;
  bad.grounds = grounds;
  bad.ground_count = 2;
  refused(bad, RF_BAD_VALUE, "field.grounds[1]: mu_max");
  bad = good;
  bad.ground = grounds[1];
  refused(bad, RF_BAD_VALUE, "field.ground: mu_max");
  bad = good;
  bad.heights = nullptr;
  refused(bad, RF_NULL_ARGUMENT, "heights");
  bad = good;
  bad.struct_size = 8;
  refused(bad, RF_BAD_DEF, "field");
  heights[kColumns + 2] = INFINITY;
  refused(good, RF_BAD_VALUE, "column 2, row 1");
}

TEST_CASE("a mark of a hole that no sample can have is refused") {
  const std::vector<uint16_t> samples(kColumns * kRows, 7);
  rf_terrain terrain;
  rf_error error = stale_error();
  struct Case {
    int32_t format, hole;
    bool good;
  };
  for (const Case& one :
       {Case{RF_HEIGHT_UINT16, 0, true}, Case{RF_HEIGHT_UINT16, 65535, true}, Case{RF_HEIGHT_UINT16, 65536, false},
        Case{RF_HEIGHT_UINT16, -9999, false}, Case{RF_HEIGHT_INT16, -32768, true}, Case{RF_HEIGHT_INT16, 32767, true},
        Case{RF_HEIGHT_INT16, 32768, false}, Case{RF_HEIGHT_INT16, -32769, false}}) {
    rf_height_field field = field_of(one.format, samples.data());
    field.hole = one.hole;
    CHECK(rf_height_field_terrain(&field, &terrain, &error) == RF_OK);  // not used
    field.has_hole = 1;
    const rf_status status = rf_height_field_terrain(&field, &terrain, &error);
    if (one.good) {
      check_success(status, error);
    } else {
      check_refusal(status, error, RF_BAD_VALUE, "field.hole");
    }
  }
  rf_height_field field = field_of(RF_HEIGHT_UINT16, samples.data());
  field.has_hole = 2;
  check_refusal(rf_height_field_terrain(&field, &terrain, &error), error, RF_BAD_VALUE, "field.has_hole");
}
