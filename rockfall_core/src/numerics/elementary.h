// Elementary functions computed with + - * / and sqrt only: the same bits on every IEEE-754 platform, unlike libm.
// Errors against the exact values are below 4.5e-16 (absolute for sine and cosine, relative for the others).
#pragma once

namespace rockfall {

constexpr double kPi = 3.14159265358979323846;

struct SineCosine {
  double sine, cosine;
};

/// Sine and cosine of x, |x| <= 1e5; NaN beyond, where the reduction would lose accuracy.
SineCosine sine_cosine(double x);

/// Arc tangent, for any x.
double arctangent(double x);

/// e^x; 0 below x = -708.39 (no subnormal results), infinity above 709.78.
double exponential(double x);

template <class Real>
struct HalfAngleOf {
  Real cosine;           // cos(phi/2)
  Real sine_over_angle;  // sin(phi/2) / phi, 1/2 at phi = 0
};
using HalfAngle = HalfAngleOf<double>;

/// Half-angle terms of the quaternion of a rotation by phi = sqrt(phi_squared); small angles need no square root.
HalfAngle half_angle(double phi_squared);

}  // namespace rockfall
