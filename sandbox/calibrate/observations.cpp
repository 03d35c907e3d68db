#include "calibrate/observations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "common/error.h"
#include "common/text.h"
#include "scenario/observed_runs.h"

namespace sandbox::calibrate {
namespace {

struct KindText {
  const char* name;
  const char* unit;
};

constexpr KindText kind_texts[] = {{"run-out", "m"},     {"deposit x", "m"},
                                   {"deposit y", "m"},   {"largest velocity", "m/s"},
                                   {"jump height", "m"}, {"share that left", "1"}};

/** Observations that are smaller count as 0: squares of residuals with such a scale could be infinite. */
constexpr double least_magnitude = 1e-9;

struct Column {
  Kind kind;
  std::size_t index;
};

std::vector<Column> columns_of(const ObservedSpec& spec, const Table& table) {
  const std::pair<Kind, const std::string*> names[] = {{Kind::runout, &spec.runout},
                                                       {Kind::x, &spec.x},
                                                       {Kind::y, &spec.y},
                                                       {Kind::velocity, &spec.velocity},
                                                       {Kind::jump_height, &spec.jump_height}};
  std::vector<Column> columns;
  for (const auto& [kind, name] : names) {
    if (!name->empty()) columns.push_back({kind, table.column(*name)});
  }
  return columns;
}

constexpr double not_observed = std::numeric_limits<double>::quiet_NaN();

/** Number of the column of a kind in the values of a run; nothing if it is not compared. */
std::optional<std::size_t> column_of(const Observations& observed, Kind kind) {
  const auto found = std::find(observed.kinds.begin(), observed.kinds.end(), kind);
  if (found == observed.kinds.end()) return std::nullopt;
  return static_cast<std::size_t>(found - observed.kinds.begin());
}

/** Sets the magnitudes and the scales. */
void set_magnitudes(Observations& observed, const BuiltScene& built) {
  const std::size_t kinds = observed.kinds.size();
  // Over the runs in which a kind was observed.
  const auto mean = [&](std::size_t kind, const auto& magnitude) {
    double sum = 0, count = 0;
    for (std::size_t run = 0; run < observed.runs.size(); ++run) {
      if (std::isnan(observed.values[run * kinds + kind])) continue;
      sum += magnitude(run);
      ++count;
    }
    return sum / count;
  };
  for (std::size_t k = 0; k < kinds; ++k) {
    const Kind kind = observed.kinds[k];
    double magnitude = 1;
    if (kind == Kind::x || kind == Kind::y) {
      const std::size_t at_x = *column_of(observed, Kind::x);
      magnitude = mean(k, [&](std::size_t run) {
        const double* start = built.release(run).points;
        const double dx = observed.values[run * kinds + at_x] - built.origin()[0] - start[0];
        const double dy = observed.values[run * kinds + at_x + 1] - built.origin()[1] - start[1];
        return std::sqrt(dx * dx + dy * dy);
      });
    } else if (kind != Kind::left) {
      magnitude = mean(k, [&](std::size_t run) { return std::fabs(observed.values[run * kinds + k]); });
    }
    if (!(magnitude >= least_magnitude)) magnitude = 0;
    observed.magnitudes.push_back(magnitude);
    observed.scales.push_back(magnitude > 0 ? magnitude : 1);
  }
}

bool is_on_terrain(const Raster& frame, const double* place) {
  const double x = (place[0] - frame.x0) / frame.cell_x, y = (place[1] - frame.y0) / frame.cell_y;
  return x >= 0 && x <= frame.columns - 1.0 && y >= 0 && y <= frame.rows - 1.0;
}

/** Runs with a value that the terrain has no place for. */
struct RunsBeyond {
  std::size_t first = 0, count = 0;
  void add(std::size_t run) {
    if (count++ == 0) first = run;
  }
};

/** Warning of places of rest outside the terrain, which may be in another coordinate system; empty if there are none.
 */
std::string warning_of_places(const Observations& observed, const ObservedRuns& runs, const ObservedSpec& spec,
                              const Raster& frame) {
  const std::optional<std::size_t> column = column_of(observed, Kind::x);
  if (!column || frame.columns == 0) return "";  // a plane has no sides
  RunsBeyond beyond;
  for (std::size_t run = 0; run < observed.runs.size(); ++run) {
    const double* const place = &observed.values[run * observed.kinds.size() + *column];
    if (!std::isnan(place[0]) && !is_on_terrain(frame, place)) beyond.add(run);
  }
  if (beyond.count == 0) return "";
  return runs.table().place(runs.rows()[beyond.first], runs.table().column(spec.x)) + ": the place of rest of run '" +
         observed.runs[beyond.first] + "' lies outside the terrain, which covers " + extent_text(frame) +
         (beyond.count == 1 ? "" : ", as do those of " + counted(beyond.count - 1, "further run"));
}

/** Distance from the release of a run to the farthest corner of the terrain, m. */
double room_of(const BuiltScene& built, std::size_t run) {
  const Raster& frame = built.frame();
  const double* const start = built.release(run).points;
  const double x = start[0] + built.origin()[0] - frame.x0, y = start[1] + built.origin()[1] - frame.y0;
  const double width = (frame.columns - 1.0) * frame.cell_x, height = (frame.rows - 1.0) * frame.cell_y;
  return std::hypot(std::max(x, width - x), std::max(y, height - y));
}

/** Warning of run-outs that are longer than the terrain, such as one that has lost its decimal point; empty if there
 *  are none. */
std::string warning_of_runouts(const Observations& observed, const ObservedRuns& runs, const ObservedSpec& spec,
                               const BuiltScene& built) {
  const std::optional<std::size_t> column = column_of(observed, Kind::runout);
  if (!column || built.frame().columns == 0) return "";  // a plane has no sides
  RunsBeyond beyond;
  for (std::size_t run = 0; run < observed.runs.size(); ++run) {
    if (observed.values[run * observed.kinds.size() + *column] > room_of(built, run)) beyond.add(run);
  }
  if (beyond.count == 0) return "";
  return runs.table().place(runs.rows()[beyond.first], runs.table().column(spec.runout)) +
         ": the terrain has no room for the run-out of run '" + observed.runs[beyond.first] + "': it ends at most " +
         format_number(room_of(built, beyond.first), 4) + " m from the release" +
         (beyond.count == 1 ? "" : "; nor for those of " + counted(beyond.count - 1, "further run"));
}

}  // namespace

const char* kind_name(Kind kind) { return kind_texts[static_cast<std::size_t>(kind)].name; }
const char* kind_unit(Kind kind) { return kind_texts[static_cast<std::size_t>(kind)].unit; }

bool Observations::needs_maxima() const {
  return std::any_of(kinds.begin(), kinds.end(),
                     [](Kind kind) { return kind == Kind::velocity || kind == Kind::jump_height; });
}

std::vector<std::size_t> Observations::places() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) places.push_back(i);
  }
  return places;
}

std::size_t Observations::runs_with_values() const {
  std::set<std::size_t> observed;
  for (const std::size_t i : places()) observed.insert(i / kinds.size());
  return observed.size();
}

std::vector<double> Observations::residuals(const std::vector<double>& simulated) const {
  std::vector<double> residuals;
  for (const std::size_t i : places()) residuals.push_back((simulated[i] - values[i]) / scales[i % kinds.size()]);
  return residuals;
}

RunMeans Observations::means_of(const std::function<bool(std::size_t run)>& chosen,
                                const std::vector<double>& simulated) const {
  const std::vector<double> zeros(kinds.size(), 0.0);
  RunMeans means{std::vector<std::size_t>(kinds.size(), 0), zeros, zeros};
  for (const std::size_t i : places()) {
    const std::size_t run = i / kinds.size(), kind = i % kinds.size();
    if (!chosen(run)) continue;
    ++means.runs[kind];
    means.observed[kind] += values[i];
    means.simulated[kind] += simulated[i];
  }
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto count = static_cast<double>(means.runs[kind]);
    for (std::vector<double>* sums : {&means.observed, &means.simulated}) {
      (*sums)[kind] = count > 0 ? (*sums)[kind] / count : not_observed;
    }
  }
  return means;
}

namespace {

/** What was observed on a run, by column; NaN where the cell is empty. */
std::vector<double> values_of_run(const ObservedRuns& runs, const std::vector<Column>& columns, std::size_t run) {
  std::vector<double> values;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    const std::optional<double> value = runs.number(run, column.index);
    const auto fail = [&](const std::string& text) {
      throw InputError(runs.table().place(runs.rows()[run], column.index) + ": " + text);
    };
    if (value && *value < 0 && column.kind != Kind::x && column.kind != Kind::y) {
      fail(std::string("the ") + kind_name(column.kind) + " is negative");
    }
    if (column.kind == Kind::y && value.has_value() == std::isnan(values[i - 1])) {
      fail("a place of rest needs both coordinates, or neither");
    }
    values.push_back(value.value_or(not_observed));
  }
  return values;
}

/** Whether a quantity describes the place of rest. */
bool describes_rest(Kind kind) { return kind == Kind::runout || kind == Kind::x || kind == Kind::y; }

/** Adds the values of a run. `left` is compared where its place of rest was observed. */
void add_run(const std::string& name, const std::vector<double>& of_columns, Observations& observed) {
  bool at_rest = false;
  for (std::size_t i = 0; i < of_columns.size(); ++i) {
    at_rest = at_rest || (describes_rest(observed.kinds[i]) && !std::isnan(of_columns[i]));
    observed.values.push_back(of_columns[i]);
  }
  if (observed.kinds.back() == Kind::left) observed.values.push_back(at_rest ? 0 : not_observed);
  observed.runs.push_back(name);
}

void check_columns(const Observations& observed, const ObservedSpec& spec) {
  const RunMeans means = observed.means_of([](std::size_t) { return true; }, observed.values);
  for (std::size_t kind = 0; kind < observed.kinds.size(); ++kind) {
    if (means.runs[kind] > 0) continue;
    throw InputError(spec.file.string() + ": there is no " + kind_name(observed.kinds[kind]) +
                     " of a run that is released; leave its column out of [observed]");
  }
}

}  // namespace

Observations read_observations(const Scenario& scenario, const BuiltScene& built) {
  if (!scenario.observed) {
    throw InputError(scenario.file.string() + ": a calibration needs [observed] and [release] kind = \"runs\"");
  }
  const ObservedSpec& spec = *scenario.observed;
  const ObservedRuns runs(spec, built);
  const std::vector<Column> columns = columns_of(spec, runs.table());

  Observations observed;
  for (const Column& column : columns) observed.kinds.push_back(column.kind);
  if (std::any_of(observed.kinds.begin(), observed.kinds.end(), describes_rest)) observed.kinds.push_back(Kind::left);
  for (std::size_t run = 0; run < built.run_count(); ++run) {
    add_run(built.run_name(run), values_of_run(runs, columns, run), observed);
  }
  check_columns(observed, spec);
  set_magnitudes(observed, built);
  observed.groups = runs.groups();
  for (const std::string& warning : {runs.warning(), warning_of_places(observed, runs, spec, built.frame()),
                                     warning_of_runouts(observed, runs, spec, built)}) {
    if (!warning.empty()) observed.warnings.push_back(warning);
  }
  if (const std::size_t without = observed.runs.size() - observed.runs_with_values(); without > 0) {
    observed.warnings.push_back("nothing was observed on " + std::to_string(without) + " of " +
                                counted(observed.runs.size(), "run") + ", which do not count");
  }
  return observed;
}

}  // namespace sandbox::calibrate
