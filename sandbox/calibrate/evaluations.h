// The evaluations of a calibration, kept in a file that a later run continues.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_EVALUATIONS_H
#define ROCKFALL_SANDBOX_CALIBRATE_EVALUATIONS_H

#include <filesystem>
#include <string>
#include <vector>

#include "calibrate/parameters.h"

namespace sandbox::calibrate {

struct Evaluation {
  Point point;
  std::vector<double> values;  ///< of the parameters
  std::vector<double> means;   ///< simulated, as Observations::values; empty where the ground is not valid
  double misfit = 0;           ///< root of the mean square of the residuals
};

/** The misfit of a ground that is not valid: worse than every other. */
constexpr double invalid_misfit = 1e6;

/** Evaluations in the order in which they were made. */
class Evaluations {
 public:
  /** @param file     empty: kept in memory only
   *  @param problem  text that identifies what is calibrated */
  Evaluations(std::filesystem::path file, std::string problem) : file_(std::move(file)), problem_(std::move(problem)) {}

  /** Reads the file. Throws InputError where it is missing, damaged, or of another problem. */
  void load(std::size_t dimensions, std::size_t means);
  /** Adds one and writes the file. Throws RunError. */
  void add(Evaluation evaluation);

  /** The evaluation of exactly this point; null if there is none. */
  const Evaluation* find(const Point& point) const;
  const std::vector<Evaluation>& all() const { return all_; }
  /** Index of the one with the smallest misfit, the first of equals. Needs at least one. */
  std::size_t best() const;

 private:
  void save() const;

  std::filesystem::path file_;
  std::string problem_;
  std::vector<Evaluation> all_;
};

}  // namespace sandbox::calibrate
#endif
