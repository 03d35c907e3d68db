#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "calibrate/estimate.h"

using namespace sandbox;
using calibrate::Point;

namespace {

// Run-outs that depend on the sum of two parameters only, with the scatter of chaotic paths. The search has most of its
// evaluations at one place of the line of equal sums, and a few elsewhere.
struct Line {
  calibrate::Observations observed;
  calibrate::Evaluations evaluations{{}, ""};
  calibrate::Neighbours neighbours;

  Line() {
    observed.kinds = {calibrate::Kind::runout};
    observed.magnitudes = observed.scales = {50};
    for (int run = 0; run < 16; ++run) {
      observed.runs.push_back("r" + std::to_string(run));
      observed.values.push_back(length(run) + scatter());
    }
    observed.groups.resize(16);
    for (int i = 0; i < 20; ++i) add({std::fmod(0.05 + 0.381966 * i, 1.0), 0.025 + 0.05 * i});
    for (int i = 0; i < 40; ++i) add({0.25 + 0.001 * ((7 * i) % 40 - 20), 0.75 + 0.001 * ((11 * i) % 40 - 20)});
    for (const double first : {0.05, 0.55, 0.95}) add({first, 1 - first});
    neighbours.centre = evaluations.all()[evaluations.best()].point;
    neighbours.other_seed = means(neighbours.centre);
    for (std::size_t k = 0; k < 2; ++k) {
      for (int i = 0; i <= 4; ++i) {
        Point point = neighbours.centre;
        point[k] = 0.25 * i;
        neighbours.profiles.push_back({point, point, means(point), 0});
      }
    }
  }

  static double length(int run) { return 40 + run; }
  double scatter() {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return 3 * (2 * static_cast<double>(random_ >> 33) / 2147483648.0 - 1);
  }
  std::vector<double> means(const Point& point) {
    std::vector<double> lengths;
    for (int run = 0; run < 16; ++run) {
      lengths.push_back(length(run) * std::exp(-0.8 * (point[0] + point[1] - 1)) + scatter());
    }
    return lengths;
  }
  void add(const Point& point) {
    const std::vector<double> lengths = means(point);
    evaluations.add({point, point, lengths, calibrate::misfit_of(observed.residuals(lengths))});
  }
  calibrate::Uncertainty uncertainty() const { return calibrate::uncertainty_of(evaluations, observed, neighbours); }

 private:
  std::uint64_t random_ = 1;
};

}  // namespace

TEST_CASE("two parameters of which only the sum matters are named as a pair that cannot be told apart") {
  const calibrate::Uncertainty uncertainty = Line().uncertainty();
  REQUIRE(uncertainty.known);
  CHECK(uncertainty.sd[0] > calibrate::undetermined_sd);
  CHECK(uncertainty.sd[1] > calibrate::undetermined_sd);
  CHECK(uncertainty.correlation[1][0] < -calibrate::indistinguishable_correlation);
  REQUIRE(uncertainty.alike.size() == 1);
  CHECK(uncertainty.flat.size() == 1);
}
