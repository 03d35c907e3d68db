// The quaternion of a rotation matrix by Shepperd's method (Journal of Guidance and Control 1, 1978).
#pragma once

#include "numerics/quaternion.h"

namespace rockfall {

inline Quat quaternion_of(const Mat3& a) {
  const double trace = a.trace();
  // 4 e_i^2.
  const double four_squares[4] = {1 + trace, 1 + 2 * a(0, 0) - trace, 1 + 2 * a(1, 1) - trace, 1 + 2 * a(2, 2) - trace};
  int largest = 0;
  for (int i = 1; i < 4; ++i) {
    if (four_squares[i] > four_squares[largest]) largest = i;
  }
  const double x = a(2, 1) - a(1, 2), y = a(0, 2) - a(2, 0), z = a(1, 0) - a(0, 1);
  switch (largest) {
    case 0:
      return normalised({four_squares[0], x, y, z});
    case 1:
      return normalised({x, four_squares[1], a(0, 1) + a(1, 0), a(0, 2) + a(2, 0)});
    case 2:
      return normalised({y, a(0, 1) + a(1, 0), four_squares[2], a(1, 2) + a(2, 1)});
    default:
      return normalised({z, a(0, 2) + a(2, 0), a(1, 2) + a(2, 1), four_squares[3]});
  }
}

}  // namespace rockfall
