#include "terrain/plane.h"

#include "terrain/surface_normal.h"

namespace rockfall {
namespace {

constexpr double kSlopeRounding = 1e-12;

}  // namespace

void plane_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  const rf_plane& plane = *static_cast<const rf_plane*>(user);
  for (uint32_t i = 0; i < count; ++i) {
    out[i].height = plane.height + plane.slope_x * xy[2 * i] + plane.slope_y * xy[2 * i + 1];
    write_normal_of_slopes(plane.slope_x, plane.slope_y, out[i].normal);
    out[i].ground = plane.ground;
    out[i].exists = 1;
  }
}

uint32_t plane_material(void* user, double, double) { return static_cast<const rf_plane*>(user)->material; }

void plane_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const rf_plane& plane = *static_cast<const rf_plane*>(user);
  const double x = 0.5 * (area->x_min + area->x_max), y = 0.5 * (area->y_min + area->y_max);
  *out = {plane.height + plane.slope_x * x + plane.slope_y * y, plane.slope_x, plane.slope_y, 1, kSlopeRounding};
}

}  // namespace rockfall
