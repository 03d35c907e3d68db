#include "step/contact_solution.h"

#include <cmath>

#include "body/body.h"
#include "contact/laws.h"
#include "contact/solver_stage.h"
#include "numerics/minmax.h"
#include "numerics/real.h"

namespace rockfall {
namespace {

// M_omega^-1 x.
Vec3 angular_response(const FreeMotion& motion, const Vec3& x) {
  return motion.orientation_known ? Vec3(motion.inverse_inertia.cwiseProduct(x)) : Vec3(motion.inverse_coupled * x);
}

Velocity velocity_with_percussions(const ContactSet& contacts, const FreeMotion& motion) {
  Velocity velocity = motion.velocity;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    apply_percussion(contact, contact.percussion, motion.inverse_mass, velocity);
    if (contact.rolling_arm > 0) apply_moment(contact, contact.moment, velocity);
  }
  return velocity;
}

// Largest energy of the difference between the velocity of the sweeps and that of their percussions, relative.
constexpr double kVelocityRounding = 1e-12;

// Sweeps that diverge for a while leave the rounding of large percussions in the velocity, or overflow. False if their
// velocity is not that of the percussions. @param scale  energy, J
bool velocity_agrees(const ContactSet& contacts, const rf_rock& rock, const FreeMotion& motion,
                     const Solution& solution, double scale) {
  if (solution.solver.sweeps == 0) return true;
  const Velocity velocity = velocity_with_percussions(contacts, motion);
  const Vec3 linear = solution.velocity.linear - velocity.linear,
             angular = solution.velocity.angular - velocity.angular;
  return kinetic_energy(rock, linear.data(), angular.data()) <= kVelocityRounding * scale;
}

// Scale the percussions so that their work is not positive.
void scale_back(ContactSet& contacts, const FreeMotion& motion, double work, Solution& solution) {
  const double a = contact_work(contacts, motion.reference, motion.velocity);
  const double scale = scale_without_work(a, work);
  solution.scaled_back = scale < 1 - kNegligibleScaling;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    contact.percussion *= scale;
    if (contact.rolling_arm > 0) contact.moment *= scale;
    // Sweeps that diverge may overflow.
    if (!is_finite(contact.percussion.sum())) contact.percussion = Vec3(0, 0, 0);
    if (contact.rolling_arm > 0 && !is_finite(contact.moment.sum())) contact.moment = Vec2(0, 0);
  }
  solution.velocity = velocity_with_percussions(contacts, motion);
}

// Largest speed at a contact before the step, or the speed that gravity adds in it.
double largest_speed(const ContactSet& contacts, const rf_settings& settings) {
  double speed = settings.gravity * settings.time_step;
  for (uint32_t i = 0; i < contacts.count; ++i) speed = larger_of(speed, contacts.items[i].before.norm());
  return speed;
}

bool same_friction(const ContactGround& a, const ContactGround& b) {
  return a.mu_min == b.mu_min && a.mu_max == b.mu_max && a.kappa == b.kappa;
}

// True if restitution acts at any contact.
bool has_restitution(const ContactSet& contacts) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const ContactGround& ground = contacts.items[i].ground;
    if (ground.restitution_normal > 0 || ground.restitution_tangential > 0) return true;
  }
  return false;
}

void set_friction(ContactSet& contacts, double slippage) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    const Contact* const previous = i > 0 ? &contacts.items[i - 1] : nullptr;
    contact.friction = previous && same_friction(previous->ground, contact.ground)
                           ? previous->friction
                           : slippage_friction(contact.ground, slippage);
  }
}

// Solves the contacts of one step, with the whole restitution of the ground or with a share of it.
class ContactSolver {
 public:
  ContactSolver(ContactSet& contacts, const rf_rock& rock, const rf_settings& settings, const FreeMotion& motion,
                Solution& solution)
      : contacts_(contacts), rock_(rock), motion_(motion), solution_(solution) {
    const double gravity_speed = settings.gravity * settings.time_step;
    kinetic_ = kinetic_energy(rock, motion.reference.linear.data(), motion.reference.angular.data());
    gravity_energy_ = rock.mass * gravity_speed * gravity_speed;
    rounding_ = work_rounding(kinetic_, gravity_energy_);
  }

  void solve_with(double restitution, const SolverLimits& limits) {
    solution_.restitution = restitution;
    solution_.velocity = motion_.velocity;
    solution_.solver = solve_percussions(contacts_, motion_.inverse_mass, restitution, limits, solution_.velocity);
    work_ = contact_work(contacts_, motion_.reference, solution_.velocity);
    const bool agrees = velocity_agrees(contacts_, rock_, motion_, solution_, kinetic_ + gravity_energy_);
    solution_.solver.converged = solution_.solver.converged && agrees;
  }

  // True if the work of the solution is more than a contact that opens slowly can add.
  bool adds_energy() const { return work_ > gravity_energy_ + rounding_; }

  // Reduce the restitution to the largest share that adds no energy, by bisection; to 0 where the percussions of the
  // present solution do not converge.
  // @param limits  without restitution
  void reduce_restitution(const SolverLimits& with_restitution, const SolverLimits& limits) {
    const int bisections = are_few(contacts_.count) ? 6 : 2;  // many contacts take long
    double low = 0, high = 1;
    for (int i = 0; i < bisections && solution_.solver.converged; ++i) {
      const double middle = 0.5 * (low + high);
      solve_with(middle, with_restitution);
      (adds_energy() || !solution_.solver.converged ? high : low) = middle;
    }
    if (solution_.restitution != low) solve_with(low, low > 0 ? with_restitution : limits);
  }

  // Compute the velocity from the percussions if the solver did not converge, and scale the percussions back where
  // their work is positive.
  void limit_work() {
    if (!solution_.solver.converged) {
      solution_.velocity = velocity_with_percussions(contacts_, motion_);
      work_ = contact_work(contacts_, motion_.reference, solution_.velocity);
    }
    if (work_ > rounding_ || !is_finite(work_)) scale_back(contacts_, motion_, work_, solution_);
  }

 private:
  ContactSet& contacts_;
  const rf_rock& rock_;
  const FreeMotion& motion_;
  Solution& solution_;
  double kinetic_, gravity_energy_, rounding_;
  double work_ = 0;  // of the solution
};

}  // namespace

void prepare_contacts(ContactSet& contacts, const rf_state& old, const Mat3& rotation, const FreeMotion& motion) {
  set_friction(contacts, old.slippage);
  const Velocity before{load3(old.velocity), load3(old.angular_velocity)};
  // The rolling contacts of a step are solved together with those that have no rolling friction.
  const bool rolling = has_rolling_friction(contacts);
  Mat3 axes = Mat3::Zero();
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    const Contact* const previous = i > 0 ? &contacts.items[i - 1] : nullptr;
    // omega x r_SP in K, transformed to I and to the contact frame: W_omega = r~ A^T A_IC.
    if (previous && contact.frame.col(0) == previous->frame.col(0)) {
      contact.frame = previous->frame;
    } else {
      contact.frame = contact_frame(contact.frame.col(0));
      axes = rotation.transpose() * contact.frame;
    }
    for (int k = 0; k < 3; ++k) {
      contact.angular.col(k) = contact.arm.cross(axes.col(k));
      contact.angular_response.col(k) = angular_response(motion, contact.angular.col(k));
    }
    contact.moment = Vec2(0, 0);
    if (rolling) {
      contact.rolling_axes = axes.rightCols<2>();
      for (int k = 0; k < 2; ++k) contact.rolling_response.col(k) = angular_response(motion, axes.col(1 + k));
    }
    contact.before = contact_velocity(contact, before);
    if (std::fabs(contact.before[0]) < contact.ground.restitution_threshold) {
      contact.ground.restitution_normal = contact.ground.restitution_tangential = 0;
    }
  }
}

// Contacts must not add energy. Two effects can: Newton's impact law at contacts with friction (Kane's paradox), in
// which case the restitution is reduced; and a contact that separates more slowly than gravity closes it again (up to
// m (g dt)^2 / 8 per step), in which case the percussions are scaled back. The contacts are solved without restitution
// where the solver did not converge: restitution at several contacts can prescribe velocities that no rigid body can
// have.
void solve_contacts(ContactSet& contacts, const rf_rock& rock, const rf_settings& settings, const FreeMotion& motion,
                    int failed_attempts, Solution& solution) {
  SolverLimits limits{settings.solver_sweeps, settings.solver_tolerance};
  limits.symmetric = settings.scheme != RF_SCHEME_EXPLICIT;
  const bool restitution = has_restitution(contacts);
  SolverLimits first_limits = limits;
  first_limits.failed_attempts = failed_attempts;
  // Where Newton's method fails with restitution, sweeps hardly ever converge.
  if (restitution) first_limits.sweeps = 0;
  solution.scaled_back = solution.has_percussion = false;
  ContactSolver solver(contacts, rock, settings, motion, solution);
  solver.solve_with(1, first_limits);
  if (restitution && (solver.adds_energy() || !solution.solver.converged)) {
    SolverLimits with_restitution = limits;
    with_restitution.sweeps = 0;
    solver.reduce_restitution(with_restitution, limits);
  }
  solver.limit_work();
  for (uint32_t i = 0; i < contacts.count; ++i) {
    solution.has_percussion = solution.has_percussion || contacts.items[i].percussion[0] > 0;
  }
}

double residual_of(const ContactSet& contacts, const FreeMotion& motion, const Solution& solution) {
  return contact_residual(contacts, motion.inverse_mass, solution.restitution, solution.velocity);
}

bool laws_hold(const ContactSet& contacts, const rf_settings& settings, const Solution& solution, double residual) {
  return solution.scaled_back || residual <= kSatisfiedLaws * largest_speed(contacts, settings);
}

}  // namespace rockfall
