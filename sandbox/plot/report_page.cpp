#include "plot/report_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>

#include "common/error.h"
#include "common/output_file.h"
#include "common/text.h"
#include "common/version.h"
#include "run/check_status.h"
#include "run/intensity.h"
#include "run/line_files.h"
#include "run/rock_rows.h"

namespace sandbox {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

std::string base64(const std::string& bytes) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text(4 * ((bytes.size() + 2) / 3), '=');
  char* next = text.data();
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t block = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    for (unsigned shift = 18; shift <= 18; shift -= 6) *next++ = letters[block >> shift & 63u];
  }
  const std::size_t rest = bytes.size() - i;
  if (rest == 0) return text;
  const std::uint32_t block = at(i) << 16 | (rest == 2 ? at(i + 1) << 8 : 0);
  for (std::size_t k = 0; k <= rest; ++k) *next++ = letters[block >> (18 - 6 * k) & 63u];
  return text;
}

/** Rows of text between table tags; the first is the head. */
class HtmlTable {
 public:
  HtmlTable(std::ostream& out, const std::vector<std::string>& head) : out_(out) {
    out_ << "<table><tr>";
    for (const std::string& cell : head) out_ << "<th>" << escaped(cell) << "</th>";
    out_ << "</tr>\n";
  }
  ~HtmlTable() { out_ << "</table>\n"; }
  HtmlTable(const HtmlTable&) = delete;
  HtmlTable& operator=(const HtmlTable&) = delete;

  void row(const std::vector<std::string>& cells) {
    out_ << "<tr>";
    for (const std::string& cell : cells) out_ << "<td>" << escaped(cell) << "</td>";
    out_ << "</tr>\n";
  }

 private:
  std::ostream& out_;
};

std::string number(double value) { return std::isfinite(value) ? format_significant(value, 4) : "–"; }

/** An estimate with its bounds in brackets, or without them if too few rocks give no bound. */
std::string text_of(const Estimate& estimate) {
  if (!std::isfinite(estimate.low) && !std::isfinite(estimate.high)) return number(estimate.value);
  return number(estimate.value) + " (" + number(estimate.low) + " to " + number(estimate.high) + ")";
}

/** The rocks of a class, with a value of each. */
struct ClassValues {
  std::uint32_t rocks = 0;
  std::array<std::uint32_t, 4> ended{};
  std::vector<double> runout, energy, velocity, jump, mass, reach;
};

ClassValues values_of_class(const Report& report, std::size_t rock_class) {
  ClassValues values;
  const RunResult& result = report.result;
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    const rf_state& end = result.ends[i];
    if (report.built.class_of(end.rock) != rock_class) continue;
    ++values.rocks;
    ++values.ended[static_cast<std::size_t>(end.end - 1)];
    const rf_rock_statistics& statistics = result.rock_statistics[i];
    const double runout = report.statistics.runouts[i];
    values.runout.push_back(runout);
    values.energy.push_back(1e-3 * statistics.maximum[RF_KINETIC_ENERGY]);
    values.velocity.push_back(statistics.maximum[RF_VELOCITY]);
    values.jump.push_back(statistics.maximum[RF_JUMP_HEIGHT]);
    values.reach.push_back(degrees_below_horizontal(statistics.start[2] - end.position[2], runout));
    rf_rock_properties rock{};
    check_status(rf_rock_get(report.built.scene().rocks[end.rock], &rock), "reading a rock");
    values.mass.push_back(rock.mass);
  }
  return values;
}

void write_ends(std::ostream& out, const Report& report) {
  HtmlTable table(out, {"class", "rocks", "mass, kg", "stopped", "left the terrain", "time limit", "fault"});
  for (std::size_t i = 0; i < report.built.rock_classes().size(); ++i) {
    const ClassValues values = values_of_class(report, i);
    if (values.rocks == 0) continue;
    const auto [least, most] = std::minmax_element(values.mass.begin(), values.mass.end());
    std::vector<std::string> row = {report.built.rock_classes()[i].name, std::to_string(values.rocks),
                                    *least == *most ? number(*least) : number(*least) + " to " + number(*most)};
    for (const std::uint32_t count : values.ended) row.push_back(std::to_string(count));
    table.row(row);
  }
}

void write_classes(std::ostream& out, const Report& report) {
  out << "<h2>Rock classes</h2>\n";
  write_ends(out, report);
  out << "<p>Quantiles of the rocks of each class, with confidence intervals of 95 %. A mean over different classes is "
         "not given: it has no meaning. Rocks that left the terrain count with the run-out to its edge.</p>\n";
  HtmlTable table(out, {"class", "quantity", "50 %", "95 %", "99 %", "largest"});
  for (std::size_t i = 0; i < report.built.rock_classes().size(); ++i) {
    const ClassValues values = values_of_class(report, i);
    const std::pair<const char*, const std::vector<double>*> rows[] = {{"run-out, m", &values.runout},
                                                                       {"largest kinetic energy, kJ", &values.energy},
                                                                       {"largest velocity, m/s", &values.velocity},
                                                                       {"largest jump height, m", &values.jump}};
    for (const auto& [name, list] : rows) {
      if (list->empty()) continue;
      table.row({report.built.rock_classes()[i].name, name, text_of(quantile_of(*list, 0.5)),
                 text_of(quantile_of(*list, 0.95)), text_of(quantile_of(*list, 0.99)),
                 number(*std::max_element(list->begin(), list->end()))});
    }
  }
}

/** The critical angles are the small ones: those of the rocks that came far. */
void write_angles(std::ostream& out, const Report& report) {
  out << "<p>Angle of reach in degrees: 5 % of the rocks have at most the angle in the column of 5 %. The line from "
         "the start ends at the edge for rocks that left the terrain, which might have come to smaller angles.</p>\n";
  HtmlTable table(out, {"class", "50 %", "5 %", "1 %", "smallest"});
  for (std::size_t i = 0; i < report.built.rock_classes().size(); ++i) {
    const std::vector<double> angles = values_of_class(report, i).reach;
    if (angles.empty()) continue;
    table.row({report.built.rock_classes()[i].name, text_of(quantile_of(angles, 0.5)),
               text_of(quantile_of(angles, 0.05)), text_of(quantile_of(angles, 0.01)),
               number(*std::min_element(angles.begin(), angles.end()))});
  }
}

void write_observed(std::ostream& out, const Report& report) {
  const std::vector<Comparison>& groups = report.statistics.observed;
  if (groups.empty()) return;
  out << "<h2>Observed run-outs</h2>\n<p>Mean and standard deviation, m. Rocks that left the terrain count with the "
         "distance to its edge.</p>\n";
  const auto mean = [](const rf_moments& moments, std::uint32_t rocks) {
    return rocks > 0 ? number(moments.mean) + " (" + number(moments.sd) + ")" : std::string("–");
  };
  HtmlTable table(out, {"runs of", "runs", "observed", "simulated", "of those stopped", "left the terrain, %"});
  for (const Comparison& group : groups) {
    table.row({group.label(), std::to_string(group.runs_with_rocks), mean(group.observed, group.rocks),
               mean(group.simulated, group.rocks), mean(group.stopped, group.rocks_stopped),
               group.rocks > 0 ? number(100 * group.left_share) : "–"});
  }
}

void write_pictures(std::ostream& out, const std::vector<PagePicture>& pictures, bool of_events) {
  const char* const heading = of_events ? "h3" : "h2";
  for (const PagePicture& picture : pictures) {
    if (picture.of_event != of_events) continue;
    std::ifstream file(picture.file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.empty() || file.bad()) throw RunError(picture.file.string() + ": cannot be read");
    out << "<" << heading << ">" << escaped(picture.title) << "</" << heading << ">\n<img alt=\""
        << escaped(picture.title) << "\" src=\"data:image/png;base64," << base64(bytes) << "\">\n";
  }
}

void write_events(std::ostream& out, const Report& report) {
  if (report.scenario.events.empty() || !report.result.hazard || !report.result.hazard->cells) return;
  out << "<h2>Intensities</h2>\n<p>A class of intensity counts in a cell that at least the deciding share of the rocks "
         "of the event pass with its energy. With fewer rocks than needed, neither a class nor its absence is sure: of "
         "the number of rocks that is needed, none would pass a cell with the deciding share in 5 % of all "
         "cases.</p>\n";
  HtmlTable table(
      out, {"event", "return period, years", "blocks", "probability, %", "deciding share, %", "rocks", "rocks needed"});
  for (const EventSpec& event : report.scenario.events) {
    const std::uint64_t rocks = rocks_of_event(*report.result.hazard->cells, event, report.built.rock_classes());
    table.row({event_name(event), number(event.return_period), number(event.blocks), number(100 * event.probability),
               number(100 * deciding_share(event)), std::to_string(rocks), number(rocks_needed(event))});
  }
}

void write_lines_table(std::ostream& out, const Report& report, const PageInput& input) {
  if (input.lines.empty()) return;
  out << "<h2>Lines</h2>\n<p>Largest values of the rocks that cross; reach in % of the rocks of the class.</p>\n";
  HtmlTable table(out, {"line", "class", "rocks crossing", "reach, %", "energy 95 %, kJ", "energy 99 %, kJ",
                        "velocity 95 %, m/s", "height of top 95 %, m"});
  for (std::size_t i = 0; i < input.lines.size(); ++i) {
    for (std::size_t k = 0; k < report.built.rock_classes().size(); ++k) {
      const LineMaxima maxima = line_maxima(report, i, k);
      Estimate reach = wilson(maxima.energy.size(), maxima.rocks);
      for (double* share : {&reach.value, &reach.low, &reach.high}) *share *= 100;
      std::vector<std::string> row = {input.lines[i].name, report.built.rock_classes()[k].name,
                                      std::to_string(maxima.energy.size()), text_of(reach)};
      for (const auto& [list, share] : {std::pair<const std::vector<double>*, double>{&maxima.energy, 0.95},
                                        {&maxima.energy, 0.99},
                                        {&maxima.velocity, 0.95},
                                        {&maxima.top, 0.95}}) {
        row.push_back(list->empty() ? "–" : text_of(quantile_of(*list, share)));
      }
      table.row(row);
    }
  }
}

void write_convergence_table(std::ostream& out, const std::vector<ConvergencePoint>& points) {
  out << "<h2>Convergence</h2>\n<p>Run-outs are those of all rocks, whatever their class. The half width is the "
         "largest one of the confidence intervals of the reach probability of the cells, in percentage points.</p>\n";
  HtmlTable table(
      out, {"rocks", "mean run-out ± standard error, m", "run-out 95 %, m", "half width of the reach probability, %"});
  for (const ConvergencePoint& point : points) {
    table.row({std::to_string(point.rocks), number(point.runout_mean) + " ± " + number(point.runout_mean_error),
               text_of(point.runout_95), number(100 * point.reach)});
  }
}

const char* const style =
    "<style>body{font:15px/1.45 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #bbb;padding:.25em .6em;text-align:left}"
    "th{background:#eee}img{max-width:100%;border:1px solid #ccc}pre{background:#f4f4f4;padding:1em;overflow:auto}"
    ".warning{background:#fff3d6;border-left:4px solid #d90;padding:.4em .8em;margin:.4em 0}</style>\n";

}  // namespace

void write_page(const std::filesystem::path& file, const Report& report, const PageInput& input) {
  write_file(file, [&](std::ostream& out) {
    const Scenario& scenario = report.scenario;
    out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" << escaped(scenario.name)
        << " – rockfall</title>\n"
        << style << "</head><body>\n<h1>" << escaped(scenario.name) << "</h1>\n<p>" << escaped(scenario.description)
        << "</p>\n";
    for (const std::string& warning : warnings_of(report)) {
      out << "<div class=\"warning\">" << escaped(warning) << "</div>\n";
    }
    out << "<p>" << counted(report.result.ends.size(), "rock") << ", " << escaped(method_name(scenario.settings))
        << ", time step " << number(scenario.settings.time_step) << " s, seed " << report.result.options.seed
        << ", coordinate system " << escaped(crs_name(report.built.frame().crs)) << ".</p>\n";
    write_classes(out, report);
    write_angles(out, report);
    write_observed(out, report);
    write_events(out, report);
    write_pictures(out, input.pictures, true);
    write_lines_table(out, report, input);
    write_pictures(out, input.pictures, false);
    write_convergence_table(out, input.convergence);
    out << "<h2>Reproduction</h2>\n<p>Version " << version_text() << ", hash of scene and starts <code>"
        << hash_text(input.hash) << "</code>.</p>\n<pre>" << escaped(input.command)
        << "</pre>\n<h2>Scenario</h2>\n<pre>" << escaped(input.source) << "</pre>\n</body></html>\n";
  });
}

}  // namespace sandbox
