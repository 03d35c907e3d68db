// The arm of rolling resistance on rigid ground. Everything has internal linkage: lanes include it.
#pragma once

namespace rockfall {
namespace {

// Height of S over a contact along its normal. @param position  of S, I  @param place  of the contact, I
template <class Normal, class Position, class Place>
auto height_over(const Normal& normal, const Position& position, const Place& place) {
  return normal[0] * (position[0] - place[0]) +
         (normal[1] * (position[1] - place[1]) + normal[2] * (position[2] - place[2]));
}

// mu_R h, 0 if S is below the contact: on a slope of arctan mu_R the weight has this arm about the contact, whatever
// the shape. @param height  h, see height_over()
inline double rolling_arm(double rolling_resistance, double height) {
  return height > 0 ? rolling_resistance * height : 0.0;
}

}  // namespace
}  // namespace rockfall
