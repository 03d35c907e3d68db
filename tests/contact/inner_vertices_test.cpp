#include "contact/inner_vertices.h"

#include <doctest/doctest.h>

#include <cmath>
#include <rockfall/rockfall.hpp>
#include <string>
#include <utility>
#include <vector>

#include "contact/kernels.h"
#include "contact/placements.h"
#include "support/scenes.h"

using namespace rockfall;
using contacts::placement_near_ground;
using namespace support;

namespace inner_vertices_test {

// The same by a test of all terrain vertices below the rock.
std::vector<InnerVertex> all_inner_vertices(const GridTerrain& grid, const rf_rock& rock, const Placement& at) {
  std::vector<InnerVertex> found;
  grid.for_each_terrain_vertex(footprint(rock, at.position), 1, [&](double x, double y, double z) {
    InnerVertex vertex = {};
    vertex.place = Vec3(x, y, z);
    HullDepths hull(rock, at.rotation.row(2).transpose());
    if (is_inner_vertex(rock, at, hull, vertex)) found.push_back(vertex);
  });
  return found;
}

void check_same(const std::vector<InnerVertex>& found, const std::vector<InnerVertex>& expected) {
  REQUIRE(found.size() == expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].feature == (RF_TERRAIN_VERTEX_FEATURE | i));
    CHECK(found[i].place == expected[i].place);
    CHECK(found[i].point == expected[i].point);
    CHECK(found[i].depth == expected[i].depth);
    CHECK(found[i].face == expected[i].face);
  }
}

struct InnerVertexSearch {
  std::vector<InnerVertex> vertices;
  bool left_out;
};

// The first terrain vertices inside a hull, over computed and stored relief. Checks that they are the same.
size_t check_same_over(const rf::Relief& computed, const rf::Relief& stored, const rf_rock& rock, const Placement& at,
                       size_t most) {
  InnerVertexSearch found[2];
  for (const bool is_stored : {false, true}) {
    InnerVertexSearch& here = found[is_stored];
    const CallbackTerrain terrain(is_stored ? stored.terrain() : computed.terrain());
    here.left_out = visit_inner_vertices(terrain, rock, at, nullptr, *contacts::kernels_here()[0].kernels,
                                         [&](const InnerVertex& vertex) {
                                           here.vertices.push_back(vertex);
                                           return here.vertices.size() < most;
                                         });
  }
  CHECK(found[1].left_out == found[0].left_out);
  check_same(found[1].vertices, found[0].vertices);
  return found[1].vertices.size();
}

}  // namespace inner_vertices_test

using namespace inner_vertices_test;

TEST_CASE("the terrain vertices inside a hull are those of a look at all, whatever is known of the ground") {
  Random random(31);
  size_t inside = 0;
  for (int i = 0; i < 60; ++i) {
    const double cell = i % 3 == 0 ? random.between(0.3, 1.5) : random.between(0.03, 0.2);
    OnGrid on(shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, 8 + random.below(i % 5 == 0 ? 300 : 40), 1 + random.below(1000)),
              60, 50, cell);
    on.roughen(random, random.between(-1, 1), random.between(-1, 1), random.between(0, 0.8) * cell);
    if (i % 4 == 0) on.at(30, 25) = std::nan("");
    on.renew();
    const GridTerrain grid(on.grid);
    for (int k = 0; k < 20; ++k) {
      const Placement at = placement_near_ground(random, on, 0.05, -0.4, 0.1);
      const GroundBound bound = grid.bound(footprint(*on.rock, at.position));
      const std::vector<InnerVertex> expected = all_inner_vertices(grid, *on.rock, at);
      inside += expected.size();
      for (const contacts::NamedKernels& here : contacts::kernels_here()) {
        INFO(std::string(here.name));
        const rf_upper_plane* const planes[] = {bound.known ? &bound.plane : nullptr, nullptr};
        for (const rf_upper_plane* const plane : planes) {
          std::vector<InnerVertex> found;
          const bool some_left_out =
              visit_inner_vertices(grid, *on.rock, at, plane, *here.kernels, [&](const InnerVertex& vertex) {
                found.push_back(vertex);
                return true;
              });
          CHECK_FALSE(some_left_out);
          check_same(found, expected);
        }
      }
    }
  }
  CHECK(inside > 2000);
}

TEST_CASE("the search for terrain vertices ends with the first one that is enough, on a grid and through callbacks") {
  OnGrid on(box_rock(2, 2, 2), 61, 61, 0.1);
  for (uint32_t k = 20; k < 40; ++k) on.at(k, k) = 0.3;
  on.renew();
  const Placement at{Vec3(3, 3, 1.1), Mat3::Identity()};
  int grid = 0, callbacks = 0;
  visit_inner_vertices(GridTerrain(on.grid), *on.rock, at, nullptr, kBaselineKernels,
                       [&](const InnerVertex&) { return ++grid < 3; });
  visit_inner_vertices(CallbackTerrain(on.scene.terrain), *on.rock, at, nullptr, kBaselineKernels,
                       [&](const InnerVertex&) { return ++callbacks < 3; });
  CHECK(grid == 3);
  CHECK(callbacks == 3);
}

TEST_CASE("no vertex of a rock lies below the floor of its hull, and one lies on it") {
  Random random(32);
  for (int i = 0; i < 200; ++i) {
    const Rock rock = shape_rock(RF_SHAPE_RANDOM, 1, 0.7, 1.3, 8 + random.below(200), 1 + random.below(1000));
    double q[4], position[3];
    random.orientation(q);
    random.fill(position, 3, 2000);
    const Placement at{load3(position), rotation_matrix(load_quat(q))};
    const double slope_x = random.between(-3, 3), slope_y = random.between(-3, 3);
    for (const contacts::NamedKernels& here : contacts::kernels_here()) {
      INFO(std::string(here.name));
      const SlopedPlane floor = hull_floor(*rock.get(), at, slope_x, slope_y, *here.kernels);
      double least = 1e300;
      for (uint32_t v = 0; v < rock.get()->vertex_count; ++v) {
        const Vec3 place = at.position + at.rotation * load3((*rock.get()).vertex(v));
        const double height = floor.height + slope_x * (place[0] - floor.x) + slope_y * (place[1] - floor.y);
        least = std::fmin(least, place[2] - height);
      }
      CHECK(least > 0);
      CHECK(least < 1e-5);
    }
  }
}

TEST_CASE("stored relief has the terrain vertices inside a hull of computed relief") {
  Random random(37);
  size_t inside = 0, few = 0, many = 0;
  for (int i = 0; i < 60; ++i) {
    const double spacing = random.between(0.15, 1.5), radius = random.between(0.4, 3);
    OnGrid on(shape_rock(RF_SHAPE_RANDOM, 2 * radius, 1.4 * radius, 2.6 * radius, 30, 1 + random.below(1000)), 40, 40,
              random.between(0.3, 3));
    on.grid.ground.roughness_70 = 0.3 * spacing;
    on.grid.ground.roughness_20 = on.grid.ground.roughness_10 = spacing;
    on.roughen(random, random.between(-1, 1), random.between(-1, 1), 0.3 * on.grid.cell_x);
    if (i % 4 == 0) on.at(20, 20) = std::nan("");
    on.renew();
    const double width = 39 * on.grid.cell_x;
    const rf::Relief computed = std::move(*rf::Relief::make(on.scene.terrain, spacing, 5));
    rf::Relief stored = std::move(*rf::Relief::make(on.scene.terrain, spacing, 5));
    REQUIRE(stored.store({0.1 * width, 0.1 * width, 1.1 * width, 0.9 * width}, nullptr).ok());
    for (int k = 0; k < 20; ++k) {
      const Placement at = placement_near_ground(random, on, 0.05, -0.4 * radius, 0.3 * spacing);
      inside += check_same_over(computed, stored, *on.rock, at, 12);
      ++(2 * radius < 6 * spacing ? few : many);
    }
  }
  CHECK(inside > 1000);
  CHECK(few > 100);
  CHECK(many > 100);
}

TEST_CASE("stored relief has the terrain vertices of computed relief below a rock next to a fine grid") {
  Random random(38);
  size_t inside = 0;
  for (int i = 0; i < 30; ++i) {
    OnGrid on(shape_rock(RF_SHAPE_ELLIPSOID, 10, 10, 10, 400), 100, 100, 0.1);
    on.grid.ground.roughness_70 = on.grid.ground.roughness_20 = on.grid.ground.roughness_10 = 0.05;
    on.roughen(random, 0, 0, 0.02);
    on.renew();
    const rf::Relief computed = std::move(*rf::Relief::make(on.scene.terrain, 2, 5));
    rf::Relief stored = std::move(*rf::Relief::make(on.scene.terrain, 2, 5));
    REQUIRE(stored.store({-20, -20, 30, 30}, nullptr).ok());
    // Few of the nodes below the rock are nodes of the grid.
    const Placement at{Vec3(random.between(-5, -4.8), random.between(4, 6), random.between(-0.5, 0.5)),
                       Mat3::Identity()};
    inside += check_same_over(computed, stored, *on.rock, at, 1000);
  }
  CHECK(inside > 100);
}
