#include "verify/groups.h"

namespace sandbox::verify {

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {{"A", free_rotation}, {"B", non_twisting}, {"C", scarring},
                                         {"D", wheel},         {"E", ramp},         {"F", contact_closed_forms},
                                         {"R", rocfall},       {"S", soil}};
  return all;
}

}  // namespace sandbox::verify
