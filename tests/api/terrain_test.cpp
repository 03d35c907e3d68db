#include <rockfall/terrain_formats.h>

#include <cstring>

#include "support/refusal.h"

using namespace support;

namespace {

const double kFour[4] = {0, 1, 2, 3};

rf_grid one_cell() {
  rf_grid grid = rf_default_grid();
  grid.columns = grid.rows = 2;
  grid.cell_x = grid.cell_y = 1;
  grid.heights_f64 = kFour;
  return grid;
}

void refuse(const rf_grid& grid, rf_status status, const char* field) {
  rf_terrain terrain = rf_default_terrain();
  rf_error error = stale_error();
  check_refusal(rf_grid_terrain(&grid, &terrain, &error), error, status, field);
  CHECK(!terrain.sample);
}

}  // namespace

TEST_CASE("a terrain of a single cell works") {
  const rf_grid grid = one_cell();
  rf_terrain terrain;
  rf_error error = stale_error();
  check_success(rf_grid_terrain(&grid, &terrain, &error), error);
  rf_terrain_sample sample;
  REQUIRE(rf_terrain_at(&terrain, 0.5, 0.5, &sample) == RF_OK);
  CHECK(sample.exists == 1);
  CHECK(sample.height == 1.5);
  REQUIRE(rf_terrain_at(&terrain, 1, 1, &sample) == RF_OK);
  CHECK(sample.exists == 1);
  CHECK(sample.height == 3);
  REQUIRE(rf_terrain_at(&terrain, 1.0001, 1, &sample) == RF_OK);
  CHECK(sample.exists == 0);
}

TEST_CASE("a grid with a bad layout is refused and the text names the member") {
  rf_grid grid = one_cell();
  grid.struct_size -= 8;
  refuse(grid, RF_BAD_DEF, "grid");
  for (const uint32_t count : {0u, 1u, 65537u}) {
    grid = one_cell();
    grid.columns = count;
    refuse(grid, RF_BAD_VALUE, "grid.columns");
    grid = one_cell();
    grid.rows = count;
    refuse(grid, RF_BAD_VALUE, "grid.rows");
  }
  for (const double bad : {0.0, -1.0, kNaN, kInfinity}) {
    grid = one_cell();
    grid.cell_x = bad;
    refuse(grid, RF_BAD_VALUE, "grid.cell_x");
    grid = one_cell();
    grid.cell_y = bad;
    refuse(grid, RF_BAD_VALUE, "grid.cell_y");
  }
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    grid = one_cell();
    grid.x0 = bad;
    refuse(grid, RF_BAD_VALUE, "grid.x0");
    grid = one_cell();
    grid.y0 = bad;
    refuse(grid, RF_BAD_VALUE, "grid.y0");
    grid = one_cell();
    grid.origin[2] = bad;
    refuse(grid, RF_BAD_VALUE, "grid.origin[2]");
  }
  grid = one_cell();
  grid.ground.kappa = -1;
  refuse(grid, RF_BAD_VALUE, "kappa");
}

TEST_CASE("cells that rounding of the coordinates would distort are refused") {
  for (const double far : {-3e16, 1.1e11}) {
    rf_grid grid = one_cell();
    grid.x0 = far;
    grid.cell_x = 1;
    refuse(grid, RF_BAD_VALUE, "grid.cell_x");
  }
  rf_grid grid = one_cell();
  grid.x0 = 9e10;
  grid.cell_x = 1;
  rf_terrain terrain;
  CHECK(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
}

TEST_CASE("a grid needs exactly one of its height arrays") {
  const float single[4] = {0, 1, 2, 3};
  rf_grid grid = one_cell();
  grid.heights_f64 = nullptr;
  refuse(grid, RF_NULL_ARGUMENT, "heights");
  grid.heights_f64 = kFour;
  grid.heights_f32 = single;
  refuse(grid, RF_BAD_VALUE, "heights");
  grid.heights_f64 = nullptr;
  rf_terrain terrain;
  CHECK(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
}

TEST_CASE("heights whose slopes are above 1e150 are refused") {
  const double heights[4] = {-1e99, 0, 1e99, 0};
  rf_grid grid = rf_default_grid();
  grid.columns = grid.rows = 2;
  grid.cell_x = 1;
  grid.cell_y = 1e-60;
  grid.heights_f64 = heights;
  rf_terrain terrain;
  rf_error error;
  CHECK(rf_grid_terrain(&grid, &terrain, &error) == RF_BAD_VALUE);
  CHECK(std::strstr(error.text,
                    "highest minus lowest is 2e+99, must be a difference of heights with slopes of at most 1e150"));
  grid.cell_y = 1e-50;
  CHECK(rf_grid_terrain(&grid, &terrain, &error) == RF_OK);
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 2;
  field.format = RF_HEIGHT_FLOAT64;
  field.heights = heights;
  field.cell_x = 1e-60;
  CHECK(rf_height_field_terrain(&field, &terrain, &error) == RF_BAD_VALUE);
  CHECK(std::strstr(error.text,
                    "highest minus lowest is 2e+99, must be a difference of heights with slopes of at most 1e150"));
}

TEST_CASE("infinite heights and a grid without any height are refused") {
  double heights[4] = {0, 1, 2, kInfinity};
  rf_grid grid = one_cell();
  grid.heights_f64 = heights;
  refuse(grid, RF_BAD_VALUE, "column 1, row 1");
  heights[3] = -kInfinity;
  refuse(grid, RF_BAD_VALUE, "height");
  for (double& z : heights) z = kNaN;
  refuse(grid, RF_BAD_VALUE, "NaN");
}

TEST_CASE("a field value out of range is refused with the member and the node in the text") {
  for (int32_t i = 0; i < RF_GROUND_FIELD_COUNT; ++i) {
    for (const float bad :
         {-1.0f, 1e30f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
      float values[4] = {0.5f, 0.5f, bad, 0.5f};
      rf_grid grid = one_cell();
      grid.ground.mu_min = 0.1;
      grid.ground.mu_max = 5;
      grid.fields[i] = values;
      refuse(grid, RF_BAD_VALUE, rf_ground_field_name(i));
      refuse(grid, RF_BAD_VALUE, "column 0, row 1");
    }
  }
  const float low[4] = {0.5f, 0.5f, 0.5f, 0.5f}, high[4] = {0.4f, 0.6f, 0.6f, 0.6f};
  rf_grid grid = one_cell();
  grid.fields[RF_GROUND_MU_MAX] = high;
  grid.fields[RF_GROUND_MU_MIN] = low;
  refuse(grid, RF_BAD_VALUE, "mu_max at node (column 0, row 0) is 0.4");
  refuse(grid, RF_BAD_VALUE, "below mu_min, which is 0.5 there");
  grid = one_cell();  // mu_max 0.6 everywhere
  const float above[4] = {0.5f, 0.5f, 0.5f, 0.75f};
  grid.fields[RF_GROUND_MU_MIN] = above;
  refuse(grid, RF_BAD_VALUE, "mu_max at node (column 1, row 1) is 0.6, below mu_min, which is 0.75 there");
  grid = one_cell();  // mu_min 0.6 everywhere
  grid.fields[RF_GROUND_MU_MAX] = above;
  refuse(grid, RF_BAD_VALUE, "mu_max at node (column 0, row 0) is 0.5, below mu_min, which is 0.6 there");
}

TEST_CASE("a plane with bad numbers is refused and the text names the member") {
  rf_terrain terrain = rf_default_terrain();
  rf_error error = stale_error();
  rf_plane plane = rf_default_plane();
  check_success(rf_plane_terrain(&plane, &terrain, &error), error);
  double* const members[] = {&plane.height, &plane.slope_x, &plane.slope_y};
  const char* const names[] = {"plane.height", "plane.slope_x", "plane.slope_y"};
  for (int i = 0; i < 3; ++i) {
    for (const double bad : {kNaN, kInfinity, -kInfinity}) {
      *members[i] = bad;
      check_refusal(rf_plane_terrain(&plane, &terrain, &error), error, RF_BAD_VALUE, names[i]);
      *members[i] = 0;
    }
  }
  plane.ground.beta = kNaN;
  check_refusal(rf_plane_terrain(&plane, &terrain, &error), error, RF_BAD_VALUE, "beta");
  plane.struct_size = 0;
  check_refusal(rf_plane_terrain(&plane, &terrain, &error), error, RF_BAD_DEF, "plane");
}

TEST_CASE("a refused ground is named with its owner") {
  rf_grid grid = one_cell();
  grid.ground.mu_min = 2;
  refuse(grid, RF_BAD_VALUE, "grid.ground: mu_max");
  rf_plane plane = rf_default_plane();
  plane.ground.kappa = -1;
  rf_terrain terrain;
  rf_error error = support::stale_error();
  check_refusal(rf_plane_terrain(&plane, &terrain, &error), error, RF_BAD_VALUE, "plane.ground: kappa");
}

TEST_CASE("there is no ground at a position that is not finite") {
  rf_plane plane = rf_default_plane();
  plane.ground.roughness_70 = 0.2;
  rf_terrain terrain, rough;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  rf_roughness roughness = rf_default_roughness();
  roughness.base = terrain;
  REQUIRE(rf_rough_terrain(&roughness, &rough, nullptr) == RF_OK);
  for (const double bad : {support::kNaN, support::kInfinity, -support::kInfinity}) {
    for (const rf_terrain* one : {&terrain, &rough}) {
      rf_terrain_sample sample;
      CHECK(rf_terrain_at(one, bad, 0, &sample) == RF_OK);
      CHECK(sample.exists == 0);
      CHECK(rf_terrain_at(one, 0, bad, &sample) == RF_OK);
      CHECK(sample.exists == 0);
    }
  }
}

TEST_CASE("terrain calls refuse null pointers") {
  rf_error error = stale_error();
  rf_terrain terrain = rf_default_terrain();
  rf_terrain_sample sample;
  const rf_grid grid = one_cell();
  const rf_plane plane = rf_default_plane();
  check_refusal(rf_grid_terrain(nullptr, &terrain, &error), error, RF_NULL_ARGUMENT, "grid");
  check_refusal(rf_grid_terrain(&grid, nullptr, &error), error, RF_NULL_ARGUMENT, "terrain");
  check_refusal(rf_plane_terrain(nullptr, &terrain, &error), error, RF_NULL_ARGUMENT, "plane");
  check_refusal(rf_plane_terrain(&plane, nullptr, &error), error, RF_NULL_ARGUMENT, "terrain");
  CHECK(rf_terrain_at(nullptr, 0, 0, &sample) == RF_NULL_ARGUMENT);
  CHECK(rf_terrain_at(&terrain, 0, 0, &sample) == RF_NULL_ARGUMENT);  // no sample callback
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  CHECK(rf_terrain_at(&terrain, 0, 0, nullptr) == RF_NULL_ARGUMENT);
}

TEST_CASE("layer_height_max of grid and plane is the height of their highest drag layer") {
  rf_grid grid = one_cell();
  rf_terrain terrain;
  grid.ground.layer_height = 7;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  CHECK(terrain.layer_height_max == 0);  // a layer without drag does not count
  grid.ground.layer_drag = 1;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  CHECK(terrain.layer_height_max == 7);
  const float heights[4] = {1, 2, 9, 3};
  grid.fields[RF_GROUND_LAYER_HEIGHT] = heights;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  CHECK(terrain.layer_height_max == 9);
  rf_plane plane = rf_default_plane();
  plane.ground.layer_height = 4;
  plane.ground.layer_drag_rotation = 1;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  CHECK(terrain.layer_height_max == 4);
}

TEST_CASE("contact_drag_max of grid, plane and height field is the largest contact drag of their ground") {
  rf_grid grid = one_cell();
  rf_terrain terrain;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  CHECK(terrain.contact_drag_max == 0);
  grid.ground.contact_drag = 0.4;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  CHECK(terrain.contact_drag_max == 0.4);
  const float drags[4] = {0, 0.25f, 2.5f, 1};
  grid.fields[RF_GROUND_CONTACT_DRAG] = drags;
  REQUIRE(rf_grid_terrain(&grid, &terrain, nullptr) == RF_OK);
  CHECK(terrain.contact_drag_max == 2.5);
  rf_plane plane = rf_default_plane();
  plane.ground.contact_drag = 3;
  REQUIRE(rf_plane_terrain(&plane, &terrain, nullptr) == RF_OK);
  CHECK(terrain.contact_drag_max == 3);
  rf_ground grounds[2] = {rf_default_ground(), rf_default_ground()};
  grounds[1].contact_drag = 0.7;
  const float heights[4] = {0, 0, 0, 0};
  rf_height_field field = rf_default_height_field();
  field.columns = field.rows = 2;
  field.cell_x = field.cell_y = 1;
  field.heights = heights;
  field.grounds = grounds;
  field.ground_count = 2;
  REQUIRE(rf_height_field_terrain(&field, &terrain, nullptr) == RF_OK);
  CHECK(terrain.contact_drag_max == 0.7);
}
