#include "scenes.h"

#include <cmath>

namespace determinism {
namespace {

constexpr double kSlope40 = 0.8390996311772799;  // tan 40 degrees

// Part of the crater of Maunga Whau, 10 m cells, from south to north (assets/terrain/maunga_whau.asc).
constexpr uint32_t kMountainColumns = 24, kMountainRows = 24;
constexpr uint8_t kMountain[kMountainRows * kMountainColumns] = {
    121, 124, 127, 130, 139, 144, 149, 151, 153, 156, 158, 158, 157, 156, 157, 160, 162, 164, 166, 168, 170, 170, 170,
    172, 119, 122, 125, 128, 134, 140, 144, 147, 148, 149, 152, 152, 152, 153, 154, 157, 161, 163, 165, 167, 168, 170,
    170, 174, 118, 120, 123, 126, 130, 136, 140, 143, 143, 143, 145, 146, 148, 149, 150, 154, 158, 161, 163, 165, 166,
    168, 170, 174, 116, 118, 121, 124, 128, 132, 136, 138, 139, 139, 140, 141, 143, 145, 148, 152, 155, 159, 161, 163,
    164, 166, 169, 173, 114, 117, 119, 122, 126, 129, 131, 133, 135, 136, 137, 138, 139, 142, 145, 149, 153, 156, 158,
    160, 162, 165, 168, 171, 112, 115, 118, 121, 125, 127, 129, 130, 132, 133, 134, 136, 137, 140, 143, 147, 150, 153,
    155, 158, 160, 163, 166, 168, 111, 113, 117, 120, 122, 124, 126, 128, 129, 130, 132, 134, 135, 138, 141, 144, 147,
    149, 152, 155, 158, 159, 160, 161, 111, 114, 117, 119, 120, 122, 124, 125, 128, 129, 130, 132, 133, 136, 138, 140,
    143, 146, 150, 153, 155, 156, 157, 159, 111, 113, 116, 118, 120, 121, 123, 125, 127, 128, 129, 130, 131, 133, 135,
    137, 139, 142, 146, 150, 152, 154, 156, 158, 112, 114, 116, 117, 120, 120, 123, 124, 125, 126, 127, 129, 130, 132,
    135, 137, 139, 142, 145, 148, 151, 153, 156, 158, 112, 114, 116, 117, 119, 120, 122, 123, 124, 126, 127, 128, 130,
    132, 134, 136, 139, 141, 145, 148, 151, 155, 157, 159, 111, 113, 115, 117, 119, 120, 121, 122, 124, 125, 126, 128,
    131, 132, 135, 137, 139, 142, 145, 148, 151, 155, 158, 161, 110, 112, 114, 116, 119, 120, 120, 121, 123, 125, 127,
    130, 132, 134, 135, 138, 140, 143, 146, 148, 151, 155, 159, 161, 110, 111, 113, 116, 118, 120, 120, 121, 123, 125,
    128, 130, 132, 134, 136, 138, 141, 143, 146, 148, 151, 155, 159, 160, 110, 110, 113, 115, 117, 119, 120, 120, 122,
    125, 128, 130, 132, 134, 136, 139, 141, 143, 144, 147, 149, 152, 156, 158, 109, 110, 111, 113, 115, 117, 119, 120,
    122, 124, 126, 129, 131, 134, 137, 140, 142, 143, 145, 146, 148, 150, 153, 155, 108, 109, 110, 112, 113, 115, 117,
    118, 120, 122, 125, 128, 132, 135, 138, 141, 142, 144, 145, 146, 147, 149, 150, 151, 108, 108, 109, 110, 111, 113,
    115, 116, 118, 121, 125, 129, 132, 136, 139, 140, 141, 142, 144, 145, 146, 147, 148, 149, 107, 107, 108, 109, 110,
    110, 111, 115, 117, 120, 125, 129, 133, 137, 140, 140, 140, 141, 142, 143, 145, 145, 146, 147, 108, 106, 107, 108,
    110, 110, 110, 111, 118, 120, 123, 130, 134, 138, 140, 140, 140, 140, 141, 142, 143, 143, 144, 144, 107, 105, 106,
    107, 109, 110, 110, 110, 115, 120, 126, 132, 136, 140, 140, 140, 140, 140, 140, 141, 142, 141, 141, 142, 106, 105,
    105, 106, 108, 110, 110, 110, 117, 120, 128, 133, 137, 140, 140, 140, 140, 140, 140, 140, 140, 140, 140, 141, 105,
    105, 105, 106, 107, 109, 110, 110, 118, 121, 129, 133, 137, 140, 140, 140, 140, 140, 140, 139, 139, 139, 140, 140,
    104, 104, 103, 105, 106, 108, 110, 110, 118, 122, 130, 134, 137, 140, 140, 140, 140, 140, 140, 138, 137, 138, 138,
    138,
};

rf_ground preset(const char* name) { return rf_ground_preset_find(name)->ground; }

void set(double* vector, double x, double y, double z) {
  vector[0] = x;
  vector[1] = y;
  vector[2] = z;
}

// Dzhanibekov effect: slightly disturbed rotation about the intermediate axis.
void free_rotation(World& world, int32_t scheme) {
  const uint32_t box = world.add_box(3, 2, 1);
  world.use_plane(0, rf_default_ground());
  world.scene.settings.scheme = scheme;
  world.scene.settings.gravity = 0;
  world.scene.settings.time_step = 0.01;
  set(world.drop(box, 0, 0, 1000).angular_velocity, 1e-3, 10, 1e-3);
  set(world.drop(box, 0, 0, 1000).angular_velocity, 3, -2, 0.5);
}

void drop_all(World& world, double x, double spacing) {
  for (uint32_t i = 0; i < 2 * world.scene.rock_count; ++i) {
    rf_state& state = world.drop(i % world.scene.rock_count, x, 4 + spacing * i, 0.5 + 0.25 * i);
    set(state.velocity, 1 + i, 0.5 * i - 1, 0);
    set(state.angular_velocity, 0.5 * i, 2, -1);
  }
}

void add_shapes(World& world) {
  world.add_box(1.2, 0.8, 0.6);
  world.add_octahedron();
  world.add_icosahedron(1.0, 0.9, 0.5);
}

void ramp(World& world, int32_t scheme) {
  add_shapes(world);
  world.use_slope(40, 20, 2, kSlope40, 0.2, preset("ramms_medium"));
  world.scene.settings.scheme = scheme;
  drop_all(world, 4, 5);
}

// The RocFall3 models; the rigid body as a sphere and with its hull.
void legacy(World& world, int32_t model, int32_t shape) {
  ramp(world, RF_SCHEME_IMPLICIT);
  world.scene.settings.model = model;
  world.scene.settings.rocfall_shape = shape;
}

void mountain(World& world) {
  add_shapes(world);
  world.grid.columns = kMountainColumns;
  world.grid.rows = kMountainRows;
  world.grid.cell_x = world.grid.cell_y = 10;
  world.grid.ground = preset("ramms_hard");
  world.heights.assign(kMountain, kMountain + kMountainRows * kMountainColumns);
  world.use_grid();
  for (uint32_t i = 0; i < 6; ++i) {
    set(world.drop(i % 3, 205 - 5.0 * i, 60 + 20.0 * i, 2).velocity, -15, 2.0 * i - 5, 2);
  }
}

// Soft ground with a drag layer and with fields of ground parameters.
void scarring(World& world) {
  add_shapes(world);
  rf_ground ground = preset("ramms_soft");
  ground.layer_drag = 200;
  ground.layer_drag_rotation = 20;
  ground.layer_height = 1.5;
  world.use_slope(40, 20, 2, 0.6, 0.1, ground);
  for (uint32_t i = 0; i < 40 * 20; ++i) {
    double u[2];
    rf_random_pair(13, i, 0, u);
    world.fields[RF_GROUND_KAPPA].push_back(static_cast<float>(1 + u[0]));
    world.fields[RF_GROUND_MU_MAX].push_back(static_cast<float>(1 + u[1]));
  }
  world.use_grid();
  drop_all(world, 4, 5);
}

void restitution(World& world) {
  add_shapes(world);
  rf_ground ground = rf_default_ground();
  ground.restitution_normal = 0.4;
  ground.restitution_tangential = 0.2;
  world.use_slope(40, 20, 2, 0.5, 0.1, ground);
  drop_all(world, 4, 5);
}

void restitution_threshold(World& world) {
  add_shapes(world);
  rf_ground ground = rf_default_ground();
  ground.restitution_normal = 0.4;
  ground.restitution_threshold = 1.5;
  ground.rolling_resistance = 0.05;
  world.use_slope(40, 20, 2, 0.5, 0.1, ground);
  drop_all(world, 4, 5);
}

// Rocks at rest on a face that never stop: several contacts at every step.
void resting(World& world) {
  const uint32_t box = world.add_box(1, 1, 1), disc = world.add_disc(1, 0.3, 12);
  world.use_plane(0.25, preset("ramms_extra_hard"));
  world.scene.settings.stop_speed = 0;
  for (const uint32_t shape : {box, disc}) {
    rf_state& state = world.drop(shape, 3.0 * shape, 0, 0.01);
    state.orientation[0] = 0.9925461516413221;  // rotation about y, parallel to the slope
    state.orientation[1] = state.orientation[3] = 0;
    state.orientation[2] = 0.12186934340514749;
    rf_error error = {};
    require(rf_place_above_ground(&world.scene, &state, 0.001, &error), error, "rf_place_above_ground");
  }
}

// Cells much smaller than the rock: terrain vertices touch faces and edges of the rock.
void fine_terrain(World& world) {
  const uint32_t big = world.add_icosahedron(2.4, 2, 1.6), box = world.add_box(2, 2, 1);
  world.use_slope(240, 120, 0.1, 0.7, 0.04, preset("ramms_medium_hard"));
  for (uint32_t i = 0; i < 3; ++i) set(world.drop(i % 2 ? box : big, 3, 3 + 3.0 * i, 0.5).velocity, 2, 0, 0);
}

void wheel(World& world) {
  const uint32_t disc = world.add_disc(1, 0.2, 24);
  world.use_plane(-0.2, preset("ramms_hard"));
  rf_state& state = world.drop(disc, 0, 0, 0.05);
  state.orientation[0] = state.orientation[1] = 0.7071067811865476;
  state.orientation[2] = state.orientation[3] = 0;
  rf_error error = {};
  require(rf_place_above_ground(&world.scene, &state, 0.01, &error), error, "rf_place_above_ground");
  set(state.velocity, 4, 0, 0);
  set(state.angular_velocity, 0, 0, -8);
}

// A bowl with a hole, as callbacks of the host.
void bowl(void*, const double* xy, uint32_t count, rf_terrain_sample* out) {
  for (uint32_t i = 0; i < count; ++i) {
    const double x = xy[2 * i], y = xy[2 * i + 1];
    out[i].exists = !(x > 6 && x < 7 && y > -1 && y < 1);
    out[i].height = 0.02 * (x * x + y * y);
    const double nx = -0.04 * x, ny = -0.04 * y;
    const double scale = 1 / std::sqrt(1 + nx * nx + ny * ny);
    set(out[i].normal, nx * scale, ny * scale, scale);
    out[i].ground = rf_ground_preset_find("ramms_medium_hard")->ground;
  }
}

void callbacks(World& world) {
  add_shapes(world);
  world.scene.terrain = rf_default_terrain();
  world.scene.terrain.sample = bowl;
  world.scene.terrain.layer_height_max = world.scene.terrain.contact_drag_height_max = 0;
  world.scene.terrain.identity = 0xB0B1;
  for (uint32_t i = 0; i < 6; ++i) set(world.drop(i % 3, 10, 3.0 * i - 8, 1).velocity, -4, 0.25 * i, 0);
}

// Random relief over a slope whose obstacle heights differ from place to place.
void relief(World& world) {
  add_shapes(world);
  rf_ground ground = preset("ramms_medium_hard");
  ground.roughness_70 = 0.1;
  ground.roughness_20 = 0.2;
  world.use_slope(40, 20, 2, kSlope40, 0.1, ground);
  for (uint32_t i = 0; i < 40 * 20; ++i) {
    double u[2];
    rf_random_pair(17, i, 0, u);
    world.fields[RF_GROUND_ROUGHNESS_10].push_back(static_cast<float>(0.6 * u[0]));
  }
  world.use_grid();
  world.add_relief(0.8);
  drop_all(world, 4, 5);
}

// Random starts over an area.
void release(World& world) {
  add_shapes(world);
  world.use_slope(40, 20, 2, 0.7, 0.2, preset("ramms_extra_hard"));
  const double corners[8] = {4, 4, 20, 5, 15, 30, 6, 28};
  rf_release release = rf_default_release();
  release.kind = RF_RELEASE_AREA;
  release.points = corners;
  release.point_count = 4;
  release.rock_count = 3;
  release.height_max = 3;
  for (uint32_t i = 0; i < 8; ++i) {
    rf_state state;
    rf_error error = {};
    require(rf_release_state(&world.scene, &release, i, &state, &error), error, "rf_release_state");
    world.states.push_back(state);
  }
}

// A soil layer with rolling friction, of a strength that varies over the slope, by every soil law.
void soil(World& world, int32_t law, double drag_rotation) {
  add_shapes(world);
  rf_ground ground = preset("medium_soft");
  ground.rolling_resistance = 0.1;
  ground.soil_strength = 12e6;
  ground.soil_drag = 2.5;
  ground.soil_drag_rotation = drag_rotation;
  ground.restitution_normal = 0;
  world.use_slope(40, 20, 2, 0.6, 0.1, ground);
  for (uint32_t i = 0; i < 40 * 20; ++i) {
    double u[2];
    rf_random_pair(19, i, 0, u);
    world.fields[RF_GROUND_SOIL_STRENGTH].push_back(static_cast<float>(2e6 + 2e7 * u[0]));
  }
  world.use_grid();
  world.scene.settings.soil_law = law;
  drop_all(world, 4, 5);
}

}  // namespace

std::vector<Scene> scenes() {
  std::vector<Scene> list;
  for (int32_t scheme = 0; scheme < RF_SCHEME_COUNT; ++scheme) {
    const std::string name = rf_scheme_name(scheme);
    list.push_back({"free_rotation_" + name, 1000, [scheme](World& world) { free_rotation(world, scheme); }});
    list.push_back({"ramp_" + name, 1500, [scheme](World& world) { ramp(world, scheme); }});
  }
  for (int32_t model = RF_MODEL_HARD_CONTACT + 1; model < RF_MODEL_COUNT; ++model) {
    const std::string name = rf_model_name(model);
    list.push_back({name, 1500, [model](World& world) { legacy(world, model, RF_ROCFALL_SPHERE); }});
    if (model != RF_MODEL_ROCFALL_RIGID) continue;
    list.push_back({name + "_hull", 1500, [model](World& world) { legacy(world, model, RF_ROCFALL_HULL); }});
  }
  list.push_back({"mountain", 1500, mountain});
  list.push_back({"scarring", 1500, scarring});
  list.push_back({"restitution", 1500, restitution});
  list.push_back({"restitution_threshold", 1500, restitution_threshold});
  list.push_back({"resting", 600, resting});
  list.push_back({"fine_terrain", 600, fine_terrain});
  list.push_back({"wheel", 1000, wheel});
  list.push_back({"callbacks", 1500, callbacks});
  list.push_back({"release", 1000, release});
  list.push_back({"relief", 1500, relief});
  for (int32_t law = 0; law < RF_SOIL_LAW_COUNT; ++law) {
    list.push_back({std::string("soil_") + rf_soil_law_name(law), 1500, [law](World& world) { soil(world, law, 0); }});
  }
  list.push_back({"soil_drag_of_rotation", 1500, [](World& world) { soil(world, RF_SOIL_DRAG_AT_S, 2.5); }});
  return list;
}

}  // namespace determinism
