#include "verify/world.h"

#include <string>
#include <utility>

#include "common/error.h"

namespace sandbox::verify {
namespace {

rf::Rock cook(const std::vector<double>& points, rf_sizing sizing, double density_or_mass) {
  rf_rock_def def = rf::rock_def(points);
  def.sizing = sizing;
  (sizing == RF_SIZE_BY_DENSITY ? def.density : def.mass) = density_or_mass;
  rf::Result<rf::Rock> rock = rf::Rock::cook(def);
  demand(rock.status());
  return std::move(*rock);
}

}  // namespace

void demand(const rf::Status& status) {
  if (!status.ok()) throw RunError(std::string("verify: ") + status.text());
}

void place_above_ground(const rf_scene& scene, rf_state& state, double clearance) {
  rf_error error{};
  demand(rf::Status(rf_place_above_ground(&scene, &state, clearance, &error), error));
}

Rock::Rock(const std::vector<double>& points, rf_sizing sizing, double density_or_mass)
    : rock_(cook(points, sizing, density_or_mass)) {}

std::vector<double> shape_points(rf_shape_kind kind, const Vec& size, std::uint32_t count, std::uint64_t seed) {
  rf_shape_def def = rf_default_shape_def();
  def.kind = kind;
  store(size, def.size);
  def.point_count = count;
  def.seed = seed;
  rf::Result<std::vector<double>> points = rf::shape_points(def);
  demand(points.status());
  return std::move(*points);
}

Rock box_of_mass(const Vec& size, double mass) { return Rock(shape_points(RF_SHAPE_BOX, size), RF_SIZE_BY_MASS, mass); }

World::World(const Rock& rock, const Slope& slope, const rf_ground& ground, const rf_settings& settings) : rock_(rock) {
  frame_ = about({0, 0, 1}, slope.heading) * about({0, 1, 0}, slope.angle);
  downhill_ = turned(frame_, {1, 0, 0});
  normal_ = turned(frame_, {0, 0, 1});
  rf_plane plane = rf_default_plane();
  plane.height = slope.height;
  plane.slope_x = -std::tan(slope.angle) * std::cos(slope.heading);
  plane.slope_y = -std::tan(slope.angle) * std::sin(slope.heading);
  plane.ground = ground;
  rf::Result<rf::Scene> made =
      rf::SceneBuilder().borrow(*rock.get()).terrain(rf::PlaneTerrain::make(plane)).settings(settings).build();
  demand(made.status());
  scene_ = std::move(*made);
}

rf_state World::start(const Quaternion& orientation_of_b, double clearance) const {
  rf_state state = rf_default_state();
  store(frame_ * orientation_of_b * load_quaternion(rock_.properties().frame), state.orientation);
  place_above_ground(scene(), state, clearance);
  return state;
}

void Run::step() {
  report_.contacts = contacts_.data();
  report_.contact_capacity = RF_MAX_CONTACTS;
  demand(rf::Status(rf_step(&scene_, &state_, &report_)));
}

double Run::normal_percussion() const {
  double sum = 0;
  for (std::size_t i = 0; i < report_.contact_count; ++i) sum += contacts_[i].percussion[0];
  return sum;
}

rf_settings endless(rf_scheme scheme, double time_step, double gravity) {
  rf_settings settings = rf_default_settings();
  settings.scheme = scheme;
  settings.time_step = time_step;
  settings.gravity = gravity;
  settings.stop_speed = 0;
  return settings;
}

rf_ground coulomb(double friction) {
  rf_ground ground = rf_default_ground();
  ground.mu_min = ground.mu_max = friction;
  return ground;
}

rf_ground lu_ground(double strength, double drag) {
  rf_ground ground = rf_default_ground();
  ground.mu_min = 0.55;
  ground.mu_max = 2;
  ground.beta = 185;
  ground.kappa = 3;
  ground.soil_strength = strength;
  ground.soil_drag = drag;
  ground.soil_density = 1700;
  return ground;
}

const char* scheme_text(rf_scheme scheme) { return rf_scheme_name(scheme); }

}  // namespace sandbox::verify
