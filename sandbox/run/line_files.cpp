#include "run/line_files.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/csv.h"
#include "common/json_text.h"
#include "common/text.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t bins = 20;

/** Null where there is no bound. */
Json json_of(const Estimate& estimate) {
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  return Json{{"value", estimate.value}, {"lower_95", number(estimate.low)}, {"upper_95", number(estimate.high)}};
}

Json json_of(const std::vector<double>& values) {
  Json json;
  if (values.empty()) return json;
  for (const auto& [name, share] : {std::pair<const char*, double>{"q50", 0.5}, {"q95", 0.95}, {"q99", 0.99}}) {
    json[name] = json_of(quantile_of(values, share));
  }
  const double most = *std::max_element(values.begin(), values.end());
  json["max"] = most;
  const Histogram histogram = histogram_of(values, most);
  json["histogram"] = Json{{"bin_width", histogram.width}, {"counts", histogram.counts}};
  return json;
}

Json json_of(const LineMaxima& maxima) {
  return Json{{"rocks", maxima.rocks},
              {"crossings", maxima.crossings},
              {"rocks_crossing", maxima.energy.size()},
              {"reach_probability", json_of(wilson(maxima.energy.size(), maxima.rocks))},
              {"kinetic_energy_kJ", json_of(maxima.energy)},
              {"velocity_m_s", json_of(maxima.velocity)},
              {"height_of_centre_m", json_of(maxima.centre)},
              {"height_of_top_m", json_of(maxima.top)}};
}

void write_table(const std::filesystem::path& file, const Report& report, const std::vector<Crossing>& crossings) {
  const double* origin = report.built.origin();
  write_file(file, [&](std::ostream& out) {
    out << "rock,class,time_s,x_m,y_m,z_m,v_m_s,E_trans_kJ,E_rot_kJ,height_centre_m,height_top_m,angle_deg,"
           "line_angle_deg\n";
    for (const Crossing& crossing : crossings) {
      out << crossing.rock << "," << csv_field(report.built.rock_classes()[crossing.rock_class].name) << ","
          << format_fixed(crossing.time, 4);
      for (std::size_t k = 0; k < 3; ++k) out << "," << format_fixed(crossing.position[k] + origin[k], 3);
      out << "," << format_number(crossing.speed, 7) << "," << format_number(1e-3 * crossing.translation, 7) << ","
          << format_number(1e-3 * crossing.rotation, 7) << "," << format_fixed(crossing.centre, 4) << ","
          << format_fixed(crossing.top, 4) << "," << format_fixed(crossing.angle, 2) << ","
          << format_fixed(crossing.line_angle, 2) << "\n";
    }
  });
}

}  // namespace

LineMaxima line_maxima(const Report& report, std::size_t line, std::optional<std::size_t> rock_class) {
  LineMaxima maxima = line_maxima(report.result.hazard->crossings[line], rock_class);
  for (const rf_state& end : report.result.ends) {
    if (!rock_class || report.built.class_of(end.rock) == *rock_class) ++maxima.rocks;
  }
  return maxima;
}

LineMaxima line_maxima(const std::vector<Crossing>& crossings, std::optional<std::size_t> rock_class) {
  LineMaxima maxima;
  std::uint32_t last = 0;
  for (const Crossing& crossing : crossings) {
    if (rock_class && crossing.rock_class != *rock_class) continue;
    ++maxima.crossings;
    if (maxima.energy.empty() || crossing.rock != last) {
      for (auto* values : {&maxima.energy, &maxima.velocity, &maxima.centre, &maxima.top}) values->push_back(0);
    }
    last = crossing.rock;
    const auto raise = [](std::vector<double>& values, double value) {
      values.back() = std::max(values.back(), value);
    };
    raise(maxima.energy, 1e-3 * (crossing.translation + crossing.rotation));
    raise(maxima.velocity, crossing.speed);
    raise(maxima.centre, crossing.centre);
    raise(maxima.top, crossing.top);
  }
  return maxima;
}

Estimate quantile_of(const std::vector<double>& values, double share) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const Ranks ranks = ranks_of(sorted.size(), share);
  return {quantile(sorted, share), ranks.has_low ? sorted[ranks.low] : std::nan(""),
          ranks.has_high ? sorted[ranks.high] : std::nan("")};
}

Histogram histogram_of(const std::vector<double>& values, double most) {
  Histogram histogram;
  histogram.width = most > 0 ? most / bins : 1;
  histogram.counts.assign(bins, 0);
  for (const double value : values) {
    ++histogram.counts[std::min(static_cast<std::size_t>(value / histogram.width), bins - 1)];
  }
  return histogram;
}

void write_lines(ResultFiles& files, const Report& report, const std::vector<CheckLine>& lines) {
  Json json = Json::array();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    write_table(files.add("lines/" + lines[i].name + ".csv"), report, report.result.hazard->crossings[i]);
    Json line = Json{{"name", lines[i].name}};
    line.update(json_of(line_maxima(report, i, {})));
    const auto& classes = report.built.rock_classes();
    for (std::size_t k = 0; classes.size() > 1 && k < classes.size(); ++k) {
      line["classes"][classes[k].name] = json_of(line_maxima(report, i, k));
    }
    json.push_back(line);
  }
  const Json all{{"values", "largest of each rock"}, {"lines", json}};
  write_file(files.add("lines.json"), [&](std::ostream& out) { out << json_text(all, 2) << "\n"; });
}

}  // namespace sandbox
