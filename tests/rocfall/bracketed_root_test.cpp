// Times of touch: roots of gaps in a bracket.
#include "rocfall/bracketed_root.h"

#include <doctest/doctest.h>

using namespace rockfall::rocfall;

namespace {

struct Found {
  double time;
  int evaluations;
};

template <class Gap>
Found find(const Gap& gap, double high) {
  Found found = {0, 0};
  const auto counted = [&](double t) {
    ++found.evaluations;
    return gap(t);
  };
  const GroundWork work;
  found.time = root_in(counted, {0, gap(0), high, gap(high)}, work);
  return found;
}

}  // namespace

TEST_CASE("the time at which a sphere in flight touches a slope is found in at most five searches") {
  for (int i = 0; i < 1000; ++i) {
    const double speed = 0.5 + 0.05 * i, h = 0.01, share = 0.05 + 0.0009 * i;  // touches after this share of the step
    const auto fallen = [&](double t) { return speed * t + 4.905 * t * t; };
    // Curved ground: the gap is the distance from a ball of 3 m.
    const auto gap = [&](double t) {
      return std::sqrt(1 + std::pow(3 + fallen(share * h) - fallen(t), 2)) - std::sqrt(10.0);
    };
    const Found found = find(gap, h);
    CHECK(std::fabs(gap(found.time)) <= kRootTolerance);
    CHECK(found.evaluations <= 5);
  }
}

TEST_CASE("the search for a touch ends inside the ground where the gap jumps or bends") {
  const auto jump = [](double t) { return t < 0.007 ? 3.0 : -0.2; };
  CHECK(find(jump, 0.01).time == doctest::Approx(0.007).epsilon(1e-10));
  CHECK(jump(find(jump, 0.01).time) < 0);
  const auto hole = [](double t) { return t < 0.003 ? kGapOverHole : -1e-3; };
  CHECK(find(hole, 0.01).time == doctest::Approx(0.003).epsilon(1e-10));
  const auto bend = [](double t) { return t < 0.009 ? 1e-6 * (0.0091 - t) : 1e-10 - 500 * (t - 0.009); };
  CHECK(std::fabs(bend(find(bend, 0.01).time)) <= 1e-11);
}

TEST_CASE("the time at which a body meets a wall is found in few searches") {
  int evaluations = 0;
  for (int i = 0; i < 200; ++i) {
    // Along the ground up to its edge, then into the wall.
    const double edge = 1e-5 * (1 + 4.9 * i), speed = 0.05 * (1 + i);
    const auto gap = [&](double t) {
      return 1e-7 - 0.05 * t * t - (t > edge ? (speed + 4 * (t - edge)) * (t - edge) : 0);
    };
    const Found found = find(gap, 0.01);
    CHECK(std::fabs(gap(found.time)) <= 1e-11);
    CHECK(found.evaluations <= 60);
    evaluations += found.evaluations;
  }
  CHECK(evaluations < 200 * 16);
}

TEST_CASE("a search for a touch makes no evaluation without work left, or where the end of the bracket is the root") {
  GroundWork spent;
  spent.add(1e9);
  int evaluations = 0;
  const auto gap = [&](double) { return ++evaluations, 1.0; };
  CHECK(root_in(gap, {0, 1, 0.01, -1}, spent) == 0.01);
  CHECK(root_in(gap, {0, 1, 0.01, -1e-13}, GroundWork()) == 0.01);
  CHECK(evaluations == 0);
}
