#include "contact/newton.h"

#include <cmath>

#include "numerics/elimination.h"
#include "numerics/minmax.h"

namespace rockfall {
namespace {

constexpr int kSize = CoupledProblem::kSize;
constexpr int kMaxNewtonIterations = 20;
// Sticking contacts leave some percussions undetermined, for example two contacts along the line between them. The
// regularisation penalises the change of the percussions in an iteration (proximal term): it selects one solution, and
// as it vanishes with the step it does not change the solution. The large one of the first iteration gives a usable
// iterate where not all contacts can stick.
constexpr double kFirstRegularisation = 1e-2, kRegularisation = 1e-11;
// Square of friction over its bound above which it is reduced.
constexpr double kNoticeable = 1 + 1e-8;

// Newton's method on N rows.
template <int N>
class Newton {
 public:
  explicit Newton(const CoupledProblem& problem) : problem_(problem) {}

  bool solve(double tolerance, double* p) {
    start();
    const double bound = tolerance * size_;
    for (int iteration = 0; iteration < kMaxNewtonIterations; ++iteration) {
      for (int i = 0; i < N; ++i) {
        equations_[i].left[i] += iteration == 0 ? kFirstRegularisation : kRegularisation;
      }
      double step[N];
      if (!newton_step(step)) return false;
      const double fraction = iteration > 0 ? fraction_before_cone(step) : 1.0;
      for (int i = 0; i < N; ++i) x_[i] += fraction * step[i];
      linearise();
      const double error = largest_residual();
      if (error <= bound) {
        write(p);
        return true;
      }
    }
    return false;
  }

 private:
  double largest_residual() const {
    double most = 0;
    for (const Equation<N>& equation : equations_) {
      const double size = std::fabs(equation.right);
      if (!(size <= most)) most = size;
    }
    return most;
  }

  // Solve the linearised equations: -step of the percussions. Destroys them.
  bool newton_step(double* step) {
    Equation<N>* row[N];
    double inverse_pivot[N];
    for (int i = 0; i < N; ++i) row[i] = &equations_[i];
    eliminate<N>(row, inverse_pivot);
    for (const double inverse : inverse_pivot) {
      if (!(std::fabs(inverse) < 1e300)) return false;
    }
    for (int k = N - 1; k >= 0; --k) {
      double rest = -row[k]->right;
      for (int j = N - 1; j > k; --j) rest -= row[k]->left[j] * step[j];
      step[k] = rest * inverse_pivot[k];
    }
    return true;
  }

  // product = G x, added to `product`.
  void add_product(const double* x, double* product) const {
    for (int j = 0; j < N; ++j) {
      const Pair factor = pair_of(x[j], x[j]);
      const double* const column = problem_.transposed[j];
      for (int i = 0; i < N; i += 2) store_pair(load_pair(product + i) + load_pair(column + i) * factor, product + i);
    }
  }

  // Zero percussions, all contacts sticking.
  void start() {
    all_stick();
    size_ = largest_residual();
    for (int i = 0; i < N; ++i) x_[i] = xi_[i] = 0;
  }

  // Row of r * G: the derivative of r * xi.
  void scaled_row(int row, double r) {
    for (int j = 0; j < N; ++j) equations_[row].left[j] = r * problem_.g[row][j];
  }

  // Linearise every contact as sticking, at zero percussions.
  void all_stick() {
    for (int i = 0; i < N; ++i) {
      const double r = 1.0 / problem_.g[i][i];
      scaled_row(i, r);
      equations_[i].right = r * problem_.c[i];
    }
  }

  void open_rows(int first) {
    for (int i = first; i < first + 3; ++i) {
      for (int j = 0; j < N; ++j) equations_[i].left[j] = 0;
      equations_[i].left[i] = 1;
    }
  }

  void slip_row(int first, int t, const Projection& law, const LinearisedContact& linear) {
    double* const row = equations_[first + 1 + t].left;
    const double* const e = linear.direction;
    const double by_normal = law.friction * e[t];
    const double across[2] = {linear.share * ((t == 0 ? 1.0 : 0.0) - e[0] * e[t]),
                              linear.share * ((t == 1 ? 1.0 : 0.0) - e[1] * e[t])};
    const double d_xi_normal = law.r_normal * by_normal, d_xi_first = law.r_tangential * across[0],
                 d_xi_second = law.r_tangential * across[1];
    for (int j = 0; j < N; ++j) {
      row[j] = d_xi_normal * problem_.g[first][j] + d_xi_first * problem_.g[first + 1][j] +
               d_xi_second * problem_.g[first + 2][j];
    }
    row[first] -= by_normal;
    row[first + 1 + t] += 1.0;
    for (int s = 0; s < 2; ++s) row[first + 1 + s] -= across[s];
  }

  void contact_rows(int contact) {
    const int i = 3 * contact;
    const Projection& law = problem_.law[contact];
    const LinearisedContact linear = rockfall::linearise(law, x_ + i, xi_ + i);
    for (int t = 0; t < 3; ++t) equations_[i + t].right = linear.residual[t];
    if (linear.phase == Phase::open) {
      open_rows(i);
      return;
    }
    scaled_row(i, law.r_normal);
    for (int t = 0; t < 2; ++t) {
      if (linear.phase == Phase::slipping) {
        slip_row(i, t, law, linear);
      } else {
        scaled_row(i + 1 + t, law.r_tangential);
      }
    }
  }

  void linearise() {
    for (int i = 0; i < N; ++i) xi_[i] = problem_.c[i];
    add_product(x_, xi_);
    for (int contact = 0; 3 * contact < N; ++contact) contact_rows(contact);
  }

  // The fraction of a step at which the first sticking contact reaches its friction cone. Restitution can prescribe
  // velocities that no rigid body can have: the percussions then grow along their undetermined direction until a
  // contact reaches its cone.
  double fraction_before_cone(const double* step) const {
    double fraction = 1, change[kSize + 1] = {};
    add_product(step, change);
    for (int contact = 0; 3 * contact < N; ++contact) {
      const int i = 3 * contact;
      fraction = smaller_of(fraction, fraction_to_cone(problem_.law[contact], x_ + i, xi_ + i, step + i, change + i));
    }
    return fraction;
  }

  // The tolerance is relative to the largest percussion of sticking contacts, next to which a percussion can be small:
  // an open contact has exactly zero percussion, and friction that exceeds its bound noticeably is reduced to it.
  void write(double* p) const {
    for (int i = 0; i < N; i += 3) {
      const Projection& law = problem_.law[i / 3];
      const bool open = is_open(law, x_ + i, xi_ + i) || !(x_[i] > 0);
      const double bound = law.friction * x_[i], squared = x_[i + 1] * x_[i + 1] + x_[i + 2] * x_[i + 2];
      const double scale = squared > kNoticeable * (bound * bound) ? bound / std::sqrt(squared) : 1.0;
      p[i] = open ? 0.0 : x_[i];
      for (int t = 1; t < 3; ++t) p[i + t] = open ? 0.0 : scale * x_[i + t];
    }
  }

  const CoupledProblem& problem_;
  Equation<N> equations_[N];         // of the step; the right-hand side is the residual
  double x_[kSize], xi_[kSize + 1];  // percussions and xi of the iterate
  double size_ = 0;                  // scale of the percussions: largest |c_i| / G_ii
};

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
        for (int j = 0; j < 3; ++j) {
          const uint32_t row = 3 * a + static_cast<uint32_t>(i), column = 3 * b + static_cast<uint32_t>(j);
          problem.g[row][column] = problem.transposed[column][row] = block(i, j);
        }
      }
    }
    const uint32_t i = 3 * a;
    problem.law[a] = {first.friction, 1.0 / problem.g[i][i], 2.0 / (problem.g[i + 1][i + 1] + problem.g[i + 2][i + 2])};
  }
}

bool solve_newton(const CoupledProblem& problem, double tolerance, double* p) {
  return problem.size == 6 ? Newton<6>(problem).solve(tolerance, p) : Newton<9>(problem).solve(tolerance, p);
}

}  // namespace rockfall
