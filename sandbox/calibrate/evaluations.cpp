#include "calibrate/evaluations.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "calibrate/estimate.h"
#include "common/error.h"
#include "common/json_text.h"
#include "common/output_file.h"
#include "common/text.h"

namespace sandbox::calibrate {
namespace {

using Json = nlohmann::ordered_json;
/** Any change of the file, or of the problem that it names, raises the number. */
constexpr const char* format_name = "rockfall calibration ";
constexpr const char* format_text = "rockfall calibration 2";

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/** Throws InputError for the format of another version or program. */
void check_format(const std::string& format) {
  if (format == format_text) return;
  throw InputError(format.rfind(format_name, 0) == 0 ? "is the state of a calibration of another version of rockfall"
                                                     : "is not the state of a calibration: another format");
}

Json json_of(const Evaluation& evaluation) {
  return Json{{"values", evaluation.values},
              {"misfit", evaluation.misfit},
              {"at_time_limit", evaluation.at_time_limit},
              {"point", evaluation.point},
              {"means", evaluation.means}};
}

Evaluation evaluation_of(const Json& json) {
  Evaluation evaluation;
  evaluation.point = json.at("point").get<std::vector<double>>();
  evaluation.values = json.at("values").get<std::vector<double>>();
  evaluation.means = json.at("means").get<std::vector<double>>();
  evaluation.misfit = json.at("misfit").get<double>();
  evaluation.at_time_limit = json.at("at_time_limit").get<double>();
  return evaluation;
}

bool is_complete(const Evaluation& evaluation, std::size_t dimensions, std::size_t means) {
  const bool right_means =
      evaluation.means.empty() ? evaluation.misfit == invalid_misfit : evaluation.means.size() == means;
  return right_means && evaluation.point.size() == dimensions && evaluation.values.size() == dimensions &&
         all_finite(evaluation.point) && all_finite(evaluation.values) && all_finite(evaluation.means) &&
         std::isfinite(evaluation.misfit) && evaluation.at_time_limit >= 0 && evaluation.at_time_limit <= 1;
}

Json json_of(const Neighbours& neighbours) {
  Json json{{"centre", neighbours.centre}, {"other_seed", neighbours.other_seed}, {"profiles", Json::array()}};
  for (const Evaluation& evaluation : neighbours.profiles) json["profiles"].push_back(json_of(evaluation));
  return json;
}

Neighbours neighbours_of(const Json& json) {
  Neighbours neighbours;
  neighbours.centre = json.at("centre").get<Point>();
  neighbours.other_seed = json.at("other_seed").get<std::vector<double>>();
  for (const Json& item : json.at("profiles")) neighbours.profiles.push_back(evaluation_of(item));
  return neighbours;
}

bool is_complete(const Neighbours& neighbours, std::size_t dimensions, std::size_t means) {
  const std::size_t count = neighbours.other_seed.size();
  return neighbours.centre.size() == dimensions && (count == 0 || count == means) && all_finite(neighbours.centre) &&
         all_finite(neighbours.other_seed);
}

bool is_in_cube(const Point& point) {
  return std::all_of(point.begin(), point.end(), [](double coordinate) { return coordinate >= 0 && coordinate <= 1; });
}

/** True if a calibration can have made the complete evaluation. */
bool is_possible(const Evaluation& evaluation, const std::vector<FitSpec>& fits, const Observations& observed) {
  constexpr double rounding = 1e-9;  // of another mathematical library, relative
  const auto is_near = [](double value, double right) { return std::fabs(value - right) <= rounding * right; };
  const std::vector<double> values = values_at(fits, evaluation.point);
  return is_in_cube(evaluation.point) &&
         std::equal(values.begin(), values.end(), evaluation.values.begin(),
                    [&](double right, double value) { return is_near(value, right); }) &&
         (evaluation.means.empty() || is_near(evaluation.misfit, misfit_of(observed.residuals(evaluation.means))));
}

/** Throws InputError for evaluations that no calibration has made. */
void check_content(const std::vector<Evaluation>& all, const Neighbours& neighbours, const std::vector<FitSpec>& fits,
                   const Observations& observed) {
  const auto every = [&](const auto& is_right) {
    return std::all_of(all.begin(), all.end(), is_right) &&
           std::all_of(neighbours.profiles.begin(), neighbours.profiles.end(), is_right);
  };
  const std::size_t dimensions = fits.size(), means = observed.values.size();
  const bool made = !neighbours.centre.empty() || !neighbours.other_seed.empty() || !neighbours.profiles.empty();
  const bool half_made = made && !is_complete(neighbours, dimensions, means);
  if (half_made || !every([&](const Evaluation& one) { return is_complete(one, dimensions, means); })) {
    throw InputError("is not the state of a calibration: an evaluation is not complete");
  }
  if (!is_in_cube(neighbours.centre) ||
      !every([&](const Evaluation& one) { return is_possible(one, fits, observed); })) {
    throw InputError("is not the state of a calibration: an evaluation is not possible");
  }
}

}  // namespace

void Evaluations::load(const std::vector<FitSpec>& fits, const Observations& observed) {
  const std::string text = read_text(file_);
  std::string problem;
  try {
    const Json json = ordered_json_of(text);
    check_format(json.at("format").get<std::string>());
    problem = json.at("problem").get<std::string>();
    for (const Json& item : json.at("evaluations")) all_.push_back(evaluation_of(item));
    if (json.contains("neighbours")) neighbours_ = neighbours_of(json.at("neighbours"));
    if (problem == problem_) check_content(all_, neighbours_, fits, observed);
  } catch (const Json::exception&) {
    throw InputError(file_.string() + ": is not the state of a calibration: the file is cut off or damaged");
  } catch (const InputError& error) {
    throw InputError(file_.string() + ": " + error.what());
  }
  if (problem != problem_) {
    throw InputError(file_.string() + ": is the state of another calibration: " + first_difference(problem, problem_));
  }
}

void Evaluations::add(Evaluation evaluation) {
  all_.push_back(std::move(evaluation));
  if (!file_.empty()) save();
}

void Evaluations::keep(Neighbours neighbours) {
  neighbours_ = std::move(neighbours);
  if (!file_.empty()) save();
}

void Evaluations::save() const {
  Json json;
  json["format"] = format_text;
  json["problem"] = problem_;
  json["evaluations"] = Json::array();
  for (const Evaluation& evaluation : all_) json["evaluations"].push_back(json_of(evaluation));
  if (!neighbours_.centre.empty()) json["neighbours"] = json_of(neighbours_);
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
