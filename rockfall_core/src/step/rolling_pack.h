// Rolling friction at one contact of each of several rocks in SIMD lanes; see contact/contact.h. Everything has
// internal linkage.
#pragma once

#include "step/one_contact_pack.h"

namespace rockfall {
namespace {

struct RollingPack {
  Pack arm;
  VectorPack axes[2], response[2];
  Pack moment[2];

  // Set the arm, and no moment.
  void set_arm(const Pack& of_contact) {
    arm = of_contact;
    moment[0] = moment[1] = packed(0.0);
  }

  // apply_moment() in the given lanes.
  void apply(const PackMask& lanes, VelocityPack& u) const {
    for (int i = 0; i < 3; ++i) {
      const Pack turn = response[0][i] * moment[0] + response[1][i] * moment[1];
      u.angular[i] = select(lanes, u.angular[i] + turn, u.angular[i]);
    }
  }

  // Work of the moment, as contact_work() adds it. @param sum  of the angular velocities before and after
  Pack work(const VectorPack& sum) const {
    return 0.5 * (moment[0] * dot(axes[0], sum) + moment[1] * dot(axes[1], sum));
  }
};

}  // namespace
}  // namespace rockfall
