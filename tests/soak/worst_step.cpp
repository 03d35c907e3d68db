// rockfall_worst_step: searches hostile worlds with large rocks on small cells for the slowest single step of each
// model. Prints a table; with --limit MS exits with 1 if a step takes longer.
#include <rockfall/step.h>
#include <rockfall/terrain_formats.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <rockfall/rockfall.hpp>
#include <string>
#include <vector>

#include "support/random.h"

namespace {

using support::Random;

struct Kind {
  const char* name;
  int32_t model, shape, scheme;
  uint32_t rocks = 1;  // more than two are stepped in lanes
};

constexpr Kind kKinds[] = {
    {"hard contact, implicit", RF_MODEL_HARD_CONTACT, 0, RF_SCHEME_IMPLICIT},
    {"hard contact, explicit", RF_MODEL_HARD_CONTACT, 0, RF_SCHEME_EXPLICIT},
    {"hard contact, director", RF_MODEL_HARD_CONTACT, 0, RF_SCHEME_DIRECTOR},
    {"hard contact, exact", RF_MODEL_HARD_CONTACT, 0, RF_SCHEME_EXACT},
    {"implicit, rf_step_many", RF_MODEL_HARD_CONTACT, 0, RF_SCHEME_IMPLICIT, 4},
    {"rocfall_rigid, sphere", RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_SPHERE, 0},
    {"rocfall_rigid, hull", RF_MODEL_ROCFALL_RIGID, RF_ROCFALL_HULL, 0},
    {"rocfall_lumped", RF_MODEL_ROCFALL_LUMPED, 0, 0},
};

// Cells of the terrain, on 24 m or 20 m.
struct Cells {
  uint32_t nodes;
  double size;

  double length() const { return size * (nodes - 1); }
};
constexpr Cells kCells[] = {{480, 0.05}, {1000, 0.02}};

// The slowest step of a kind.
struct Worst {
  double seconds = 0;
  uint64_t world = 0, steps = 0, limited = 0;
  uint32_t vertices = 0;
  rf_state state;
};

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "rockfall_worst_step: %s\n", what);
  std::exit(2);
}

rf_shape_def random_shape(Random& random) {
  rf_shape_def def = rf_default_shape_def();
  const uint32_t kinds[] = {RF_SHAPE_BOX, RF_SHAPE_DISC, RF_SHAPE_ELLIPSOID, RF_SHAPE_RANDOM};
  def.kind = static_cast<int32_t>(kinds[random.below(4)]);
  const uint32_t counts[] = {32, 100, 400, 1000};
  def.point_count = counts[random.below(4)];
  def.seed = random.bits();
  const double size = random.below(4) == 0 ? random.between(1, 10) : 10;
  def.size[0] = size;
  def.size[1] = size * random.between(0.5, 1);
  def.size[2] = size * random.between(0.2, 1);
  if (def.kind == RF_SHAPE_DISC) def.size[1] = def.size[0];
  return def;
}

std::vector<double> random_heights(const Cells& cells, Random& random) {
  const double slope = -std::tan(random.between(0, 1.0)), rough = cells.size * std::pow(10.0, random.between(-2, 1.5));
  const uint32_t kind = random.below(5);
  std::vector<double> heights;
  for (uint32_t r = 0; r < cells.nodes; ++r) {
    for (uint32_t c = 0; c < cells.nodes; ++c) {
      double z = cells.size * slope * c;
      if (kind == 0) z += random.between(-rough, rough);
      if (kind == 1) z += (r + c) % 2 == 0 ? rough : 0;                               // a spike on every other node
      if (kind == 2) z += random.below(20) == 0 ? random.between(0, 30 * rough) : 0;  // few and high
      if (kind == 3) z += rough * std::floor(0.3 * c);                                // steps
      if (kind == 4)
        z += 4 * std::sin(cells.size * c) * std::cos(cells.size * r) + random.between(-0.1, 0.1) * rough;  // bowls
      heights.push_back(z);
    }
  }
  return heights;
}

rf_ground random_ground(Random& random) {
  rf_ground ground = rf_default_ground();
  ground.mu_min = random.between(0, 1);
  ground.mu_max = ground.mu_min + random.between(0, 1);
  ground.restitution_normal = random.below(2) == 0 ? 0 : random.uniform();
  if (random.below(4) == 0) ground.soil_strength = 1e6, ground.soil_drag = 1, ground.soil_density = 1700;
  if (random.below(4) == 0) ground.rolling_resistance = 0.05;
  ground.rocfall_restitution_normal = random.uniform();
  ground.rocfall_restitution_tangential = random.uniform();
  ground.rocfall_friction = random.between(0, 2);
  ground.rocfall_rolling_friction = random.between(0, 0.5);
  ground.rocfall_bounce_speed = random.below(2) == 0 ? 0 : 0.1;
  return ground;
}

// The same heights as a grid or as a height field, without relief or below one of a fine lattice, and with bounds from
// samples around all of it.
class Terrains {
 public:
  rf_grid grid = rf_default_grid();
  rf_height_field field = rf_default_height_field();
  rf_roughness roughness = rf_default_roughness();

  // Let the ground of the grid differ from node to node; that of every other strip has no soil.
  void add_fields() {
    const size_t nodes = static_cast<size_t>(grid.columns) * grid.rows;
    for (int k = 0; k < RF_GROUND_FIELD_COUNT; ++k) {
      const double value = (&grid.ground.mu_min)[k];
      if (value == 0 || k == RF_GROUND_MU_MAX) continue;
      fields_[k].resize(nodes);
      for (size_t i = 0; i < nodes; ++i) {
        const bool without = k == RF_GROUND_SOIL_STRENGTH && i % grid.columns / 8 % 2 == 0;
        fields_[k][i] = without ? 0.0f : static_cast<float>(value * (1 - 0.01 * static_cast<double>(7 * i % 11)));
      }
      grid.fields[k] = fields_[k].data();
    }
  }

  // @param coarse  cells along each side of the bounds; 0: without bounds
  rf_terrain make(bool is_field, bool relief, uint32_t coarse) {
    rf_terrain terrain;
    require((is_field ? rf_height_field_terrain(&field, &terrain, nullptr)
                      : rf_grid_terrain(&grid, &terrain, nullptr)) == RF_OK,
            "a terrain was refused");
    if (relief) {
      roughness.base = terrain;
      require(rf_rough_terrain(&roughness, &terrain, nullptr) == RF_OK, "relief was refused");
    }
    return coarse > 0 ? bound(terrain, coarse) : terrain;
  }

 private:
  rf_terrain bound(const rf_terrain& base, uint32_t side) {
    highest_.resize(static_cast<size_t>(side) * side);
    bounds_ = rf_default_terrain_bounds();
    bounds_.base = base;
    bounds_.area = {0, 0, (grid.columns - 1) * grid.cell_x, (grid.rows - 1) * grid.cell_y};
    bounds_.samples = 3;
    bounds_.columns = bounds_.rows = side;
    bounds_.highest = highest_.data();
    rf_terrain terrain;
    require(rf_bounded_terrain(&bounds_, &terrain, nullptr) == RF_OK, "bounds were refused");
    return terrain;
  }

  rf_terrain_bounds bounds_ = rf_default_terrain_bounds();
  std::vector<float> highest_;
  std::vector<float> fields_[RF_GROUND_FIELD_COUNT];
};

// Of the step of one rock; many equal rocks are stepped in one call.
double seconds_of(const rf_scene& scene, uint32_t rocks, rf_state& state, rf_step_report* report) {
  std::vector<rf_state> many(rocks, state);
  const auto begin = std::chrono::steady_clock::now();
  const rf_status status =
      rocks == 1 ? rf_step(&scene, &state, report) : rf_step_many(&scene, many.data(), rocks, 1, nullptr, nullptr);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  require(status == RF_OK, "a step was refused");
  if (rocks > 1) state = many[0];
  return seconds / rocks;
}

// The least of four times: other programs make a step seem slower.
double repeated(const rf_scene& scene, uint32_t rocks, const rf_state& before, double first) {
  for (int i = 0; i < 3; ++i) {
    rf_state again = before;
    first = std::min(first, seconds_of(scene, rocks, again, nullptr));
  }
  return first;
}

void run_world(uint64_t seed, uint32_t steps, Worst worst[]) {
  Random random(seed);
  rf::Result<rf::Rock> rock = rf::Rock::cook(random_shape(random));
  require(rock.ok(), "a rock was refused");
  const rf_rock* const rocks[] = {rock->get()};
  const Cells cells = kCells[random.below(4) == 0];
  const std::vector<double> heights = random_heights(cells, random);
  Terrains terrains;
  rf_grid& grid = terrains.grid;
  rf_height_field& field = terrains.field;
  grid.columns = grid.rows = field.columns = field.rows = cells.nodes;
  grid.cell_x = grid.cell_y = field.cell_x = field.cell_y = cells.size;
  grid.heights_f64 = heights.data();
  field.heights = heights.data();
  field.format = RF_HEIGHT_FLOAT64;
  grid.ground = field.ground = random_ground(random);
  rf_scene scene = rf_default_scene();
  scene.rocks = rocks;
  scene.rock_count = 1;
  scene.settings.time_step = random.below(2) == 0 ? 0.002 : 0.02;
  rf_state start = rf_default_state();
  random.orientation(start.orientation);
  start.position[0] = start.position[1] = 0.5 * cells.length();
  const double speed = random.below(2) == 0 ? 5 : 60, angular = random.below(2) == 0 ? 2 : 50;
  random.fill(start.velocity, 3, speed);
  random.fill(start.angular_velocity, 3, angular);
  const double clearance = random.below(3) == 0 ? random.between(-5, 0) : random.between(0, 0.1);
  const bool is_field = random.below(2) == 0, relief = random.below(2) == 0;
  const uint32_t sides[] = {0, 0, 30, 400}, coarse = sides[random.below(4)];
  terrains.roughness.spacing = random.below(2) == 0 ? cells.size : 1;
  if (relief) grid.ground.roughness_10 = field.ground.roughness_10 = random.between(0, 0.5);
  if (random.below(2) == 0) terrains.add_fields();
  scene.terrain = terrains.make(is_field, relief, coarse);
  for (size_t k = 0; k < std::size(kKinds); ++k) {
    const Kind& kind = kKinds[k];
    scene.settings.model = kind.model;
    scene.settings.rocfall_shape = kind.shape;
    scene.settings.scheme = kind.scheme;
    rf_state state = start;
    if (rf_place_above_ground(&scene, &state, clearance, nullptr) != RF_OK) continue;
    for (uint32_t i = 0; i < steps && state.end == RF_MOVING; ++i) {
      const rf_state before = state;
      rf_step_report report = {};
      const double first = seconds_of(scene, kind.rocks, state, &report);
      worst[k].steps += kind.rocks;
      worst[k].limited += report.work_limited != 0;
      if (first <= worst[k].seconds) continue;
      const double seconds = repeated(scene, kind.rocks, before, first);
      if (seconds > worst[k].seconds) {
        worst[k].seconds = seconds;
        worst[k].world = seed;
        worst[k].vertices = (*rock)->vertex_count;
        worst[k].state = before;
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t worlds = 40, first = 1;
  uint32_t steps = 60;
  double limit = 0;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    char* end = nullptr;
    const double value = i + 1 < argc ? std::strtod(argv[i + 1], &end) : -1;
    bool good = end != nullptr && end != argv[i + 1] && *end == '\0' && value >= 0 && value <= 1e15;
    if (name == "--worlds") {
      worlds = static_cast<uint64_t>(value);
    } else if (name == "--first") {
      first = static_cast<uint64_t>(value);
    } else if (name == "--steps") {
      good = good && value <= 1e9;
      steps = good ? static_cast<uint32_t>(value) : 0;
    } else if (name == "--limit") {
      limit = value;
    } else {
      good = false;
    }
    if (good) continue;
    std::fprintf(stderr, "usage: rockfall_worst_step [--worlds N] [--first N] [--steps N] [--limit MS]\n");
    return 2;
  }
  Worst worst[std::size(kKinds)];
  for (uint64_t i = 0; i < worlds; ++i) run_world(first + i, steps, worst);
  std::printf("%-24s %10s %10s %12s %10s %8s\n", "model", "steps", "limited", "worst, ms", "world", "vertices");
  bool failed = false;
  for (size_t k = 0; k < std::size(kKinds); ++k) {
    std::printf("%-24s %10" PRIu64 " %10" PRIu64 " %12.3f %10" PRIu64 " %8u\n", kKinds[k].name, worst[k].steps,
                worst[k].limited, 1e3 * worst[k].seconds, worst[k].world, worst[k].vertices);
    failed = failed || (limit > 0 && 1e3 * worst[k].seconds > limit);
  }
  return failed ? 1 : 0;
}
