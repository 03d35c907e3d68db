#include "calibrate/estimate.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "common/text.h"

namespace sandbox::calibrate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/** Standard deviation, in coordinates, that the bounds alone give a parameter. */
constexpr double prior_sd = 1;
/** Width of the weights of the regression, in coordinates. */
constexpr double bandwidth = 0.25;
/** A slope counts as different from zero where it explains this many times what scatter explains on average. */
constexpr double significant = 3;
/** A parameter is named with a direction if its component of the unit vector is larger than this. */
constexpr double named_share = 0.3;

/** Weights fall with the sum of squares as the density of a normal distribution of this many times the variance. */
constexpr double variances_wide = 4;
/** The width of these weights is doubled, at most this many times, while too few evaluations have weight. */
constexpr int most_widenings = 60;

double sum_of_squares(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

/** The evaluations with a valid ground. */
std::vector<const Evaluation*> valid(const Evaluations& evaluations, const std::vector<Evaluation>& profiles) {
  std::vector<const Evaluation*> chosen;
  for (const std::vector<Evaluation>* const part : {&evaluations.all(), &profiles}) {
    for (const Evaluation& evaluation : *part) {
      if (!evaluation.means.empty()) chosen.push_back(&evaluation);
    }
  }
  return chosen;
}

/** Weight of an evaluation in the regression by its distance to a point. */
double weight_of_distance(const Point& point, const Point& centre) {
  double square = 0;
  for (std::size_t i = 0; i < point.size(); ++i) square += (point[i] - centre[i]) * (point[i] - centre[i]);
  return std::exp(-0.5 * square / (bandwidth * bandwidth * static_cast<double>(point.size())));
}

/** Number of equal weights with the same uncertainty of a mean. */
double effective_number(const VectorXd& weights) { return weights.sum() * weights.sum() / weights.squaredNorm(); }

/** Sums of the squared residuals above that of the best evaluation. */
VectorXd excess_of(const std::vector<const Evaluation*>& chosen, const Evaluation& best, const Observations& observed) {
  VectorXd excess(static_cast<Index>(chosen.size()));
  for (Index row = 0; row < excess.size(); ++row) {
    excess(row) = sum_of_squares(observed.residuals(chosen[static_cast<std::size_t>(row)]->means));
  }
  return excess.array() - sum_of_squares(observed.residuals(best.means));
}

/** Weights of the evaluations in a regression around the best one. */
VectorXd weights_by_distance(const std::vector<const Evaluation*>& chosen, const Evaluation& best) {
  VectorXd weights(static_cast<Index>(chosen.size()));
  for (Index row = 0; row < weights.size(); ++row) {
    weights(row) = weight_of_distance(chosen[static_cast<std::size_t>(row)]->point, best.point);
  }
  return weights;
}

/** As weights_by_distance(), but the weights fall with the excess of the sum of squares too: where the misfit is flat
 * around the best evaluation and steep far from it, a parameter is determined less well than the mean slope suggests.
 * @param by_distance  weights of weights_by_distance()
 * @param width  of the sums of squares that count as equal */
VectorXd weights_by_excess(const VectorXd& by_distance, const VectorXd& excess, double width, double least_number) {
  VectorXd weights = by_distance;
  for (int widening = 0; widening < most_widenings; ++widening, width = 2 * width + 1e-12) {
    weights = by_distance.array() * (-0.5 * excess.array() / width).exp();
    if (effective_number(weights) >= least_number) break;
  }
  return weights;
}

/** Spread of the evaluations whose sums of squares count as equal about the best one: the largest distance by parameter
 * as its standard deviation, and the correlation of the distances, so that evaluations along a line in which one
 * parameter makes up for another remain on it. */
MatrixXd spread_of_equal(const std::vector<const Evaluation*>& chosen, const Evaluation& best, const VectorXd& excess,
                         double width) {
  const auto p = static_cast<Index>(best.point.size());
  MatrixXd moments = MatrixXd::Zero(p, p);
  VectorXd extent = VectorXd::Zero(p), distance(p);
  for (Index row = 0; row < excess.size(); ++row) {
    if (excess(row) > width) continue;
    const Point& point = chosen[static_cast<std::size_t>(row)]->point;
    for (Index k = 0; k < p; ++k) {
      distance(k) = point[static_cast<std::size_t>(k)] - best.point[static_cast<std::size_t>(k)];
    }
    extent = extent.cwiseMax(distance.cwiseAbs());
    moments += distance.lazyProduct(distance.transpose());
  }
  VectorXd scale = VectorXd::Zero(p);
  for (Index k = 0; k < p; ++k) {
    if (moments(k, k) > 0) scale(k) = extent(k) / std::sqrt(moments(k, k));
  }
  return scale.asDiagonal() * moments * scale.asDiagonal();
}

/** Product of small matrices coefficient by coefficient: Eigen's blocked products take seconds to compile. */
MatrixXd product(const MatrixXd& a, const MatrixXd& b) { return a.lazyProduct(b); }

MatrixXd product(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c) { return product(product(a, b), c); }

/** Matrix with these eigenvalues and the eigenvectors in the columns. */
MatrixXd assembled(const MatrixXd& vectors, const VectorXd& values) {
  return product(vectors, values.asDiagonal() * vectors.transpose());
}

/** Power of a symmetric matrix without negative eigenvalues. Eigenvalues that are 0 except for rounding become 0. */
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

/** Regression of the residuals on the coordinates around the best evaluation. */
struct Slopes {
  MatrixXd information;  ///< J^T J of all residuals without the part that the scatter adds
  VectorXd gradient;     ///< J^T r, r the residuals of the regression at the best evaluation
  double scatter;        ///< sum over the residuals of the variance around the regression
};

Slopes slopes_at(const std::vector<const Evaluation*>& chosen, const VectorXd& w, const Point& centre,
                 const Observations& observed) {
  const auto rows = static_cast<Index>(chosen.size());
  const auto p = static_cast<Index>(centre.size());
  const auto m = static_cast<Index>(observed.places().size());
  MatrixXd x(rows, p + 1), y(rows, m);
  for (Index row = 0; row < rows; ++row) {
    const Evaluation& evaluation = *chosen[static_cast<std::size_t>(row)];
    const std::vector<double> residuals = observed.residuals(evaluation.means);
    x(row, p) = 1;
    for (Index k = 0; k < p; ++k) {
      x(row, k) = evaluation.point[static_cast<std::size_t>(k)] - centre[static_cast<std::size_t>(k)];
    }
    for (Index i = 0; i < m; ++i) y(row, i) = residuals[static_cast<std::size_t>(i)];
  }
  const MatrixXd weighted = w.asDiagonal() * x;
  const MatrixXd inverse = power(product(x.transpose(), weighted), -1);
  const MatrixXd slopes = product(inverse, weighted.transpose(), y);
  const double squares = (w.asDiagonal() * (y - product(x, slopes)).rowwise().squaredNorm()).sum() / w.sum();
  const double effective = effective_number(w);
  const double scatter = squares * effective / std::max(effective - static_cast<double>(p + 1), 1.0);
  const MatrixXd unit = product(inverse, product(weighted.transpose(), weighted), inverse);
  const MatrixXd j = slopes.topRows(p);
  return {without_scatter(product(j, j.transpose()), unit.topLeftCorner(p, p), scatter),
          product(j, slopes.row(p).transpose()), scatter};
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

/** Sum of the squared residuals of the runs with another name. */
double squares_without(const Observations& observed, const std::vector<double>& means,
                       const std::vector<std::string>& names, const std::string& left_out) {
  const std::vector<double> residuals = observed.residuals(means);
  const std::vector<std::size_t> places = observed.places();
  double sum = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    if (names[places[i] / observed.kinds.size()] != left_out) sum += residuals[i] * residuals[i];
  }
  return sum;
}

/** Variance of a residual with p parameters. The best evaluation was chosen because it fits well: other rocks on the
 * same ground fit less well. The larger sum of squares of the two is therefore used. Only runs count as independent:
 * quantities that are observed on the same run depend on each other, and some hold no information, e.g. the share of
 * rocks that left the terrain where no rock leaves it. */
double variance_of(const Evaluation& best, const Observations& observed, const std::vector<double>& other_seed,
                   std::size_t p) {
  const double squares =
      std::max(sum_of_squares(observed.residuals(best.means)), sum_of_squares(observed.residuals(other_seed)));
  return squares / static_cast<double>(observed.runs_with_values() - p);
}

/** What the scatter of simulated means adds to a variance: the best evaluation is chosen among several, and the sum of
 * m squared normal numbers has the standard deviation sqrt(2 m) times their variance.
 * @param scatter  sum over the m residuals of the variance of the simulated means */
double variance_of_choice(double scatter, std::size_t m) { return std::sqrt(2 / static_cast<double>(m)) * scatter; }

/** The scatter, estimated from the means of two seeds. */
double scatter_between_seeds(const Evaluation& best, const Observations& observed,
                             const std::vector<double>& other_seed) {
  const std::vector<double> own = observed.residuals(best.means);
  std::vector<double> difference = observed.residuals(other_seed);
  for (std::size_t i = 0; i < own.size(); ++i) difference[i] -= own[i];
  return 0.5 * sum_of_squares(difference);
}

/** Projection on the directions in which the standard deviation is that of a parameter that is not determined. */
MatrixXd projection_on_flat(const MatrixXd& covariance) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> parts(covariance);
  const VectorXd flat =
      (parts.eigenvalues().array() >= undetermined_sd * undetermined_sd).select(VectorXd::Ones(covariance.rows()), 0.0);
  return assembled(parts.eigenvectors(), flat);
}

/** Inverse of J^T J, with the bounds as prior. @param variance  of a residual */
MatrixXd inverse_of(const MatrixXd& information, double variance) {
  const double prior = variance / (prior_sd * prior_sd) + 1e-12;  // also of a perfect fit
  const Eigen::SelfAdjointEigenSolver<MatrixXd> parts(information);
  return assembled(parts.eigenvectors(), (parts.eigenvalues().array().max(0.0) + prior).inverse());
}

}  // namespace

double misfit_of(const std::vector<double>& residuals) {
  return std::sqrt(sum_of_squares(residuals) / static_cast<double>(residuals.size()));
}

Uncertainty uncertainty_of(const Evaluations& evaluations, const Observations& observed, const Neighbours& neighbours) {
  Uncertainty uncertainty;
  const Evaluation& best = evaluations.all()[evaluations.best()];
  const std::size_t p = best.point.size();
  const std::vector<const Evaluation*> chosen = valid(evaluations, neighbours.profiles);
  uncertainty.evaluations = chosen.size();
  const std::size_t m = observed.places().size();
  if (best.means.empty() || neighbours.other_seed.empty()) return uncertainty;
  if (chosen.size() < least_evaluations(p) || observed.runs_with_values() <= p) return uncertainty;
  const double of_residuals = variance_of(best, observed, neighbours.other_seed, p);
  const double width =
      variances_wide *
      (of_residuals + variance_of_choice(scatter_between_seeds(best, observed, neighbours.other_seed), m));
  const VectorXd excess = excess_of(chosen, best, observed), by_distance = weights_by_distance(chosen, best);
  const VectorXd near = weights_by_excess(by_distance, excess, width, 2.0 * static_cast<double>(p + 1));
  Slopes slopes = slopes_at(chosen, near, best.point, observed);
  const double variance = of_residuals + variance_of_choice(slopes.scatter, m) + 1e-18;
  MatrixXd inverse = inverse_of(slopes.information, variance);
  MatrixXd covariance = variance * inverse;
  if (covariance.diagonal().maxCoeff() >= undetermined_sd * undetermined_sd) {
    // Too close to the best evaluation for slopes that are larger than the scatter.
    const MatrixXd on_flat = projection_on_flat(covariance);
    slopes = slopes_at(chosen, by_distance, best.point, observed);
    inverse = inverse_of(slopes.information, variance);
    covariance = variance * inverse + product(on_flat, spread_of_equal(chosen, best, excess, width), on_flat);
  }
  const VectorXd step = inverse.lazyProduct(slopes.gradient);
  for (std::size_t i = 0; i < p; ++i) uncertainty.minimum.push_back(best.point[i] - step(static_cast<Index>(i)));
  read_covariance(covariance, uncertainty);
  uncertainty.known = true;
  return uncertainty;
}

std::vector<LeftOut> leave_out(const Evaluations& evaluations, const Observations& observed,
                               const std::vector<std::string>& names) {
  std::vector<std::string> sets = distinct(names);
  sets.erase(std::remove(sets.begin(), sets.end(), std::string()), sets.end());
  std::vector<LeftOut> results;
  if (sets.size() < 2) return results;
  for (const std::string& set : sets) {
    const Evaluation* best = nullptr;
    double least = 1e300;
    for (const Evaluation& evaluation : evaluations.all()) {
      if (evaluation.means.empty()) continue;
      const double squares = squares_without(observed, evaluation.means, names, set);
      if (squares < least) {
        least = squares;
        best = &evaluation;
      }
    }
    if (best == nullptr) return {};
    const auto means_where = [&](bool left_out) {
      return observed.means_of([&](std::size_t run) { return (names[run] == set) == left_out; }, best->means);
    };
    const auto none_observed = [](const RunMeans& means) {
      return *std::max_element(means.runs.begin(), means.runs.end()) == 0;
    };
    RunMeans means = means_where(true);
    // Nothing to compare with, or nothing to predict it from.
    if (none_observed(means) || none_observed(means_where(false))) continue;
    results.push_back({set, std::move(means.simulated), std::move(means.observed)});
  }
  return results;
}

std::vector<PredictionError> errors_of(const std::vector<LeftOut>& left_out) {
  if (left_out.empty()) return {};
  std::vector<PredictionError> errors(left_out.front().observed.size());
  for (std::size_t k = 0; k < errors.size(); ++k) {
    double squares = 0;
    for (const LeftOut& item : left_out) {
      const double error = item.simulated[k] - item.observed[k];
      if (std::isnan(error)) continue;
      ++errors[k].count;
      squares += error * error;
    }
    errors[k].rms = std::sqrt(squares / static_cast<double>(errors[k].count));
  }
  return errors;
}

}  // namespace sandbox::calibrate
