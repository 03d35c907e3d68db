#include "rock/surface.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "support/random.h"

using namespace rockfall;
using namespace support;

namespace {

bool is_closed(const std::vector<uint32_t>& triangles, uint32_t vertex_count) {
  std::vector<uint64_t> edges(triangles.size());
  return is_closed_surface(triangles.data(), static_cast<uint32_t>(triangles.size() / 3), vertex_count, edges.data());
}

bool each_edge_is_there_once_and_once_reversed(const std::vector<uint32_t>& triangles) {
  std::set<std::pair<uint32_t, uint32_t>> edges;
  for (size_t i = 0; i < triangles.size(); ++i) {
    edges.insert({triangles[i], triangles[i % 3 == 2 ? i - 2 : i + 1]});
  }
  const auto is_reversed_there = [&](const std::pair<uint32_t, uint32_t>& edge) {
    return edge.first != edge.second && edges.count({edge.second, edge.first}) == 1;
  };
  return edges.size() == triangles.size() && std::all_of(edges.begin(), edges.end(), is_reversed_there);
}

}  // namespace

TEST_CASE("a surface is closed if each of its edges is there once and once reversed") {
  const std::vector<uint32_t> octahedron = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  REQUIRE(is_closed(octahedron, 6));
  CHECK_FALSE(is_closed(octahedron, 7));
  Random random(21);
  int closed = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<uint32_t> changed = octahedron;
    for (uint32_t changes = random.below(4); changes > 0; --changes) {
      const size_t a = random.below(24), b = random.below(24);
      if (random.below(2) == 0) {
        changed[a] = random.below(6);
      } else {
        std::swap(changed[a], changed[b]);
      }
    }
    closed += is_closed(changed, 6) ? 1 : 0;
    CHECK(is_closed(changed, 6) == each_edge_is_there_once_and_once_reversed(changed));
  }
  CHECK(closed > 100);
  CHECK(closed < 1900);
}
