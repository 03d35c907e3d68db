// Scenes whose bits are promised.
#pragma once

#include <string>

#include "world.h"

namespace determinism {

struct Scene {
  std::string name;
  uint32_t steps;
  std::function<void(World&)> build;
};

/// Every scheme and contact model, every kind of terrain.
std::vector<Scene> scenes();

}  // namespace determinism
