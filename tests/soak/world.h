// Random worlds at and beyond the limits of what the engine is built for: terrains with spikes, pits, steps and holes,
// needles and plates, fast rocks, stiff drag, every scheme and model.
#pragma once

#include <rockfall/step.h>

#include <cstdint>
#include <rockfall/rockfall.hpp>
#include <vector>

namespace soak {

constexpr uint32_t kRocksOfWorld = 8;

/// One world, determined by its seed. Not movable: the scene points to its members.
class World {
 public:
  explicit World(uint64_t seed);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const rf_scene& scene() const { return scene_; }
  const rf_rock_properties& rock(const rf_state& state) const { return *rocks_[state.rock].operator->(); }
  const std::vector<rf_state>& starts() const { return starts_; }

  /// Of the cell of the terrain, m.
  double cell() const { return grid_.cell_x; }

 private:
  std::vector<rf::Rock> rocks_;
  std::vector<const rf_rock*> pointers_;
  std::vector<double> heights_;
  rf_grid grid_;
  rf_scene scene_;
  std::vector<rf_state> starts_;
};

}  // namespace soak
