#include <rockfall/campaign.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/scenes.h"

using namespace support;

namespace {

struct Campaign : OnGrid {
  Campaign() : OnGrid(shape_rock(RF_SHAPE_RANDOM, 1, 1.5, 0.7, 25, 6), 60, 60, 0.5), release(rf_default_release()) {
    Random random(9);
    roughen(random, -0.4, 0.3, 0.3);
  }
  rf_state released(uint32_t number) {
    rf_state state;
    rf_error error;
    const rf_status status = rf_release_state(&scene, &release, number, &state, &error);
    INFO(std::string(error.text));
    REQUIRE(status == RF_OK);
    return state;
  }
  rf_release release;
};

// Smallest vertical distance between hull vertices and ground.
double smallest_vertex_gap(const OnGrid& on, const rf_state& state) {
  double least = 1e300;
  const double* p = state.orientation;
  for (uint32_t i = 0; i < on.rock->vertex_count; ++i) {
    const double* v = on.rock->vertices + 3 * i;
    const double t[3] = {2 * (p[2] * v[2] - p[3] * v[1]), 2 * (p[3] * v[0] - p[1] * v[2]),
                         2 * (p[1] * v[1] - p[2] * v[0])};
    const double x = state.position[0] + v[0] + p[0] * t[0] + p[2] * t[2] - p[3] * t[1];
    const double y = state.position[1] + v[1] + p[0] * t[1] + p[3] * t[0] - p[1] * t[2];
    const double z = state.position[2] + v[2] + p[0] * t[2] + p[1] * t[1] - p[2] * t[0];
    rf_terrain_sample below;
    REQUIRE(rf_terrain_at(&on.scene.terrain, x, y, &below) == RF_OK);
    if (below.exists) least = std::fmin(least, z - below.height);
  }
  return least;
}

}  // namespace

TEST_CASE("the start state of a rock depends on the release and its number only") {
  Campaign c;
  const double points[] = {5, 5, 20, 8, 22, 25};
  c.release.points = points;
  c.release.point_count = 3;
  c.release.height_max = 4;
  for (const int32_t kind : {RF_RELEASE_POINT, RF_RELEASE_LINE, RF_RELEASE_AREA}) {
    c.release.kind = kind;
    c.release.point_count = kind == RF_RELEASE_POINT ? 1 : 3;
    const rf_state seven = c.released(7), eight = c.released(8);
    CHECK(same_bits(seven, c.released(7)));
    CHECK_FALSE(same_bits(seven, eight));
    c.release.seed += 1;
    CHECK_FALSE(same_bits(seven, c.released(7)));
  }
}

TEST_CASE("rocks start at the drawn clearance above the ground without contacts") {
  Campaign c;
  const double point[] = {13.3, 14.1};
  c.release.points = point;
  c.release.point_count = 1;
  c.release.height_min = 0.2;
  c.release.height_max = 1.2;
  double sum = 0;
  for (uint32_t i = 0; i < 400; ++i) {
    const rf_state state = c.released(i);
    const double gap = smallest_vertex_gap(c, state);  // terrain vertices can only be closer
    CHECK(state.position[0] == 13.3);
    CHECK(state.position[1] == 14.1);
    CHECK(gap >= 0.2 - 1e-12);
    rf_state next = state;
    rf_step_report report = {};
    REQUIRE(rf_step(&c.scene, &next, &report) == RF_OK);
    CHECK(report.contact_count == 0);
    sum += gap;
  }
  CHECK(sum / 400 > 0.6);
  CHECK(sum / 400 < 0.9);
}

TEST_CASE("a rock placed with zero clearance is in contact 1 nm lower and not in contact 1 nm higher") {
  Campaign c;
  Random random(10);
  for (int i = 0; i < 300; ++i) {
    rf_state state = random_state(random, random.between(4, 25), random.between(4, 25), 0, 0, 0);
    REQUIRE(rf_place_above_ground(&c.scene, &state, 0, nullptr) == RF_OK);
    rf_scene still = c.scene;
    still.settings.gravity = 0;
    rf_step_report report = {};
    rf_state above = state, below = state;
    above.position[2] += 1e-9;
    below.position[2] -= 1e-9;
    REQUIRE(rf_step(&still, &above, &report) == RF_OK);
    CHECK(report.contact_count == 0);
    REQUIRE(rf_step(&still, &below, &report) == RF_OK);
    CHECK(report.contact_count >= 1);
  }
}

TEST_CASE("a rock is placed above a peak below it, however fine the terrain is") {
  for (const double cell : {0.5, 0.25, 0.1}) {
    for (const double peak : {-2.0, 0.0, 2.0}) {
      CAPTURE(cell);
      CAPTURE(peak);
      const auto nodes = static_cast<uint32_t>(20 / cell) + 1;
      OnGrid on(shape_rock(RF_SHAPE_BOX, 6, 6, 6), nodes, nodes, cell);
      Random random(12);
      on.roughen(random, 0, 0, 0.1);
      on.at((nodes - 1) / 2, static_cast<uint32_t>((10 + peak) / cell + 0.5)) = 1;
      on.renew();
      rf_state state = rf_default_state();
      state.position[0] = state.position[1] = 10;
      REQUIRE(rf_place_above_ground(&on.scene, &state, 0.1, nullptr) == RF_OK);
      CHECK(state.position[2] == doctest::Approx(3 + 1.1));
    }
  }
}

TEST_CASE("a rock is placed above a spike on cells that are very small for it, however many faces it has") {
  for (const int32_t shape : {RF_SHAPE_BOX, RF_SHAPE_ELLIPSOID}) {
    for (uint32_t i = 0; i < 8; ++i) {
      CAPTURE(shape);
      CAPTURE(i);
      OnGrid world(shape_rock(shape, 10, 10, 10, 1000), 301, 301, 0.05);
      world.at(150 + 3 * i, 143) = 2;
      world.renew();
      rf_state state = rf_default_state();
      state.position[0] = state.position[1] = 7.5;
      REQUIRE(rf_place_above_ground(&world.scene, &state, 0, nullptr) == RF_OK);
      const double spike[3] = {(150 + 3 * i) * 0.05, 143 * 0.05, 2};
      rf_closest_point closest{};
      REQUIRE(rf_closest_on_rock(&world.scene, &state, spike, &closest, nullptr) == RF_OK);
      CHECK(closest.distance > -1e-9);  // not inside
    }
  }
}

TEST_CASE("releases on a line are uniform by length") {
  Campaign c;
  const double points[] = {5, 5, 8, 9, 8, 24};  // 5 m, then 15 m
  c.release.kind = RF_RELEASE_LINE;
  c.release.points = points;
  c.release.point_count = 3;
  const int n = 4000;
  int first = 0, upper_half_of_second = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const rf_state state = c.released(i);
    const double x = state.position[0], y = state.position[1];
    if (x < 8) {
      ++first;
      CHECK(std::fabs((y - 5) * 3 - (x - 5) * 4) < 1e-9);
    } else {
      CHECK(x == 8);
      CHECK(y > 9);  // no start exactly at the corner
      upper_half_of_second += y > 16.5;
    }
  }
  CHECK(std::fabs(first - 0.25 * n) < 4 * std::sqrt(0.25 * 0.75 * n));
  CHECK(std::fabs(upper_half_of_second - 0.375 * n) < 4 * std::sqrt(0.375 * 0.625 * n));
}

TEST_CASE("releases over an area are inside and uniform, also in a concave polygon") {
  Campaign c;
  const double points[] = {4, 4, 24, 4, 24, 24, 14, 8, 4, 24};  // a square with a notch from above
  c.release.kind = RF_RELEASE_AREA;
  c.release.points = points;
  c.release.point_count = 5;
  const int n = 4000;
  int left = 0, low = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const rf_state state = c.released(i);
    const double x = state.position[0], y = state.position[1];
    const double upper_edge = 8 + 1.6 * std::fabs(x - 14);
    CHECK(x >= 4);
    CHECK(x <= 24);
    CHECK(y >= 4);
    CHECK(y <= upper_edge + 1e-9);
    left += x < 14;
    low += y < 8;
  }
  const double area = 20 * 4 + 2 * 0.5 * 10 * 16;
  CHECK(std::fabs(left - 0.5 * n) < 4 * std::sqrt(0.25 * n));
  const double share = 80 / area;
  CHECK(std::fabs(low - share * n) < 4 * std::sqrt(share * (1 - share) * n));
}

TEST_CASE("releases over a thin area are inside and uniform along it, in both directions of its corners") {
  for (const bool clockwise : {false, true}) {
    // A band of 0.001 m across a square of 20 m, with a kink in its middle.
    const double lower[] = {4, 4, 14, 10, 24, 24}, width = 0.001;
    std::vector<double> points;
    for (int i = 0; i < 3; ++i) points.insert(points.end(), {lower[2 * i], lower[2 * i + 1]});
    for (int i = 2; i >= 0; --i) points.insert(points.end(), {lower[2 * i], lower[2 * i + 1] + width});
    if (clockwise) {
      for (std::size_t i = 0; i < 3; ++i) std::swap_ranges(&points[2 * i], &points[2 * i] + 2, &points[2 * (5 - i)]);
    }
    Campaign c;
    c.release.kind = RF_RELEASE_AREA;
    c.release.points = points.data();
    c.release.point_count = 6;
    const int n = 2000;
    int left = 0, quarter = 0, upper = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const rf_state state = c.released(i);
      const double x = state.position[0];
      const double above = state.position[1] - (x < 14 ? 4 + 0.6 * (x - 4) : 10 + 1.4 * (x - 14));
      CHECK(x >= 4);
      CHECK(x <= 24);
      CHECK(above > -1e-9);
      CHECK(above < width + 1e-9);
      left += x < 14;
      quarter += x < 9;
      upper += above > 0.5 * width;
    }
    CHECK(std::fabs(left - 0.5 * n) < 4 * std::sqrt(0.25 * n));
    CHECK(std::fabs(quarter - 0.25 * n) < 4 * std::sqrt(0.25 * 0.75 * n));
    CHECK(std::fabs(upper - 0.5 * n) < 4 * std::sqrt(0.25 * n));
  }
}

TEST_CASE("released states have the velocities, the orientation and the shape indices of the release") {
  Campaign c;
  const Rock second = box_rock(1, 1, 1), third = box_rock(1, 2, 1);
  const rf_rock* const shapes[3] = {c.rock.get(), second.get(), third.get()};
  c.scene.rocks = shapes;
  c.scene.rock_count = 3;
  const double point[] = {13, 14};
  c.release.points = point;
  c.release.point_count = 1;
  c.release.rock_first = 1;
  c.release.rock_count = 2;
  c.release.random_orientation = 0;
  c.release.orientation[0] = 0;
  c.release.orientation[3] = -2;
  c.release.velocity[1] = 4;
  c.release.angular_velocity[2] = -3;
  for (uint32_t i = 0; i < 6; ++i) {
    const rf_state state = c.released(i);
    CHECK(state.rock == 1 + i % 2);
    CHECK(state.orientation[3] == -1);
    CHECK(state.velocity[1] == 4);
    CHECK(state.angular_velocity[2] == -3);
    CHECK(state.step == 0);
    CHECK(state.end == RF_MOVING);
  }
}
