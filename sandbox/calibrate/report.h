// The result of a calibration as text and as JSON.
#ifndef ROCKFALL_SANDBOX_CALIBRATE_REPORT_H
#define ROCKFALL_SANDBOX_CALIBRATE_REPORT_H

#include <filesystem>
#include <ostream>

#include "calibrate/calibrate.h"

namespace sandbox::calibrate {

/** Means over the runs of a group, by kind: of those in which it was observed, NaN without any. */
struct GroupFit {
  std::string name;
  bool total = false;  ///< of all runs; a group may have the same name
  std::vector<std::size_t> runs;
  std::vector<double> observed, simulated;
  std::vector<double> other_seed;  ///< empty if that evaluation was left out

  /** The name in tables. */
  std::string label() const { return total ? "all runs" : name; }
};

/** Groups in the order of their names, then "all". */
std::vector<GroupFit> group_fits(const Result& result);

enum class NearBound { none, lower, upper };

/** A parameter with the range of one standard deviation. */
struct FittedParameter {
  std::string name;
  double value = 0, low = 0, high = 0;
  bool at_bound = false;
  NearBound near = NearBound::none;  ///< at it, or within one standard deviation of it
  bool determined = false;
};

std::vector<FittedParameter> fitted_parameters(const Scenario& scenario, const Result& result);

/** Sentences about what the observations do not determine. */
std::vector<std::string> warnings(const Scenario& scenario, const Result& result);

void print(std::ostream& out, const Scenario& scenario, const Result& result);
void write_json(const std::filesystem::path& file, const Scenario& scenario, const Result& result);

/** Observed against simulated values, and misfit against each parameter. Throws RunError. */
void write_picture(const std::filesystem::path& file, const Scenario& scenario, const Result& result);

}  // namespace sandbox::calibrate
#endif
