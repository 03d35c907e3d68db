#include "rock/surface_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rock/rock.h"
#include "support/developable.h"
#include "support/random.h"
#include "support/rocks.h"

using namespace rockfall;
using namespace support;

namespace {

constexpr double kSlack = 1e-13;

SurfaceWalk::Edges edges_of(const rf_rock& rock) { return {rock.vertices(), rock.star_first(), rock.stars()}; }

struct Search {
  explicit Search(const rf_rock& rock)
      : seen(rock.vertex_count),
        reached(rock.vertex_count),
        order(rock.vertex_count),
        tree(VertexTree::doubles(rock.vertex_count)),
        search(edges_of(rock), rock.vertex_count, kSlack * rock.half_diagonal,
               {seen.data(), reached.data(), order.data(), tree.data()}) {}

  std::vector<uint32_t> seen, reached, order;
  std::vector<double> tree;
  SurfaceSearch search;
};

struct Query {
  Vec3 normal;
  uint32_t start;  // a vertex at `low` or above
  double low;
};

// Planes of triangles and of random directions, a bit or far below the highest vertex.
Query random_query(const rf_rock& rock, Random& random) {
  const auto vertex = [&](uint32_t i) { return Vec3(load3(rock.vertex(i))); };
  const uint32_t* const corner = rock.triangles() + 3 * static_cast<size_t>(random.below(rock.triangle_count));
  Vec3 normal = (vertex(corner[1]) - vertex(corner[0])).cross(vertex(corner[2]) - vertex(corner[0]));
  uint32_t start = corner[random.below(3)];
  if (random.below(3) == 0 || !(normal.norm() > 0)) {
    normal = Vec3(random.between(-1, 1), random.between(-1, 1), random.between(0.1, 1));
    start = random.below(rock.vertex_count);
  }
  normal.normalize();
  const double depth = random.below(2) == 0 ? 1e-9 : std::pow(10, random.between(-12, -2));
  return {normal, start, normal.dot(vertex(start)) - depth * rock.half_diagonal};
}

// Checks that search finds the vertices that a loop over all vertices finds.
void check_query(const rf_rock& rock, SurfaceSearch& search, const Query& query) {
  std::vector<int> visits(rock.vertex_count, 0);
  search.for_each_above(query.start, query.normal, query.low, [&](uint32_t i, double along) {
    visits[i] += along == query.normal.dot(load3(rock.vertex(i))) ? 1 : 2;
  });
  uint32_t above = 0;
  int wrong = 0;
  double highest = -1e300;
  for (uint32_t i = 0; i < rock.vertex_count; ++i) {
    const double along = query.normal.dot(load3(rock.vertex(i)));
    above += along >= query.low ? 1 : 0;
    highest = std::fmax(highest, along);
    wrong += visits[i] > 1 || (visits[i] == 0 && along >= query.low);
  }
  CHECK(wrong == 0);
  CHECK(search.count_above(query.start, query.normal, query.low, 4) == std::min(above, 4u));
  CHECK(search.count_above(query.start, query.normal, query.low, rock.vertex_count) == above);
  CHECK(search.support(query.start, query.normal) == highest);
}

// Share of the triangles of a rock for which a walk that counts the vertices in their planes gives up.
double share_given_up(const rf_rock& rock) {
  std::vector<uint32_t> seen(rock.vertex_count), reached(rock.vertex_count);
  SurfaceWalk walk(edges_of(rock), rock.vertex_count, kSlack * rock.half_diagonal, seen.data(), reached.data());
  uint32_t given_up = 0;
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t corner = rock.triangles()[3 * static_cast<size_t>(t)];
    const Vec3 normal = Vec3(load3(rock.area(t))).normalized();
    const double low = normal.dot(load3(rock.vertex(corner))) - 1e-9;
    uint32_t count = 0;
    const auto level = [low] { return low; };
    const auto visit = [&](uint32_t, double along) { return !(along >= low) || ++count < 4; };
    if (!walk.for_each_above(corner, normal, level, visit)) ++given_up;
  }
  return static_cast<double>(given_up) / rock.triangle_count;
}

}  // namespace

TEST_CASE("a walk over a convex surface finds the vertices above a plane that a loop over all vertices finds") {
  for (const auto& named : developable_clouds(3000)) {
    const std::string& name = named.first;
    const std::vector<double>& points = named.second;
    CAPTURE(name);
    const Rock cooked = cloud_rock(points);
    const rf_rock& rock = *cooked.get();
    REQUIRE(rock.vertex_count > 2000);
    Search search(rock);
    Random random(31);
    for (int i = 0; i < 200; ++i) check_query(rock, search.search, random_query(rock, random));
  }
}

TEST_CASE("a walk gives up at a vertex of very many triangles, and hardly ever on a cone, a cylinder or an ellipsoid") {
  for (const auto& named : developable_clouds(8000)) {
    const std::string& name = named.first;
    const std::vector<double>& points = named.second;
    CAPTURE(name);
    const double share = share_given_up(*cloud_rock(points).get());
    if (name == "hub") {
      CHECK(share > 0.4);
    } else if (name != "helix") {
      CHECK(share < 0.001);
    }
  }
}

TEST_CASE("the order of a search holds every vertex once") {
  const Rock rock = cloud_rock(cone_cloud(3000, false));
  Search search(*rock.get());
  std::vector<uint32_t> order(rock->vertex_count);
  search.search.write_order(order.data());
  std::sort(order.begin(), order.end());
  for (uint32_t i = 0; i < rock->vertex_count; ++i) CHECK(order[i] == i);
}
