#include "contact/percussion_solver.h"

#include <cmath>

#include "contact/newton.h"
#include "contact/one_contact.h"
#include "numerics/extremes.h"

namespace rockfall {
namespace {

// epsilon gamma-, what Newton's law adds to gamma+.
Vec3 restitution_offset(const Contact& contact, double restitution) {
  const double n = restitution * contact.ground.restitution_normal;
  const double t = restitution * contact.ground.restitution_tangential;
  return Vec3(n * contact.before[0], t * contact.before[1], t * contact.before[2]);
}

// G_ii = W_i^T M^-1 W_i; the frame is orthonormal, so translation adds 1/m on the diagonal.
LocalProblem local_problem(const Contact& contact, double inverse_mass) {
  Mat3 g = contact.angular.transpose() * contact.angular_response;
  g.diagonal().array() += inverse_mass;
  return prepare_local(g, contact.friction);
}

constexpr int32_t kFirstSweeps = 3;
constexpr uint32_t kSweptFirst = 2;

double largest(const Vec3& v) { return v.cwiseAbs().maxCoeff(); }

void apply_all(const ContactSet& contacts, double inverse_mass, Velocity& velocity) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    apply_percussion(contacts.items[i], contacts.items[i].percussion, inverse_mass, velocity);
  }
}

// Solve every contact once, in order. Returns the largest change relative to the largest percussion.
double sweep(ContactSet& contacts, LocalProblem* local, const Vec3* offset, double inverse_mass, Velocity& velocity) {
  double change = 0, size = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    const Vec3 c = contact_velocity(contact, velocity) + offset[i] - local[i].g * contact.percussion;
    const Vec3 next = solve_local(local[i], c);
    const Vec3 difference = next - contact.percussion;
    contact.percussion = next;
    apply_percussion(contact, difference, inverse_mass, velocity);
    change = larger_of(change, largest(difference));
    size = larger_of(size, largest(next));
  }
  return size > 0 ? change / size : 0.0;
}

// Newton's method on all contacts together.
bool newton(ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance, const Velocity& without) {
  CoupledProblem problem;
  Vec3 constant[kNewtonContacts];
  double p[CoupledProblem::kSize], sweeps[CoupledProblem::kSize];
  for (uint32_t i = 0; i < contacts.count; ++i) {
    constant[i] = contact_velocity(contacts.items[i], without) + offset[i];
    store3(contacts.items[i].percussion, sweeps + 3 * static_cast<size_t>(i));
  }
  assemble(contacts, inverse_mass, constant, problem);
  if (!solve_newton(problem, tolerance, sweeps, p)) return false;
  for (uint32_t i = 0; i < contacts.count; ++i) contacts.items[i].percussion = load3(p + 3 * i);
  return true;
}

}  // namespace

SolverOutcome solve_percussions(ContactSet& contacts, double inverse_mass, double restitution,
                                const SolverLimits& limits, Velocity& velocity) {
  const uint32_t count = contacts.count;
  if (count == 0) return {0, true};
  LocalProblem local[RF_MAX_CONTACTS];
  Vec3 offset[RF_MAX_CONTACTS];
  for (uint32_t i = 0; i < count; ++i) {
    local[i] = local_problem(contacts.items[i], inverse_mass);
    offset[i] = restitution_offset(contacts.items[i], restitution);
  }
  if (count == 1) {
    Contact& only = contacts.items[0];
    only.percussion = solve_local(local[0], contact_velocity(only, velocity) + offset[0]);
    apply_percussion(only, only.percussion, inverse_mass, velocity);
    return {0, true};
  }
  for (uint32_t i = 0; i < count; ++i) contacts.items[i].percussion = Vec3(0, 0, 0);
  const Velocity free = velocity;
  int32_t done = 0;
  const auto sweep_to = [&](int32_t bound) {
    while (done < bound) {
      ++done;
      if (sweep(contacts, local, offset, inverse_mass, velocity) <= limits.tolerance) return true;
    }
    return false;
  };
  // Where one contact carries all, as in most impacts on an edge, two sweeps find it; a face mostly sticks or slides.
  const bool sweeps_first = count <= kSweptFirst || count > kNewtonContacts;
  if (sweeps_first && sweep_to(kFirstSweeps < limits.sweeps ? kFirstSweeps : limits.sweeps)) return {done, true};
  if (count <= kNewtonContacts && newton(contacts, offset, inverse_mass, limits.tolerance, free)) {
    velocity = free;
    apply_all(contacts, inverse_mass, velocity);
    return {done, true};
  }
  const bool converged = sweep_to(limits.sweeps);
  return {done, converged};
}

double contact_residual(const ContactSet& contacts, double inverse_mass, double restitution, const Velocity& velocity) {
  double worst = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    LocalProblem local = local_problem(contact, inverse_mass);
    const Vec3 c =
        contact_velocity(contact, velocity) + restitution_offset(contact, restitution) - local.g * contact.percussion;
    worst = larger_of(worst, largest(local.g * (solve_local(local, c) - contact.percussion)));
  }
  return worst;
}

}  // namespace rockfall
