// The arm of rolling resistance on rigid ground. Everything has internal linkage: lanes include it.
#pragma once

namespace rockfall {
namespace {

// mu_R h, with the height h of S over the contact along its normal, 0 if S is below it. A moment of at most this arm
// times P_N keeps a rock of any shape at rest on slopes up to arctan mu_R.
// @param position  of S, I  @param place  of the contact, I
template <class Normal, class Position, class Place>
double rolling_arm(double rolling_resistance, const Normal& normal, const Position& position, const Place& place) {
  if (rolling_resistance == 0) return 0;
  const double height = normal[0] * (position[0] - place[0]) +
                        (normal[1] * (position[1] - place[1]) + normal[2] * (position[2] - place[2]));
  return height > 0 ? rolling_resistance * height : 0.0;
}

}  // namespace
}  // namespace rockfall
