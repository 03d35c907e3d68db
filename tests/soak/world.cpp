#include "world.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <utility>

#include "support/random.h"

namespace soak {
namespace {

using support::Random;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "rockfall_soak: %s\n", what);
  std::exit(2);
}

double log_between(Random& random, double low, double high) {
  return low * std::exp(random.uniform() * std::log(high / low));
}

bool chance(Random& random, double probability) { return random.uniform() < probability; }

rf_shape_def random_shape(Random& random) {
  rf_shape_def def = rf_default_shape_def();
  const double size = log_between(random, 0.01, 20);
  double ratio[3] = {1, random.between(0.4, 1), random.between(0.3, 1)};
  const uint32_t kind = random.below(10);
  if (kind == 0) ratio[1] = ratio[2] = 0.02;     // needle 1:50
  if (kind == 1) ratio[1] = 1, ratio[2] = 0.02;  // plate 1:50
  def.kind = kind < 4 ? RF_SHAPE_BOX : kind < 6 ? RF_SHAPE_EOTA : RF_SHAPE_RANDOM;
  if (def.kind == RF_SHAPE_EOTA) ratio[1] = 1;
  for (int k = 0; k < 3; ++k) def.size[k] = size * ratio[k];
  def.point_count = 8 + random.below(40);
  def.seed = random.bits();
  return def;
}

rf_ground random_ground(Random& random, double mass, double inertia, double time_step) {
  rf_ground ground = rf_default_ground();
  ground.mu_min = random.between(0, 1);
  ground.mu_max = ground.mu_min + (chance(random, 0.3) ? random.between(0, 5 - ground.mu_min) : random.between(0, 1));
  ground.kappa = log_between(random, 0.1, 10);
  ground.beta = log_between(random, 1, 300);
  if (chance(random, 0.6)) ground.restitution_normal = chance(random, 0.2) ? 1 : random.uniform();
  if (chance(random, 0.2)) ground.restitution_tangential = random.uniform();
  if (chance(random, 0.4)) ground.contact_drag = log_between(random, 0.01, chance(random, 0.2) ? 1e6 : 10);
  if (chance(random, 0.4)) {
    // To a million times what stops a rock in one step.
    const double stiff = chance(random, 0.3) ? 1e6 : 1;
    ground.layer_drag = mass / time_step * log_between(random, 1e-5, stiff);
    if (chance(random, 0.5)) ground.layer_drag_rotation = inertia / time_step * log_between(random, 1e-5, stiff);
    ground.layer_height = log_between(random, 0.1, 20);
    ground.contact_drag_height = chance(random, 0.3) ? random.between(0, 3) : 0;
  }
  if (chance(random, 0.3)) {
    ground.soil_strength = log_between(random, 1e4, 1e8);
    ground.soil_drag = log_between(random, 0.1, 10);
    ground.soil_density = 1700;
  }
  if (chance(random, 0.2)) ground.rolling_resistance = log_between(random, 1e-4, 1);
  ground.rocfall_restitution_normal = random.uniform();
  ground.rocfall_restitution_tangential = random.uniform();
  ground.rocfall_friction = random.between(0, 5);
  ground.rocfall_rolling_friction = random.between(0, 1);
  ground.rocfall_impulse_cap = chance(random, 0.5) ? 1 : 0;
  ground.rocfall_bounce_speed = chance(random, 0.3) ? 0 : log_between(random, 1e-3, 1);
  return ground;
}

// These two are from generators of their own: tests name worlds by their seeds, and the rest of them is to stay as it
// was.
double random_drag_rotation(uint64_t seed) {
  Random random(~seed);
  return chance(random, 0.5) ? log_between(random, 0.1, chance(random, 0.2) ? 1e6 : 10) : 0;
}

// Of one world of ten. Random numbers of its own: those of the other quantities remain as they were.
double random_scar_length(uint64_t seed) {
  Random random(~seed + 2);
  if (!chance(random, 0.1)) return rf_default_settings().scar_length;
  return chance(random, 0.5) ? 0 : random.between(0, 4);
}

double random_threshold(uint64_t seed) {
  Random random(~seed + 1);
  return chance(random, 0.3) ? log_between(random, 0.01, 10) : 0;
}

rf_settings random_settings(Random& random) {
  rf_settings settings = rf_default_settings();
  settings.time_step = log_between(random, 0.0005, 0.02);
  settings.scheme = static_cast<int32_t>(random.below(RF_SCHEME_COUNT));
  if (chance(random, 0.4)) settings.scheme = RF_SCHEME_IMPLICIT;  // the one of the lanes
  const double model = random.uniform();
  settings.model = model < 0.75   ? RF_MODEL_HARD_CONTACT
                   : model < 0.93 ? RF_MODEL_ROCFALL_RIGID
                                  : RF_MODEL_ROCFALL_LUMPED;
  settings.rocfall_shape = chance(random, 0.5) ? RF_ROCFALL_SPHERE : RF_ROCFALL_HULL;
  settings.soil_law = static_cast<int32_t>(random.below(RF_SOIL_LAW_COUNT));
  if (chance(random, 0.1)) settings.gravity = chance(random, 0.5) ? 0 : 30;
  if (chance(random, 0.3)) settings.stop_speed = 0;
  if (chance(random, 0.3)) settings.solver_tolerance = log_between(random, 1e-13, 1e-6);
  if (chance(random, 0.5)) settings.solver_sweeps = static_cast<int32_t>(log_between(random, 1, 200));
  return settings;
}

// A slope with a random kind of roughness.
std::vector<double> random_heights(Random& random, uint32_t columns, uint32_t rows, double cell) {
  const double slope_x = -std::tan(random.between(0, 1.2)), slope_y = random.between(-0.3, 0.3);
  const double rough = cell * log_between(random, 0.01, 10);
  const uint32_t kind = random.below(6);
  const bool holes = chance(random, 0.3);
  const uint32_t edge = 1 + random.below(columns - 2);
  std::vector<double> heights;
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < columns; ++c) {
      double z = cell * (slope_x * c + slope_y * r);
      if (kind == 0) z += random.between(-rough, rough);
      if (kind == 1 && chance(random, 0.05)) z += random.between(0, 3 * rough);  // spikes
      if (kind == 2 && chance(random, 0.05)) z -= random.between(0, 3 * rough);  // pits
      if (kind == 3) z += rough * std::floor(0.3 * c);                           // steps
      if (kind == 4 && c >= edge) z -= 10 * rough;                               // a cliff
      if (holes && chance(random, 0.02)) z = std::numeric_limits<double>::quiet_NaN();
      heights.push_back(z);
    }
  }
  return heights;
}

void random_motion(Random& random, rf_state& state) {
  const double speed = chance(random, 0.3) ? 100 : 20, angular = chance(random, 0.3) ? 100 : 15;
  random.fill(state.velocity, 3, speed / std::sqrt(3.0));
  random.fill(state.angular_velocity, 3, angular / std::sqrt(3.0));
  if (chance(random, 0.15)) {
    for (double& x : state.velocity) x = 0;
  }
  const double tiny[] = {0, 1e-145, 1e-157, 1e-160, 1e-310};
  if (chance(random, 0.15)) {
    for (double& x : state.angular_velocity) x = tiny[random.below(5)];
  }
  if (chance(random, 0.3)) state.slippage = random.between(0, 3);
  if (chance(random, 0.1)) state.scar_depth = random.between(0, 0.1);
}

}  // namespace

World::World(uint64_t seed) : grid_(rf_default_grid()), scene_(rf_default_scene()) {
  Random random(seed);
  for (int k = 0; k < 2; ++k) {
    rf::Result<rf::Rock> rock = rf::Rock::cook(random_shape(random));
    require(rock.ok(), "a rock was refused");
    rocks_.push_back(std::move(*rock));
  }
  for (const rf::Rock& rock : rocks_) pointers_.push_back(rock.get());
  grid_.columns = 8 + random.below(57);
  grid_.rows = 8 + random.below(57);
  const double size = rocks_[0]->bounding_radius;
  double cell = log_between(random, 0.05, 50);
  // Cells far smaller than the rock have many vertices in it, which is slow; keep most near its size.
  if (cell < 0.1 * size && chance(random, 0.9)) cell = size * log_between(random, 0.1, 10);
  grid_.cell_x = grid_.cell_y = cell;
  heights_ = random_heights(random, grid_.columns, grid_.rows, cell);
  grid_.heights_f64 = heights_.data();
  scene_.settings = random_settings(random);
  grid_.ground = random_ground(random, rocks_[0]->mass, rocks_[0]->inertia[1], scene_.settings.time_step);
  if (grid_.ground.soil_strength > 0) grid_.ground.soil_drag_rotation = random_drag_rotation(seed);
  grid_.ground.restitution_threshold = random_threshold(seed);
  scene_.settings.scar_length = random_scar_length(seed);
  scene_.rocks = pointers_.data();
  scene_.rock_count = static_cast<uint32_t>(pointers_.size());
  require(rf_grid_terrain(&grid_, &scene_.terrain, nullptr) == RF_OK, "a terrain was refused");
  require(rf_scene_check(&scene_, nullptr) == RF_OK, "a scene was refused");
  for (uint32_t i = 0; i < kRocksOfWorld; ++i) {
    rf_state state = rf_default_state();
    state.rock = random.below(2);
    random.orientation(state.orientation);
    const double radius = rocks_[state.rock]->bounding_radius;
    const double clearance = chance(random, 0.2) ? random.between(-radius, 0) : log_between(random, 0.001, 5);
    state.position[0] = cell * random.between(0, grid_.columns - 1.0);
    state.position[1] = cell * random.between(0, grid_.rows - 1.0);
    if (rf_place_above_ground(&scene_, &state, clearance, nullptr) != RF_OK) state.position[2] = 5;
    random_motion(random, state);
    starts_.push_back(state);
  }
}

}  // namespace soak
