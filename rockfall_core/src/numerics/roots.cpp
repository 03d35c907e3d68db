#include "numerics/roots.h"

namespace rockfall {

// Both bring x into [1, 2^n] and start on the chord of the root, which is not above it. The first iteration of Newton's
// method leads above the root, the others descend.
double cube_root(double x) {
  if (!(x > 0)) return 0;
  if (x - x != 0) return x;  // infinite
  double scale = 1;
  for (; x > 8; x *= 0.125) scale *= 2;
  for (; x < 1; x *= 8) scale *= 0.5;
  double y = 1 + (x - 1) / 7;
  for (int i = 0; i < 8; ++i) y = (2 * y + x / (y * y)) / 3;
  return y * scale;
}

double fifth_root(double x) {
  if (!(x > 0)) return 0;
  if (x - x != 0) return x;  // infinite
  double scale = 1;
  for (; x > 32; x *= 0.03125) scale *= 2;
  for (; x < 1; x *= 32) scale *= 0.5;
  double y = 1 + (x - 1) / 31;
  for (int i = 0; i < 9; ++i) {
    const double square = y * y, next = (4 * y + x / (square * square)) / 5;
    if (next == y) break;
    y = next;
  }
  return y * scale;
}

}  // namespace rockfall
