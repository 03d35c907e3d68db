#include "common/scale.h"

#include <doctest/doctest.h>

#include "calibrate/parameters.h"
#include "scenario/scenario.h"

TEST_CASE("places on a logarithmic scale lie between its bounds, also if their ratio is more than a number can hold") {
  CHECK(sandbox::value_between(2, 4, 0.25, false) == 2.5);
  CHECK(sandbox::value_between(1, 100, 0.5, true) == 10);
  for (const double from : {1e-3, 1e-300, 5e-324}) {
    for (const double to : {1e20, 1.7e308}) {
      CAPTURE(from);
      CAPTURE(to);
      double former = from;
      for (const double share : {0.1, 0.5, 0.9}) {
        const double value = sandbox::value_between(from, to, share, true);
        CHECK(value > former);
        CHECK(value < to);
        CHECK(sandbox::share_between(from, to, value, true) == doctest::Approx(share));
        former = value;
      }
    }
  }
  const sandbox::FitSpec fit = sandbox::parse_fit("soil_strength=1e-300:1e20:log");
  CHECK(sandbox::calibrate::value_at(fit, 0.5) / 1e-140 == doctest::Approx(1));
  CHECK(sandbox::calibrate::value_at(fit, 0) == 1e-300);
  CHECK(sandbox::calibrate::value_at(fit, 1) == 1e20);
}
