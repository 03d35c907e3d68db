// The scene in which engines are compared: 1000 platy rocks of 780 kg and 32 vertices on a rough ramp of 40 degrees and
// the flat at its foot, 2 m cells, time step 0.002 s, friction 0.6, restitution 0.2, to rest, 30 s or the edge.
#pragma once

#include <rockfall/rockfall.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace bench {

/// Memory of a cooked rock.
struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};

/// A cooked rock and its memory. Aborts with a message where cooking fails.
class Rock {
 public:
  /// The hull of a standard shape, by mass.
  Rock(int32_t shape, double x, double y, double z, uint32_t points, double mass);
  /// A finished hull, by mass.
  Rock(const std::vector<double>& points, const std::vector<uint32_t>& triangles, double mass);
  const rf_rock* get() const { return rock_; }
  size_t bytes() const { return bytes_; }

 private:
  void cook(rf_rock_def def, double mass);
  std::unique_ptr<void, Freed> memory_;
  const rf_rock* rock_ = nullptr;
  size_t bytes_ = 0;
};

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

  const rf_grid& grid() const { return grid_; }
  /// Memory of the heights.
  size_t bytes() const { return heights_.size() * sizeof(float); }

  rf_scene scene;

 private:
  void finish(const Rock& rock);
  std::vector<float> heights_;
  rf_grid grid_;
  const rf_rock* rocks_[1];
};

/// State in which rock number i of the scene starts: 2 m above the ground at x, y, turned at random.
rf_state start(const Ground& ramp, uint32_t i, double x = 0, double y = 0);

constexpr uint32_t kRocks = 1000;

}  // namespace bench
