#include "world.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace determinism {
namespace {

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Six times the signed volume of the tetrahedron with the origin: > 0 if the triangle is oriented outward.
double six_volumes(const Point& a, const Point& b, const Point& c) {
  const Point u = minus(b, a), v = minus(c, a);
  return a[0] * (u[1] * v[2] - u[2] * v[1]) + a[1] * (u[2] * v[0] - u[0] * v[2]) + a[2] * (u[0] * v[1] - u[1] * v[0]);
}

double squared_distance(const Point& a, const Point& b) {
  const Point d = minus(a, b);
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

}  // namespace

void require(rf_status status, const rf_error& error, const char* what) {
  if (status == RF_OK) return;
  std::fprintf(stderr, "%s: %s: %s\n", what, rf_status_text(status), error.text);
  std::exit(1);
}

void require(const rf::Status& status, const char* what) { require(status.code(), status.error(), what); }

uint32_t World::add_shape(const std::vector<Point>& points, std::vector<std::array<uint32_t, 3>> triangles) {
  for (auto& t : triangles) {
    if (six_volumes(points[t[0]], points[t[1]], points[t[2]]) < 0) std::swap(t[1], t[2]);
  }
  rf_rock_def def = rf_default_rock_def();
  def.points = points.data()->data();
  def.point_count = static_cast<uint32_t>(points.size());
  def.triangles = triangles.data()->data();
  def.triangle_count = static_cast<uint32_t>(triangles.size());
  rf::Result<rf::Rock> rock = rf::Rock::cook(def);
  require(rock.status(), "rf_cook_rock");
  return owner_.add_rock(std::move(*rock));
}

uint32_t World::add_box(double x, double y, double z) {
  std::vector<Point> points;
  for (int i = 0; i < 8; ++i) points.push_back({(i & 1 ? x : -x) / 2, (i & 2 ? y : -y) / 2, (i & 4 ? z : -z) / 2});
  return add_shape(points, {{0, 4, 6},
                            {0, 6, 2},
                            {1, 3, 7},
                            {1, 7, 5},
                            {0, 1, 5},
                            {0, 5, 4},
                            {2, 6, 7},
                            {2, 7, 3},
                            {0, 2, 3},
                            {0, 3, 1},
                            {4, 5, 7},
                            {4, 7, 6}});
}

uint32_t World::add_octahedron() {
  const std::vector<Point> points = {{0.7, 0.05, 0},  {-0.6, 0, 0.1}, {0, 0.5, 0},
                                     {0.1, -0.55, 0}, {0, 0, 0.45},   {0, 0.05, -0.4}};
  return add_shape(points, {{0, 2, 4}, {0, 2, 5}, {0, 3, 4}, {0, 3, 5}, {1, 2, 4}, {1, 2, 5}, {1, 3, 4}, {1, 3, 5}});
}

uint32_t World::add_icosahedron(double x, double y, double z) {
  const double golden = 1.618033988749895;
  std::vector<Point> regular, points;
  for (int i = 0; i < 4; ++i) {
    const double a = i & 1 ? 1 : -1, b = i & 2 ? golden : -golden;
    regular.push_back({0, a, b});
    regular.push_back({a, b, 0});
    regular.push_back({b, 0, a});
  }
  for (const Point& p : regular) points.push_back({p[0] * x / 3.2, p[1] * y / 3.2, p[2] * z / 3.2});
  // Neighbours have distance 2; the triangles are the triples of neighbours.
  std::vector<std::array<uint32_t, 3>> triangles;
  for (uint32_t i = 0; i < 12; ++i) {
    for (uint32_t j = i + 1; j < 12; ++j) {
      for (uint32_t k = j + 1; k < 12; ++k) {
        const bool near = squared_distance(regular[i], regular[j]) < 5 &&
                          squared_distance(regular[j], regular[k]) < 5 && squared_distance(regular[k], regular[i]) < 5;
        if (near) triangles.push_back({i, j, k});
      }
    }
  }
  return add_shape(points, triangles);
}

uint32_t World::add_disc(double diameter, double thickness, uint32_t corners) {
  const rf::Result<std::vector<double>> cloud =
      rf::shape_points(rf::shape_def(RF_SHAPE_DISC, diameter, diameter, thickness, 2 * corners));
  require(cloud.status(), "rf_shape_points");
  std::vector<Point> points;
  for (size_t i = 0; i < cloud->size(); i += 3) points.push_back({(*cloud)[i], (*cloud)[i + 1], (*cloud)[i + 2]});
  std::vector<std::array<uint32_t, 3>> triangles;
  for (uint32_t i = 0; i < corners; ++i) {
    const uint32_t j = (i + 1) % corners;
    triangles.push_back({2 * i, 2 * j, 2 * j + 1});
    triangles.push_back({2 * i, 2 * j + 1, 2 * i + 1});
    if (i == 0 || j == 0) continue;
    triangles.push_back({0, 2 * j, 2 * i});
    triangles.push_back({1, 2 * i + 1, 2 * j + 1});
  }
  return add_shape(points, triangles);
}

void World::use_plane(double slope_x, const rf_ground& ground) {
  plane.slope_x = slope_x;
  plane.ground = ground;
  require(plane_terrain_.refresh(), "rf_plane_terrain");
  scene.terrain = plane_terrain_.terrain();
}

void World::use_slope(uint32_t columns, uint32_t rows, double cell, double slope, double roughness,
                      const rf_ground& ground) {
  grid.columns = columns;
  grid.rows = rows;
  grid.cell_x = grid.cell_y = cell;
  grid.ground = ground;
  heights.clear();
  for (uint32_t r = 0; r < rows; ++r) {
    for (uint32_t c = 0; c < columns; ++c) {
      double u[2];
      rf_random_pair(7, c, r, u);
      heights.push_back(slope * cell * (columns - 1 - c) + roughness * (2 * u[0] - 1));
    }
  }
  use_grid();
}

void World::use_grid() {
  require(grid_terrain_.refresh(), "rf_grid_terrain");
  scene.terrain = grid_terrain_.terrain();
}

void World::add_relief(double spacing) {
  relief.base = scene.terrain;
  relief.spacing = spacing;
  rf_error error = {};
  require(rf_rough_terrain(&relief, &scene.terrain, &error), error, "rf_rough_terrain");
}

rf_state& World::drop(uint32_t shape, double x, double y, double clearance) {
  rf_state state = rf_default_state();
  state.rock = shape;
  state.position[0] = x;
  state.position[1] = y;
  rf_random_orientation(11, static_cast<uint32_t>(states.size()), 0, state.orientation);
  rf_error error = {};
  require(rf_place_above_ground(&scene, &state, clearance, &error), error, "rf_place_above_ground");
  states.push_back(state);
  return states.back();
}

}  // namespace determinism
