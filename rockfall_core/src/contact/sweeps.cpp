#include "contact/sweeps.h"

#include "contact/delassus.h"
#include "contact/solver_stage.h"
#include "numerics/minmax.h"
#include "numerics/of_eigen.h"

namespace rockfall {
namespace {

// With few contacts, the first sweeps solve rolling friction exactly and most often converge after a few. If they
// repeat a cycle, and with many contacts, where they often do, moments are found by projections instead: an exact
// solution takes 20 times as long.
constexpr int32_t kExactSweeps = 30;

double largest(const Vec3& v) { return v.cwiseAbs().maxCoeff(); }

// Solve the friction of one contact, without a change of its moment. Returns the change.
double solve_friction(Contact& contact, LocalProblem& local, const Vec3& offset, double inverse_mass,
                      Velocity& velocity) {
  const Vec3 own = load3(product(local.g, vector_of(contact.percussion.data())).x);
  const Vec3 next = solve_local(local, contact_velocity(contact, velocity) + offset - own);
  const Vec3 difference = next - contact.percussion;
  contact.percussion = next;
  apply_percussion(contact, difference, inverse_mass, velocity);
  return largest(difference);
}

// One projection of the rolling moment of a contact. Returns its change over the arm, N s.
double project_moment(Contact& contact, Velocity& velocity) {
  const Mat2 g = contact.rolling_axes.transpose() * contact.rolling_response;
  const Vec2 trial =
      contact.moment - (2.0 / (g(0, 0) + g(1, 1))) * (contact.rolling_axes.transpose() * velocity.angular);
  const double bound = contact.rolling_arm * larger_of(contact.percussion[0], 0.0);
  const double length = trial.norm();
  const Vec2 next = length > bound ? Vec2((bound / length) * trial) : trial;
  const Vec2 difference = next - contact.moment;
  contact.moment = next;
  apply_moment(contact, difference, velocity);
  return difference.cwiseAbs().maxCoeff() / contact.rolling_arm;
}

// Solve every contact once, in order. Returns the largest change relative to the largest percussion.
// @param solve  solves contact number i and returns its change
template <class Solve>
double sweep(const ContactSet& contacts, Solve solve) {
  double change = 0, size = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    change = larger_of(change, solve(i));
    size = larger_of(size, largest(contacts.items[i].percussion));
  }
  if (change == 0) return 0;
  return size > 0 ? change / size : 1.0;  // all percussions have become zero
}

}  // namespace

bool solve_with_moment(Contact& contact, RollingContactProblem& problem, const Vec3& offset, double inverse_mass,
                       Velocity& velocity, double& change) {
  const Vec3 xi = contact_velocity(contact, velocity) + offset;
  const Vec2 turn = contact.rolling_axes.transpose() * velocity.angular;
  const double old[5] = {contact.percussion[0], contact.percussion[1], contact.percussion[2], contact.moment[0],
                         contact.moment[1]};
  for (int i = 0; i < 5; ++i) {
    problem.c[i] = i < 3 ? xi[i] : turn[i - 3];
    for (int j = 0; j < 5; ++j) problem.c[i] -= problem.g[i][j] * old[j];
  }
  double next[5];
  if (!solve_rolling_contact(problem, next)) return false;
  const Vec3 difference(next[0] - old[0], next[1] - old[1], next[2] - old[2]);
  const Vec2 moment_difference(next[3] - old[3], next[4] - old[4]);
  contact.percussion = Vec3(next[0], next[1], next[2]);
  contact.moment = Vec2(next[3], next[4]);
  apply_percussion(contact, difference, inverse_mass, velocity);
  apply_moment(contact, moment_difference, velocity);
  change = larger_of(largest(difference), moment_difference.cwiseAbs().maxCoeff() / contact.rolling_arm);
  return true;
}

SolverOutcome run_sweeps(int32_t limit, ContactSet& contacts, const Vec3* offset, double inverse_mass, double tolerance,
                         Velocity& velocity) {
  LocalProblem local[RF_MAX_CONTACTS];
  for (uint32_t i = 0; i < contacts.count; ++i) local[i] = local_problem(contacts.items[i], inverse_mass);
  const bool few = are_few(contacts.count);
  RollingContactProblem rolling[kMostOfFew];
  const auto rolls = [&](uint32_t i) { return contacts.items[i].rolling_arm > 0; };
  for (uint32_t i = 0; few && i < contacts.count; ++i) {
    if (rolls(i)) rolling[i] = rolling_problem(contacts.items[i], inverse_mass);
  }
  const auto project = [&](uint32_t i) {
    const double change = solve_friction(contacts.items[i], local[i], offset[i], inverse_mass, velocity);
    return rolls(i) ? larger_of(change, project_moment(contacts.items[i], velocity)) : change;
  };
  const auto solve_exactly = [&](uint32_t i) {
    double change = 0;
    const bool solved =
        rolls(i) && solve_with_moment(contacts.items[i], rolling[i], offset[i], inverse_mass, velocity, change);
    return solved ? change : project(i);
  };
  SolverOutcome outcome{0, false};
  for (; outcome.sweeps < limit && !outcome.converged; ++outcome.sweeps) {
    const bool exact = few && outcome.sweeps < kExactSweeps;
    const double change = exact ? sweep(contacts, solve_exactly) : sweep(contacts, project);
    outcome.converged = change <= tolerance;
  }
  return outcome;
}

}  // namespace rockfall
