#include "step/moreau_step.h"

#include "body/body.h"
#include "body/end_conditions.h"
#include "body/slippage.h"
#include "body/step_result.h"
#include "contact/conservative_advancement.h"
#include "contact/detection.h"
#include "contact/laws.h"
#include "numerics/elementary.h"
#include "numerics/error.h"
#include "step/free_motion.h"
#include "terrain/dispatch.h"

namespace rockfall {
namespace {

// Extra sweeps rarely converge after Newton's method fails.
constexpr int32_t kSweepsWithRestitution = 30;

// The inputs of a step, and the ground below S at the midpoint where it was needed.
template <class Terrain>
struct Step {
  const rf_rock& rock;
  const Terrain& terrain;
  const rf_settings& settings;
  const rf_state& old;
  Vec3 midpoint;
  double layer_height_max, uniform_beta;  // of the rf_terrain
  GroundBound bound;                      // of the ground below the bounding sphere at the midpoint

  const rf_upper_plane* plane() const { return bound.known ? &bound.plane : nullptr; }

  /// Is there ground below a place near the midpoint?
  bool over_ground(const Vec3& position) const {
    const Vec3 way = position - midpoint;
    const double r = rock.bounding_radius;
    if (bound.known && bound.plane.hole_free && std::fabs(way[0]) <= r && std::fabs(way[1]) <= r) return true;
    return terrain.exists(position[0], position[1]);
  }
};

struct Solution {
  Velocity velocity;
  Quat orientation;
  SolverOutcome solver{0, true};
  bool restitution_off = false;
  bool carried = false;  // some contact has P_N > 0
};

template <class Terrain>
rf_terrain_sample ground_below(const Terrain& terrain, const Vec3& position) {
  rf_terrain_sample below;
  const double xy[2] = {position[0], position[1]};
  terrain.sample(xy, 1, &below);
  return below;
}

// Drag at the midpoint: the layer around S, and the ground's grip on a rock in contact.
template <class Terrain>
Drag find_drag(const Step<Terrain>& step, bool in_contact) {
  Drag drag;
  const double z = step.midpoint[2];
  const rf_upper_plane* const plane = step.plane();
  const bool layer_possible = step.layer_height_max > 0 && !(plane && z - plane->height >= step.layer_height_max);
  if (!layer_possible && !(in_contact && step.terrain.has_contact_drag())) return drag;
  const rf_terrain_sample below = ground_below(step.terrain, step.midpoint);
  if (!below.exists) return drag;
  if (z - below.height < below.ground.layer_height) {
    drag.linear = below.ground.layer_drag;
    drag.angular = below.ground.layer_drag_rotation;
  }
  if (in_contact) drag.linear += below.ground.contact_drag * step.rock.mass;
  return drag;
}

// W, friction and gamma- of the contacts found.
void prepare_contacts(ContactSet& contacts, const rf_state& old, const Mat3& rotation, const FreeMotion& motion) {
  const Velocity before{load3(old.velocity), load3(old.angular_velocity)};
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    // omega x r_SP in K, brought to I and into the contact frame: W_omega = r~ A^T A_IC.
    contact.angular = skew(contact.arm) * (rotation.transpose() * contact.frame);
    contact.angular_response = motion.inverse_inertia * contact.angular;
    contact.friction = slippage_friction(contact.ground, old.slippage);
    contact.before = contact_velocity(contact, before);
  }
}

// Percussions scaled back until they do no positive work: work(k P) = k a + k^2 b vanishes at k = -a / b.
void scale_back(ContactSet& contacts, const FreeMotion& motion, double work, Solution& solution) {
  const double a = contact_work(contacts, motion.reference, motion.velocity);
  const double scale = a < 0 && is_finite(work) ? a / (a - work) : 0.0;
  solution.velocity = motion.velocity;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    contacts.items[i].percussion *= scale;
    apply_percussion(contacts.items[i], contacts.items[i].percussion, motion.inverse_mass, solution.velocity);
  }
}

bool bounces(const ContactSet& contacts) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const rf_ground& ground = contacts.items[i].ground;
    if (ground.restitution_normal > 0 || ground.restitution_tangential > 0) return true;
  }
  return false;
}

// Contacts only take energy. Two things could give it: Newton's law at several frictional contacts (Kane's paradox),
// which is solved again without restitution, and a contact that separates more slowly than gravity closes it again,
// worth up to m (g dt)^2 / 8 a step, which is scaled away. Restitution is also dropped where it asks several contacts
// for what no rigid body can do, and no percussions were found.
void solve_contacts(ContactSet& contacts, const rf_rock& rock, const rf_settings& settings, const FreeMotion& motion,
                    Solution& solution) {
  const SolverLimits limits{settings.solver_sweeps, settings.solver_tolerance};
  const bool bouncing = bounces(contacts);
  SolverLimits first_limits = limits;
  if (bouncing && first_limits.sweeps > kSweepsWithRestitution) first_limits.sweeps = kSweepsWithRestitution;
  const double fall = settings.gravity * settings.time_step;
  const double kinetic = kinetic_energy(rock, motion.reference.linear.data(), motion.reference.angular.data());
  const double of_gravity = rock.mass * fall * fall, rounding = 1e-14 * (kinetic + of_gravity);
  solution.velocity = motion.velocity;
  solution.solver = solve_percussions(contacts, motion.inverse_mass, 1.0, first_limits, solution.velocity);
  double work = contact_work(contacts, motion.reference, solution.velocity);
  if (bouncing && (work > of_gravity + rounding || !solution.solver.converged)) {
    solution.restitution_off = true;
    solution.velocity = motion.velocity;
    const int32_t before = solution.solver.sweeps;
    solution.solver = solve_percussions(contacts, motion.inverse_mass, 0.0, limits, solution.velocity);
    solution.solver.sweeps += before;
    work = contact_work(contacts, motion.reference, solution.velocity);
  }
  if (work > rounding || !is_finite(work)) scale_back(contacts, motion, work, solution);
  for (uint32_t i = 0; i < contacts.count; ++i) {
    solution.carried = solution.carried || contacts.items[i].percussion[0] > 0;
  }
}

// ds/dt = |v_S| in contact, -beta s otherwise (Leine et al. 2014, eq. 51).
template <class Terrain>
double next_slippage(const Step<Terrain>& step, const Solution& solution) {
  const double s = step.old.slippage, dt = step.settings.time_step;
  if (solution.carried) return s + dt * solution.velocity.linear.norm();
  if (s < kNegligibleSlippage) return 0;
  if (step.uniform_beta >= 0) return s * exponential(-step.uniform_beta * dt);
  const rf_terrain_sample below = ground_below(step.terrain, step.midpoint);
  return below.exists ? s * exponential(-below.ground.beta * dt) : s;
}

template <class Terrain>
rf_state next_state(const Step<Terrain>& step, const Solution& solution) {
  const double dt = step.settings.time_step;
  rf_state next = step.old;
  const Vec3 position = step.midpoint + 0.5 * dt * solution.velocity.linear;
  store3(position, next.position);
  store_quat(solution.orientation, next.orientation);
  store3(solution.velocity.linear, next.velocity);
  store3(solution.velocity.angular, next.angular_velocity);
  next.slippage = next_slippage(step, solution);
  next.step = step.old.step + 1;
  const double kinetic = kinetic_energy(step.rock, next.velocity, next.angular_velocity);
  next.still_time = still_time_after(step.settings, step.rock.mass, kinetic, step.old.still_time);
  next.end = end_after(step.settings, step.over_ground(position), solution.carried, next.still_time, next.step);
  return next;
}

void report_contacts(const ContactSet& contacts, const Placement& at, const Velocity& velocity,
                     rf_step_report& report) {
  report.contact_count = contacts.count;
  report.contacts_dropped = contacts.dropped;
  if (contacts.count) report.friction = contacts.items[0].friction;
  for (uint32_t i = 0; i < contacts.count && report.contacts && i < report.contact_capacity; ++i) {
    const Contact& contact = contacts.items[i];
    rf_contact& out = report.contacts[i];
    store3(at.position + at.rotation * contact.arm, out.point);
    store3(contact.frame.col(0), out.normal);
    store3(contact.frame.col(1), out.tangent);
    out.gap = contact.gap;
    store3(contact.before, out.velocity_before);
    store3(contact_velocity(contact, velocity), out.velocity_after);
    store3(contact.percussion, out.percussion);
    out.friction = contact.friction;
    out.feature = contact.feature;
  }
}

template <class Terrain>
rf_status finish(const Step<Terrain>& step, const FreeMotion& motion, const Drag& drag, Solution& solution,
                 const ContactSet* contacts, const Placement* at, rf_state& state, rf_step_report* report) {
  const rf_state next = next_state(step, solution);
  if (!finite_state(next)) return end_with_fault(state, report);
  if (report) {
    clear_report(*report);
    const Velocity old{load3(step.old.velocity), load3(step.old.angular_velocity)};
    report->energy = energy_ledger(step.rock, step.settings, old, motion, solution.velocity, drag, contacts,
                                   next.position[2] - step.old.position[2]);
    report->sweeps = solution.solver.sweeps;
    report->converged = solution.solver.converged;
    report->restitution_off = solution.restitution_off;
    if (contacts) {
      report_contacts(*contacts, *at, solution.velocity, *report);
      report->solver_residual =
          contact_residual(*contacts, motion.inverse_mass, solution.restitution_off ? 0.0 : 1.0, solution.velocity);
    }
  }
  state = next;
  return RF_OK;
}

// Flight: nothing of the hull can touch.
template <class Terrain>
rf_status fly(const Step<Terrain>& step, rf_state& state, rf_step_report* report) {
  const Velocity old{load3(step.old.velocity), load3(step.old.angular_velocity)};
  const Quat p = load_quat(step.old.orientation);
  const Drag drag = find_drag(step, false);
  const FreeMotion motion = free_motion(step.rock, step.settings, p, old, drag);
  Solution solution;
  solution.velocity = motion.velocity;
  const double h = 0.5 * step.settings.time_step;
  solution.orientation = motion.orientation_known ? motion.orientation
                                                  : advanced(advanced(p, old.angular, h), solution.velocity.angular, h);
  return finish(step, motion, drag, solution, nullptr, nullptr, state, report);
}

// Contacts at the midpoint; none if the hull stays clear of the ground.
template <class Terrain>
void find_contacts(const Terrain& terrain, const rf_rock& rock, const Placement& at, const rf_upper_plane* plane,
                   ContactSet& contacts) {
  find_vertex_contacts(terrain, rock, at, plane, contacts);
  find_terrain_vertex_contacts(terrain, rock, at, contacts);
}

// Where the rock is in the middle of the step.
template <class Terrain>
Placement middle_of(const Step<Terrain>& step) {
  const double h = 0.5 * step.settings.time_step;
  return {step.midpoint,
          rotation_matrix(advanced(load_quat(step.old.orientation), load3(step.old.angular_velocity), h))};
}

// A step with contacts.
template <class Terrain>
rf_status touch(const Step<Terrain>& step, const Placement& at, const KnownRotation* rotation, ContactSet& contacts,
                rf_state& state, rf_step_report* report) {
  if (contacts.faulty) return end_with_fault(state, report);
  const Velocity old{load3(step.old.velocity), load3(step.old.angular_velocity)};
  const Quat p = load_quat(step.old.orientation);
  const double h = 0.5 * step.settings.time_step;
  const Drag drag = find_drag(step, true);
  const FreeMotion motion = free_motion(step.rock, step.settings, p, old, drag, rotation);
  prepare_contacts(contacts, step.old, at.rotation, motion);
  Solution solution;
  solve_contacts(contacts, step.rock, step.settings, motion, solution);
  solution.orientation = motion.orientation_known ? motion.orientation
                                                  : advanced(advanced(p, old.angular, h), solution.velocity.angular, h);
  return finish(step, motion, drag, solution, &contacts, &at, state, report);
}

template <class Terrain>
Step<Terrain> begin_step(const Terrain& terrain, const rf_rock& rock, const rf_terrain& def,
                         const rf_settings& settings, const rf_state& old) {
  const Vec3 midpoint = load3(old.position) + 0.5 * settings.time_step * load3(old.velocity);
  return {rock,
          terrain,
          settings,
          old,
          midpoint,
          def.layer_height_max,
          def.uniform_beta,
          terrain.bound(footprint(rock, midpoint))};
}

template <class Terrain>
bool is_high(const Step<Terrain>& step) {
  return step.bound.known && sphere_above(step.rock, step.midpoint, step.bound.plane);
}

template <class Terrain>
rf_status step_on(const Terrain& terrain, const rf_rock& rock, const rf_terrain& def, const rf_settings& settings,
                  rf_state& state, rf_step_report* report) {
  const rf_state old = state;
  const Step<Terrain> step = begin_step(terrain, rock, def, settings, old);
  if (is_high(step)) return fly(step, state, report);
  const Placement at = middle_of(step);
  ContactSet contacts;
  find_contacts(terrain, rock, at, step.plane(), contacts);
  if (contacts.count == 0 && !contacts.faulty) return fly(step, state, report);
  return touch(step, at, nullptr, contacts, state, report);
}

template <class Terrain>
GroundQuery query_ground_on(const Terrain& terrain, const rf_rock& rock, const rf_terrain& def,
                            const rf_settings& settings, const Slopes& around, bool expected,
                            const KnownRotation* rotation, rf_state& state) {
  const rf_state old = state;
  const Step<Terrain> step = begin_step(terrain, rock, def, settings, old);
  const Placement at = middle_of(step);
  if (!expected && step.bound.known) {
    const Flight flight =
        flight_of(rock, load3(old.velocity), load3(old.angular_velocity), settings.time_step, settings.gravity);
    const double steps = ConservativeAdvancement<Terrain>(terrain, rock, at, step.bound.plane, flight, around).find();
    if (steps >= 0) return {false, static_cast<uint32_t>(steps)};
  }
  ContactSet contacts;
  find_contacts(terrain, rock, at, step.plane(), contacts);
  if (contacts.count == 0 && !contacts.faulty) return {false, 0};
  touch(step, at, rotation, contacts, state, nullptr);
  return {true, 0};
}

}  // namespace

GroundQuery query_ground(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings,
                         const Slopes& around, bool expected, const KnownRotation* rotation, rf_state& state) {
  return visit_terrain(terrain, [&](const auto& ground) {
    return query_ground_on(ground, rock, terrain, settings, around, expected, rotation, state);
  });
}

rf_status moreau_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report) {
  if (state.end != RF_MOVING) {
    if (report) clear_report(*report);
    return RF_OK;
  }
  if (!finite_state(state)) return end_with_fault(state, report);
  return visit_terrain(terrain,
                       [&](const auto& ground) { return step_on(ground, rock, terrain, settings, state, report); });
}

}  // namespace rockfall
