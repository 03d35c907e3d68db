/* A terrain made of callbacks, for programs with their own terrain: a round bowl with a soft floor. Twelve boulders of
 * one shape are released around the rim and stepped together. It calls sqrt: with a shared rockfall link -lm, too. */
#include <math.h>
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>

#define BOULDERS 12

/* z = (x^2 + y^2) / (2 curvature_radius); there is no ground beyond the rim. */
typedef struct bowl {
  double curvature_radius, rim;
  rf_ground wall, floor;
} bowl;

static void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const bowl* b = user;
  for (uint32_t i = 0; i < count; ++i) {
    const double x = xy[2 * i], y = xy[2 * i + 1], r2 = x * x + y * y;
    const double slope_x = x / b->curvature_radius, slope_y = y / b->curvature_radius;
    const double scale = 1 / sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    out[i].exists = r2 <= b->rim * b->rim;
    out[i].height = r2 / (2 * b->curvature_radius);
    out[i].normal[0] = -slope_x * scale;
    out[i].normal[1] = -slope_y * scale;
    out[i].normal[2] = scale;
    out[i].ground = r2 < 20.0 * 20.0 ? b->floor : b->wall;
  }
}

/* In a rectangle the bowl is highest at the corner farthest from the centre. */
static void upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const bowl* b = user;
  const double x = fmax(fabs(area->x_min), fabs(area->x_max)), y = fmax(fabs(area->y_min), fabs(area->y_max));
  out->height = (x * x + y * y) / (2 * b->curvature_radius);
  out->slope_x = out->slope_y = 0;
  out->hole_free = x * x + y * y <= b->rim * b->rim;
}

static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

static const rf_rock* cook_boulder(void** raw, rf_error* error) {
  double points[3 * 40];
  uint32_t count;
  size_t bytes;
  const rf_rock* rock;
  rf_shape_def shape = rf_default_shape_def();
  rf_rock_def def = rf_default_rock_def();
  shape.kind = RF_SHAPE_RANDOM;
  shape.point_count = 40;
  shape.size[0] = 1.5;
  check(rf_shape_points(&shape, points, 40, &count, error), error);
  def.points = points;
  def.point_count = count;
  check(rf_rock_memory(&def, &bytes, error), error);
  *raw = malloc(bytes + RF_MEMORY_ALIGNMENT);
  if (!*raw) exit(EXIT_FAILURE);
  char* block = (char*)*raw + (RF_MEMORY_ALIGNMENT - (uintptr_t)*raw % RF_MEMORY_ALIGNMENT);
  check(rf_cook_rock(&def, block, bytes, &rock, error), error);
  return rock;
}

int main(void) {
  rf_error error = {RF_OK, ""};
  void* raw;
  const rf_rock* rock = cook_boulder(&raw, &error);
  bowl ground = {50.0, 60.0, rf_ground_preset_find("hard")->ground, rf_ground_preset_find("extra_soft")->ground};

  rf_scene scene = rf_default_scene();
  scene.rocks = &rock;
  scene.rock_count = 1;
  scene.settings.time_limit = 60;
  scene.terrain = rf_default_terrain();
  scene.terrain.user = &ground;
  scene.terrain.sample = sample;
  scene.terrain.upper_plane = upper_plane;
  /* Neither ground has a vegetation layer or contact drag. */
  scene.terrain.layer_height_max = scene.terrain.contact_drag_height_max = scene.terrain.contact_drag_max = 0;
  /* The bowl curves upward everywhere: no point of it can enter a face of a rock between its vertices. */
  scene.terrain.terrain_vertices = NULL;
  check(rf_scene_check(&scene, &error), &error);

  rf_state boulders[BOULDERS];
  for (uint32_t i = 0; i < BOULDERS; ++i) {
    const double fraction = (double)i / BOULDERS, x = fraction < 0.5 ? 1 - 4 * fraction : 4 * fraction - 3;
    boulders[i] = rf_default_state();
    rf_random_orientation(7, i, 0, boulders[i].orientation);
    boulders[i].position[0] = 50 * x;
    boulders[i].position[1] = (fraction < 0.5 ? 50 : -50) * sqrt(1 - x * x);
    check(rf_place_above_ground(&scene, &boulders[i], 1.0, &error), &error);
  }

  rf_many_report report = {0, BOULDERS, 0};
  while (report.moving > 0) check(rf_step_many(&scene, boulders, BOULDERS, 500, NULL, &report), &error);
  int stopped = 0;
  for (uint32_t i = 0; i < BOULDERS; ++i) {
    const double* p = boulders[i].position;
    printf("boulder %2u at rest %5.1f m from the centre after %5.2f s\n", i, sqrt(p[0] * p[0] + p[1] * p[1]),
           (double)boulders[i].step * scene.settings.time_step);
    stopped += boulders[i].end == RF_ENDED_STOPPED;
  }
  free(raw);
  return stopped == BOULDERS ? EXIT_SUCCESS : EXIT_FAILURE;
}
