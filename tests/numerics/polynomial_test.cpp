#include "numerics/polynomial.h"

#include <doctest/doctest.h>

#include <cmath>

#include "support/random.h"

using rockfall::polynomial_at;
using rockfall::sign_changes;

namespace {

// The polynomial with the given roots. @param c  coefficients by ascending powers
void multiply_out(const double (&roots)[5], double factor, double (&c)[6]) {
  for (double& x : c) x = 0;
  c[0] = factor;
  for (int i = 0; i < 5; ++i) {
    for (int k = i + 1; k > 0; --k) c[k] = c[k - 1] - roots[i] * c[k];
    c[0] *= -roots[i];
  }
}

}  // namespace

TEST_CASE("the places between 0 and 1 where a polynomial of fifth degree changes its sign are its roots there") {
  support::Random random(5);
  for (int trial = 0; trial < 2000; ++trial) {
    CAPTURE(trial);
    double roots[5], least = 1, inside[5];
    for (double& root : roots) root = random.between(-1, 2);
    for (int i = 0; i < 5; ++i) {
      for (int k = 0; k < i; ++k) least = std::fmin(least, std::fabs(roots[i] - roots[k]));
      least = std::fmin(least, std::fmin(std::fabs(roots[i]), std::fabs(roots[i] - 1)));
    }
    if (least < 0.01) continue;  // roots that are nearly equal are not determined by the coefficients
    double c[6];
    multiply_out(roots, random.between(-1000, 1000), c);
    const int found = sign_changes(c, inside);
    int expected = 0;
    for (const double root : roots) {
      if (!(root > 0 && root < 1)) continue;
      ++expected;
      double nearest = 1;
      for (int i = 0; i < found; ++i) nearest = std::fmin(nearest, std::fabs(inside[i] - root));
      CHECK(nearest < 1e-7);
    }
    CHECK(found == expected);
    for (int i = 1; i < found; ++i) CHECK(inside[i] > inside[i - 1]);
  }
}

TEST_CASE("a polynomial without a change of sign between 0 and 1 has no roots there") {
  double roots[5];
  const double positive[6] = {1, -2, 1.1, 0, 0, 0.5}, zero[6] = {}, touching[6] = {0.25, -1, 1, 0, 0, 0};
  CHECK(sign_changes(positive, roots) == 0);
  CHECK(sign_changes(zero, roots) == 0);
  CHECK(sign_changes(touching, roots) == 0);
  CHECK(polynomial_at(positive, 2) == 1 - 4 + 4.4 + 16);
  const double not_numbers[6] = {1, NAN, INFINITY, 0, 1, 2};
  CHECK(sign_changes(not_numbers, roots) <= 5);
}
