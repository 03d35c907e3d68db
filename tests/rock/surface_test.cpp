#include "rock/surface.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rock/vertex_tree.h"
#include "support/developable.h"
#include "support/random.h"
#include "support/rocks.h"

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

// The faces of a cooked rock, computed again.
std::vector<double> faces_of(const rf_rock& rock, const Cloud& cloud, bool is_convex) {
  const size_t vertices = rock.vertex_count, triangles = rock.triangle_count;
  std::vector<FaceSeed> seeds(triangles);
  std::vector<TriangleState> state(triangles);
  std::vector<uint32_t> stamp(vertices), members(vertices), found(triangles), owned_first(vertices + 1),
      owned(triangles), seen(vertices), order(vertices);
  std::vector<double> tree(VertexTree::doubles(rock.vertex_count)), faces(4 * triangles);
  const Surface surface = {rock.vertices(),   rock.vertex_count, rock.triangles(), rock.triangle_count,
                           rock.star_first(), rock.stars(),      is_convex};
  const FaceScratch scratch = {seeds.data(),       state.data(), stamp.data(), members.data(), found.data(),
                               owned_first.data(), owned.data(), seen.data(),  order.data(),   tree.data()};
  faces.resize(4 * static_cast<size_t>(merge_faces(surface, cloud, scratch, faces.data())));
  return faces;
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

TEST_CASE("faces that are found by walks over a convex surface have the bits of those that are found with a tree") {
  for (const auto& named : developable_clouds(4000)) {
    const std::string& name = named.first;
    const std::vector<double>& points = named.second;
    CAPTURE(name);
    const Rock rock = cloud_rock(points);
    Cloud cloud;
    REQUIRE(check_cloud(points.data(), static_cast<uint32_t>(points.size() / 3), &cloud, nullptr) == RF_OK);
    const std::vector<double> walked = faces_of(*rock.get(), cloud, true);
    CHECK(walked == faces_of(*rock.get(), cloud, false));
    const double* const cooked = rock.get()->face(0);
    CHECK(walked == std::vector<double>(cooked, cooked + 4 * static_cast<size_t>(rock->face_count)));
  }
}
