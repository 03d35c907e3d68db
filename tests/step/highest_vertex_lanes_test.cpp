#include "step/highest_vertex_lanes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "numerics/vector_of.h"
#include "rock/rock.h"
#include "support/rocks.h"

namespace {

using rockfall::all_lanes;
using rockfall::highest_vertex;
using rockfall::HighestVertexLanes;
using rockfall::HighestVertexTable;
using rockfall::kLaneCount;
using rockfall::Lanes;
using rockfall::VectorOf;
using rockfall::VertexArrays;

// Directions that turn by a random angle about random axes, one for each lane.
class TurningDirections {
 public:
  TurningDirections() {
    for (auto& u : up_) turn(u, 3);
  }
  // Turn every direction by at most an angle in rad.
  void turn(double angle) {
    for (auto& u : up_) turn(u, angle);
  }
  const double* of(int lane) const { return up_[lane]; }
  VectorOf<Lanes> lanes() const {
    VectorOf<Lanes> all;
    for (int k = 0; k < 3; ++k) {
      all[k] = all_lanes(0.0);
      for (int lane = 0; lane < kLaneCount; ++lane) all[k].set(lane, up_[lane][k]);
    }
    return all;
  }

 private:
  void turn(double (&u)[3], double by) {
    double square = 0;
    for (double& x : u) {
      x += by * change_(generator_);
      square += x * x;
    }
    for (double& x : u) x /= std::sqrt(square);
  }

  std::mt19937 generator_{5};
  std::uniform_real_distribution<double> change_{-1, 1};
  double up_[kLaneCount][3] = {};
};

// Number of steps of lanes in which the vertices kept in the lanes were sufficient, and of all.
struct Kept {
  int steps, all;
};

// Every highest vertex is found to the last bit, by the vertices kept in the lanes or anew.
Kept check_highest(const rf_rock& rock, double angle) {
  const VertexArrays v(rock);
  HighestVertexTable table;
  table.clear();
  HighestVertexLanes lanes(table);
  lanes.forget();
  TurningDirections up;
  Kept kept = {0, 0};
  for (int step = 0; step < 3000; ++step, up.turn(angle)) {
    const VectorOf<Lanes> all = up.lanes();
    const Lanes highest = lanes.highest(all), excess = lanes.excess(all);
    for (int lane = 0; lane < kLaneCount; ++lane) {
      const double expected = highest_vertex(v, up.of(lane));
      ++kept.all;
      if (excess[lane] <= 0) {
        ++kept.steps;
        CHECK(highest[lane] == expected);
      } else {
        CHECK(highest[lane] <= expected);
        CHECK(highest[lane] + excess[lane] >= expected);
        CHECK(lanes.find(lane, v, rock.bounding_radius, up.of(lane)) == expected);
      }
    }
  }
  return kept;
}

}  // namespace

TEST_CASE("the vertices kept for a direction contain the highest one of all directions nearby") {
  const support::Rock rocks[] = {support::box_rock(0.9, 0.8, 0.5), support::box_rock(2, 0.1, 0.1),
                                 support::shape_rock(RF_SHAPE_DISC, 1, 0.8, 0.5, 24),
                                 support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.8, 0.5, 30)};
  for (const support::Rock& rock : rocks) {
    const Kept slow = check_highest(*rock.get(), 0.02);
    CHECK(slow.steps > slow.all / 2);
    const Kept fast = check_highest(*rock.get(), 1);
    CHECK(fast.steps > 0);
    CHECK(fast.steps < fast.all / 2);
  }
}

TEST_CASE("for shapes of many vertices no list of highest vertices is kept") {
  const Kept kept = check_highest(*support::shape_rock(RF_SHAPE_ELLIPSOID, 1, 0.8, 0.5, 200).get(), 0.02);
  CHECK(kept.steps == 0);
}
