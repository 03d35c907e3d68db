// Scenes with golden hashes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "world.h"

namespace determinism {

struct Scene {
  std::string name;
  uint32_t steps;
  std::function<void(World&)> build;
};

/// Scenes with every scheme and contact model and every kind of terrain.
std::vector<Scene> scenes();

}  // namespace determinism
