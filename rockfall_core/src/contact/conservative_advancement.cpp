#include "contact/conservative_advancement.h"

namespace rockfall {
namespace {

constexpr double kMostTurn = 0.5;  // rad a step; faster rocks are looked at in every step
// The bounds hold for smooth motion; the midpoint rule departs from it by the square of the turn in a step, far less.
constexpr double kOfSteps = 1.25;

}  // namespace

// Energy and spin bound the angular velocity: |omega|^2 <= (1/A + 1/C) omega.Theta omega - |Theta omega|^2 / (A C) with
// the smallest and largest moment A and C, as 1/I lies below its chord between them.
Flight flight_of(const rf_rock& rock, const Vec3& velocity, const Vec3& omega, double time_step, double gravity) {
  const double smallest = rock.inertia[0], largest = rock.inertia[2];  // ascending
  const Vec3 inertia = load3(rock.inertia), spin = inertia.cwiseProduct(omega);
  const double over = 1.0 / smallest;
  const double bound = over / largest * ((smallest + largest) * spin.dot(omega) - spin.squaredNorm());
  const double squared = larger_of(bound, omega.squaredNorm()) * (1 + 1e-9);
  Flight flight;
  flight.velocity = velocity;
  flight.omega = omega;
  flight.time_step = time_step;
  flight.gravity = larger_of(gravity, 0.0);
  flight.speed = velocity.norm() + kMostSteps * time_step * flight.gravity;
  flight.fastest = std::sqrt(squared);
  // omega x (omega x r), and the change of omega: |omega x Theta omega| <= 1/2 (C - A) |omega|^2.
  flight.bending = kOfSteps * squared * (1 + 0.5 * (largest - smallest) * over);
  flight.slow_turn = squared * time_step * time_step < kMostTurn * kMostTurn;
  return flight;
}

double steps_within(double room, double loss, double bend) {
  const double linear = larger_of(loss + bend, 0.0);
  const double denominator = linear + std::sqrt(linear * linear + 4 * bend * room);
  const double twice = 2 * (1 - 1e-9) * room;
  return twice < kMostSteps * denominator ? twice / denominator : kMostSteps;
}

uint32_t farthest_face(const rf_rock& rock, const Vec3& point, double& outside) {
  uint32_t farthest = 0;
  outside = -1e300;
  for (uint32_t i = 0; i < rock.face_count; ++i) {
    const double* const f = rock.face(i);
    const double height = f[0] * point[0] + f[1] * point[1] + f[2] * point[2] - f[3];
    if (height > outside) {
      outside = height;
      farthest = i;
    }
  }
  return farthest;
}

VertexHeights::VertexHeights(const rf_rock& rock, const Over& over, uint32_t first) : lowest(0) {
  const uint32_t rest = rock.vertex_count - first, padded = rock.padded_count - first;
  count = rest < kCapacity ? rest : kCapacity;
  const double *x = rock.padded_x() + first, *y = rock.padded_y() + first, *z = rock.padded_z() + first;
  const double a = over.up[0], b = over.up[1], c = over.up[2];
  const double e = over.twist[0], f = over.twist[1], g = over.twist[2];
  constexpr uint32_t kTogether = 8;
  for (uint32_t i = 0; i < padded && i < kCapacity; i += kTogether) {
    for (uint32_t k = i; k < i + kTogether; ++k) {
      height[k] = over.clearance + (a * x[k] + b * y[k] + c * z[k]);
      loss[k] = over.loss + (e * x[k] + f * y[k] + g * z[k]);
    }
  }
  for (uint32_t i = 1; i < count; ++i) {
    if (height[i] < height[lowest]) lowest = i;
  }
}

}  // namespace rockfall
