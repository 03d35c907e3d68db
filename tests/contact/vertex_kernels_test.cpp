// The loops over vertices compiled for several instruction sets, against the formulas written out.
#include "contact/vertex_kernels.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "contact/detection.h"
#include "contact/directions.h"
#include "contact/kernels.h"
#include "contact/placements.h"
#include "contact/soil_layer.h"
#include "support/scenes.h"
#include "terrain/callback_parts.h"

using namespace rockfall;
using contacts::kernels_here;
using contacts::NamedKernels;
using contacts::placement_near_ground;
using contacts::random_unit;
using namespace support;

namespace vertex_kernels_test {

Rock rock_with_vertices(Random& random, uint32_t most) {
  return shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, 8 + random.below(most - 8), 1 + random.below(1000));
}

// Submerged area, after a check that all instruction sets give the same bits.
double area_of_every_set(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction) {
  const double area = submerged_area(rock, plane, direction, kBaselineKernels);
  for (const NamedKernels& here : kernels_here()) {
    INFO(std::string(here.name));
    CHECK(submerged_area(rock, plane, direction, *here.kernels) == area);
  }
  return area;
}

// The contacts that detection finds on a terrain.
struct Found {
  ContactSet contacts;
  double depth;
  bool in_soil;
  SoilPlane plane;
};

template <class Terrain>
Found find_near(const Terrain& terrain, const rf_rock& rock, const Placement& at, const Velocity& velocity,
                const VertexKernels& kernels) {
  Found found;
  SoilEntry soil(rock, at.rotation, velocity, 0.002, 0.05);
  const GroundBound bound = terrain.bound(footprint(rock, at.position));
  find_vertex_contacts(terrain, rock, at, bound.known ? &bound.plane : nullptr, kernels, found.contacts, soil);
  found.depth = soil.depth();
  found.in_soil = soil.present();
  found.plane = soil.plane(at.position);
  return found;
}

void check_same_found(const Found& a, const Found& b) {
  REQUIRE(a.contacts.count == b.contacts.count);
  CHECK(a.contacts.dropped == b.contacts.dropped);
  CHECK(a.contacts.faulty == b.contacts.faulty);
  for (uint32_t i = 0; i < a.contacts.count; ++i) {
    const Contact &x = a.contacts.items[i], &y = b.contacts.items[i];
    CHECK(x.feature == y.feature);
    CHECK(x.gap == y.gap);
    CHECK(x.arm == y.arm);
    CHECK(x.frame.col(0) == y.frame.col(0));
    CHECK(x.ground.mu_max == y.ground.mu_max);
  }
  REQUIRE(a.in_soil == b.in_soil);
  CHECK(a.depth == b.depth);
  if (!a.in_soil) return;
  CHECK(a.plane.normal == b.plane.normal);
  CHECK(a.plane.clearance == b.plane.clearance);
  CHECK(a.plane.ground.strength == b.plane.ground.strength);
}

}  // namespace vertex_kernels_test

using namespace vertex_kernels_test;

TEST_CASE("the search for vertices on a grid finds bit for bit what the sampled terrain shows") {
  Random random(211);
  int contacts = 0, in_soil = 0;
  for (int i = 0; i < 120; ++i) {
    OnGrid on(rock_with_vertices(random, i % 4 == 0 ? 150 : 40), 9, 7, random.between(0.2, 1.5));
    on.roughen(random, random.between(-1, 1), random.between(-1, 1), random.between(0, 0.8));
    on.grid.ground.soil_strength = i % 2 ? 8e6 : 0.0;
    std::vector<float> heights, field;
    if (i % 5 < 2) {
      for (const double z : on.heights) heights.push_back(static_cast<float>(z));
      if (i % 5 == 1) heights[heights.size() / 2] = std::nanf("");
      on.grid.heights_f32 = heights.data();
      on.grid.heights_f64 = nullptr;
    }
    if (i % 3 == 0) {
      for (uint32_t k = 0; k < on.grid.columns * on.grid.rows; ++k) {
        field.push_back(static_cast<float>(random.between(0.7, 1.2)));
      }
      on.grid.fields[RF_GROUND_MU_MAX] = field.data();
    }
    const CallbackTerrain sampled(on.scene.terrain);
    const GridTerrain grid(on.grid);
    for (int k = 0; k < 5; ++k) {
      const Placement at = placement_near_ground(random, on, 0.02, -0.6, 0.01);
      const Velocity velocity{5 * random_unit(random), 8 * random_unit(random)};
      const Found expected = find_near(sampled, *on.rock, at, velocity, kBaselineKernels);
      contacts += static_cast<int>(expected.contacts.count);
      in_soil += expected.in_soil;
      for (const NamedKernels& here : kernels_here()) {
        INFO(std::string(here.name));
        check_same_found(find_near(grid, *on.rock, at, velocity, *here.kernels), expected);
      }
    }
  }
  CHECK(contacts > 200);
  CHECK(in_soil > 50);
}

TEST_CASE("the search for vertices on stored relief finds bit for bit what the sampled terrain shows") {
  Random random(212);
  int contacts = 0, in_soil = 0, over_stored = 0;
  for (int i = 0; i < 120; ++i) {
    OnGrid on(rock_with_vertices(random, i % 4 == 0 ? 150 : 40), 9, 7, random.between(0.2, 1.5));
    on.grid.ground.soil_strength = i % 2 ? 8e6 : 0.0;
    on.grid.ground.roughness_70 = 0.1;
    on.grid.ground.roughness_20 = i % 3 ? 0.3 : 0.0;
    on.roughen(random, random.between(-1, 1), random.between(-1, 1), random.between(0, 0.5));
    rf_roughness computed = rf_default_roughness();
    computed.base = on.scene.terrain;
    computed.spacing = random.between(0.1, 1);
    computed.column = static_cast<int64_t>(random.below(9)) - 4;
    rf_roughness stored = computed;
    stored.first_column = -20;
    stored.first_row = -17;
    stored.columns = 60;
    stored.rows = 50;
    std::vector<double> heights(60 * 50);
    REQUIRE(rf_roughness_heights(&stored, 0, 50, heights.data(), nullptr) == RF_OK);
    stored.heights = heights.data();
    rf_terrain sampled, kept;
    REQUIRE(rf_rough_terrain(&computed, &sampled, nullptr) == RF_OK);
    REQUIRE(rf_rough_terrain(&stored, &kept, nullptr) == RF_OK);
    for (int k = 0; k < 5; ++k) {
      Placement at = placement_near_ground(random, on, 0.02, -0.6, 0.01);
      at.position[2] += random.between(0, 0.2);
      // Some on a node.
      if (k == 0) at.position[0] = stored.spacing * std::floor(at.position[0] / stored.spacing);
      const Velocity velocity{5 * random_unit(random), 8 * random_unit(random)};
      const Found expected = find_near(CallbackTerrain(sampled), *on.rock, at, velocity, kBaselineKernels);
      contacts += static_cast<int>(expected.contacts.count);
      in_soil += expected.in_soil;
      ReliefView view;
      over_stored += grid_below_stored_relief(kept, at.position.data(), on.rock->bounding_radius, view) != nullptr;
      for (const NamedKernels& here : kernels_here()) {
        INFO(std::string(here.name));
        check_same_found(find_near(CallbackTerrain(kept), *on.rock, at, velocity, *here.kernels), expected);
      }
    }
  }
  CHECK(contacts > 200);
  CHECK(in_soil > 50);
  CHECK(over_stored > 200);
  CHECK(over_stored < 590);
}

TEST_CASE("the submerged area has the same bits in every instruction set and is that of the triangles") {
  Random random(212);
  int partly = 0;
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const Rock rock = rock_with_vertices(random, i % 10 == 0 ? 300 : 60);
    const SoilPlane plane{random_unit(random), random.between(-1, 1), rf_default_ground()};
    const double speed = random.between(0.1, 20);
    const Vec3 direction = random_unit(random);
    const double expected = submerged_area(*rock.get(), plane, direction);
    partly += expected > 0 && std::fabs(plane.clearance) < 0.5;
    const double area = area_of_every_set(*rock.get(), plane, speed * direction) / speed;
    worst = std::fmax(worst, std::fabs(area - expected));
  }
  CHECK(partly > 50);
  CHECK(worst < 1e-14);
}

TEST_CASE(
    "the submerged area of a hull with a vertex on the plane is that of the triangles, in every instruction set") {
  const Rock box = box_rock(2, 3, 4);
  rf_rock_properties p;
  REQUIRE(rf_rock_get(box.get(), &p) == RF_OK);
  for (const double depth : {0.0, 0.1, p.extent[2]}) {
    const SoilPlane plane{Vec3(0, 0, 1), 0.5 * p.extent[2] - depth, rf_default_ground()};
    for (const Vec3& direction : {Vec3(0, 0, -1), Vec3(1, 0, 0), Vec3(0.6, 0, -0.8)}) {
      const double expected = submerged_area(*box.get(), plane, direction);
      CHECK(std::fabs(area_of_every_set(*box.get(), plane, direction) - expected) < 1e-14 * (1 + expected));
    }
  }
}

TEST_CASE("the heights of vertices in flight and those that approach are those of the formula, in every set") {
  Random random(213);
  for (int i = 0; i < 100; ++i) {
    const Rock rock = rock_with_vertices(random, 200);
    const Vec3 up = random_unit(random), change = 0.01 * random_unit(random);
    const HeightCoefficients of = {
        {up[0], up[1], up[2]}, {change[0], change[1], change[2]}, random.between(-0.5, 1), random.between(-0.01, 0.05)};
    const double steps = random.between(0, 64), more = random.between(0, 0.01);
    const VertexArrays vertices(*rock.get());
    for (const NamedKernels& here : kernels_here()) {
      INFO(std::string(here.name));
      for (uint32_t first = 0; first < vertices.count; first += MovingVertices::kMost) {
        MovingVertices moving;
        here.kernels->find_heights(vertices, of, first, moving);
        const uint32_t rest = vertices.count - first;
        REQUIRE(moving.count == (rest < MovingVertices::kMost ? rest : MovingVertices::kMost));
        uint64_t approaching = 0;
        for (uint32_t k = 0; k < moving.count; ++k) {
          const double* const v = rock.get()->vertex(first + k);
          CHECK(moving.height[k] == of.height + (up[0] * v[0] + up[1] * v[1] + up[2] * v[2]));
          CHECK(moving.approach[k] == of.approach + (change[0] * v[0] + change[1] * v[1] + change[2] * v[2]));
          CHECK(moving.height[moving.lowest] <= moving.height[k]);
          const bool clear = moving.height[k] > 0 && moving.height[k] - steps * (moving.approach[k] + more) > 0;
          approaching |= static_cast<uint64_t>(!clear) << k;
        }
        CHECK(here.kernels->find_approaching(moving, steps, more) == approaching);
      }
    }
  }
}
