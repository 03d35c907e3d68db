/* Client of check.sh in C99: see drop.h. */
#include "drop.h"

#include <inttypes.h>
#include <math.h>
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

/* The bowl. @param user  its ground parameters */
static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  uint32_t i;
  for (i = 0; i < count; ++i) {
    const double x = xy[2 * i], y = xy[2 * i + 1];
    const double p = x * 0.02, q = y * 0.04, scale = 1.0 / sqrt(1.0 + p * p + q * q);
    out[i].height = x * x * 0.01 + y * y * 0.02;
    out[i].normal[0] = -p * scale;
    out[i].normal[1] = -q * scale;
    out[i].normal[2] = scale;
    out[i].ground = *(const rf_ground*)user;
    out[i].exists = 1;
  }
}

static const rf_rock* cook(const double* points, uint32_t point_count, const uint32_t* triangles,
                           uint32_t triangle_count) {
  rf_error error = {RF_OK, ""};
  rf_rock_def def = rf_default_rock_def();
  const rf_rock* rock = NULL;
  size_t bytes;
  char* raw;
  def.points = points, def.point_count = point_count;
  def.triangles = triangles, def.triangle_count = triangle_count;
  check(rf_rock_memory(&def, &bytes, &error), &error);
  raw = malloc(bytes + RF_MEMORY_ALIGNMENT); /* until the end of the program */
  if (!raw) exit(EXIT_FAILURE);
  raw += RF_MEMORY_ALIGNMENT - (uintptr_t)raw % RF_MEMORY_ALIGNMENT;
  check(rf_cook_rock(&def, raw, bytes, &rock, &error), &error);
  return rock;
}

int main(void) {
  static rf_state states[DROP_ROCKS];
  const rf_rock* rocks[2];
  rf_error error = {RF_OK, ""};
  rf_ground ground = rf_default_ground();
  rf_scene scene = rf_default_scene();
  clock_t begin;
  int i;
  check(rf_check_abi(rf_layout_hash(), &error), &error);
  rocks[0] = cook(box_points, 8, box_triangles, 12);
  rocks[1] = cook(tetrahedron_points, 4, tetrahedron_triangles, 4);
  ground.restitution_normal = 0.3;
  scene.rocks = rocks, scene.rock_count = 2;
  scene.terrain.user = &ground, scene.terrain.sample = sample;
  scene.terrain.layer_height_max = scene.terrain.contact_drag_height_max = 0;
  scene.terrain.contact_drag_max = scene.terrain.uniform_beta = 0;
  check(rf_scene_check(&scene, &error), &error);
  for (i = 0; i < DROP_ROCKS; ++i) {
    rf_state* const s = &states[i];
    *s = rf_default_state();
    s->rock = (uint32_t)(i % 2);
    s->position[0] = (i % 10) * 1.5 - 7, s->position[1] = (i / 10) * 1.5 - 7;
    s->angular_velocity[0] = 1, s->angular_velocity[1] = i * 0.02, s->angular_velocity[2] = -0.5;
    check(rf_place_above_ground(&scene, s, 0.5 + i * 0.01, &error), &error);
  }
  begin = clock();
  for (i = 0; i < DROP_STEPS; i += 50) {
    check(rf_step_many(&scene, states, DROP_ROCKS, 50, NULL, NULL), &error);
  }
  printf("c99, %016" PRIx64 ", %.0f\n", rf_hash_states(states, DROP_ROCKS),
         1e9 * (double)(clock() - begin) / CLOCKS_PER_SEC / (DROP_ROCKS * DROP_STEPS));
  return EXIT_SUCCESS;
}
