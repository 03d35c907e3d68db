// One rock on an endless plane.
#ifndef ROCKFALL_SANDBOX_VERIFY_WORLD_H
#define ROCKFALL_SANDBOX_VERIFY_WORLD_H

#include <array>
#include <cstdint>
#include <rockfall/rockfall.hpp>
#include <vector>

#include "verify/vector.h"

namespace sandbox::verify {

/** A cooked rock. */
class Rock {
 public:
  /** Throws RunError with the engine's text. */
  Rock(const std::vector<double>& points, rf_sizing sizing, double density_or_mass);

  const rf_rock* get() const { return rock_.get(); }
  const rf_rock_properties& properties() const { return rock_.properties(); }
  double mass() const { return rock_->mass; }
  Vec inertia() const { return load(rock_->inertia); }

 private:
  rf::Rock rock_;
};

/** Throws RunError with the text of a status that is not ok. */
void demand(const rf::Status& status);

/** Sets the height of a rock such that its lowest point is `clearance` (m) above the ground. Throws RunError. */
void place_above_ground(const rf_scene& scene, rf_state& state, double clearance);

/** Points of a standard shape. */
std::vector<double> shape_points(rf_shape_kind kind, const Vec& size, std::uint32_t count = 32, std::uint64_t seed = 1);

Rock box_of_mass(const Vec& size, double mass);

/** An endless plane that descends along +x, rotated about z by `heading`. */
struct Slope {
  double angle = 0;    ///< rad
  double heading = 0;  ///< rad
  double height = 0;   ///< m, at x = y = 0
};

/** One rock on a plane. The rock must outlive it. */
class World {
 public:
  World(const Rock& rock, const Slope& slope, const rf_ground& ground, const rf_settings& settings);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const rf_scene& scene() const { return scene_.get(); }
  const Rock& rock() const { return rock_; }

  /** Unit vectors: downslope, and normal to the slope. */
  Vec downhill() const { return downhill_; }
  Vec normal() const { return normal_; }
  /** Rotation from a horizontal plane with downslope x to this plane. */
  Quaternion frame() const { return frame_; }

  /** A state at rest, B axes along the frame of the slope, lowest point `clearance` above the plane. */
  rf_state start(const Quaternion& orientation_of_b, double clearance) const;

 private:
  const Rock& rock_;
  rf::Scene scene_;
  Vec downhill_;
  Vec normal_;
  Quaternion frame_;
};

/** One trajectory, with the report of its last step. */
class Run {
 public:
  Run(const rf_scene& scene, const rf_state& start) : scene_(scene), state_(start) {}

  /** Throws RunError if the engine refuses the step. */
  void step();

  const rf_state& state() const { return state_; }
  const rf_step_report& report() const { return report_; }
  const rf_contact& contact(std::size_t i) const { return contacts_[i]; }
  Vec position() const { return load(state_.position); }
  Vec velocity() const { return load(state_.velocity); }
  Vec omega() const { return load(state_.angular_velocity); }
  double time() const { return static_cast<double>(state_.step) * scene_.settings.time_step; }
  double normal_percussion() const;

 private:
  const rf_scene& scene_;
  rf_state state_;
  rf_step_report report_{};
  std::array<rf_contact, RF_MAX_CONTACTS> contacts_{};
};

/** Settings without end conditions. */
rf_settings endless(rf_scheme scheme, double time_step, double gravity = 9.81);

/** Ground of constant friction, without restitution and drag. */
rf_ground coulomb(double friction);

/** The numbers of Lu et al. 2019 for a whole slope. @param strength  M_E, Pa; @param drag  C_f + C_s */
rf_ground lu_ground(double strength, double drag = 2.5);

const char* scheme_text(rf_scheme scheme);

}  // namespace sandbox::verify
#endif
