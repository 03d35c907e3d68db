// The table of the observations on the runs of a scenario.
#ifndef ROCKFALL_SANDBOX_SCENARIO_OBSERVED_RUNS_H
#define ROCKFALL_SANDBOX_SCENARIO_OBSERVED_RUNS_H

#include <optional>
#include <string>
#include <vector>

#include "io/table.h"
#include "scenario/scene_builder.h"

namespace sandbox {

/** The rows of the released runs, in the order of BuiltScene. */
class ObservedRuns {
 public:
  /** Throws InputError: the file cannot be read, a column is missing, or a run that is released has no row. */
  ObservedRuns(const ObservedSpec& spec, const BuiltScene& built);

  const Table& table() const { return table_; }
  /** Row of the table by run. */
  const std::vector<std::size_t>& rows() const { return rows_; }
  /** The observation of a run; nothing where the cell is empty. Throws InputError where it is no number of a possible
   *  size. */
  std::optional<double> number(std::size_t run, std::size_t column) const;
  /** Group by run; empty names without groups. */
  const std::vector<std::string>& groups() const { return groups_; }
  /** About rows of runs that are not released; empty: there are none. */
  const std::string& warning() const { return warning_; }

 private:
  Table table_;
  std::vector<std::size_t> rows_;
  std::vector<std::string> groups_;
  std::string warning_;
};

}  // namespace sandbox
#endif
