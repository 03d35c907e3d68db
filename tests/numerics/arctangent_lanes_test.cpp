#include "numerics/arctangent_lanes.h"

#include <doctest/doctest.h>

#include <limits>

#include "numerics/elementary.h"

using namespace rockfall;

TEST_CASE("the arc tangent of lanes has the bits of that of doubles") {
  int mismatches = 0;
  const auto check = [&](double x) {
    Pack pack = packed(1.0);
    pack.set(kPackCount - 1, x);
    const Pack angle = arctangent_of_positive(pack);
    mismatches += angle[kPackCount - 1] != arctangent(x);
  };
  for (int i = 0; i <= 100000; ++i) check(1e-4 * i);
  for (double x = std::numeric_limits<double>::denorm_min(); x < 1e300; x *= 1.7) check(x);
  for (int k = 0; k <= 8; ++k) {
    check(0.125 * k + 0.0625);  // where the nearest multiple of 1/8 changes
    check(0.125 * k);
  }
  check(std::numeric_limits<double>::infinity());
  CHECK(mismatches == 0);
}
