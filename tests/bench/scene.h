// The scene in which engines are compared: 1000 platy rocks of 780 kg and 32 vertices on a rough ramp of 40 degrees and
// the flat at its foot, 2 m cells, time step 0.002 s, friction 0.6, restitution 0.2, to rest, 30 s or the edge.
#pragma once

#include <cstdint>
#include <rockfall/rockfall.hpp>
#include <vector>

namespace bench {

using rf::Rock;

/// The hull of a standard shape, by mass. Aborts with a message where cooking fails, as all of these do.
Rock shape_rock(rf_shape_kind shape, double x, double y, double z, uint32_t points, double mass);
/// A finished hull, by mass.
Rock hull_rock(const std::vector<double>& points, const std::vector<uint32_t>& triangles, double mass);

/// Four rings of eight vertices, 0.93 x 0.93 x 0.47 m.
Rock plate();

/// What a square of ground looks like.
enum class Relief {
  kFlat,
  kRoughSlope  ///< 40 degrees down along x, rough as the ramp is, the same again every kTile cells
};
constexpr uint32_t kTile = 32;

/// A grid and the scene over it. Not movable: the scene points into it.
class Ground {
 public:
  /// A square of so many cells each way about the origin.
  Ground(const Rock& rock, uint32_t cells, double cell, Relief relief = Relief::kFlat);
  /// The ramp.
  explicit Ground(const Rock& rock);
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  const rf_grid& grid() const { return owner_.grid()->grid(); }
  /// Memory of the heights.
  size_t bytes() const { return owner_.grid()->heights_single().size() * sizeof(float); }

 private:
  void finish(const Rock& rock, rf_grid grid, std::vector<float> heights);
  rf::Scene owner_;

 public:
  rf_scene& scene = owner_.get();
};

/// State in which rock number i of the scene starts: 2 m above the ground at x, y, turned at random.
rf_state start(const Ground& ramp, uint32_t i, double x = 0, double y = 0);

constexpr uint32_t kRocks = 1000;

}  // namespace bench
