// Soil that is the same everywhere, below the vertices of several rocks, which the lanes search together.
#include "step/rocks_on_grid.h"

TEST_CASE("rocks with few and many vertices in soil have the same bits in lanes and alone") {
  for (const char* const preset : {"medium", "hard"}) {
    CAPTURE(preset);
    RocksOnGrid world;
    world.set_ground(rf_ground_preset_find(preset)->ground);
    check_runners(world, 250);
    world.shorten_heights();
    check_runners(world, 250);
  }
}

TEST_CASE("rocks that lie in soil on many vertices have the same bits in lanes and alone") {
  RocksOnGrid world;
  rf_ground soil = rf_ground_preset_find("medium_soft")->ground;
  soil.rolling_resistance = 0;
  world.set_ground(soil);
  std::vector<rf_state> start = world.starts();
  for (uint32_t i = 0; i < start.size(); ++i) {
    // Flat, with both prisms in turn: 10 and 40 vertices at once in the soil.
    rf_state& state = start[i];
    const double position[3] = {state.position[0], state.position[1], state.position[2]};
    state = rf_default_state();
    state.rock = 4 + i % 2;
    for (int k = 0; k < 3; ++k) state.position[k] = position[k];
    state.velocity[0] = 1.0 + i % 5;
    REQUIRE(rf_place_above_ground(&world.scene, &state, 0.01, nullptr) == RF_OK);
  }
  check_runners(world, start, 120);
}
