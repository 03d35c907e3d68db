// A scene for tests of determinism that uses only the public headers, no hull library and no files.
#pragma once

#include <array>
#include <cstdint>
#include <rockfall/rockfall.hpp>
#include <vector>

namespace determinism {

using Point = std::array<double, 3>;

/// A scene that owns its shapes and terrain, and the states of its rocks. Not movable.
class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;

 private:
  rf::Scene owner_;
  rf::PlaneTerrain plane_terrain_;
  rf::GridTerrain grid_terrain_;

 public:
  rf_scene& scene = owner_.get();
  rf_plane& plane = plane_terrain_.plane();
  rf_grid& grid = grid_terrain_.grid();
  std::vector<double>& heights = grid_terrain_.heights();
  std::vector<std::vector<float>>& fields = grid_terrain_.fields();
  rf_roughness relief = rf_default_roughness();
  std::vector<rf_state> states;

  /// Cooks a hull; the triangles may have any orientation. Returns the index of the shape.
  uint32_t add_shape(const std::vector<Point>& points, std::vector<std::array<uint32_t, 3>> triangles);

  uint32_t add_box(double x, double y, double z);
  uint32_t add_octahedron();  // irregular
  uint32_t add_icosahedron(double x, double y, double z);
  uint32_t add_disc(double diameter, double thickness, uint32_t corners);

  void use_plane(double slope_x, const rf_ground& ground);

  /// Grid of columns x rows nodes with its corner at the origin, descending along x, with random height deviations.
  void use_slope(uint32_t columns, uint32_t rows, double cell, double slope, double roughness, const rf_ground& ground);

  /// Makes the terrain of the scene from the grid; call it after a change of the grid.
  void use_grid();

  /// Adds relief to the terrain of the scene, from the obstacle heights of its ground.
  void add_relief(double spacing);

  /// Adds a rock above the ground at (x, y) with a random orientation that depends on its number.
  rf_state& drop(uint32_t shape, double x, double y, double clearance);
};

/// Ends the program with a message if a call of the library failed.
void require(rf_status status, const rf_error& error, const char* what);
void require(const rf::Status& status, const char* what);

}  // namespace determinism
