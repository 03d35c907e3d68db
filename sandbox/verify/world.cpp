#include "verify/world.h"

#include <new>
#include <string>

#include "error.h"

namespace sandbox::verify {
namespace {

void demand(rf_status status, const rf_error& error) {
  if (status == RF_OK) return;
  throw RunError(std::string("verify: ") + (error.text[0] != '\0' ? error.text : rf_status_text(status)));
}

}  // namespace

void Rock::Free::operator()(void* memory) const { ::operator delete (memory, std::align_val_t{RF_MEMORY_ALIGNMENT}); }

Rock::Rock(const std::vector<double>& points, rf_sizing sizing, double density_or_mass) {
  rf_rock_def def = rf_default_rock_def();
  def.points = points.data();
  def.point_count = static_cast<std::uint32_t>(points.size() / 3);
  def.sizing = sizing;
  if (sizing == RF_SIZE_BY_DENSITY) {
    def.density = density_or_mass;
  } else {
    def.mass = density_or_mass;
  }
  std::size_t bytes = 0;
  rf_error error{};
  demand(rf_rock_memory(&def, &bytes, &error), error);
  memory_.reset(::operator new (bytes, std::align_val_t{RF_MEMORY_ALIGNMENT}));
  demand(rf_cook_rock(&def, memory_.get(), bytes, &rock_, &error), error);
  demand(rf_rock_get(rock_, &properties_), error);
}

std::vector<double> shape_points(rf_shape_kind kind, const Vec& size, std::uint32_t count, std::uint64_t seed) {
  rf_shape_def def = rf_default_shape_def();
  def.kind = kind;
  store(size, def.size);
  def.point_count = count;
  def.seed = seed;
  std::uint32_t needed = 0;
  rf_error error{};
  demand(rf_shape_points(&def, nullptr, 0, &needed, &error), error);
  std::vector<double> points(3 * std::size_t{needed});
  demand(rf_shape_points(&def, points.data(), needed, &needed, &error), error);
  return points;
}

Rock box_of_mass(const Vec& size, double mass) { return Rock(shape_points(RF_SHAPE_BOX, size), RF_SIZE_BY_MASS, mass); }

World::World(const Rock& rock, const Slope& slope, const rf_ground& ground, const rf_settings& settings)
    : rock_(rock), rocks_{rock.get()}, plane_(rf_default_plane()), scene_(rf_default_scene()) {
  frame_ = about({0, 0, 1}, slope.heading) * about({0, 1, 0}, slope.angle);
  downhill_ = turned(frame_, {1, 0, 0});
  normal_ = turned(frame_, {0, 0, 1});
  plane_.height = slope.height;
  plane_.slope_x = -std::tan(slope.angle) * std::cos(slope.heading);
  plane_.slope_y = -std::tan(slope.angle) * std::sin(slope.heading);
  plane_.ground = ground;
  rf_error error{};
  scene_.rock_count = 1;
  scene_.rocks = rocks_;
  scene_.settings = settings;
  demand(rf_plane_terrain(&plane_, &scene_.terrain, &error), error);
  demand(rf_scene_check(&scene_, &error), error);
}

rf_state World::start(const Quaternion& orientation_of_b, double clearance) const {
  rf_state state = rf_default_state();
  store(frame_ * orientation_of_b * load_quaternion(rock_.properties().frame), state.orientation);
  rf_error error{};
  demand(rf_place_above_ground(&scene_, &state, clearance, &error), error);
  return state;
}

void Run::step() {
  report_.contacts = contacts_.data();
  report_.contact_capacity = RF_MAX_CONTACTS;
  demand(rf_step(&scene_, &state_, &report_), rf_error{});
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

const char* scheme_text(rf_scheme scheme) { return rf_scheme_name(scheme); }

}  // namespace sandbox::verify
