/* Events of many rocks: what a game plays sounds and counts damage from. Drops 200 rocks on a slope with a road and
 * prints landings louder than those before, and what reached the road. */
#include <rockfall/rockfall.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROCKS = 200, EVENTS = 4096 };

static void check(rf_status status, const rf_error* error) {
  if (status == RF_OK) return;
  fprintf(stderr, "rockfall: %s\n", error->text[0] ? error->text : rf_status_text(status));
  exit(EXIT_FAILURE);
}

static unsigned char memory[65536 + RF_MEMORY_ALIGNMENT]; /* of the cooked shape */
static rf_state states[ROCKS];
static rf_rock_track tracks[ROCKS]; /* all zero: the rocks have not been stepped */
static rf_event buffer[EVENTS];

int main(void) {
  double points[24];
  const double road[8] = {100, -50, 106, -50, 106, 50, 100, 50};
  const rf_zone zones[1] = {{road, 4, {0, 0, 0, 0}, -1e9, 1e9}};
  rf_error error = {RF_OK, ""};
  rf_shape_def box = rf_default_shape_def();
  rf_rock_def def = rf_default_rock_def();
  const rf_rock* rock;
  void* block = memory + (RF_MEMORY_ALIGNMENT - (uintptr_t)memory % RF_MEMORY_ALIGNMENT);
  rf_plane plane = rf_default_plane();
  rf_scene scene = rf_default_scene();
  rf_events events = rf_default_events();
  rf_many_report report;
  unsigned landed = 0, on_road = 0, stopped = 0, lost = 0;
  double loudest = 0;
  uint32_t i;

  check(rf_shape_points(&box, points, 8, &def.point_count, &error), &error);
  def.points = points;
  check(rf_cook_rock(&def, block, 65536, &rock, &error), &error);
  plane.slope_x = -0.7, plane.material = 3; /* e.g. gravel */
  plane.ground.restitution_normal = 0.3;
  scene.rocks = &rock, scene.rock_count = 1;
  check(rf_plane_terrain(&plane, &scene.terrain, &error), &error);
  scene.settings.time_limit = 30;
  for (i = 0; i < ROCKS; ++i) {
    states[i] = rf_default_state();
    states[i].position[1] = 0.4 * i - 40;
    states[i].angular_velocity[0] = 0.02 * i;
    check(rf_place_above_ground(&scene, &states[i], 1 + 0.05 * i, &error), &error);
  }

  events.min_speed = 2; /* softer contacts make no sound */
  events.zones = zones, events.zone_count = 1;
  events.buffer = buffer, events.capacity = EVENTS, events.tracks = tracks;
  check(rf_events_check(&events, &error), &error);
  do { /* one call per frame */
    check(rf_step_many_with_events(&scene, states, ROCKS, 8, NULL, &report, &events), &error);
    for (i = 0; i < events.count; ++i) {
      const rf_event* const e = &buffer[i];
      if (e->kind == RF_EVENT_LANDED) {
        ++landed;
        if (e->percussion > 1.5 * loudest) {
          loudest = e->percussion;
          printf("step %4u: rock %3u lands on material %u at %.1f m/s with %.0f N s\n", (unsigned)e->step, e->rock,
                 e->material, e->speed, e->percussion);
        }
      }
      on_road += e->kind == RF_EVENT_ZONE_ENTERED;
      stopped += e->kind == RF_EVENT_STOPPED;
    }
    lost += events.lost;
  } while (report.moving > 0);
  printf("%u landings, %u rocks reached the road, %u stopped, %u events lost\n", landed, on_road, stopped, lost);
  return on_road > 0 && lost == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
