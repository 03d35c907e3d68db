#include "contact/newton.h"

#include <cmath>

#include "numerics/dense_solve.h"
#include "numerics/minmax.h"

namespace rockfall {
namespace {

constexpr int kSize = CoupledProblem::kSize;
constexpr int kIterations = 20;
constexpr int kWeakIterations = 8;  // later than that the strong pull is the shorter way
// Sticking contacts leave some percussions open: two of them, along their line. A pull towards the last iterate settles
// these and, vanishing with the step, does not move the solution. The weak pull is enough where all contacts can stick,
// and from zero spreads the load evenly; the strong one gives a sound start where they cannot.
constexpr double kWeakRegularisation = 1e-11;
constexpr double kStrongRegularisation = 1e-2;

double largest(const double* x, int n) {
  double most = 0;
  for (int i = 0; i < n; ++i) {
    const double size = std::fabs(x[i]);
    if (!(size <= most)) most = size;
  }
  return most;
}

// What an iteration starts from and how far it goes.
struct Course {
  const double* start;  // percussions; null: zero, with every contact sticking
  double first_regularisation;
  int iterations;
  bool stop_at_cone;  // stop each step where a sticking contact reaches its cone
};

// One iteration to a solution, or not, of N rows.
template <int N>
class Newton {
 public:
  explicit Newton(const CoupledProblem& problem) : problem_(problem) {}

  bool solve(double tolerance, const Course& course, double* p) {
    start(course);
    const double bound = tolerance * size_;
    for (int iteration = 0; iteration < course.iterations; ++iteration) {
      const int n = rows();
      for (int i = 0; i < n; ++i) matrix_[i][i] += iteration == 0 ? course.first_regularisation : kWeakRegularisation;
      if (!dense_solve<N>(&matrix_[0][0], residual_, n, kSize)) return false;
      for (int i = 0; i < n; ++i) residual_[i] = -residual_[i];
      const double fraction = course.stop_at_cone && iteration > 0 ? fraction_before_cone(residual_) : 1.0;
      for (int i = 0; i < n; ++i) x_[i] += fraction * residual_[i];
      linearise();
      const double error = largest(residual_, n);
      if (error <= bound) {
        write(p);
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr int rows() { return N; }

  void start(const Course& course) {
    all_stick();
    size_ = largest(residual_, rows());
    for (int i = 0; i < rows(); ++i) x_[i] = course.start ? course.start[i] : 0;
    if (course.start) {
      linearise();
    } else {
      for (int i = 0; i < rows(); ++i) xi_[i] = 0;
    }
  }

  // Row of r * G: the derivative of r * xi.
  void scaled_row(int row, double r) {
    for (int j = 0; j < rows(); ++j) matrix_[row][j] = r * problem_.g[row][j];
  }

  // As if every contact stuck, at zero percussions.
  void all_stick() {
    for (int i = 0; i < rows(); ++i) {
      const double r = 1.0 / problem_.g[i][i];
      scaled_row(i, r);
      residual_[i] = r * problem_.c[i];
    }
  }

  void open_rows(int first) {
    for (int i = first; i < first + 3; ++i) {
      for (int j = 0; j < rows(); ++j) matrix_[i][j] = 0;
      matrix_[i][i] = 1;
    }
  }

  void slip_row(int first, int t, const LinearisedContact& at) {
    double* const row = matrix_[first + 1 + t];
    const double of_normal = at.of_normal[t], of_first = at.of_tangential[t][0], of_second = at.of_tangential[t][1];
    for (int j = 0; j < rows(); ++j) {
      row[j] =
          of_normal * problem_.g[first][j] + of_first * problem_.g[first + 1][j] + of_second * problem_.g[first + 2][j];
    }
    for (int s = 0; s < 3; ++s) row[first + s] += at.of_percussion[t][s];
  }

  void contact_rows(int contact) {
    const int i = 3 * contact;
    const Projection& law = problem_.law[contact];
    const LinearisedContact at = rockfall::linearise(law, x_ + i, xi_ + i);
    for (int t = 0; t < 3; ++t) residual_[i + t] = at.residual[t];
    if (at.phase == Phase::open) {
      open_rows(i);
      return;
    }
    scaled_row(i, law.r_normal);
    for (int t = 0; t < 2; ++t) {
      if (at.phase == Phase::slipping) {
        slip_row(i, t, at);
      } else {
        scaled_row(i + 1 + t, law.r_tangential);
      }
    }
  }

  void linearise() {
    for (int i = 0; i < rows(); ++i) {
      xi_[i] = problem_.c[i];
      for (int j = 0; j < rows(); ++j) xi_[i] += problem_.g[i][j] * x_[j];
    }
    for (int contact = 0; 3 * contact < rows(); ++contact) contact_rows(contact);
  }

  // The fraction of a step at which the first sticking contact reaches its cone. Restitution can ask for what no rigid
  // body can do: the percussions then grow along their open direction until a cone gives way.
  double fraction_before_cone(const double* step) const {
    double fraction = 1;
    for (int contact = 0; 3 * contact < rows(); ++contact) {
      const int i = 3 * contact;
      double change[3] = {0, 0, 0};
      for (int t = 0; t < 3; ++t) {
        for (int j = 0; j < rows(); ++j) change[t] += problem_.g[i + t][j] * step[j];
      }
      fraction = smaller_of(fraction, fraction_to_cone(problem_.law[contact], x_ + i, xi_ + i, step + i, change));
    }
    return fraction;
  }

  void write(double* p) const {
    for (int i = 0; i < rows(); i += 3) {
      // An open contact carries nothing at all, not a rounding.
      const bool open = is_open(problem_.law[i / 3], x_ + i, xi_ + i);
      for (int t = 0; t < 3; ++t) p[i + t] = open ? 0.0 : x_[i + t];
    }
  }

  const CoupledProblem& problem_;
  double matrix_[kSize][kSize];
  double residual_[kSize];
  double x_[kSize], xi_[kSize];  // percussions and xi of the iterate
  double size_ = 0;              // of the percussions that would make every contact stick, one by one
};

// Is a contact sticking after the sweeps?
bool sticks(const CoupledProblem& problem, const double* sweeps, int contact) {
  const double* const p = sweeps + 3 * contact;
  const double bound = (1 - 1e-9) * problem.law[contact].friction * p[0];
  return p[0] > 0 && p[1] * p[1] + p[2] * p[2] < bound * bound;
}

template <int N>
bool solve_rows(const CoupledProblem& problem, double tolerance, const double* sweeps, double* p) {
  Newton<N> newton(problem);
  const Course strong{nullptr, kStrongRegularisation, kIterations, true};
  // Two contacts of which one sticks hardly ever stay as the sweeps say: restitution asks of the line between them what
  // no rigid body can do. Those that slip do, and with more than two of them sticking spreads the load evenly.
  if (N == 6 && (sticks(problem, sweeps, 0) || sticks(problem, sweeps, 1))) return newton.solve(tolerance, strong, p);
  const Course weak{N == 6 ? sweeps : nullptr, kWeakRegularisation, kWeakIterations, false};
  return newton.solve(tolerance, weak, p) || newton.solve(tolerance, strong, p);
}

}  // namespace

void assemble(const ContactSet& contacts, double inverse_mass, const Vec3* offset, CoupledProblem& problem) {
  problem.size = 3 * static_cast<int>(contacts.count);
  for (uint32_t a = 0; a < contacts.count; ++a) {
    const Contact& first = contacts.items[a];
    for (int k = 0; k < 3; ++k) problem.c[3 * a + static_cast<uint32_t>(k)] = offset[a][k];
    for (uint32_t b = 0; b < contacts.count; ++b) {
      const Contact& second = contacts.items[b];
      const Mat3 block =
          inverse_mass * (first.frame.transpose() * second.frame) + first.angular.transpose() * second.angular_response;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) problem.g[3 * static_cast<int>(a) + i][3 * static_cast<int>(b) + j] = block(i, j);
      }
    }
    const uint32_t i = 3 * a;
    problem.law[a] = {first.friction, 1.0 / problem.g[i][i], 2.0 / (problem.g[i + 1][i + 1] + problem.g[i + 2][i + 2])};
  }
}

bool solve_newton(const CoupledProblem& problem, double tolerance, const double* sweeps, double* p) {
  return problem.size == 6 ? solve_rows<6>(problem, tolerance, sweeps, p)
                           : solve_rows<9>(problem, tolerance, sweeps, p);
}

}  // namespace rockfall
