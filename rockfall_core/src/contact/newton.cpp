#include "contact/newton.h"

#include <cmath>

#include "numerics/dense_solve.h"

namespace rockfall {
namespace {

constexpr int kSize = CoupledProblem::kSize;
constexpr int kIterations = 20;
constexpr int kWeakIterations = 8;  // later than that the strong pull is the shorter way
// Sticking contacts leave some percussions open: two of them, along their line. A pull towards the last iterate settles
// these and, vanishing with the step, does not move the solution. The weak pull is enough where all contacts can stick,
// and from zero spreads the load evenly; the strong one gives a sound start where they cannot.
constexpr double kWeakPull = 1e-11;
constexpr double kStrongPull = 1e-2;

struct System {
  double matrix[kSize][kSize];
  double residual[kSize];
};

double largest(const double* x, int n) {
  double most = 0;
  for (int i = 0; i < n; ++i) most = std::fmax(most, std::fabs(x[i]));
  return most;
}

// Projection parameters r of the normal (t = 0) and the tangential rows of the contact that starts at row `first`.
double reach(const CoupledProblem& problem, int first, int t) {
  return t == 0 ? 1.0 / problem.g[first][first]
                : 2.0 / (problem.g[first + 1][first + 1] + problem.g[first + 2][first + 2]);
}

// Row `row` of r * G: the derivative of r * xi.
void scaled_row(const CoupledProblem& problem, int row, double r, double* out) {
  for (int j = 0; j < problem.size; ++j) out[j] = r * problem.g[row][j];
}

// Slip: F = P_T - b y/|y| with y = P_T - r xi_T and b = mu (P_N - r_N xi_N).
void slip_rows(const CoupledProblem& problem, int first, double r, double r_normal, const double y[2], double bound,
               double mu, System& system) {
  const double length = std::sqrt(y[0] * y[0] + y[1] * y[1]);
  const double e[2] = {y[0] / length, y[1] / length};
  const double k = bound / length;
  const double across[2][2] = {{k * (1 - e[0] * e[0]), -k * e[0] * e[1]}, {-k * e[0] * e[1], k * (1 - e[1] * e[1])}};
  for (int t = 0; t < 2; ++t) {
    double* row = system.matrix[first + 1 + t];
    for (int j = 0; j < problem.size; ++j) {
      row[j] = e[t] * mu * r_normal * problem.g[first][j] +
               r * (across[t][0] * problem.g[first + 1][j] + across[t][1] * problem.g[first + 2][j]);
    }
    row[first] -= e[t] * mu;
    row[first + 1] -= across[t][0];
    row[first + 2] -= across[t][1];
    row[first + 1 + t] += 1;
  }
}

// The rows of one contact; open, sticking or slipping as the projections of the iterate say.
void contact_rows(const CoupledProblem& problem, int contact, const double* p, const double* xi, System& system) {
  const int i = 3 * contact;
  const double r_normal = reach(problem, i, 0), r = reach(problem, i, 1);
  const double normal = p[i] - r_normal * xi[i];
  if (normal <= 0) {
    for (int t = 0; t < 3; ++t) {
      double* row = system.matrix[i + t];
      for (int j = 0; j < problem.size; ++j) row[j] = 0;
      row[i + t] = 1;
      system.residual[i + t] = p[i + t];
    }
    return;
  }
  scaled_row(problem, i, r_normal, system.matrix[i]);
  system.residual[i] = r_normal * xi[i];
  const double mu = problem.friction[contact], bound = mu * normal;
  const double y[2] = {p[i + 1] - r * xi[i + 1], p[i + 2] - r * xi[i + 2]};
  const double squared = y[0] * y[0] + y[1] * y[1];
  if (squared <= bound * bound) {
    for (int t = 1; t < 3; ++t) {
      scaled_row(problem, i + t, r, system.matrix[i + t]);
      system.residual[i + t] = r * xi[i + t];
    }
    return;
  }
  const double scale = bound / std::sqrt(squared);
  for (int t = 0; t < 2; ++t) system.residual[i + 1 + t] = p[i + 1 + t] - scale * y[t];
  slip_rows(problem, i, r, r_normal, y, bound, mu, system);
}

void linearise(const CoupledProblem& problem, const double* p, double* xi, System& system) {
  for (int i = 0; i < problem.size; ++i) {
    xi[i] = problem.c[i];
    for (int j = 0; j < problem.size; ++j) xi[i] += problem.g[i][j] * p[j];
  }
  for (int contact = 0; 3 * contact < problem.size; ++contact) contact_rows(problem, contact, p, xi, system);
}

// As if every contact stuck, at zero percussions.
void all_stick(const CoupledProblem& problem, System& system) {
  for (int i = 0; i < problem.size; ++i) {
    const double r = 1.0 / problem.g[i][i];
    scaled_row(problem, i, r, system.matrix[i]);
    system.residual[i] = r * problem.c[i];
  }
}

// The fraction of a step at which the first sticking contact reaches its cone, 1 if none does. Restitution can ask for
// what no rigid body can do: the percussions then grow along their open direction until a cone gives way.
double step_to_cone(const CoupledProblem& problem, const double* p, const double* xi, const double* step) {
  double fraction = 1;
  for (int contact = 0; 3 * contact < problem.size; ++contact) {
    const int i = 3 * contact;
    double y[3], dy[3];
    for (int t = 0; t < 3; ++t) {
      double change = 0;
      for (int j = 0; j < problem.size; ++j) change += problem.g[i + t][j] * step[j];
      const double r = reach(problem, i, t);
      y[t] = p[i + t] - r * xi[i + t];
      dy[t] = step[i + t] - r * change;
    }
    const double mu = problem.friction[contact];
    const double excess = y[1] * y[1] + y[2] * y[2] - mu * mu * y[0] * y[0];
    if (!(y[0] > 0) || excess >= 0) continue;  // not sticking
    // |y_T + k dy_T|^2 = mu^2 (y_N + k dy_N)^2, the smallest k > 0; excess < 0 at k = 0.
    const double a = dy[1] * dy[1] + dy[2] * dy[2] - mu * mu * dy[0] * dy[0];
    const double b = y[1] * dy[1] + y[2] * dy[2] - mu * mu * y[0] * dy[0];
    const double root = b * b - a * excess;
    if (!(root >= 0)) continue;
    const double denominator = b + std::sqrt(root);
    if (denominator > 0) fraction = std::fmin(fraction, -excess / denominator * (1 + 1e-9));
  }
  return fraction;
}

// What an iteration starts from and how far it goes.
struct Course {
  const double* start;  // percussions; null: zero, with every contact sticking
  double first_pull;
  int iterations;
  bool to_cone;  // stop each step where a sticking contact reaches its cone
};

bool newton(const CoupledProblem& problem, double tolerance, const Course& course, double* p) {
  const int n = problem.size;
  System system;
  all_stick(problem, system);
  const double bound = tolerance * largest(system.residual, n);
  double x[kSize] = {}, xi[kSize];
  if (course.start) {
    for (int i = 0; i < n; ++i) x[i] = course.start[i];
    linearise(problem, x, xi, system);
  }
  for (int iteration = 0; iteration < course.iterations; ++iteration) {
    for (int i = 0; i < n; ++i) system.matrix[i][i] += iteration == 0 ? course.first_pull : kWeakPull;
    if (!dense_solve(&system.matrix[0][0], system.residual, n, kSize)) return false;
    for (int i = 0; i < n; ++i) system.residual[i] = -system.residual[i];
    const double fraction = course.to_cone && iteration > 0 ? step_to_cone(problem, x, xi, system.residual) : 1.0;
    for (int i = 0; i < n; ++i) x[i] += fraction * system.residual[i];
    linearise(problem, x, xi, system);
    if (largest(system.residual, n) > bound) continue;
    for (int i = 0; i < n; i += 3) {
      // An open contact carries nothing at all, not a rounding.
      const bool open = x[i] - reach(problem, i, 0) * xi[i] <= 0;
      for (int t = 0; t < 3; ++t) p[i + t] = open ? 0.0 : x[i + t];
    }
    return true;
  }
  return false;
}

}  // namespace

void assemble(const ContactSet& contacts, double inverse_mass, const Vec3* offset, CoupledProblem& problem) {
  problem.size = 3 * static_cast<int>(contacts.count);
  for (uint32_t a = 0; a < contacts.count; ++a) {
    const Contact& first = contacts.items[a];
    problem.friction[a] = first.friction;
    for (int k = 0; k < 3; ++k) problem.c[3 * a + static_cast<uint32_t>(k)] = offset[a][k];
    for (uint32_t b = 0; b < contacts.count; ++b) {
      const Contact& second = contacts.items[b];
      const Mat3 block =
          inverse_mass * (first.frame.transpose() * second.frame) + first.angular.transpose() * second.angular_response;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) problem.g[3 * static_cast<int>(a) + i][3 * static_cast<int>(b) + j] = block(i, j);
      }
    }
  }
}

bool solve_newton(const CoupledProblem& problem, double tolerance, const double* sweeps, double* p) {
  // Two contacts mostly part into those that carry, stick and slip as the sweeps say; with more of them, sticking
  // spreads the load evenly.
  if (problem.size == 6 && newton(problem, tolerance, {sweeps, kWeakPull, kWeakIterations, false}, p)) return true;
  if (problem.size != 6 && newton(problem, tolerance, {nullptr, kWeakPull, kWeakIterations, false}, p)) return true;
  return newton(problem, tolerance, {nullptr, kStrongPull, kIterations, true}, p);
}

}  // namespace rockfall
