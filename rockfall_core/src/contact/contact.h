// A contact of one step, from detection to percussion. Three rows of every array: normal, t1, t2.
#pragma once

#include <rockfall/step.h>

#include <cmath>

#include "contact/contact_ground.h"
#include "contact/tangent.h"
#include "numerics/linear.h"

namespace rockfall {

struct Contact {
  // Detection.
  Vec3 arm;    // r_SP in K
  Mat3 frame;  // columns n, t1, t2 in I; detection sets n
  // m, <= 0: of a hull vertex along the vertical, of a terrain vertex to the nearest face that looks downwards; after
  // keep_rebound_contacts() in soil along the normal, from the rebound surface.
  double gap;
  uint32_t feature;  // see rf_contact
  ContactGround ground;
  bool in_soil;  // the ground is soil

  // Kinematics: gamma = frame^T v + angular^T omega (Leine et al. 2014, section 3.3).
  Mat3 angular;           // W_omega
  Mat3 angular_response;  // M_omega^-1 W_omega

  // Law and solution.
  double friction;
  Vec3 before;  // gamma-, from the velocities before the step
  Vec3 percussion;

  // Rolling friction about t1 and t2 (Leine & Glocker 2003); axes and response are set where any
  // contact of the step has it.
  double rolling_arm;      // mu_R h, m: bound of the moment over P_N; 0 without rolling friction
  Mat32 rolling_axes;      // t1, t2 in K: rolling angular velocity = rolling_axes^T omega
  Mat32 rolling_response;  // M_omega^-1 rolling_axes
  Vec2 moment;             // moment percussion about t1 and t2, N m s; 0 without rolling friction
};

/// Contacts of one rock in one step; the deepest RF_MAX_CONTACTS of them.
struct ContactSet {
  Contact items[RF_MAX_CONTACTS];
  uint32_t count = 0;
  uint32_t dropped = 0;          // those without a slot, on rigid ground
  uint32_t dropped_in_soil = 0;  // and in soil
  bool faulty = false;           // the terrain returned a height that is not finite
  double none_above = -1;        // no contact is above a rebound surface of this depth; -1: unknown

  bool full() const { return count == RF_MAX_CONTACTS; }

  /// Slot for a contact of this gap: a new one, or that of the shallowest contact, or null if all others are deeper.
  Contact* claim(double gap, bool in_soil) {
    if (!full()) {
      contacts_changed();
      return &items[count++];
    }
    if (shallowest_ == kUnknown) shallowest_ = find_shallowest();
    const bool replaces = gap < items[shallowest_].gap;
    const bool drops_in_soil = replaces ? items[shallowest_].in_soil : in_soil;
    ++(drops_in_soil ? dropped_in_soil : dropped);
    if (!replaces) return nullptr;
    Contact* const slot = &items[shallowest_];
    contacts_changed();
    return slot;
  }

  /// To be called after the contacts have changed: what was derived from them is no longer valid.
  void contacts_changed() {
    shallowest_ = kUnknown;
    none_above = -1;
  }

 private:
  static constexpr uint32_t kUnknown = RF_MAX_CONTACTS;

  uint32_t find_shallowest() const {
    uint32_t found = 0;
    for (uint32_t i = 1; i < RF_MAX_CONTACTS; ++i) {
      if (items[i].gap > items[found].gap) found = i;
    }
    return found;
  }

  uint32_t shallowest_ = kUnknown;  // while all slots are taken
};

/// Contact frame of a normal, see set_tangent().
inline Mat3 contact_frame(const Vec3& n) {
  Vec3 t1;
  set_tangent<double>(n, t1);
  Mat3 frame;
  frame.col(0) = n;
  frame.col(1) = t1;
  frame.col(2) = n.cross(t1);
  return frame;
}

}  // namespace rockfall
