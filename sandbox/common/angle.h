// Angles in radians.
#ifndef ROCKFALL_SANDBOX_COMMON_ANGLE_H
#define ROCKFALL_SANDBOX_COMMON_ANGLE_H

namespace sandbox {

constexpr double pi = 3.14159265358979323846;

constexpr double radians(double degrees) { return degrees * pi / 180; }

}  // namespace sandbox
#endif
