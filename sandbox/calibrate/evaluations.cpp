#include "calibrate/evaluations.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_text.h"
#include "common/output_file.h"
#include "common/text.h"

namespace sandbox::calibrate {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* format_text = "rockfall calibration 1";

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/** The first line that differs. */
std::string difference(const std::string& a, const std::string& b) {
  Lines lines_a(a), lines_b(b);
  std::string_view line_a, line_b;
  while (true) {
    const bool more_a = lines_a.next(line_a);
    const bool more_b = lines_b.next(line_b);
    if (!more_a && !more_b) return "nothing";
    if (!more_a) line_a = "nothing";
    if (!more_b) line_b = "nothing";
    if (line_a != line_b) return "'" + std::string(line_a) + "' there, '" + std::string(line_b) + "' here";
  }
}

}  // namespace

void Evaluations::load(std::size_t dimensions, std::size_t means) {
  const std::string text = read_text(file_);
  std::string problem;
  try {
    const Json json = Json::parse(text);
    if (json.at("format").get<std::string>() != format_text) throw InputError("another format");
    problem = json.at("problem").get<std::string>();
    for (const Json& item : json.at("evaluations")) {
      Evaluation evaluation;
      evaluation.point = item.at("point").get<std::vector<double>>();
      evaluation.values = item.at("values").get<std::vector<double>>();
      evaluation.means = item.at("means").get<std::vector<double>>();
      evaluation.misfit = item.at("misfit").get<double>();
      const bool complete =
          evaluation.means.empty() ? evaluation.misfit == invalid_misfit : evaluation.means.size() == means;
      const bool right_size = evaluation.point.size() == dimensions && evaluation.values.size() == dimensions;
      const bool finite = all_finite(evaluation.point) && all_finite(evaluation.values) &&
                          all_finite(evaluation.means) && std::isfinite(evaluation.misfit);
      if (problem == problem_ && !(complete && right_size && finite)) throw InputError("an evaluation is not complete");
      all_.push_back(std::move(evaluation));
    }
  } catch (const Json::exception&) {
    throw InputError(file_.string() + ": is not the state of a calibration: the file is cut off or damaged");
  } catch (const InputError& error) {
    throw InputError(file_.string() + ": is not the state of a calibration: " + error.what());
  }
  if (problem != problem_) {
    throw InputError(file_.string() + ": is the state of another calibration: " + difference(problem, problem_));
  }
}

void Evaluations::add(Evaluation evaluation) {
  all_.push_back(std::move(evaluation));
  if (!file_.empty()) save();
}

void Evaluations::save() const {
  Json json;
  json["format"] = format_text;
  json["problem"] = problem_;
  json["evaluations"] = Json::array();
  for (const Evaluation& evaluation : all_) {
    json["evaluations"].push_back(Json{{"values", evaluation.values},
                                       {"misfit", evaluation.misfit},
                                       {"point", evaluation.point},
                                       {"means", evaluation.means}});
  }
  write_file(file_, [&](std::ostream& out) { out << json_text(json) << "\n"; });
}

const Evaluation* Evaluations::find(const Point& point) const {
  for (const Evaluation& evaluation : all_) {
    if (evaluation.point == point) return &evaluation;
  }
  return nullptr;
}

std::size_t Evaluations::best() const {
  const auto less = [](const Evaluation& a, const Evaluation& b) { return a.misfit < b.misfit; };
  return static_cast<std::size_t>(std::min_element(all_.begin(), all_.end(), less) - all_.begin());
}

}  // namespace sandbox::calibrate
