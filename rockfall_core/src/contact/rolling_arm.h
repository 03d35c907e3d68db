// The arm of rolling resistance on rigid ground. Everything has internal linkage: lanes include it.
#pragma once

namespace rockfall {
namespace {

// mu_R h, with the height h of S over the contact along its normal, 0 if S is below it: on a slope of arctan mu_R the
// weight has this arm about the contact, whatever the shape.
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
