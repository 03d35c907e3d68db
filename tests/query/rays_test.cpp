#include <doctest/doctest.h>
#include <rockfall/queries.h>

#include <cmath>
#include <vector>

#include "query/worlds.h"
#include "support/random.h"
#include "support/refusal.h"
#include "support/rocks.h"
#include "support/scenes.h"

using namespace support;
using queries::callbacks_over;
using queries::ray_between;

namespace {

// Rays from points over the grid to points below it, some of them almost flat or vertical.
std::vector<rf_ray> rays_over(Random& random, double extent, int count) {
  std::vector<rf_ray> rays;
  for (int i = 0; i < count; ++i) {
    double from[3] = {random.between(-2, extent + 2), random.between(-2, extent + 2), random.between(1, 12)};
    double to[3] = {random.between(-2, extent + 2), random.between(-2, extent + 2), random.between(-8, 3)};
    if (i % 7 == 0) to[0] = from[0], to[1] = from[1];
    if (i % 11 == 0) to[1] = from[1];
    if (from[2] == to[2]) to[2] -= 1;
    rays.push_back(ray_between(from, to));
  }
  return rays;
}

double gap_at(const rf_terrain& terrain, const rf_ray& ray, double distance, bool& exists) {
  double p[3], square = 0;
  for (double d : ray.direction) square += d * d;
  for (int k = 0; k < 3; ++k) p[k] = ray.origin[k] + distance * ray.direction[k] / std::sqrt(square);
  rf_terrain_sample sample;
  REQUIRE(rf_terrain_at(&terrain, p[0], p[1], &sample) == RF_OK);
  exists = sample.exists != 0;
  return exists ? p[2] - sample.height : 0;
}

// First change of sign along the ray, by small steps; negative if there is none.
double marched(const rf_terrain& terrain, const rf_ray& ray, int steps) {
  bool before_exists, exists;
  double before = gap_at(terrain, ray, 0, before_exists);
  for (int i = 1; i <= steps; ++i) {
    const double distance = ray.length * i / steps, gap = gap_at(terrain, ray, distance, exists);
    if (before_exists && exists && (before > 0) != (gap > 0)) return distance;
    before = gap;
    before_exists = exists;
  }
  return -1;
}

}  // namespace

TEST_CASE("rays hit a grid where small steps along them first change sides of the ground") {
  Random random(3);
  OnGrid world(box_rock(1, 1, 1), 21, 21, 1.0);
  world.roughen(random, -0.2, 0.1, 0.8);
  world.at(9, 12) = kNaN;  // a hole
  world.renew();
  const std::vector<rf_ray> rays = rays_over(random, 20, 400);
  std::vector<rf_ray_hit> hits(rays.size());
  const uint32_t count = static_cast<uint32_t>(rays.size());
  REQUIRE(rf_cast_rays_on_terrain(&world.scene.terrain, rays.data(), count, hits.data(), nullptr) == RF_OK);
  constexpr int kSteps = 4000;
  int found = 0;
  for (size_t i = 0; i < rays.size(); ++i) {
    CAPTURE(i);
    const double expected = marched(world.scene.terrain, rays[i], kSteps);
    if (hits[i].hit == RF_HIT_NONE) {
      CHECK(expected < 0);
      CHECK(hits[i].distance == rays[i].length);
      continue;
    }
    ++found;
    bool exists;
    CHECK(std::fabs(gap_at(world.scene.terrain, rays[i], hits[i].distance, exists)) < 1e-9);
    // Small steps may miss a touch that is shorter than they are, but not find an earlier one.
    if (expected >= 0) CHECK(hits[i].distance <= expected + 1e-9);
    if (expected >= 0 && hits[i].distance < expected - 2 * rays[i].length / kSteps) {
      const double middle = 0.5 * (hits[i].distance + expected);
      CHECK(std::fabs(gap_at(world.scene.terrain, rays[i], middle, exists)) < 0.05);
    }
    rf_terrain_sample sample;
    REQUIRE(rf_terrain_at(&world.scene.terrain, hits[i].point[0], hits[i].point[1], &sample) == RF_OK);
    if (sample.exists && std::fabs(hits[i].point[0] - std::round(hits[i].point[0])) > 1e-6 &&
        std::fabs(hits[i].point[1] - std::round(hits[i].point[1])) > 1e-6) {
      for (int k = 0; k < 3; ++k) CHECK(std::fabs(hits[i].normal[k] - sample.normal[k]) < 1e-9);
    }
  }
  CHECK(found > 200);
}

TEST_CASE("no ray passes through the ground at the edges and nodes of a grid, far from the origin, too") {
  Random random(15);
  for (const double far : {0.0, 1e4, 1e5, 1e6}) {
    CAPTURE(far);
    OnGrid world(box_rock(1, 1, 1), 101, 101, 0.5);
    world.grid.x0 = world.grid.y0 = far;
    for (uint32_t row = 0; row < 101; ++row) {
      for (uint32_t column = 0; column < 101; ++column) world.at(column, row) = 1500 - 0.25 * column - 0.125 * row;
    }
    world.renew();
    int missed = 0;
    for (int i = 0; i < 20000; ++i) {
      const uint32_t column = 20 + random.below(60), row = 20 + random.below(60);
      const double to[3] = {far + 0.5 * column, far + 0.5 * row, world.at(column, row)},
                   back[3] = {random.between(-1, 1), random.between(-1, 1), -2};
      rf_ray ray = {};
      for (int k = 0; k < 3; ++k) {
        ray.direction[k] = back[k];
        ray.origin[k] = to[k] - 3 * back[k];
      }
      ray.length = 100;
      rf_ray_hit hit;
      REQUIRE(rf_cast_rays_on_terrain(&world.scene.terrain, &ray, 1, &hit, nullptr) == RF_OK);
      missed += hit.hit != RF_HIT_TERRAIN || std::fabs(hit.point[2] - to[2]) > 1e-8;
    }
    CHECK(missed == 0);
  }
}

TEST_CASE("rays hit a terrain of callbacks where they hit the grid behind it, with and without an upper plane") {
  Random random(4);
  OnGrid world(box_rock(1, 1, 1), 21, 21, 1.0);
  world.roughen(random, -0.2, 0.1, 0.5);
  std::vector<rf_ray> rays = rays_over(random, 20, 200);
  for (rf_ray& ray : rays) ray.resolution = 0.02;
  std::vector<rf_ray_hit> exact(rays.size()), found(rays.size());
  const uint32_t count = static_cast<uint32_t>(rays.size());
  REQUIRE(rf_cast_rays_on_terrain(&world.scene.terrain, rays.data(), count, exact.data(), nullptr) == RF_OK);
  for (const bool with_plane : {false, true}) {
    const rf_terrain terrain = callbacks_over(world.scene.terrain, with_plane);
    REQUIRE(rf_cast_rays_on_terrain(&terrain, rays.data(), count, found.data(), nullptr) == RF_OK);
    int same = 0, hits = 0;
    for (size_t i = 0; i < rays.size(); ++i) {
      hits += exact[i].hit == RF_HIT_TERRAIN;
      same += exact[i].hit == found[i].hit && std::fabs(exact[i].distance - found[i].distance) < 1e-8;
    }
    CHECK(hits > 80);
    CHECK(same >= static_cast<int>(rays.size()) - 2);  // a ray may touch the ground for less than the resolution
  }
}

TEST_CASE("a ray on a terrain of callbacks ends however short it is") {
  OnGrid on(box_rock(1, 1, 1), 5, 5, 1);
  const rf_terrain terrain = callbacks_over(on.scene.terrain, false);
  for (const double length : {5e-324, 1e-323, 1e-322, 1e-321, 2.4e-321, 2.6e-321, 1e-310, 1e-300}) {
    CAPTURE(length);
    const rf_ray ray = {{1.5, 1.5, 0}, {1, 0, 0}, length, 0};
    rf_ray_hit hit;
    CHECK(rf_cast_rays_on_terrain(&terrain, &ray, 1, &hit, nullptr) == RF_OK);
  }
}

TEST_CASE("a ray along the ground of a plane and a ray away from it have the distances of the closed form") {
  OnPlane world(box_rock(1, 1, 1), -0.5);
  const double from[3] = {0, 0, 10}, down[3] = {0, 0, -10}, along[3] = {20, 0, 10}, up[3] = {0, 0, 30};
  const rf_ray rays[3] = {ray_between(from, down), ray_between(from, along), ray_between(from, up)};
  rf_ray_hit hits[3];
  REQUIRE(rf_cast_rays(&world.scene, nullptr, 0, rays, 3, hits, nullptr) == RF_OK);
  CHECK(hits[0].distance == doctest::Approx(10));
  CHECK(hits[0].normal[0] == doctest::Approx(0.5 / std::sqrt(1.25)));
  CHECK(hits[1].hit == RF_HIT_NONE);
  CHECK(hits[2].hit == RF_HIT_NONE);
}

TEST_CASE("a ray hits the nearest of rocks and terrain, and gives the number of the rock") {
  OnPlane world(box_rock(2, 2, 2));
  std::vector<rf_state> states(3, rf_default_state());
  for (size_t i = 0; i < 3; ++i) {
    states[i].position[0] = 10.0 * static_cast<double>(i);
    states[i].position[2] = 1;
  }
  const double from[3] = {-10, 0.3, 1}, to[3] = {40, 0.3, 1}, above[3] = {20.2, 0.1, 9}, below[3] = {20.2, 0.1, -1};
  const double aside[3] = {5, 0, 4}, ground[3] = {5, 0, -4};
  const rf_ray rays[3] = {ray_between(from, to), ray_between(above, below), ray_between(aside, ground)};
  rf_ray_hit hits[3];
  REQUIRE(rf_cast_rays(&world.scene, states.data(), 3, rays, 3, hits, nullptr) == RF_OK);
  CHECK(hits[0].hit == RF_HIT_ROCK);
  CHECK(hits[0].rock == 0);
  CHECK(hits[0].distance == doctest::Approx(9));
  CHECK(hits[0].normal[0] == doctest::Approx(-1));
  CHECK(hits[1].rock == 2);
  CHECK(hits[1].point[2] == doctest::Approx(2));
  CHECK(hits[2].hit == RF_HIT_TERRAIN);
  CHECK(hits[2].distance == doctest::Approx(4));
  rf_ray inside = rays[0];
  inside.origin[0] = 0.5;
  REQUIRE(rf_cast_rays_on_rocks(&world.scene, states.data(), 3, &inside, 1, hits, nullptr) == RF_OK);
  CHECK(hits[0].distance == 0);
  CHECK(hits[0].normal[0] == -1);
}

TEST_CASE("rocks that have ended as faults without a finite state are not hit, and hide no others") {
  OnPlane world(box_rock(2, 2, 2));
  std::vector<rf_state> states(2, rf_default_state());
  states[0].position[2] = kNaN;
  states[1].position[0] = 10;
  states[1].position[2] = 1;
  const double from[3] = {-10, 0.3, 1}, to[3] = {40, 0.3, 1};
  const rf_ray ray = ray_between(from, to);
  rf_ray_hit hit;
  CHECK(rf_cast_rays(&world.scene, states.data(), 2, &ray, 1, &hit, nullptr) == RF_BAD_VALUE);
  CHECK(rf_step(&world.scene, &states[0], nullptr) == RF_FAULTY_STATE);
  REQUIRE(rf_cast_rays(&world.scene, states.data(), 2, &ray, 1, &hit, nullptr) == RF_OK);
  CHECK(hit.rock == 1);
  CHECK(hit.distance == doctest::Approx(19));
}

TEST_CASE("rays hit the hull of a turned rock on a face, and miss it only if no point of them is inside") {
  Random random(8);
  OnPlane world(shape_rock(RF_SHAPE_RANDOM, 3, 2, 1.5, 40));
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const rf_state state = random_state(random, 0, 0, 5, 0, 0);
    double from[3], to[3];
    random.fill(from, 3, 4);
    random.fill(to, 3, 4);
    from[2] += 5;
    to[2] += 5;
    const rf_ray ray = ray_between(from, to);
    rf_ray_hit hit;
    REQUIRE(rf_cast_rays_on_rocks(&world.scene, &state, 1, &ray, 1, &hit, nullptr) == RF_OK);
    double first = -1;
    for (int k = 0; k <= 300 && first < 0; ++k) {
      double p[3];
      for (int c = 0; c < 3; ++c) p[c] = from[c] + (to[c] - from[c]) * k / 300;
      rf_closest_point closest;
      REQUIRE(rf_closest_on_rock(&world.scene, &state, p, &closest, nullptr) == RF_OK);
      if (closest.distance <= 0) first = ray.length * k / 300;
    }
    if (hit.hit == RF_HIT_NONE) {
      CHECK(first < 0);
      continue;
    }
    ++found;
    if (first >= 0) CHECK(std::fabs(hit.distance - first) <= ray.length / 300 + 1e-9);
    rf_closest_point closest;
    REQUIRE(rf_closest_on_rock(&world.scene, &state, hit.point, &closest, nullptr) == RF_OK);
    if (hit.distance > 0) CHECK(std::fabs(closest.distance) < 1e-9);
  }
  CHECK(found > 16);
}

TEST_CASE("rays from a thousand kilometres away that aim at the centre of a rock of a centimetre hit it") {
  Random random(9);
  OnPlane world(box_rock(0.01, 0.01, 0.01));
  const rf_state state = random_state(random, 0, 0, 5, 0, 0);
  for (int i = 0; i < 100; ++i) {
    double away[3], from[3];
    random.fill(away, 3, 1);
    const double length = std::sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
    for (int c = 0; c < 3; ++c) from[c] = state.position[c] + 1e6 / length * away[c];
    rf_ray ray = ray_between(from, state.position);
    ray.length = 2e6;
    rf_ray_hit hit;
    REQUIRE(rf_cast_rays_on_rocks(&world.scene, &state, 1, &ray, 1, &hit, nullptr) == RF_OK);
    REQUIRE(hit.hit == RF_HIT_ROCK);
    CHECK(std::fabs(hit.distance - 1e6) < 0.01);
  }
}
