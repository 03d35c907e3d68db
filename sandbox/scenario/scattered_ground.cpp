#include "scenario/scattered_ground.h"

#include <algorithm>
#include <string>

#include "common/error.h"
#include "common/scale.h"
#include "scenario/rounding.h"

namespace sandbox {
namespace {

constexpr std::uint32_t first_event = 3000;  // of the draws, above those of releases

double draw(const FitSpec& bounds, double share) {
  const double value = value_between(bounds.from, bounds.to, share, bounds.logarithmic);
  return bounds.logarithmic ? std::clamp(round_to_40_bits(value), bounds.from, bounds.to) : value;
}

/** Bounds of a terrain whose ground exceeds the given one nowhere in any member. */
void set_bounds(const rf_ground& largest, rf_terrain& terrain) {
  rf_plane plane = rf_default_plane();
  plane.ground = largest;
  plane.ground.mu_max = std::max(largest.mu_max, largest.mu_min);
  rf_terrain uniform = rf_default_terrain();
  rf_error error{};
  if (rf_plane_terrain(&plane, &uniform, &error) != RF_OK) throw InputError(std::string("scatter: ") + error.text);
  terrain.layer_height_max = uniform.layer_height_max;
  terrain.contact_drag_height_max = uniform.contact_drag_height_max;
  terrain.contact_drag_max = uniform.contact_drag_max;
}

}  // namespace

ScatteredGround::ScatteredGround(const rf_scene& scene, const ScatterSpec& scatter, const rf_ground& largest,
                                 std::uint32_t rock, std::uint64_t seed)
    : base_(scene.terrain), scene_(scene) {
  rf_terrain& terrain = scene_.terrain;
  rf_ground bound = largest;
  for (std::size_t i = 0; i < scatter.size(); ++i) {
    double u[2];
    rf_random_pair(seed, rock, first_event + static_cast<std::uint32_t>(i), u);
    const double value = draw(scatter[i], u[0]);
    values_.emplace_back(scatter[i].field, value);
    ground_member(bound, scatter[i].field) = value;
    if (scatter[i].field == RF_GROUND_BETA) terrain.uniform_beta = value;
  }
  set_bounds(bound, terrain);
  terrain.user = this;
  terrain.sample = sample;
  if (base_.upper_plane != nullptr) terrain.upper_plane = upper_plane;
  if (base_.terrain_vertices != nullptr) terrain.terrain_vertices = vertices;
  if (base_.material != nullptr) terrain.material = material;
}

void ScatteredGround::sample(void* user, const double* xy, std::uint32_t count, rf_terrain_sample* out) {
  const auto* self = static_cast<const ScatteredGround*>(user);
  self->base_.sample(self->base_.user, xy, count, out);
  for (std::uint32_t i = 0; i < count; ++i) {
    rf_ground& ground = out[i].ground;
    for (const auto& [field, value] : self->values_) ground_member(ground, field) = value;
    ground.mu_max = std::max(ground.mu_max, ground.mu_min);
  }
}

void ScatteredGround::upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out) {
  const auto* self = static_cast<const ScatteredGround*>(user);
  self->base_.upper_plane(self->base_.user, area, out);
}

std::uint32_t ScatteredGround::vertices(void* user, const rf_rectangle* area, double* xyz, std::uint32_t capacity) {
  const auto* self = static_cast<const ScatteredGround*>(user);
  return self->base_.terrain_vertices(self->base_.user, area, xyz, capacity);
}

std::uint32_t ScatteredGround::material(void* user, double x, double y) {
  const auto* self = static_cast<const ScatteredGround*>(user);
  return self->base_.material(self->base_.user, x, y);
}

}  // namespace sandbox
