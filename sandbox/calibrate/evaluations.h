// The evaluations of a calibration, kept in a file that a later run continues.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_EVALUATIONS_H
#define ROCKFALL_SANDBOX_CALIBRATE_EVALUATIONS_H

#include <filesystem>
#include <string>
#include <vector>

#include "calibrate/observations.h"
#include "calibrate/parameters.h"

namespace sandbox::calibrate {

struct Evaluation {
  Point point;
  std::vector<double> values;  ///< of the parameters
  std::vector<double> means;   ///< simulated, as Observations::values; empty where the ground is not valid
  double misfit = 0;           ///< root of the mean square of the residuals
  double at_time_limit = 0;    ///< share of the rocks that moved until the time limit
};

/** Evaluations around the best one, which the search does not make. */
struct Neighbours {
  Point centre;                      ///< the best point; empty: nothing is made
  std::vector<double> other_seed;    ///< means there with another seed; empty: not made
  std::vector<Evaluation> profiles;  ///< one parameter between its bounds, the others as at the centre
};

/** The misfit of a ground that is not valid: worse than every other. */
constexpr double invalid_misfit = 1e6;

/** Evaluations of the search in the order in which they were made, and those around the best one. */
class Evaluations {
 public:
  /** @param file     empty: kept in memory only
   *  @param problem  text that identifies what is calibrated */
  Evaluations(std::filesystem::path file, std::string problem) : file_(std::move(file)), problem_(std::move(problem)) {}

  /** Reads the file. Throws InputError where it is missing, damaged, or of another problem. */
  void load(const std::vector<FitSpec>& fits, const Observations& observed);
  /** Adds one of the search and writes the file. Throws RunError. */
  void add(Evaluation evaluation);
  /** Replaces those around the best one and writes the file. Throws RunError. */
  void keep(Neighbours neighbours);

  /** The evaluation of the search at exactly this point; null if there is none. */
  const Evaluation* find(const Point& point) const;
  const std::vector<Evaluation>& all() const { return all_; }
  /** Index of the one with the smallest misfit, the first of equals. Needs at least one. */
  std::size_t best() const;
  /** Those that were kept last, maybe around another evaluation than the one that is the best now. */
  const Neighbours& neighbours() const { return neighbours_; }

 private:
  void save() const;

  std::filesystem::path file_;
  std::string problem_;
  std::vector<Evaluation> all_;
  Neighbours neighbours_;
};

}  // namespace sandbox::calibrate
#endif
