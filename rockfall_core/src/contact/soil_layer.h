// Compactable ground: a layer of soil over the surface on which the hard contact acts (Lu et al. 2019, Modelling
// rockfall impact with scarring in compactable soils, Landslides 16).
#pragma once

#include <rockfall/ground.h>

#include <cmath>

#include "contact/percussion_solver.h"
#include "contact/vertex_kernels.h"
#include "rock/rock.h"

namespace rockfall {

/// Depth of the scar that a vertex leaves when it enters the soil, m: d = 0.1 m^(1/3) M_E^(-0.4) V^0.8 with M_E in
/// kN/m2 (Lu et al. 2019, eq. 11, after Gerber).
/// @param cube_root_of_mass  m^(1/3), m in kg
/// @param strength           M_E in Pa, > 0
/// @param speed              normal speed V into the soil, m/s, >= 0
double impact_depth(double cube_root_of_mass, double strength, double speed);

/// The members of rf_ground that the reaction of the soil needs.
struct SoilGround {
  SoilGround() = default;
  SoilGround(const rf_ground& ground)  // NOLINT: a copy of some members
      : strength(ground.soil_strength),
        drag(ground.soil_drag),
        drag_rotation(ground.soil_drag_rotation),
        density(ground.soil_density),
        mu_min(ground.mu_min) {}

  double strength = 0, drag = 0, drag_rotation = 0, density = 0, mu_min = 0;
};

/// Drag per area and square of the speed, kg/m3.
inline double soil_pressure(double drag, double density) { return 0.5 * drag * density; }

/// Drag of the soil on the rotation, kg/s: that of a body of the submerged area which moves with the speed R omega.
/// @param drag  on S, kg/s
inline double soil_spin_drag(const rf_rock& rock, double drag_rotation, double drag, double speed, double spin) {
  return drag > 0 && speed > 0 ? drag_rotation * drag * (rock.bounding_radius * spin / speed) : 0.0;
}

/// The surface of the soil below a rock as a plane, taken where the rock is deepest.
struct SoilPlane {
  Vec3 normal;       // unit, up, K
  double clearance;  // of S over the plane, m
  SoilGround ground;
};

/// Reaction of the soil on a rock during one step, from the motion at its midpoint.
struct SoilReaction {
  double area = 0;                       // submerged, projected across the velocity, m2
  double linear_drag = 0;                // kg/s: force -linear_drag v on S
  double spin_drag = 0;                  // kg/s: torque -spin_drag / m Theta omega
  double resistance = 0;                 // component of its force against the velocity of S, N
  Vec3 impulse = Vec3(0, 0, 0);          // N s, I
  Vec3 angular_impulse = Vec3(0, 0, 0);  // N m s about S, K

  bool has_impulse() const {
    // NaN is an impulse too.
    const auto is_zero = [](const Vec3& v) { return std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]) == 0; };
    return !is_zero(impulse) || !is_zero(angular_impulse);
  }
};

/// Area of the submerged part of the hull projected on the plane across `direction`, m2.
/// @param direction  unit, K
double submerged_area(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction);

/// The same up to rounding, faster. Proportional to the length of `direction`.
double submerged_area(const rf_rock& rock, const SoilPlane& plane, const Vec3& direction, const VertexKernels& kernels);

/// @param law       an rf_soil_law
/// @param rotation  A_IK at the midpoint
SoilReaction soil_reaction(const rf_rock& rock, const SoilPlane& plane, int32_t law, const Mat3& rotation,
                           const Velocity& velocity, double time_step, const VertexKernels& kernels);

}  // namespace rockfall
