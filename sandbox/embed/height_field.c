/* Terrain as an engine has it: 16-bit heights with north up, triangles with the diagonal of the renderer, materials, a
 * crater dug while rocks lie there, and the check that finds a wrong bound of a terrain of callbacks. */
#include <math.h>
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 65 };

static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

/* A bound that is 19 m too low: rocks would fall through the ground. */
static void wrong_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_terrain* const base = (const rf_terrain*)user;
  base->upper_plane(base->user, area, out);
  out->height -= 19;
}

static void sample_base(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_terrain* const base = (const rf_terrain*)user;
  base->sample(base->user, xy, count, out);
}

static unsigned char memory[65536 + RF_MEMORY_ALIGNMENT]; /* of the cooked shape */
static uint16_t raster[SIDE * SIDE];                      /* row 0 in the north, 0.05 m per unit */
static uint32_t materials[(SIDE - 1) * (SIDE - 1)];       /* 1: rock, 2: meadow */
static rf_ground grounds[3];                              /* by material */

/* A slope of rock that ends in a meadow. */
static rf_height_field make_field(void) {
  rf_height_field field = rf_default_height_field();
  uint32_t r, c;
  for (r = 0; r < SIDE; ++r) {
    for (c = 0; c < SIDE; ++c) raster[r * SIDE + c] = (uint16_t)(c < 32 ? (32 - c) * 15 + 200 + r : 200 + r);
  }
  for (r = 0; r + 1 < SIDE; ++r) {
    for (c = 0; c + 1 < SIDE; ++c) materials[r * (SIDE - 1) + c] = c < 32 ? 1 : 2;
  }
  grounds[0] = grounds[1] = grounds[2] = rf_default_ground();
  grounds[1].restitution_normal = 0.3;
  grounds[2].mu_min = grounds[2].mu_max = 0.8;
  field.columns = field.rows = SIDE;
  field.format = RF_HEIGHT_UINT16, field.scale = 0.05, field.offset = 500;
  field.row_order = RF_ROWS_TO_SOUTH;
  field.interpolation = RF_INTERPOLATION_DIAGONAL_UP;
  field.heights = raster;
  field.materials = materials, field.grounds = grounds, field.ground_count = 3;
  return field;
}

static const rf_rock* cook_box(void) {
  void* block = memory + (RF_MEMORY_ALIGNMENT - (uintptr_t)memory % RF_MEMORY_ALIGNMENT);
  double points[24];
  rf_error error = {RF_OK, ""};
  rf_shape_def box = rf_default_shape_def();
  rf_rock_def def = rf_default_rock_def();
  const rf_rock* rock;
  check(rf_shape_points(&box, points, 8, &def.point_count, &error), &error);
  def.points = points;
  check(rf_cook_rock(&def, block, 65536, &rock, &error), &error);
  return rock;
}

static void drop(const rf_scene* scene, rf_state* state) {
  rf_error error = {RF_OK, ""};
  state->position[0] = 2, state->position[1] = 30;
  check(rf_place_above_ground(scene, state, 3, &error), &error);
  check(rf_step_many(scene, state, 1, 20000, NULL, NULL), &error);
  printf("at rest at x = %.1f m on material %u\n", state->position[0],
         rf_material_at(&scene->terrain, state->position[0], state->position[1]));
}

/* Dig a crater of 3 m below the rock; rows and columns in memory order. Returns by how much the rock falls, m. */
static double dig(rf_height_field* field, const rf_scene* scene, rf_state* state) {
  const uint32_t column = (uint32_t)state->position[0] - 4, row = SIDE - 1 - ((uint32_t)state->position[1] + 4);
  const double before = state->position[2];
  double crater[9 * 9];
  rf_error error = {RF_OK, ""};
  rf_rectangle changed;
  uint32_t i, woken;
  for (i = 0; i < 81; ++i) crater[i] = 507;
  check(rf_height_field_edit(field, raster, column, row, 9, 9, crater, &changed, &error), &error);
  check(rf_wake(scene, state, 1, &changed, &woken, &error), &error);
  check(rf_step_many(scene, state, 1, 20000, NULL, NULL), &error);
  printf("%u rock woken, %.1f m lower\n", woken, before - state->position[2]);
  return before - state->position[2];
}

/* The check accepts a good terrain and finds the wrong bound of another one. Returns 0 if it does not. */
static int finds_wrong_bound(rf_terrain* good) {
  const rf_rectangle all = {0, 0, SIDE - 1, SIDE - 1};
  rf_error error = {RF_OK, ""};
  rf_terrain broken = rf_default_terrain();
  rf_terrain_findings findings;
  broken.user = good;
  broken.sample = sample_base;
  broken.upper_plane = wrong_plane;
  check(rf_terrain_check(good, &all, 100, 100, &findings, &error), &error);
  if (rf_terrain_check(&broken, &all, 100, 100, &findings, &error) != RF_BAD_VALUE) return 0;
  printf("check: %s\n", error.text);
  return 1;
}

int main(void) {
  rf_error error = {RF_OK, ""};
  rf_height_field field = make_field();
  rf_scene scene = rf_default_scene();
  const rf_rock* const rock = cook_box();
  rf_state state = rf_default_state();
  double fall;
  check(rf_height_field_terrain(&field, &scene.terrain, &error), &error);
  scene.rocks = &rock, scene.rock_count = 1;
  drop(&scene, &state);
  fall = dig(&field, &scene, &state);
  if (!finds_wrong_bound(&scene.terrain)) return EXIT_FAILURE;
  return state.end == RF_ENDED_STOPPED && fall > 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
