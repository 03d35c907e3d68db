#include "calibrate/observations.h"

#include <algorithm>
#include <cmath>

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

/** Sets the magnitudes and the scales. */
void set_magnitudes(Observations& observed, const BuiltScene& built) {
  const std::size_t kinds = observed.kinds.size();
  const auto mean = [&](const auto& magnitude) {
    double sum = 0;
    for (std::size_t run = 0; run < observed.runs.size(); ++run) sum += magnitude(run);
    return sum / static_cast<double>(observed.runs.size());
  };
  const auto find = [&](Kind kind) {
    return static_cast<std::size_t>(std::find(observed.kinds.begin(), observed.kinds.end(), kind) -
                                    observed.kinds.begin());
  };
  for (std::size_t k = 0; k < kinds; ++k) {
    const Kind kind = observed.kinds[k];
    double magnitude = 1;
    if (kind == Kind::x || kind == Kind::y) {
      const std::size_t at_x = find(Kind::x);
      magnitude = mean([&](std::size_t run) {
        const double* start = built.release(run).points;
        const double dx = observed.values[run * kinds + at_x] - built.origin()[0] - start[0];
        const double dy = observed.values[run * kinds + at_x + 1] - built.origin()[1] - start[1];
        return std::sqrt(dx * dx + dy * dy);
      });
    } else if (kind != Kind::left) {
      magnitude = mean([&](std::size_t run) { return std::fabs(observed.values[run * kinds + k]); });
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

/** Empty, or which places of rest lie outside the terrain: they may be in another coordinate system. */
std::string warning_of_places(const Observations& observed, const ObservedRuns& runs, const ObservedSpec& spec,
                              const Raster& frame) {
  const auto x = std::find(observed.kinds.begin(), observed.kinds.end(), Kind::x);
  if (x == observed.kinds.end() || frame.columns == 0) return "";  // a plane has no sides
  const auto column = static_cast<std::size_t>(x - observed.kinds.begin());
  std::size_t count = 0, first = 0;
  for (std::size_t run = 0; run < observed.runs.size(); ++run) {
    if (is_on_terrain(frame, &observed.values[run * observed.kinds.size() + column])) continue;
    if (count++ == 0) first = run;
  }
  if (count == 0) return "";
  return runs.table().place(runs.rows()[first], runs.table().column(spec.x)) + ": the place of rest of run '" +
         observed.runs[first] + "' lies outside the terrain, which covers " + extent_text(frame) +
         (count == 1 ? "" : ", as do those of " + counted(count - 1, "further run"));
}

}  // namespace

const char* kind_name(Kind kind) { return kind_texts[static_cast<std::size_t>(kind)].name; }
const char* kind_unit(Kind kind) { return kind_texts[static_cast<std::size_t>(kind)].unit; }

bool Observations::needs_maxima() const {
  return std::any_of(kinds.begin(), kinds.end(),
                     [](Kind kind) { return kind == Kind::velocity || kind == Kind::jump_height; });
}

std::vector<double> Observations::residuals(const std::vector<double>& simulated) const {
  std::vector<double> residuals(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    residuals[i] = (simulated[i] - values[i]) / scales[i % kinds.size()];
  }
  return residuals;
}

Observations read_observations(const Scenario& scenario, const BuiltScene& built) {
  if (!scenario.observed) {
    throw InputError(scenario.file.string() + ": a calibration needs [observed] and [release] kind = \"runs\"");
  }
  const ObservedSpec& spec = *scenario.observed;
  const ObservedRuns runs(spec, built);
  const std::vector<Column> columns = columns_of(spec, runs.table());

  Observations observed;
  bool rest_observed = false;
  for (const Column& column : columns) {
    observed.kinds.push_back(column.kind);
    rest_observed = rest_observed || (column.kind != Kind::velocity && column.kind != Kind::jump_height);
  }
  if (rest_observed) observed.kinds.push_back(Kind::left);
  for (std::size_t run = 0; run < built.run_count(); ++run) {
    observed.runs.push_back(built.run_name(run));
    for (const Column& column : columns) {
      const double value = runs.number(run, column.index);
      if (value < 0 && column.kind != Kind::x && column.kind != Kind::y) {
        throw InputError(runs.table().place(runs.rows()[run], column.index) + ": the " + kind_name(column.kind) +
                         " is negative");
      }
      observed.values.push_back(value);
    }
    if (rest_observed) observed.values.push_back(0);
  }
  set_magnitudes(observed, built);
  observed.groups = runs.groups();
  for (const std::string& warning : {runs.warning(), warning_of_places(observed, runs, spec, built.frame())}) {
    if (!warning.empty()) observed.warnings.push_back(warning);
  }
  return observed;
}

}  // namespace sandbox::calibrate
