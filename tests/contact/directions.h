// Random directions.
#pragma once

#include "numerics/linear.h"
#include "support/random.h"

namespace contacts {

inline rockfall::Vec3 random_unit(support::Random& random) {
  rockfall::Vec3 v(0, 0, 0);
  while (!(v.norm() > 0.1)) v = rockfall::Vec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
  return v.normalized();
}

}  // namespace contacts
