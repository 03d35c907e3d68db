#include "contact/percussion_solver.h"

#include <cmath>

#include "contact/delassus.h"
#include "contact/laws.h"
#include "contact/many_contacts.h"
#include "contact/sweeps.h"
#include "contact/two_contacts.h"
#include "numerics/minmax.h"
#include "numerics/of_eigen.h"

namespace rockfall {
namespace {

// epsilon gamma-: xi = gamma+ + epsilon gamma- in Newton's impact law.
Vec3 restitution_offset(const Contact& contact, double restitution) {
  const double n = restitution * contact.ground.restitution_normal;
  const double t = restitution * contact.ground.restitution_tangential;
  return Vec3(n * contact.before[0], t * contact.before[1], t * contact.before[2]);
}

void apply_all(const ContactSet& contacts, double inverse_mass, Velocity& velocity) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    apply_percussion(contacts.items[i], contacts.items[i].percussion, inverse_mass, velocity);
  }
}

// True if restitution acts.
bool is_impact(const Vec3* offset, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!offset[i].isZero(0)) return true;
  }
  return false;
}

PairedContact<double> paired_contact(const Contact& contact, const Vec3& c, double inverse_mass) {
  return {matrix_of(delassus_block(contact, inverse_mass)), vector_of(c.data()), contact.friction};
}

MatrixOf<double> coupling(const Contact& a, const Contact& b, double inverse_mass) {
  return coupling_block(MatrixColumns(a.frame).at, MatrixColumns(a.angular).at, MatrixColumns(b.frame).at,
                        MatrixColumns(b.angular_response).at, inverse_mass);
}

// Two contacts, in closed form where it finds a solution. Without one percussions and velocity do not change.
bool solve_pair(ContactSet& contacts, const Vec3* offset, double inverse_mass, const SolverLimits& limits,
                Velocity& velocity) {
  Contact &first = contacts.items[0], &second = contacts.items[1];
  const Vec3 c[2] = {contact_velocity(first, velocity) + offset[0], contact_velocity(second, velocity) + offset[1]};
  if (c[0][0] >= 0 && c[1][0] >= 0) return true;
  const MatrixOf<double> between = coupling(first, second, inverse_mass);
  const ContactPair<double> pair = {
      paired_contact(first, c[0], inverse_mass), paired_contact(second, c[1], inverse_mass), between,
      limits.symmetric ? transposed(between) : coupling(second, first, inverse_mass), limits.symmetric};
  const auto solve_one = [](const MatrixOf<double>& g, double friction, const VectorOf<double>& constant, bool) {
    LocalProblem local = prepare_local(g, friction);
    return vector_of(solve_local(local, load3(constant.x)).data());
  };
  const bool impact = is_impact(offset, contacts.count);
  const PairPercussions<bool, double> p = solve_contact_pair<bool>(pair, impact, false, limits.tolerance, solve_one);
  if (!p.found) return false;
  first.percussion = load3(p.first.x);
  second.percussion = load3(p.second.x);
  apply_all(contacts, inverse_mass, velocity);
  return true;
}

// Several contacts. Without a solution percussions and velocity do not change.
bool solve_together(ContactSet& contacts, const Vec3* offset, double inverse_mass, const SolverLimits& limits,
                    bool rolling, Velocity& velocity) {
  const AttemptRange attempts = {limits.failed_attempts, attempts_of(contacts.count)};
  const auto solve = rolling ? solve_rolling_contacts : solve_many_contacts;
  return solve(contacts, offset, inverse_mass, limits.tolerance, attempts, velocity);
}

}  // namespace

SolverOutcome solve_percussions(ContactSet& contacts, double inverse_mass, double restitution,
                                const SolverLimits& limits, Velocity& velocity) {
  const uint32_t count = contacts.count;
  if (count == 0) return {0, true};
  const bool rolling = has_rolling_friction(contacts);
  if (count == 1 && !rolling) {
    Contact& only = contacts.items[0];
    LocalProblem local = local_problem(only, inverse_mass);
    only.percussion = solve_local(local, contact_velocity(only, velocity) + restitution_offset(only, restitution));
    apply_percussion(only, only.percussion, inverse_mass, velocity);
    return {0, true};
  }
  Vec3 offset[RF_MAX_CONTACTS];
  for (uint32_t i = 0; i < count; ++i) {
    offset[i] = restitution_offset(contacts.items[i], restitution);
    contacts.items[i].percussion = Vec3(0, 0, 0);
    contacts.items[i].moment = Vec2(0, 0);
  }
  const bool pair = !rolling && count == 2 && limits.failed_attempts == 0;
  if (pair && solve_pair(contacts, offset, inverse_mass, limits, velocity)) return {0, true};
  if (solve_together(contacts, offset, inverse_mass, limits, rolling, velocity)) return {0, true};
  if (count == 1) {
    RollingContactProblem problem = rolling_problem(contacts.items[0], inverse_mass);
    double change = 0;
    if (solve_with_moment(contacts.items[0], problem, offset[0], inverse_mass, velocity, change)) return {0, true};
  }
  if (limits.sweeps == 0) return {0, false};
  return run_sweeps(limits.sweeps, contacts, offset, inverse_mass, limits.tolerance, velocity);
}

double contact_residual(const ContactSet& contacts, double inverse_mass, double restitution, const Velocity& velocity) {
  double worst = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    const Vec3 xi = contact_velocity(contact, velocity) + restitution_offset(contact, restitution);
    const Mat3 g = delassus_block(contact, inverse_mass);
    worst =
        larger_of(worst, law_violation(contact.percussion, xi, contact.friction, g(0, 0), larger_of(g(1, 1), g(2, 2))));
  }
  return worst;
}

}  // namespace rockfall
