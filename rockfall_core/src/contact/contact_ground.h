// The members of the ground that the laws of one contact need.
#pragma once

#include <rockfall/ground.h>

#include "numerics/inline_calls.h"

namespace rockfall {

/// The members of rf_ground that the contact laws need.
struct ContactGround {
  double mu_min, mu_max, kappa;
  double restitution_normal, restitution_tangential, restitution_threshold;
};

ROCKFALL_ALWAYS_INLINE ContactGround contact_ground(const rf_ground& ground) {
  return {ground.mu_min,
          ground.mu_max,
          ground.kappa,
          ground.restitution_normal,
          ground.restitution_tangential,
          ground.restitution_threshold};
}

}  // namespace rockfall
