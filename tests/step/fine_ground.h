// A rough slope on cells that are small against large rocks.
#pragma once

#include <cstdint>

#include "support/scenes.h"

namespace fine_ground {

using namespace support;

constexpr double kSmallCell = 0.05;

// A rough slope of 20 x 20 m on cells of 5 cm.
struct FineGround : OnGrid {
  explicit FineGround(Rock shape) : OnGrid(std::move(shape), 400, 400, kSmallCell) {
    Random random(1);
    roughen(random, -0.6, 0, 0.2);
    scene.settings.time_step = 0.01;
    scene.settings.stop_speed = 0;
  }
  rf_state falling(uint64_t seed) const {
    Random random(seed);
    rf_state state = random_state(random, 10, 10, 0, 10, 10);
    REQUIRE(rf_place_above_ground(&scene, &state, random.between(-1, 0.05), nullptr) == RF_OK);
    return state;
  }
};

inline void use(rf_scene& scene, int32_t model, int32_t shape) {
  scene.settings.model = model;
  scene.settings.rocfall_shape = shape;
}

}  // namespace fine_ground
