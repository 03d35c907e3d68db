// A scene of one's own for tests of determinism: nothing but the public headers, no hull library, no files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <rockfall/rockfall.hpp>
#include <vector>

namespace determinism {

using Point = std::array<double, 3>;

/// A scene with everything it points to, and the rocks in it. Stays where it was made.
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
  std::vector<rf_state> states;

  /// Cook the hull of these points. The triangles need not be turned outward. Returns the index of the shape.
  uint32_t add_shape(const std::vector<Point>& points, std::vector<std::array<uint32_t, 3>> triangles);

  uint32_t add_box(double x, double y, double z);
  uint32_t add_octahedron();  // irregular
  uint32_t add_icosahedron(double x, double y, double z);
  uint32_t add_disc(double diameter, double thickness, uint32_t corners);

  void use_plane(double slope_x, const rf_ground& ground);

  /// Grid of columns x rows nodes with its corner at the origin, falling along x, rough by random heights.
  void use_slope(uint32_t columns, uint32_t rows, double cell, double slope, double roughness, const rf_ground& ground);

  /// Make the scene's terrain of the grid again after a change.
  void use_grid();

  /// A rock above the ground at (x, y), turned at random by its number.
  rf_state& drop(uint32_t shape, double x, double y, double clearance);
};

/// End the program with this sentence if a call of the library failed.
void require(rf_status status, const rf_error& error, const char* what);
void require(const rf::Status& status, const char* what);

}  // namespace determinism
