// The scene of the engine comparison: 1000 platy rocks of 780 kg and 32 vertices on a rough ramp of 40 degrees with a
// flat at its foot, 2 m cells, time step 0.002 s, friction 0.6, restitution 0.2. Rocks end at rest, after 30 s or at
// the edge of the terrain.
#pragma once

#include <cstdint>
#include <rockfall/rockfall.hpp>
#include <vector>

namespace bench {

using rf::Rock;

/// Cooks a standard shape with a given mass. These functions abort with a message if cooking fails.
Rock shape_rock(rf_shape_kind shape, double x, double y, double z, uint32_t points, double mass);
/// Cooks a given hull with a given mass.
Rock hull_rock(const std::vector<double>& points, const std::vector<uint32_t>& triangles, double mass);

/// The rock of the scene: four rings of eight vertices, 0.93 x 0.93 x 0.47 m.
Rock plate();

/// Shape of a square terrain.
enum class Surface {
  kFlat,
  kRoughSlope  ///< descends by 40 degrees along x, with the roughness of the ramp, scaled to the size of the cells and
               ///< repeated every kTile cells
};
constexpr uint32_t kTile = 32;

/// The ground of the scene: rigid, with friction 0.6 and restitution 0.2.
rf_ground scene_ground();
/// The same with a soil layer of 15 MPa.
rf_ground scene_soil();
/// A preset of the library.
rf_ground preset_ground(const char* name);

/// The ground of the ramp: the same everywhere, or two kinds in turn, in strips of 20 m along x.
struct RampGround {
  RampGround(const rf_ground& everywhere) : strips{everywhere, everywhere} {}  // NOLINT: a kind of ground is one
  RampGround(const rf_ground& first, const rf_ground& second) : strips{first, second} {}

  rf_ground strips[2];
};

/// The presets `medium` and `extra_hard`.
RampGround soil_and_rock();

/// A grid and a scene on it. Not movable: contains references to its members.
class Ground {
 public:
  /// A square of `cells` x `cells` cells with its centre at the origin.
  Ground(const Rock& rock, uint32_t cells, double cell, Surface surface = Surface::kFlat,
         const rf_ground& ground = scene_ground());
  /// The ramp of the scene.
  explicit Ground(const Rock& rock, const RampGround& ground = scene_ground());
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  const rf_grid& grid() const { return owner_.grid()->grid(); }
  /// The same heights and ground as a height field of triangles. It refers to the heights of this ground.
  rf_height_field height_field() const;
  /// Size of the heights, bytes.
  size_t bytes() const { return owner_.grid()->heights_single().size() * sizeof(float); }

 private:
  void finish(const Rock& rock, rf_grid grid, std::vector<float> heights, std::vector<std::vector<float>> fields = {});
  rf::Scene owner_;

 public:
  rf_scene& scene = owner_.get();
};

/// Start state of rock number i of the scene: 2 m above the ground at x, y, with a random orientation.
rf_state start(const Ground& ramp, uint32_t i, double x = 0, double y = 0);

constexpr uint32_t kRocks = 1000;

}  // namespace bench
