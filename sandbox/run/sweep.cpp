#include "run/sweep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "common/bytes.h"
#include "common/error.h"
#include "common/range_text.h"
#include "common/scale.h"
#include "common/text.h"
#include "run/line_files.h"
#include "run/statistics.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

[[noreturn]] void fail(const std::string& text) {
  throw InputError("--vary must be KEY=A,B,C or KEY=FROM:TO:COUNT, or KEY=FROM:TO with --latin, not '" +
                   shortened(text) + "'");
}

[[noreturn]] void fail_range(const std::string& text, const std::string& what) {
  throw InputError("--vary " + shortened(text) + ": " + what);
}

void fill_range(SweepAxis& axis, double count) {
  for (double i = 0; i < count; ++i) {
    axis.values.push_back(format_number(value_between(axis.from, axis.to, i / (count - 1), axis.logarithmic), 12));
  }
}

/** Bits of what the rocks did; not their slippage, which may differ without effect. Rocks that do the same as the one
 * before, because all start alike, do not count. */
std::uint64_t hash_of(const RunResult& result) {
  ByteWriter out;
  std::vector<unsigned char> last;
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    ByteWriter rock;
    rock.put(result.ends[i].position);
    rock.put(result.ends[i].end);
    rock.put(result.rock_statistics[i]);
    if (rock.bytes() != last) out.put_all(rock.bytes());
    last = rock.bytes();
  }
  if (result.hazard) result.hazard->write(out);
  return hash_of_bytes(out.bytes().data(), out.bytes().size());
}

/** Results of the runs with one value of an axis, by the values of the other axes. */
struct ValueResults {
  std::string value;
  std::map<std::vector<std::string>, std::uint64_t> hashes;
};

std::vector<ValueResults> results_by_value(const std::vector<SweepRow>& rows, std::size_t axis) {
  std::vector<ValueResults> results;
  for (const SweepRow& row : rows) {
    std::vector<std::string> others = row.values;
    const std::string value = others[axis];
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
    auto found = std::find_if(results.begin(), results.end(), [&](const ValueResults& r) { return r.value == value; });
    if (found == results.end()) found = results.insert(results.end(), ValueResults{value, {}});
    found->hashes[others] = row.hash;
  }
  return results;
}

}  // namespace

SweepAxis parse_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail(text);
  SweepAxis axis;
  axis.key = text.substr(0, equals);
  const std::string values = text.substr(equals + 1);
  if (values.find('[') != std::string::npos) fail_range(text, "lists cannot be varied");
  if (values.find(':') == std::string::npos || values.find(',') != std::string::npos) {
    if (!parse_fields(values, axis.values)) fail_range(text, "a value in quotes does not end with its quote");
    return axis;
  }
  const std::optional<RangeText> range = parse_range(values);
  double count = 0;
  if (!range || range->others.size() > 1) fail(text);
  if (!range->others.empty() && !parse_number(range->others[0], count)) fail(text);
  const std::string fault = fault_of(*range);
  if (!fault.empty()) fail_range(text, fault);
  axis.from = range->from;
  axis.to = range->to;
  axis.logarithmic = range->logarithmic;
  if (range->others.empty()) return axis;
  if (!(count >= 2 && count <= 1000) || count != std::floor(count)) {
    fail_range(text, "COUNT must be a whole number from 2 to 1000");
  }
  fill_range(axis, count);
  return axis;
}

std::vector<std::vector<std::string>> grid_of(const std::vector<SweepAxis>& axes) {
  std::vector<std::vector<std::string>> points = {{}};
  for (const SweepAxis& axis : axes) {
    if (axis.values.empty()) {
      throw InputError("--vary " + axis.key + ": give a number of values, for example " + axis.key + "=" +
                       format_number(axis.from, 6) + ":" + format_number(axis.to, 6) + ":4, or --latin N");
    }
    std::set<std::string> different;
    for (const std::string& value : axis.values) different.insert(plain_value(value));
    if (different.size() < axis.values.size()) throw InputError("--vary " + axis.key + ": a value is given twice");
    std::vector<std::vector<std::string>> longer;
    for (const auto& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
    if (points.size() > 100000) throw InputError("a sweep has at most 100000 runs");
  }
  return points;
}

std::vector<std::string> line_columns(const std::vector<std::string>& lines, const std::vector<std::string>& classes) {
  std::vector<std::string> columns;
  for (const std::string& line : lines) {
    columns.push_back("reach_" + line);
    for (const std::string& name : classes) {
      const std::string of = classes.size() > 1 ? line + "_" + name : line;
      columns.push_back("energy_q95_kJ_" + of);
      columns.push_back("top_q95_m_" + of);
    }
  }
  return columns;
}

SweepRow row_of(const RunResult& result, std::size_t classes, const std::vector<std::string>& values) {
  SweepRow row;
  row.values = values;
  row.hash = hash_of(result);
  std::vector<double> runouts, energies, velocities;
  std::size_t left = 0, limited = 0, faults = 0;
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    runouts.push_back(runout_of(result.rock_statistics[i], result.ends[i]));
    energies.push_back(1e-3 * result.rock_statistics[i].maximum[RF_KINETIC_ENERGY]);
    velocities.push_back(result.rock_statistics[i].maximum[RF_VELOCITY]);
    if (result.ends[i].end == RF_ENDED_LEFT_TERRAIN) ++left;
    if (result.ends[i].end == RF_ENDED_TIME_LIMIT) ++limited;
    if (result.ends[i].end == RF_ENDED_FAULT) ++faults;
  }
  row.runout_50 = quantile_of(runouts, 0.5);
  row.runout_95 = quantile_of(runouts, 0.95);
  row.runout_max = *std::max_element(runouts.begin(), runouts.end());
  row.energy_95 = quantile_of(energies, 0.95);
  row.velocity_95 = quantile_of(velocities, 0.95);
  const auto rocks_ended = static_cast<double>(runouts.size());
  row.left_share = static_cast<double>(left) / rocks_ended;
  row.limit_share = static_cast<double>(limited) / rocks_ended;
  row.fault_share = static_cast<double>(faults) / rocks_ended;
  if (!result.hazard) return row;
  const auto largest_95 = [](const std::vector<double>& of_rocks) {
    return of_rocks.empty() ? std::nan("") : quantile_of(of_rocks, 0.95).value;
  };
  for (const auto& crossings : result.hazard->crossings) {
    const std::size_t rocks = line_maxima(crossings, {}).top.size();
    row.of_lines.push_back(static_cast<double>(rocks) / rocks_ended);
    for (std::size_t i = 0; i < classes; ++i) {
      const LineMaxima maxima = line_maxima(crossings, i);
      row.of_lines.push_back(largest_95(maxima.energy));
      row.of_lines.push_back(largest_95(maxima.top));
    }
  }
  return row;
}

std::vector<std::string> without_effect(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    std::vector<ValueResults> left = results_by_value(rows, k);
    const std::size_t count = left.size();
    while (!left.empty()) {
      std::vector<std::string> alike;
      const auto hashes = left.front().hashes;
      const auto same = [&](const ValueResults& results) { return results.hashes == hashes; };
      for (const ValueResults& results : left) {
        if (same(results)) alike.push_back(results.value);
      }
      left.erase(std::remove_if(left.begin(), left.end(), same), left.end());
      if (alike.size() < 2) continue;
      texts.push_back(alike.size() == count
                          ? axes[k].key + " had no effect: the results are the same to the last bit for all its values"
                          : axes[k].key + ": " + join(alike) + " give the same results, to the last bit");
    }
  }
  return texts;
}

std::vector<MainEffect> main_effects(const std::vector<SweepRow>& rows, std::size_t axis,
                                     const std::function<double(const SweepRow&)>& quantity) {
  std::vector<MainEffect> effects;
  for (const SweepRow& row : rows) {
    const std::string& value = row.values[axis];
    auto found = std::find_if(effects.begin(), effects.end(), [&](const MainEffect& e) { return e.value == value; });
    if (found == effects.end()) found = effects.insert(effects.end(), MainEffect{value, 0, 0});
    found->mean += quantity(row);
    ++found->runs;
  }
  for (MainEffect& effect : effects) effect.mean /= static_cast<double>(effect.runs);
  return effects;
}

const char* label_of(const std::vector<MainEffect>& effects) {
  const bool means = std::any_of(effects.begin(), effects.end(), [](const MainEffect& e) { return e.runs > 1; });
  return means ? "mean over the other parameters" : "one run for each value";
}

}  // namespace sandbox
