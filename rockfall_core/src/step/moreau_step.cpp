#include "step/moreau_step.h"

#include <type_traits>

#include "body/body.h"
#include "body/end_conditions.h"
#include "body/slippage.h"
#include "body/step_result.h"
#include "contact/conservative_advancement.h"
#include "contact/detection.h"
#include "contact/scar_path.h"
#include "numerics/inline_calls.h"
#include "numerics/real.h"
#include "numerics/vector_of.h"
#include "rotation/explicit_rule.h"
#include "step/contact_solution.h"
#include "step/drag_below.h"
#include "step/free_motion.h"
#include "step/ground_query.h"
#include "step/near_ground.h"
#include "step/step_report.h"
#include "terrain/dispatch.h"

namespace rockfall {
namespace {

// Inputs of a step, and the bound of the ground below the rock.
template <class Terrain>
struct Step {
  const rf_rock& rock;
  const Terrain& terrain;
  const rf_settings& settings;
  const rf_state& old;                 // the rock's own state, which is written when the step is done
  const Vec3& midpoint;                // S at the midpoint of the step
  const rf_terrain& bounds_of_ground;  // its layer_height_max, contact_drag_height_max and uniform_beta are read
  const GroundBound& bound;            // of the ground below the bounding sphere at the midpoint
  StepContact* observed;               // nullable
  const VertexKernels& kernels;

  const rf_upper_plane* plane() const { return bound.known ? &bound.plane : nullptr; }

  /// True if there is ground below a position near the midpoint.
  bool over_ground(const Vec3& position) const {
    const Vec3 offset = position - midpoint;
    const double r = rock.bounding_radius;
    if (bound.known && bound.plane.hole_free && std::fabs(offset[0]) <= r && std::fabs(offset[1]) <= r) return true;
    return terrain.exists(position[0], position[1]);
  }
};

// Drag at the midpoint: the layer around S, the ground near or in contact, and the soil.
template <class Terrain>
inline Drag find_drag(const Step<Terrain>& step, bool in_contact, const SoilReaction* soil) {
  Drag drag;
  drag.soil = soil;
  if (soil) {
    drag.linear = soil->linear_drag;
    drag.spin = soil->spin_drag;
  }
  const double z = step.midpoint[2];
  const rf_upper_plane* const plane = step.plane();
  const auto reaches = [&](double height) { return height > 0 && !(plane && z - plane->height >= height); };
  if (reaches(step.bounds_of_ground.layer_height_max) ||
      reaches(step.bounds_of_ground.contact_drag_height_max * step.rock.half_diagonal)) {
    add_ground_drag(step.terrain, step.rock, step.midpoint, in_contact, drag);
  } else if (in_contact && step.terrain.has_contact_drag()) {
    drag.linear += contact_drag_below(step.terrain, step.midpoint) * step.rock.mass;
  }
  return drag;
}

// ds/dt = |v_S| in contact, -beta s otherwise (Leine et al. 2014, eq. 51).
template <class Terrain>
double next_slippage(const Step<Terrain>& step, const Solution& solution) {
  const double s = step.old.slippage, dt = step.settings.time_step;
  if (solution.has_percussion) return s + dt * solution.velocity.linear.norm();
  if (s < kNegligibleSlippage) return 0;
  if (step.bounds_of_ground.uniform_beta >= 0) return s * slippage_decay(step.bounds_of_ground.uniform_beta, dt);
  double beta;
  const bool exists =
      step.terrain.ground_members(step.midpoint[0], step.midpoint[1], one_member(RF_GROUND_BETA), &beta);
  return exists ? s * slippage_decay(beta, dt) : s;
}

/// @param kinetic  energy, out
template <class Terrain>
rf_state next_state(const Step<Terrain>& step, const Solution& solution, double scar_depth, double& kinetic) {
  const double dt = step.settings.time_step;
  rf_state next = step.old;
  const Vec3 position = step.midpoint + 0.5 * dt * solution.velocity.linear;
  store3(position, next.position);
  store_quat(solution.orientation, next.orientation);
  store3(solution.velocity.linear, next.velocity);
  store3(solution.velocity.angular, next.angular_velocity);
  next.slippage = next_slippage(step, solution);
  next.scar_depth = next.scar_path = 0;
  if (scar_depth > 0) {
    const double path = dt * solution.velocity.linear.norm();
    next.scar_path = step.old.scar_path + path;
    next.scar_depth = depth_left_on_path(scar_depth, next.scar_path, path, step.rock.bounding_radius,
                                         diameters_of_scar(step.settings.scar_length));
  }
  next.step = step.old.step + 1;
  kinetic = kinetic_energy(step.rock, next.velocity, next.angular_velocity);
  next.still_time = still_time_after(step.settings, step.rock.mass, kinetic, step.old.still_time);
  next.end = end_after(step.settings, step.over_ground(position), solution.has_percussion, next.still_time, next.step);
  return next;
}

// True if the rock turns by more in a step than the explicit scheme allows.
bool turns_too_far(const rf_settings& settings, const rf_state& next) {
  return settings.scheme == RF_SCHEME_EXPLICIT &&
         !within_explicit_turn(vector_of(next.angular_velocity), settings.time_step);
}

/// @param near        null in flight
/// @param scar_depth  after the impacts of the step; 0 without soil
template <class Terrain>
rf_status finish_step(const Step<Terrain>& step, const FreeMotion& motion, const Drag& drag, const Solution& solution,
                      const NearGround* near, double scar_depth, rf_state& state, rf_step_report* report) {
  double kinetic;
  const rf_state next = next_state(step, solution, scar_depth, kinetic);
  if (!can_step(next) || !is_finite(kinetic) || turns_too_far(step.settings, next)) {
    return end_with_fault(state, report);
  }
  if (report) {
    report_step(step.rock, step.settings, motion, drag, solution, near, step.old, next, *report);
    report->work_limited = near && near->work_limited;
  }
  state = next;
  return RF_OK;
}

// A step without contact.
template <class Terrain>
rf_status flight_step(const Step<Terrain>& step, rf_state& state, rf_step_report* report) {
  const Velocity old{load3(step.old.velocity), load3(step.old.angular_velocity)};
  const Quat p = load_quat(step.old.orientation);
  const Drag drag = find_drag(step, false, nullptr);
  const FreeMotion motion = free_motion(step.rock, step.settings, p, old, drag);
  Solution solution;
  solution.velocity = motion.velocity;
  solution.orientation = orientation_after(step.settings, motion, p, old.angular, solution.velocity.angular);
  return finish_step(step, motion, drag, solution, nullptr, 0.0, state, report);
}

// Find the contacts of vertices at or below the ground at the midpoint, except those in soil above its rebound surface.
template <class Terrain>
void find_contacts(const Step<Terrain>& step, bool without_terrain_vertices, NearGround& near) {
  find_vertex_contacts(step.terrain, step.rock, near.at, step.plane(), step.kernels, near.contacts, near.soil);
  if (!without_terrain_vertices) {
    near.work_limited = find_terrain_vertex_contacts(step.terrain, step.rock, near.at, step.plane(), step.kernels,
                                                     near.contacts, near.soil);
  }
  if (near.soil.present()) keep_rebound_contacts(near.contacts, near.soil.depth());
}

// S at the midpoint of the step.
Vec3 midpoint_of(const rf_settings& settings, const rf_state& old) {
  return load3(old.position) + 0.5 * settings.time_step * load3(old.velocity);
}

// A_IK at the midpoint of the step.
Mat3 midpoint_rotation_of(const rf_settings& settings, const rf_state& old) {
  return rotation_matrix(advanced(load_quat(old.orientation), load3(old.angular_velocity), 0.5 * settings.time_step));
}

// Drag, and the reaction of the soil.
struct Resistance {
  template <class Terrain>
  Resistance(const Step<Terrain>& step, const NearGround& near)
      : soil(near.soil.present() ? soil_reaction(step.rock, near.soil.plane(near.at.position), step.settings.soil_law,
                                                 near.at.rotation, near.velocity, step.settings.time_step, step.kernels)
                                 : SoilReaction()),
        drag(find_drag(step, near.contacts.count > 0, near.soil.present() ? &soil : nullptr)) {}
  Resistance(const Resistance&) = delete;
  Resistance& operator=(const Resistance&) = delete;

  SoilReaction soil;
  Drag drag;  // refers to `soil`
};

// The percussions of a step in which the rock touches the ground, and the motion with them.
template <class Terrain>
FreeMotion solve_step(const Step<Terrain>& step, const Placement& at, const Velocity& old, const Drag& drag,
                      const KnownRotation* rotation, int failed_attempts, ContactSet& contacts, Solution& solution) {
  const Quat p = load_quat(step.old.orientation);
  FreeMotion motion = free_motion(step.rock, step.settings, p, old, drag, rotation);
  prepare_contacts(contacts, step.old, at.rotation, motion);
  solve_contacts(contacts, step.rock, step.settings, motion, failed_attempts, solution);
  // Contacts can change the rotation so much that drag on the mean of old and new velocity would add energy.
  if (drag.angular != 0 && angular_drag_work(step.settings, motion, solution.velocity.angular) > 0) {
    drag_after_rotation(step.rock, step.settings, motion);  // its work is never positive
    solve_contacts(contacts, step.rock, step.settings, motion, failed_attempts, solution);
  }
  solution.orientation = orientation_after(step.settings, motion, p, old.angular, solution.velocity.angular);
  if (step.observed) {
    observe_contacts(contacts, at, solution, *step.observed);
    observe_solver(contacts, step.settings, motion, solution, *step.observed);
  }
  return motion;
}

template <class Terrain>
rf_status contact_step(const Step<Terrain>& step, const KnownRotation* rotation, const Resistance& resistance,
                       NearGround& near, rf_state& state, rf_step_report* report) {
  if (step.observed) {
    observe_soil(near, *step.observed);
    step.observed->work_limited = near.work_limited;
  }
  Solution solution;
  const FreeMotion motion =
      solve_step(step, near.at, near.velocity, resistance.drag, rotation, 0, near.contacts, solution);
  const double scar_depth = near.soil.present() ? near.soil.depth() : 0.0;
  return finish_step(step, motion, resistance.drag, solution, &near, scar_depth, state, report);
}

// True if the SIMD lanes can make the step.
bool lanes_can_step(const rf_settings& settings, const ContactSet& contacts, const Resistance& resistance) {
  return !resistance.soil.has_impulse() && resistance.drag.angular == 0 &&
         (resistance.drag.spin == 0 || settings.scheme != RF_SCHEME_EXPLICIT) && contacts.count <= kLaneContacts;
}

void write_detected(const NearGround& near, const Resistance& resistance, DetectedContacts& out) {
  const ContactSet& contacts = near.contacts;
  out.start();
  out.count = contacts.count;
  out.rolling = has_rolling_friction(contacts);
  out.drag = {resistance.drag.linear, resistance.drag.spin};
  out.scar_depth = near.soil.present() ? near.soil.depth() : 0.0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    out.items[i] = contact_on(contact.ground, contact.arm.data(), contact.frame.data(), contact.rolling_arm);
  }
}

// The contacts that write_detected wrote.
void read_detected(const DetectedContacts& in, ContactSet& contacts) {
  contacts.count = in.count;
  for (uint32_t i = 0; i < in.count; ++i) {
    const DetectedContact& item = in.items[i];
    Contact& contact = contacts.items[i];
    contact.arm = load3(item.arm);
    contact.frame.col(0) = load3(item.normal);
    contact.ground = item.ground;
    contact.in_soil = false;  // detection has taken the rebound surface into account
    contact.rolling_arm = item.rolling_arm;
  }
}

// contact_step from contacts that have been detected.
template <class Terrain>
rf_status step_detected_on(const Step<Terrain>& step, const KnownRotation& rotation, const double midpoint_rotation[9],
                           const DetectedContacts& detected, rf_state& state) {
  const Velocity old{load3(step.old.velocity), load3(step.old.angular_velocity)};
  ContactSet contacts;
  read_detected(detected, contacts);
  Drag drag;
  drag.linear = detected.drag.linear;
  drag.spin = detected.drag.spin;
  Solution solution;
  const FreeMotion motion = solve_step(step, {step.midpoint, matrix_of_rows(midpoint_rotation)}, old, drag, &rotation,
                                       detected.failed_attempts, contacts, solution);
  return finish_step(step, motion, drag, solution, nullptr, detected.scar_depth, state, nullptr);
}

// True if the bounding sphere at the midpoint is entirely above the ground.
template <class Terrain>
bool is_above_ground(const Step<Terrain>& step) {
  return step.bound.known && sphere_above(step.rock, step.midpoint, step.bound.plane);
}

template <class Terrain>
rf_status step_on(const Terrain& terrain, const rf_rock& rock, const rf_terrain& def, const rf_settings& settings,
                  rf_state& state, rf_step_report* report, StepContact* observed) {
  const Vec3 midpoint = midpoint_of(settings, state);
  const GroundBound bound = terrain.bound(footprint(rock, midpoint));
  const Step<Terrain> step = {rock, terrain, settings, state, midpoint, def, bound, observed, fastest_kernels()};
  if (is_above_ground(step)) return flight_step(step, state, report);
  const Placement at = {midpoint, midpoint_rotation_of(settings, state)};
  NearGround near(rock, settings, state, at);
  find_contacts(step, false, near);
  if (!near.touches()) return flight_step(step, state, report);
  if (near.contacts.faulty) return end_with_fault(state, report);
  const Resistance resistance(step, near);
  near.shorten_rolling_arms(rock, settings.gravity, resistance.soil.resistance);
  return contact_step(step, nullptr, resistance, near, state, report);
}

struct ClearSteps {
  double steps;  // see ConservativeAdvancement::find
  bool worthwhile;
};

template <class Terrain>
ROCKFALL_OWN_FRAME ClearSteps find_clear_steps(const Step<Terrain>& step, const Placement& at, const Slopes& slopes) {
  const FlightBounds flight =
      flight_bounds(step.rock, load3(step.old.velocity), load3(step.old.angular_velocity), step.settings.time_step,
                    step.settings.gravity, step.settings.scheme != RF_SCHEME_EXPLICIT);
  ConservativeAdvancement<Terrain> advancement(step.terrain, step.rock, at, step.bound.plane, flight, slopes,
                                               step.kernels);
  const double steps = advancement.find();
  return {steps, advancement.is_worthwhile()};
}

template <class Terrain>
GroundQuery query_ground_on(const Terrain& terrain, const rf_rock& rock, const rf_terrain& def,
                            const rf_settings& settings, const QueryInput& input, rf_state& state,
                            StepContact* observed) {
  using Outcome = GroundQuery::Outcome;
  // Every object is constructed in place: a copy would wait until the parts just stored have reached the cache.
  const Placement at = {midpoint_of(settings, state), input.midpoint_rotation ? matrix_of_rows(input.midpoint_rotation)
                                                                              : midpoint_rotation_of(settings, state)};
  const GroundBound own = input.bound ? GroundBound() : terrain.bound(footprint(rock, at.position));
  const Step<Terrain> step = {
      rock, terrain, settings, state, at.position, def, input.bound ? *input.bound : own, observed, *input.kernels};
  ClearSteps clear = {-1, false};
  if (!input.contact_expected && step.bound.known) {
    clear = find_clear_steps(step, at, input.slopes);
    if (clear.steps >= 0) return {Outcome::clear, static_cast<uint32_t>(clear.steps), clear.worthwhile};
  }
  NearGround near(rock, settings, state, at);
  find_contacts(step, input.without_terrain_vertices, near);
  if (!near.touches()) return {Outcome::clear, 0, clear.worthwhile};
  if (near.contacts.faulty) {
    end_with_fault(state, nullptr);
    return {Outcome::stepped, 0, clear.worthwhile};
  }
  const Resistance resistance(step, near);
  near.shorten_rolling_arms(rock, settings.gravity, resistance.soil.resistance);
  if (input.detected && lanes_can_step(settings, near.contacts, resistance)) {
    write_detected(near, resistance, *input.detected);
    if (observed) {
      observe_soil(near, *observed);
      observed->work_limited = near.work_limited;
    }
    return {Outcome::detected, 0, clear.worthwhile};
  }
  contact_step(step, input.rotation, resistance, near, state, nullptr);
  return {Outcome::stepped, 0, clear.worthwhile};
}

}  // namespace

bool may_limit_work(const rf_rock& rock, const rf_terrain& terrain) {
  return visit_terrain(terrain, [&](const auto& ground) { return may_leave_out_vertices(ground, rock); });
}

GroundQuery query_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                         const QueryInput& input, rf_state& state, StepContact* observed) {
  if (observed) *observed = {};
  if (input.grid) return query_ground_on(*input.grid, rock, terrain, settings, input, state, observed);
  return visit_terrain(terrain, [&](const auto& ground) {
    return query_ground_on(ground, rock, terrain, settings, input, state, observed);
  });
}

bool find_flight_drag(const rf_rock& rock, const rf_terrain& terrain, const double position[3], double& drag) {
  Drag found;
  visit_terrain(terrain, [&](const auto& ground) { add_ground_drag(ground, rock, load3(position), false, found); });
  drag = found.linear;
  return found.angular == 0;
}

rf_status step_detected(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                        const KnownRotation& rotation, const double midpoint_rotation[9],
                        const DetectedContacts& detected, rf_state& state, StepContact* observed) {
  const Vec3 midpoint = midpoint_of(settings, state);
  const GroundBound unknown = {{}, false};
  return visit_terrain(terrain, [&](const auto& ground) {
    const Step<std::decay_t<decltype(ground)>> step = {rock,    ground,  settings, state,           midpoint,
                                                       terrain, unknown, observed, kBaselineKernels};
    return step_detected_on(step, rotation, midpoint_rotation, detected, state);
  });
}

rf_status moreau_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report, StepContact* observed) {
  if (observed) *observed = {};
  if (state.end != RF_MOVING) {
    if (report) clear_report(state, *report);
    return RF_OK;
  }
  if (!can_step(state)) return end_with_fault(state, report);
  return visit_terrain(
      terrain, [&](const auto& ground) { return step_on(ground, rock, terrain, settings, state, report, observed); });
}

}  // namespace rockfall
