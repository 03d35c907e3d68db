/* Rays, closest points and heights: what a mouse pointer, a camera and a spawn point ask. Then the ground below a rock
 * is dug away, and the rock falls after rf_wake. */
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>

static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

static unsigned char memory[65536 + RF_MEMORY_ALIGNMENT]; /* of the cooked shape */

int main(void) {
  enum { SIDE = 41 };
  static double heights[SIDE * SIDE]; /* level ground */
  double points[24];
  rf_error error = {RF_OK, ""};
  rf_shape_def box = rf_default_shape_def();
  rf_rock_def def = rf_default_rock_def();
  const rf_rock* rock;
  void* block = memory + (RF_MEMORY_ALIGNMENT - (uintptr_t)memory % RF_MEMORY_ALIGNMENT);
  rf_grid grid = rf_default_grid();
  rf_scene scene = rf_default_scene();
  rf_state state = rf_default_state();
  uint32_t i, woken;

  check(rf_shape_points(&box, points, 8, &def.point_count, &error), &error);
  def.points = points;
  check(rf_cook_rock(&def, block, 65536, &rock, &error), &error);
  grid.columns = grid.rows = SIDE, grid.cell_x = grid.cell_y = 1, grid.heights_f64 = heights;
  scene.rocks = &rock, scene.rock_count = 1;
  check(rf_grid_terrain(&grid, &scene.terrain, &error), &error);
  state.position[0] = state.position[1] = 20;
  check(rf_place_above_ground(&scene, &state, 0.1, &error), &error);
  check(rf_step_many(&scene, &state, 1, 5000, NULL, NULL), &error);

  { /* what is below the pointer: the rock, and beside it the ground */
    const rf_ray rays[2] = {{{20, 0, 10.5}, {0, 2, -1}, 100, 0}, {{10, 0, 10}, {0, 1, -1}, 100, 0}};
    rf_ray_hit hits[2];
    check(rf_cast_rays(&scene, &state, 1, rays, 2, hits, &error), &error);
    for (i = 0; i < 2; ++i) {
      printf("ray %u hits %s at %.3f m, z = %.3f m\n", i, hits[i].hit == RF_HIT_ROCK ? "a rock" : "the ground",
             hits[i].distance, hits[i].point[2]);
    }
  }
  { /* how far is the camera from the ground */
    const double camera[3] = {5, 5, 3};
    rf_closest_point closest;
    check(rf_closest_on_terrain(&scene.terrain, camera, 50, &closest, &error), &error);
    printf("the camera is %.3f m from the ground\n", closest.distance);
  }
  /* a pit below the rock: it stays in the air until it is woken */
  for (i = 0; i < SIDE * SIDE; ++i) heights[i] -= 3.47;
  check(rf_grid_terrain(&grid, &scene.terrain, &error), &error);
  {
    const rf_rectangle pit = {15, 15, 25, 25};
    check(rf_wake(&scene, &state, 1, &pit, &woken, &error), &error);
  }
  check(rf_step_many(&scene, &state, 1, 5000, NULL, NULL), &error);
  printf("%u rock woken, now at z = %.2f m\n", woken, state.position[2]);
  return state.end == RF_ENDED_STOPPED && state.position[2] < -2.9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
