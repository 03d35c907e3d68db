/* What a renderer needs: the hull as a mesh, and float32 transforms of all rocks between two steps, in the axes of
 * Unity. Prints a Wavefront OBJ file of the rocks. */
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROCKS = 5, CORNERS = 64 };

static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

static unsigned char memory[65536 + RF_MEMORY_ALIGNMENT]; /* of the cooked shape */

/* Prints the mesh of each rock at its place. */
static void print_rocks(const rf_rock_mesh* mesh, const float* transforms) {
  uint32_t i, k;
  for (i = 0; i < ROCKS; ++i) {
    const float* const t = transforms + 16 * i;
    for (k = 0; k < mesh->vertex_count; ++k) {
      const float* const p = mesh->positions + 3 * k;
      printf("v %.4f %.4f %.4f\n", (double)(t[0] * p[0] + t[4] * p[1] + t[8] * p[2] + t[12]),
             (double)(t[1] * p[0] + t[5] * p[1] + t[9] * p[2] + t[13]),
             (double)(t[2] * p[0] + t[6] * p[1] + t[10] * p[2] + t[14]));
    }
  }
  for (i = 0; i < ROCKS; ++i) {
    for (k = 0; k < mesh->index_count; k += 3) {
      const uint32_t first = i * mesh->vertex_count + 1;
      printf("f %u %u %u\n", mesh->indices[k] + first, mesh->indices[k + 1] + first, mesh->indices[k + 2] + first);
    }
  }
}

int main(void) {
  double points[3 * 32];
  float positions[3 * 3 * CORNERS], normals[3 * 3 * CORNERS], transforms[16 * ROCKS];
  uint32_t indices[3 * CORNERS], i, k;
  rf_error error = {RF_OK, ""};
  rf_shape_def shape = rf_default_shape_def();
  rf_rock_def def = rf_default_rock_def();
  const rf_rock* rock;
  void* block = memory + (RF_MEMORY_ALIGNMENT - (uintptr_t)memory % RF_MEMORY_ALIGNMENT);
  rf_plane plane = rf_default_plane();
  rf_scene scene = rf_default_scene();
  rf_state previous[ROCKS], current[ROCKS];
  rf_rock_mesh mesh = rf_default_rock_mesh();
  rf_render_def render = rf_default_render_def();

  shape.kind = RF_SHAPE_RANDOM, shape.point_count = 24;
  check(rf_shape_points(&shape, points, 32, &def.point_count, &error), &error);
  def.points = points;
  check(rf_cook_rock(&def, block, 65536, &rock, &error), &error);
  plane.slope_x = -0.6;
  scene.rocks = &rock, scene.rock_count = 1;
  check(rf_plane_terrain(&plane, &scene.terrain, &error), &error);
  for (i = 0; i < ROCKS; ++i) {
    current[i] = rf_default_state();
    current[i].position[1] = 3.0 * i;
    check(rf_place_above_ground(&scene, &current[i], 1.0 + i, &error), &error);
  }

  /* once: the mesh of the shape */
  mesh.convention = RF_CONVENTION_UNITY;
  mesh.positions = positions, mesh.normals = normals, mesh.vertex_capacity = 3 * CORNERS;
  mesh.indices = indices, mesh.index_capacity = 3 * CORNERS;
  check(rf_rock_get_mesh(rock, &mesh, &error), &error);

  /* every frame: steps, then transforms between the last two states */
  for (k = 0; k < 400; ++k) {
    for (i = 0; i < ROCKS; ++i) previous[i] = current[i];
    check(rf_step_many(&scene, current, ROCKS, 1, NULL, NULL), &error);
  }
  render.convention = RF_CONVENTION_UNITY;
  render.format = RF_TRANSFORM_COLUMNS_4X4;
  check(rf_render_transforms(&render, previous, current, ROCKS, 0.5, transforms, sizeof transforms, &error), &error);

  print_rocks(&mesh, transforms);
  return EXIT_SUCCESS;
}
