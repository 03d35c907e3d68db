#include "calibrate/report.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "calibrate/neighbours.h"
#include "calibrate/parameters.h"
#include "common/json_text.h"
#include "common/output_file.h"
#include "common/text.h"
#include "common/version.h"

namespace sandbox::calibrate {
namespace {

using Json = nlohmann::ordered_json;

GroupFit group_fit(const Result& result, const std::string& name, const std::function<bool(std::size_t run)>& chosen) {
  const std::vector<double>& other_seed = result.neighbours.other_seed;
  RunMeans means = result.observed.means_of(chosen, result.evaluations.all()[result.best].means);
  GroupFit fit{name, false, std::move(means.runs), std::move(means.observed), std::move(means.simulated), {}};
  if (!other_seed.empty()) fit.other_seed = result.observed.means_of(chosen, other_seed).simulated;
  return fit;
}

std::string percent(double share) { return format_fixed(100 * share, 1) + " %"; }

std::string difference(double simulated, double observed) {
  if (observed == 0 || std::isnan(observed)) return "-";
  const double share = simulated / observed - 1;
  return (share >= 0 ? "+" : "") + percent(share);
}

/** Text of the difference of a quantity. The origin of coordinates is arbitrary: their difference is given in metres.
 */
std::string difference(Kind kind, double simulated, double observed) {
  if (kind == Kind::left || std::isnan(observed)) return "-";
  if (kind != Kind::x && kind != Kind::y) return difference(simulated, observed);
  const double metres = simulated - observed;
  return (metres >= 0 ? "+" : "") + format_fixed(metres, 2) + " m";
}

/** Misfit of the best parameters with another seed; no value if that evaluation was left out. */
std::optional<double> misfit_with_other_seed(const Result& result) {
  if (result.neighbours.other_seed.empty()) return std::nullopt;
  return misfit_of(result.observed.residuals(result.neighbours.other_seed));
}

void print_parameters(std::ostream& out, const Scenario& scenario, const Result& result) {
  std::size_t width = 24;
  for (const FitSpec& fit : scenario.fits) width = std::max(width, fit_label(fit).size());
  out << "\n"
      << pad_right("parameter", width) << table_cell("value", 12) << table_cell("one sd below", 15)
      << table_cell("one sd above", 15) << "   bounds\n";
  const std::vector<FittedParameter> all = fitted_parameters(scenario, result);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const FittedParameter& fitted = all[i];
    const FitSpec& fit = scenario.fits[i];
    const bool known = result.uncertainty.known;
    out << pad_right(fit_label(fit), width) << table_cell(format_number(fitted.value, 5), 12)
        << table_cell(known ? format_number(fitted.low, 5) : "-", 15)
        << table_cell(known ? format_number(fitted.high, 5) : "-", 15) << "   " << format_number(fit.from, 5) << " to "
        << format_number(fit.to, 5) << (fit.logarithmic ? ", logarithmic" : "") << "\n";
  }
  if (!result.uncertainty.known || all.size() < 2) return;
  out << "\ncorrelations\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    out << pad_right(all[i].name, width);
    for (std::size_t k = 0; k <= i; ++k) out << table_cell(format_fixed(result.uncertainty.correlation[i][k], 2), 7);
    out << "\n";
  }
}

void print_groups(std::ostream& out, const Result& result) {
  const std::vector<GroupFit> groups = group_fits(result);
  std::size_t width = 24;
  for (const GroupFit& group : groups) width = std::max(width, group.label().size());
  for (std::size_t k = 0; k < result.observed.kinds.size(); ++k) {
    const Kind kind = result.observed.kinds[k];
    const bool share = kind == Kind::left;
    const auto value = [&](double number) {
      return std::isnan(number) ? "-" : share ? percent(number) : format_fixed(number, 2);
    };
    const std::string unit = share ? "" : std::string(", ") + kind_unit(kind);
    out << "\n"
        << pad_right(kind_name(kind) + unit, width) << table_cell("runs", 6) << table_cell("observed", 12)
        << table_cell("simulated", 12) << table_cell("difference", 13) << table_cell("other seed", 13) << "\n";
    for (const GroupFit& group : groups) {
      out << pad_right(group.label(), width) << table_cell(std::to_string(group.runs[k]), 6)
          << table_cell(value(group.observed[k]), 12) << table_cell(value(group.simulated[k]), 12)
          << table_cell(difference(kind, group.simulated[k], group.observed[k]), 13)
          << table_cell(group.other_seed.empty() ? "-" : value(group.other_seed[k]), 13) << "\n";
    }
  }
}

void print_left_out(std::ostream& out, const Result& result, const std::vector<LeftOut>& left_out, const char* what) {
  if (left_out.empty()) return;
  const std::vector<PredictionError> errors = errors_of(left_out);
  out << "\nleave-one-out error, each " << what << " predicted by the fit to the others (rms over " << left_out.size()
      << "):\n";
  for (std::size_t k = 0; k < errors.size(); ++k) {
    const Kind kind = result.observed.kinds[k];
    if (kind == Kind::left) continue;
    const double magnitude = result.observed.magnitudes[k], rms = errors[k].rms;
    out << "  " << kind_name(kind) << " " << format_fixed(rms, 2) << " " << kind_unit(kind) << " ("
        << (magnitude > 0 ? percent(rms / magnitude) : "-") << ")"
        << (errors[k].count < left_out.size() ? ", of " + counted(errors[k].count, what) : "") << "\n";
  }
}

Json json_of(const Result& result, const std::vector<LeftOut>& left_out) {
  Json json;
  const std::vector<PredictionError> errors = errors_of(left_out);
  for (std::size_t k = 0; k < errors.size(); ++k) json["rms"][kind_name(result.observed.kinds[k])] = errors[k].rms;
  json["each"] = Json::array();
  for (const LeftOut& item : left_out) {
    json["each"].push_back(Json{{"name", item.name}, {"observed", item.observed}, {"simulated", item.simulated}});
  }
  return json;
}

Json parameters_json(const Scenario& scenario, const Result& result) {
  Json json = Json::array();
  const std::vector<FittedParameter> all = fitted_parameters(scenario, result);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Json item{{"name", all[i].name},
              {"value", all[i].value},
              {"bounds", {scenario.fits[i].from, scenario.fits[i].to}},
              {"logarithmic", scenario.fits[i].logarithmic},
              {"at_bound", all[i].at_bound},
              {"near_bound", all[i].near != NearBound::none}};
    if (result.uncertainty.known) {
      item["one_sd_below"] = all[i].low;
      item["one_sd_above"] = all[i].high;
      item["sd_as_share_of_bounds"] = result.uncertainty.sd[i];
      item["determined"] = all[i].determined;
    }
    json.push_back(std::move(item));
  }
  return json;
}

std::string compensation_note(const std::vector<std::string>& names) {
  return join(names) + " cannot be told apart by these observations: a change of one is made up for by the other" +
         (names.size() > 2 ? "s" : "");
}

std::string undetermined_note(const std::vector<std::string>& names) {
  return join(names) + (names.size() == 1 ? " is" : " are") + " not determined by these observations: within " +
         (names.size() == 1 ? "its" : "their") +
         " bounds the misfit changes by no more than its scatter, which more rocks reduce";
}

/** True if the parameters are a pair that is named with its correlation. */
bool named_as_pair(const Uncertainty& uncertainty, const std::vector<std::size_t>& parameters) {
  return parameters.size() == 2 &&
         std::any_of(uncertainty.alike.begin(), uncertainty.alike.end(), [&](const auto& pair) {
           return std::minmax(pair.first, pair.second) == std::minmax(parameters[0], parameters[1]);
         });
}

/** True if a change of each of several parameters can be made up for by another one of them. Parameters that are not
 *  determined one by one may have a direction in common without that. */
bool compensate(const Uncertainty& uncertainty, const std::vector<std::size_t>& parameters) {
  constexpr double noticeable = 0.5;
  return parameters.size() > 1 && std::all_of(parameters.begin(), parameters.end(), [&](std::size_t one) {
           return std::any_of(parameters.begin(), parameters.end(), [&](std::size_t other) {
             return other != one && std::fabs(uncertainty.correlation[one][other]) >= noticeable;
           });
         });
}

/** Notes on the directions along which the misfit does not change. */
std::vector<std::string> flat_notes(const Scenario& scenario, const Uncertainty& uncertainty) {
  const auto names_of = [&](const auto& parameters) {
    std::vector<std::string> names;
    for (const std::size_t i : parameters) names.push_back(fit_name(scenario.fits[i]));
    return names;
  };
  std::vector<std::string> texts;
  std::set<std::size_t> undetermined;  // one by one
  const auto& flat = uncertainty.flat;
  for (auto direction = flat.begin(); direction != flat.end(); ++direction) {
    const bool several = std::count(flat.begin(), flat.end(), *direction) > 1;
    if (several || !compensate(uncertainty, *direction)) {
      if (!named_as_pair(uncertainty, *direction)) undetermined.insert(direction->begin(), direction->end());
    } else if (!named_as_pair(uncertainty, *direction)) {
      texts.push_back(compensation_note(names_of(*direction)));
    }
  }
  if (!undetermined.empty()) texts.push_back(undetermined_note(names_of(undetermined)));
  return texts;
}

/** Why the uncertainty of the parameters is not known. */
std::string unknown_uncertainty(const Scenario& scenario, const Result& result) {
  const std::size_t runs = result.observed.runs_with_values(), parameters = scenario.fits.size();
  if (runs <= parameters) {
    return "the uncertainty of " + counted(parameters, "parameter") + " needs observations of at least " +
           counted(parameters + 1, "run") + ", has " + std::to_string(runs);
  }
  if (result.neighbours.other_seed.empty()) return "the uncertainty needs the best ground with another seed";
  return "the uncertainty of " + counted(parameters, "parameter") + " needs at least " +
         counted(least_evaluations(parameters), "evaluation") + " with a valid ground, has " +
         std::to_string(result.uncertainty.evaluations);
}

/** What is doubtful about the search itself. */
std::vector<std::string> search_notes(const Scenario& scenario, const Result& result) {
  std::vector<std::string> texts;
  const std::vector<Evaluation>& all = result.evaluations.all();
  if (result.without_local_search) {
    texts.emplace_back(
        "the search ended within the points of its Latin hypercube, before a local search: give more --evaluations or "
        "--minutes");
  }
  const Evaluation* better = nullptr;
  for (const Evaluation& evaluation : result.neighbours.profiles) {
    const double least = better == nullptr ? all[result.best].misfit : better->misfit;
    if (!evaluation.means.empty() && evaluation.misfit < least) better = &evaluation;
  }
  if (better != nullptr) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < scenario.fits.size(); ++i) {
      values.push_back(fit_name(scenario.fits[i]) + " " + format_number(better->values[i], 4));
    }
    texts.push_back("an evaluation around the best one has a smaller misfit, " + format_fixed(better->misfit, 4) +
                    ": " + join(values) + "; more --evaluations may find a better fit");
  }
  return texts;
}

/** Note on the bound that the best value is at or close to; empty if there is none. */
std::string bound_note(const FittedParameter& fitted) {
  if (fitted.near == NearBound::none) return "";
  const bool lower = fitted.near == NearBound::lower;
  const std::string bound = lower ? "lower bound" : "upper bound", beyond = lower ? "below" : "above";
  if (fitted.at_bound) return fitted.name + " is at its " + bound + ": the best value may lie " + beyond;
  return fitted.name + " or the least of its regression is within one standard deviation of its " + bound +
         ": the best value may lie " + beyond;
}

}  // namespace

std::vector<GroupFit> group_fits(const Result& result) {
  std::vector<GroupFit> fits;
  for (const std::string& name : distinct(result.observed.groups)) {
    if (name.empty()) continue;
    fits.push_back(group_fit(result, name, [&](std::size_t run) { return result.observed.groups[run] == name; }));
  }
  fits.push_back(group_fit(result, "all", [](std::size_t) { return true; }));
  fits.back().total = true;
  return fits;
}

std::vector<FittedParameter> fitted_parameters(const Scenario& scenario, const Result& result) {
  const Point& best = result.evaluations.all()[result.best].point;
  std::vector<FittedParameter> all;
  for (std::size_t i = 0; i < scenario.fits.size(); ++i) {
    const FitSpec& fit = scenario.fits[i];
    FittedParameter fitted;
    fitted.name = fit_name(fit);
    fitted.value = fitted.low = fitted.high = value_at(fit, best[i]);
    fitted.at_bound = best[i] < 0.005 || best[i] > 0.995;
    if (fitted.at_bound) fitted.near = best[i] < 0.5 ? NearBound::lower : NearBound::upper;
    if (result.uncertainty.known) {
      const double sd = result.uncertainty.sd[i];
      fitted.low = value_at(fit, best[i] - sd);
      fitted.high = value_at(fit, best[i] + sd);
      fitted.determined = sd < undetermined_sd;
      const double least = std::min(best[i], result.uncertainty.minimum[i]),
                   largest = std::max(best[i], result.uncertainty.minimum[i]);
      if (fitted.determined && fitted.near == NearBound::none) {
        if (least < sd) fitted.near = NearBound::lower;
        if (largest > 1 - sd && 1 - largest < least) fitted.near = NearBound::upper;
      }
    }
    all.push_back(std::move(fitted));
  }
  return all;
}

std::vector<std::string> warnings(const Scenario& scenario, const Result& result) {
  std::vector<std::string> texts;
  const auto name = [&](std::size_t i) { return fit_name(scenario.fits[i]); };
  if (result.left_out_neighbours > 0) {
    texts.push_back("the bound on time left out " + std::to_string(result.left_out_neighbours) + " of the " +
                    std::to_string(neighbour_count(scenario.fits.size())) +
                    " evaluations around the best one, for its uncertainty: give more --minutes and --resume");
  }
  const double at_time_limit = result.evaluations.all()[result.best].at_time_limit;
  if (at_time_limit > 0) {
    texts.push_back(format_fixed(100 * at_time_limit, 1) +
                    " % of the rocks moved until the time limit, so their run-outs are too short: set a longer "
                    "settings.time_limit");
  }
  for (const std::string& text : search_notes(scenario, result)) texts.push_back(text);
  if (!result.uncertainty.known) texts.push_back(unknown_uncertainty(scenario, result));
  if (all_alike(result)) {
    texts.push_back("the misfit does not depend on " + fit_names(scenario.fits) +
                    ": all evaluations gave the same results");
  }
  for (const auto& [a, b] : result.uncertainty.alike) {
    texts.push_back(name(a) + " and " + name(b) + " cannot be told apart by these observations: their correlation is " +
                    format_fixed(result.uncertainty.correlation[b][a], 2));
  }
  for (const std::string& text : flat_notes(scenario, result.uncertainty)) texts.push_back(text);
  for (const FittedParameter& fitted : fitted_parameters(scenario, result)) {
    const std::string text = bound_note(fitted);
    if (!text.empty()) texts.push_back(text);
  }
  return texts;
}

void print(std::ostream& out, const Scenario& scenario, const Result& result) {
  const Evaluation& best = result.evaluations.all()[result.best];
  const std::optional<double> other = misfit_with_other_seed(result);
  out << scenario.name << ": " << counted(result.observed.runs_with_values(), "run") << ", "
      << counted(scenario.rock_count, "rock") << " per evaluation, "
      << counted(result.evaluations.all().size(), "evaluation");
  if (result.resumed > 0) out << " (" << result.resumed << " of them resumed)";
  out << ", " << format_fixed(result.wall, 1) << " s; " << result.ended << "\n"
      << "misfit (root mean square of the relative residuals): " << format_fixed(best.misfit, 4)
      << ", with another seed " << (other ? format_fixed(*other, 4) : "-") << "\n";
  print_parameters(out, scenario, result);
  for (const std::string& text : warnings(scenario, result)) out << "note: " << text << "\n";
  print_groups(out, result);
  print_left_out(out, result, result.left_out_runs, "run");
  print_left_out(out, result, result.left_out_groups, "group");
}

void write_json(const std::filesystem::path& file, const Scenario& scenario, const Result& result) {
  const Evaluation& best = result.evaluations.all()[result.best];
  Json json;
  json["scenario"] = scenario.name;
  json["version"] = version_text();
  json["seed"] = scenario.seed;
  json["rocks"] = scenario.rock_count;
  json["time_step_s"] = scenario.settings.time_step;
  json["evaluations"] = result.evaluations.all().size();
  json["resumed_evaluations"] = result.resumed;
  json["ended"] = result.ended;
  json["wall_s"] = result.wall;
  json["rock_steps"] = result.rock_steps;
  json["misfit"] = best.misfit;
  const std::optional<double> other = misfit_with_other_seed(result);
  json["misfit_other_seed"] = other ? Json(*other) : Json();
  json["parameters"] = parameters_json(scenario, result);
  if (result.uncertainty.known) json["correlation"] = result.uncertainty.correlation;
  json["notes"] = warnings(scenario, result);
  for (const Kind kind : result.observed.kinds) json["kinds"].push_back(kind_name(kind));
  for (const GroupFit& group : group_fits(result)) {
    json["groups"].push_back(Json{{"group", group.name},
                                  {"runs", *std::max_element(group.runs.begin(), group.runs.end())},
                                  {"runs_by_kind", group.runs},
                                  {"observed", group.observed},
                                  {"simulated", group.simulated},
                                  {"simulated_other_seed", other ? Json(group.other_seed) : Json()}});
  }
  json["leave_one_run_out"] = json_of(result, result.left_out_runs);
  if (!result.left_out_groups.empty()) json["leave_one_group_out"] = json_of(result, result.left_out_groups);
  write_file(file, [&](std::ostream& out) { out << json_text(json, 2) << "\n"; });
}

}  // namespace sandbox::calibrate
