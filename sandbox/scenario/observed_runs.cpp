#include "scenario/observed_runs.h"

#include <cmath>
#include <map>
#include <set>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

/** Warning with the number of rows of runs that the scenario does not release; empty if there are none. */
std::string unused_rows(const Table& table, std::size_t run_column, const BuiltScene& built) {
  std::set<std::string> released;
  for (std::size_t run = 0; run < built.run_count(); ++run) released.insert(built.run_name(run));
  std::size_t count = 0;
  std::string first;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string& name = table.text(row, run_column);
    if (released.count(name) != 0) continue;
    if (count++ == 0) first = table.place(row, run_column) + ": '" + shortened(name) + "'";
  }
  if (count == 0) return "";
  return first + " is a run that is not released" +
         (count == 1 ? "" : ", as are the runs of " + counted(count - 1, "further row")) + "; not used";
}

}  // namespace

ObservedRuns::ObservedRuns(const ObservedSpec& spec, const BuiltScene& built) : table_(spec.file) {
  // Columns that only a calibration reads are checked as well.
  for (const std::string* const name : {&spec.runout, &spec.x, &spec.y, &spec.velocity, &spec.jump_height}) {
    if (!name->empty()) (void)table_.column(*name);
  }
  const std::size_t run_column = table_.column(spec.run);
  const std::map<std::string, std::size_t> row_of = table_.rows_by(run_column);
  for (std::size_t run = 0; run < built.run_count(); ++run) {
    const auto row = row_of.find(built.run_name(run));
    if (row == row_of.end()) {
      throw InputError(spec.file.string() + ": no observation of run '" + built.run_name(run) + "'");
    }
    rows_.push_back(row->second);
    groups_.push_back(spec.group.empty() ? "" : table_.text(row->second, table_.column(spec.group)));
  }
  warning_ = unused_rows(table_, run_column, built);
}

std::optional<double> ObservedRuns::number(std::size_t run, std::size_t column) const {
  if (table_.text(rows_[run], column).empty()) return std::nullopt;
  constexpr double largest = 1e9;  // of distances, coordinates and velocities: sums of squares stay finite
  const double value = table_.number(rows_[run], column);
  if (std::fabs(value) <= largest) return value;
  throw InputError(table_.place(rows_[run], column) + ": '" + shortened(table_.text(rows_[run], column)) +
                   "' must be at most " + format_number(largest, 6) + " in size");
}

}  // namespace sandbox
