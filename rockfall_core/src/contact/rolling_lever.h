// The lever of rolling resistance. Everything has internal linkage: lanes include it.
#pragma once

namespace rockfall {
namespace {

// Height of S over a contact along its normal, 0 if S is below it. A moment of at most tan(alpha) times this lever
// times P_N keeps any shape at rest on slopes up to alpha.
// @param position  of S, I  @param place  of the contact, I
template <class Normal, class Position, class Place>
double rolling_lever(const Normal& normal, const Position& position, const Place& place) {
  const double height = normal[0] * (position[0] - place[0]) +
                        (normal[1] * (position[1] - place[1]) + normal[2] * (position[2] - place[2]));
  return height > 0 ? height : 0.0;
}

}  // namespace
}  // namespace rockfall
