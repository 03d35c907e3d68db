#include "calibrate/estimate.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace sandbox::calibrate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/** Sd in coordinates that the bounds alone give a parameter. */
constexpr double prior_sd = 1;
/** Width of the weights of the regression, in coordinates. */
constexpr double bandwidth = 0.25;
/** A slope counts as different from zero where it explains this many times what scatter explains on average. */
constexpr double significant = 3;
/** Share of a parameter in a direction from which it is named. */
constexpr double named_share = 0.3;

/** The evaluations with a valid ground. */
std::vector<const Evaluation*> valid(const Evaluations& evaluations) {
  std::vector<const Evaluation*> chosen;
  for (const Evaluation& evaluation : evaluations.all()) {
    if (!evaluation.means.empty()) chosen.push_back(&evaluation);
  }
  return chosen;
}

/** Weight of an evaluation in the regression around a point. */
double weight_of(const Point& point, const Point& centre) {
  double square = 0;
  for (std::size_t i = 0; i < point.size(); ++i) square += (point[i] - centre[i]) * (point[i] - centre[i]);
  return std::exp(-0.5 * square / (bandwidth * bandwidth * static_cast<double>(point.size())));
}

/** Products of these small matrices coefficient by coefficient: the blocked ones of Eigen take seconds to compile. */
MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a.lazyProduct(b); }

MatrixXd product(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c) { return product(product(a, b), c); }

/** Matrix with these eigenvalues and the eigenvectors in the columns. */
MatrixXd assembled(const MatrixXd& vectors, const VectorXd& values) {
  return product(vectors, values.asDiagonal() * vectors.transpose());
}

/** Powers of a symmetric matrix without negative eigenvalues; eigenvalues that are 0 but for rounding remain 0. */
MatrixXd power(const MatrixXd& symmetric, double exponent) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> parts(symmetric);
  const double zero = 1e-14 * parts.eigenvalues().maxCoeff();
  VectorXd values = parts.eigenvalues();
  for (Index i = 0; i < values.size(); ++i) values(i) = values(i) > zero ? std::pow(values(i), exponent) : 0;
  return assembled(parts.eigenvectors(), values);
}

/** J^T J without what the scatter around the regression adds to it, scatter * unit on average. A direction with less
 * than `significant` times that is taken as flat. */
MatrixXd without_scatter(const MatrixXd& information, const MatrixXd& unit, double scatter) {
  const MatrixXd inverse_root = power(unit, -0.5);
  const MatrixXd white = product(inverse_root, information, inverse_root);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> parts(0.5 * (white + white.transpose()));
  VectorXd values = parts.eigenvalues();
  for (Index i = 0; i < values.size(); ++i) {
    values(i) = values(i) > significant * scatter ? values(i) - scatter : 0;
  }
  return assembled(product(power(unit, 0.5), parts.eigenvectors()), values);
}

/** J^T J of the slopes of all residuals without the part that the scatter around the regression adds. */
MatrixXd information(const std::vector<const Evaluation*>& chosen, const Point& centre, const Observations& observed) {
  const auto rows = static_cast<Index>(chosen.size());
  const auto p = static_cast<Index>(centre.size());
  const auto m = static_cast<Index>(observed.size());
  MatrixXd x(rows, p + 1), y(rows, m);
  VectorXd w(rows);
  for (Index row = 0; row < rows; ++row) {
    const Evaluation& evaluation = *chosen[static_cast<std::size_t>(row)];
    const std::vector<double> residuals = observed.residuals(evaluation.means);
    x(row, p) = 1;
    w(row) = weight_of(evaluation.point, centre);
    for (Index k = 0; k < p; ++k) {
      x(row, k) = evaluation.point[static_cast<std::size_t>(k)] - centre[static_cast<std::size_t>(k)];
    }
    for (Index i = 0; i < m; ++i) y(row, i) = residuals[static_cast<std::size_t>(i)];
  }
  const MatrixXd weighted = w.asDiagonal() * x;
  const MatrixXd inverse = power(product(x.transpose(), weighted), -1);
  const MatrixXd slopes = product(inverse, weighted.transpose(), y);
  const double squares = (w.asDiagonal() * (y - product(x, slopes)).rowwise().squaredNorm()).sum() / w.sum();
  const double scatter = squares * static_cast<double>(rows) / static_cast<double>(rows - p - 1);
  const MatrixXd unit = product(inverse, product(weighted.transpose(), weighted), inverse);
  const MatrixXd j = slopes.topRows(p);
  return without_scatter(product(j, j.transpose()), unit.topLeftCorner(p, p), scatter);
}

void read_covariance(const MatrixXd& covariance, Uncertainty& uncertainty) {
  const Index p = covariance.rows();
  for (Index i = 0; i < p; ++i) {
    uncertainty.sd.push_back(std::sqrt(covariance(i, i)));
    uncertainty.correlation.emplace_back();
    for (Index k = 0; k < p; ++k) {
      const double correlation = covariance(i, k) / std::sqrt(covariance(i, i) * covariance(k, k));
      uncertainty.correlation.back().push_back(correlation);
      if (k < i && std::fabs(correlation) > indistinguishable_correlation) {
        uncertainty.alike.emplace_back(static_cast<std::size_t>(k), static_cast<std::size_t>(i));
      }
    }
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> parts(covariance);
  for (Index direction = 0; direction < p; ++direction) {
    if (std::sqrt(parts.eigenvalues()(direction)) < undetermined_sd) continue;
    std::vector<std::size_t> members;
    for (Index i = 0; i < p; ++i) {
      if (std::fabs(parts.eigenvectors()(i, direction)) > named_share) members.push_back(static_cast<std::size_t>(i));
    }
    uncertainty.flat.push_back(std::move(members));
  }
}

/** Sum of the squared residuals of the runs that are (or are not) named so. */
double squares_without(const std::vector<double>& residuals, const std::vector<std::string>& names,
                       const std::string& left_out, std::size_t kinds) {
  double sum = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    if (names[i / kinds] != left_out) sum += residuals[i] * residuals[i];
  }
  return sum;
}

}  // namespace

double misfit_of(const std::vector<double>& residuals) {
  double sum = 0;
  for (const double residual : residuals) sum += residual * residual;
  return std::sqrt(sum / static_cast<double>(residuals.size()));
}

Uncertainty uncertainty_of(const Evaluations& evaluations, const Observations& observed) {
  Uncertainty uncertainty;
  const Evaluation& best = evaluations.all()[evaluations.best()];
  const std::size_t p = best.point.size();
  const std::vector<const Evaluation*> chosen = valid(evaluations);
  uncertainty.evaluations = chosen.size();
  const std::size_t m = observed.size();
  if (best.means.empty() || chosen.size() < 2 * (p + 1) || m <= p) return uncertainty;
  const double squares = best.misfit * best.misfit * static_cast<double>(m);
  const double variance = squares / static_cast<double>(m - p);
  const auto n = static_cast<Index>(p);
  // No division by the variance, which is 0 where the fit is perfect.
  const double prior = variance / (prior_sd * prior_sd) + 1e-12;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> parts(information(chosen, best.point, observed));
  const VectorXd variances = variance / (parts.eigenvalues().array().max(0.0) + prior);
  const MatrixXd covariance = assembled(parts.eigenvectors(), variances);
  read_covariance(covariance + MatrixXd::Identity(n, n) * 1e-18, uncertainty);
  uncertainty.known = true;
  return uncertainty;
}

std::vector<LeftOut> leave_out(const Evaluations& evaluations, const Observations& observed,
                               const std::vector<std::string>& names) {
  const std::size_t kinds = observed.kinds.size();
  std::vector<std::string> sets = names;
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  std::vector<LeftOut> results;
  if (sets.size() < 2) return results;
  for (const std::string& set : sets) {
    const Evaluation* best = nullptr;
    double least = 1e300;
    for (const Evaluation& evaluation : evaluations.all()) {
      if (evaluation.means.empty()) continue;
      const double squares = squares_without(observed.residuals(evaluation.means), names, set, kinds);
      if (squares < least) {
        least = squares;
        best = &evaluation;
      }
    }
    if (best == nullptr) return {};
    LeftOut result{set, std::vector<double>(kinds, 0.0), std::vector<double>(kinds, 0.0)};
    const auto count = static_cast<double>(std::count(names.begin(), names.end(), set));
    for (std::size_t i = 0; i < observed.size(); ++i) {
      if (names[i / kinds] != set) continue;
      result.simulated[i % kinds] += best->means[i] / count;
      result.observed[i % kinds] += observed.values[i] / count;
    }
    results.push_back(std::move(result));
  }
  return results;
}

std::vector<double> rms_of(const std::vector<LeftOut>& left_out) {
  if (left_out.empty()) return {};
  std::vector<double> rms(left_out.front().observed.size(), 0.0);
  for (const LeftOut& item : left_out) {
    for (std::size_t k = 0; k < rms.size(); ++k) {
      const double error = item.simulated[k] - item.observed[k];
      rms[k] += error * error / static_cast<double>(left_out.size());
    }
  }
  for (double& value : rms) value = std::sqrt(value);
  return rms;
}

}  // namespace sandbox::calibrate
