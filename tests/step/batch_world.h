// Two shapes on rough ground with a hole, for tests of rf_step_many. Everything has internal linkage.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/rockfall.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "rock/rock.h"
#include "step/batch.h"
#include "step/portable_lanes.h"
#include "step/worlds.h"
#include "terrain/ground_members.h"

namespace {

// Two shapes on rough ground with a hole: rocks fly, roll, rest, leave the terrain or reach the time limit.
class World {
 public:
  World() : heights_(61 * 61), grid_(rf_default_grid()) {
    cook(0, RF_SHAPE_EOTA, 1.0, 0.5);
    cook(1, RF_SHAPE_BOX, 0.4, 0.3);
    for (uint32_t row = 0; row < 61; ++row) {
      for (uint32_t column = 0; column < 61; ++column) {
        double random[2];
        rf_random_pair(3, column, row, random);
        const bool hole = column > 50 && column < 54 && row > 28 && row < 33;
        heights_[row * 61 + column] = hole ? NAN : static_cast<float>(-0.8 * 2.0 * column + 0.3 * random[0]);
      }
    }
    grid_.columns = grid_.rows = 61;
    grid_.cell_x = grid_.cell_y = 2;
    grid_.heights_f32 = heights_.data();
    grid_.ground.restitution_normal = 0.2;
    scene_ = rf_default_scene();
    scene_.rocks = rocks_;
    scene_.rock_count = 2;
    scene_.settings.time_limit = 6;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  rf_scene& scene() { return scene_; }
  rf_grid& grid() { return grid_; }

  void add_drag_layer(double height, double drag_of_rotation) {
    grid_.ground.layer_drag = 200;
    grid_.ground.layer_drag_rotation = drag_of_rotation;
    grid_.ground.layer_height = height;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // Make one of 60 nodes a hole, at random.
  void add_holes() {
    for (size_t i = 0; i < heights_.size(); ++i) {
      double random[2];
      rf_random_pair(11, static_cast<uint32_t>(i), 0, random);
      if (random[0] < 1.0 / 60) heights_[i] = NAN;
    }
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // A layer on one half of the terrain.
  void add_forest() {
    for (size_t i = 0; i < heights_.size(); ++i) layer_height_.push_back(i % 61 < 30 ? 2.0f : 0.0f);
    grid_.ground.layer_drag = 150;
    grid_.fields[RF_GROUND_LAYER_HEIGHT] = layer_height_.data();
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // @param height  up to which it also acts without contact, in half diagonals of the rock
  void add_contact_drag(double height) {
    grid_.ground.contact_drag = 0.4;
    grid_.ground.contact_drag_height = height;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  void set_ground(const char* preset) {
    grid_.ground = rf_ground_preset_find(preset)->ground;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  void set_member(rf_ground_field field, double value) {
    rockfall::ground_member(grid_.ground, field) = value;
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  // Another decay of slippage and another friction on one half of the terrain.
  void add_second_soil() {
    for (size_t i = 0; i < heights_.size(); ++i) {
      const bool left = i % 61 < 30;
      beta_.push_back(left ? 0.5f : 30.0f);
      mu_max_.push_back(left ? 0.7f : 1.6f);
    }
    grid_.ground.kappa = 2;
    grid_.ground.mu_min = 0.4;
    grid_.fields[RF_GROUND_BETA] = beta_.data();
    grid_.fields[RF_GROUND_MU_MAX] = mu_max_.data();
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
    REQUIRE(scene_.terrain.uniform_beta < 0);
  }

  // Strips of soil, of other soil and of rigid ground, each of which is three to five cells wide.
  void add_soil_strips() {
    for (size_t i = 0; i < heights_.size(); ++i) {
      const size_t strip = (i / 61 + i % 61 / 10) / 4 % 3;
      const float strength[] = {0, 6e6f, 14e6f}, drag[] = {0, 2, 4}, rolling[] = {0.1f, 0.1f, 0.2f};
      soil_strength_.push_back(strength[strip]);
      soil_drag_.push_back(drag[strip]);
      rolling_.push_back(rolling[strip]);
    }
    grid_.ground.soil_density = 1800;
    grid_.fields[RF_GROUND_SOIL_STRENGTH] = soil_strength_.data();
    grid_.fields[RF_GROUND_SOIL_DRAG] = soil_drag_.data();
    grid_.fields[RF_GROUND_ROLLING_RESISTANCE] = rolling_.data();
    REQUIRE(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK);
  }

  std::vector<rf_state> starts(uint32_t count) {
    std::vector<rf_state> states;
    for (uint32_t i = 0; i < count; ++i) {
      rf_state state = rf_default_state();
      double random[2];
      rf_random_pair(5, i, 0, random);
      rf_random_orientation(5, i, 1, state.orientation);
      state.rock = i % 2;
      state.position[0] = 6 + 100 * random[0];
      state.position[1] = 6 + 108 * random[1];
      if (rf_place_above_ground(&scene_, &state, 0.05 + 3 * random[1], nullptr) != RF_OK) state.position[2] = 5;
      state.angular_velocity[1] = 40 * random[0];
      state.velocity[0] = 10 * random[1];
      states.push_back(state);
    }
    return states;
  }

 private:
  struct Freed {
    void operator()(void* memory) const { std::free(memory); }
  };

  void cook(size_t index, int32_t shape, double width, double height) {
    rf_shape_def def = rf_default_shape_def();
    def.kind = shape;
    def.size[0] = def.size[1] = width;
    def.size[2] = height;
    double points[3 * 24];
    rf_rock_def rock = rf_default_rock_def();
    REQUIRE(rf_shape_points(&def, points, 24, &rock.point_count, nullptr) == RF_OK);
    rock.points = points;
    size_t bytes = 0;
    REQUIRE(rf_rock_memory(&rock, &bytes, nullptr) == RF_OK);
    memory_[index].reset(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
    REQUIRE(rf_cook_rock(&rock, memory_[index].get(), bytes, rocks_ + index, nullptr) == RF_OK);
  }

  std::unique_ptr<void, Freed> memory_[2];
  const rf_rock* rocks_[2];
  std::vector<float> heights_, beta_, mu_max_, layer_height_, soil_strength_, soil_drag_, rolling_;
  rf_grid grid_;
  rf_scene scene_;
};

}  // namespace
