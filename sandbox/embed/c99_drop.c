/* Drops a rock on a slope, in C99: cooks a box, makes a terrain of six heights, and steps until the rock is at rest. */
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the error message if a call failed. */
static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

/* Allocates a block with the alignment that the library needs; pass `raw` to free(). */
static void* aligned_block(size_t bytes, void** raw) {
  *raw = malloc(bytes + RF_MEMORY_ALIGNMENT);
  if (!*raw) exit(EXIT_FAILURE);
  return (char*)*raw + (RF_MEMORY_ALIGNMENT - (uintptr_t)*raw % RF_MEMORY_ALIGNMENT);
}

int main(void) {
  const double corners[24] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0, 0, 1, 1, 0, 1, 0, 2, 1, 1, 2, 1};
  const double heights[6] = {80, 0, 0, 80, 0, 0}; /* two rows of three nodes: a slope, then level ground */
  const rf_rock* rock;
  rf_error error = {RF_OK, ""};
  size_t bytes;
  void* raw;
  /* [README] */
  rf_rock_def def = rf_default_rock_def(); /* 2700 kg/m3 */
  def.points = corners, def.point_count = 8;
  check(rf_rock_memory(&def, &bytes, &error), &error);
  check(rf_cook_rock(&def, aligned_block(bytes, &raw), bytes, &rock, &error), &error);
  rf_grid grid = rf_default_grid(); /* friction 0.6, no restitution */
  grid.columns = 3, grid.rows = 2, grid.cell_x = grid.cell_y = 100, grid.heights_f64 = heights;
  rf_scene scene = rf_default_scene(); /* time step 2 ms */
  scene.rocks = &rock, scene.rock_count = 1;
  check(rf_grid_terrain(&grid, &scene.terrain, &error), &error);
  check(rf_scene_check(&scene, &error), &error);
  rf_state state = rf_default_state();
  state.position[0] = 10, state.position[1] = 50;
  check(rf_place_above_ground(&scene, &state, 2.0, &error), &error);
  while (state.end == RF_MOVING) check(rf_step(&scene, &state, NULL), &error);
  printf("at rest at x = %.3f m after %.2f s\n", state.position[0], (double)state.step * scene.settings.time_step);
  /* [README] */
  free(raw);
  return state.end == RF_ENDED_STOPPED ? EXIT_SUCCESS : EXIT_FAILURE;
}
