// Client of check.sh in C++ with rockfall.hpp: see drop.h.
#include "drop.h"

#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <rockfall/rockfall.hpp>
#include <vector>

namespace {

// The bowl. user: its ground parameters
void sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out) {
  for (uint32_t i = 0; i < count; ++i) {
    const double x = xy[2 * i], y = xy[2 * i + 1];
    const double p = x * 0.02, q = y * 0.04, scale = 1.0 / std::sqrt(1.0 + p * p + q * q);
    out[i].height = x * x * 0.01 + y * y * 0.02;
    out[i].normal[0] = -p * scale;
    out[i].normal[1] = -q * scale;
    out[i].normal[2] = scale;
    out[i].ground = *static_cast<const rf_ground*>(user);
    out[i].exists = 1;
  }
}

rf::Rock cook(const double* points, uint32_t point_count, const uint32_t* triangles, uint32_t triangle_count) {
  rf_rock_def def = rf_default_rock_def();
  def.points = points;
  def.point_count = point_count;
  def.triangles = triangles;
  def.triangle_count = triangle_count;
  return rf::Rock::cook(def).value();
}

}  // namespace

int main() {
  rf_error error = {RF_OK, ""};
  if (rf_check_abi(rf_layout_hash(), &error) != RF_OK) return std::fprintf(stderr, "%s\n", error.text), 1;
  const rf::Rock box = cook(box_points, 8, box_triangles, 12);
  const rf::Rock tetrahedron = cook(tetrahedron_points, 4, tetrahedron_triangles, 4);
  const rf_rock* const rocks[2] = {box.get(), tetrahedron.get()};
  rf_ground ground = rf_default_ground();
  ground.restitution_normal = 0.3;
  rf_scene scene = rf_default_scene();
  scene.rocks = rocks;
  scene.rock_count = 2;
  scene.terrain.user = &ground;
  scene.terrain.sample = sample;
  scene.terrain.layer_height_max = scene.terrain.contact_drag_height_max = 0;
  scene.terrain.contact_drag_max = scene.terrain.uniform_beta = 0;
  std::vector<rf_state> states(DROP_ROCKS, rf_default_state());
  for (int i = 0; i < DROP_ROCKS; ++i) {
    rf_state& s = states[static_cast<size_t>(i)];
    s.rock = static_cast<uint32_t>(i % 2);
    s.position[0] = (i % 10) * 1.5 - 7;
    s.position[1] = (i / 10) * 1.5 - 7;
    s.angular_velocity[0] = 1;
    s.angular_velocity[1] = i * 0.02;
    s.angular_velocity[2] = -0.5;
    if (rf_place_above_ground(&scene, &s, 0.5 + i * 0.01, &error) != RF_OK) return 1;
  }
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < DROP_STEPS; i += 50) {
    if (rf_step_many(&scene, states.data(), DROP_ROCKS, 50, nullptr, nullptr) != RF_OK) return 1;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("c++, %016" PRIx64 ", %.0f\n", rf_hash_states(states.data(), DROP_ROCKS),
              1e9 * seconds / (DROP_ROCKS * DROP_STEPS));
  return 0;
}
