// Angles in radians.
#ifndef ROCKFALL_SANDBOX_COMMON_ANGLE_H
#define ROCKFALL_SANDBOX_COMMON_ANGLE_H

namespace sandbox {

constexpr double pi = 3.14159265358979323846, two_pi = 2 * pi;

constexpr double radians(double degrees) { return degrees * pi / 180; }
constexpr double degrees(double radians) { return radians * 180 / pi; }

}  // namespace sandbox
#endif
