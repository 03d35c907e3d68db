#include "contact/conservative_advancement.h"

namespace rockfall {
namespace {

constexpr double kMaxRotationPerStep = 0.5;  // rad; above this, contact detection runs in every step
// The bounds hold for smooth motion. The midpoint rule deviates from it by far less: the square of the rotation per
// step.
constexpr double kDiscretisationFactor = 1.25;

}  // namespace

// Energy and angular momentum L = Theta omega bound the angular velocity:
//   |omega|^2 <= (1/A + 1/C) omega.L - |L|^2 / (A C)
// with the smallest and largest moment A and C, because 1/I lies below its chord between them.
FlightBounds flight_bounds(const rf_rock& rock, const Vec3& velocity, const Vec3& omega, double time_step,
                           double gravity, bool conserves_momentum) {
  const double smallest = rock.inertia[0], largest = rock.inertia[2];  // ascending
  const Vec3 inertia = load3(rock.inertia), momentum = inertia.cwiseProduct(omega);
  const double inverse_smallest = 1.0 / smallest;
  const double twice_energy = momentum.dot(omega);
  const double bound = conserves_momentum
                           ? inverse_smallest / largest * ((smallest + largest) * twice_energy - momentum.squaredNorm())
                           : inverse_smallest * twice_energy;
  const double squared = larger_of(bound, omega.squaredNorm()) * (1 + 1e-9);
  FlightBounds flight;
  flight.velocity = velocity;
  flight.omega = omega;
  flight.time_step = time_step;
  flight.gravity = larger_of(gravity, 0.0);
  flight.max_speed = velocity.norm() + kMaxClearSteps * time_step * flight.gravity;
  flight.max_angular_speed = std::sqrt(squared);
  // omega x (omega x r), and the change of omega: |omega x Theta omega| <= 1/2 (C - A) |omega|^2.
  flight.acceleration_per_radius =
      kDiscretisationFactor * squared * (1 + 0.5 * (largest - smallest) * inverse_smallest);
  flight.small_rotation = squared * time_step * time_step < kMaxRotationPerStep * kMaxRotationPerStep;
  return flight;
}

double clear_steps_within(double gap, double approach, double acceleration) {
  const double linear = larger_of(approach + acceleration, 0.0);
  const double denominator = linear + std::sqrt(linear * linear + 4 * acceleration * gap);
  const double twice = 2 * (1 - 1e-9) * gap;
  return twice < kMaxClearSteps * denominator ? twice / denominator : kMaxClearSteps;
}

}  // namespace rockfall
