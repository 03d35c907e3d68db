#include "cli/run_arguments.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/json_text.h"
#include "common/text.h"
#include "run/overrides_json.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

/** Absolute name of a file: the same on every machine of a cluster with a shared file system, in any working directory.
 */
std::string whole_name(const std::filesystem::path& file) {
  return normal_name(std::filesystem::absolute(file)).string();
}

/** A list of the bytes where JSON has no text for the name, since it is not UTF-8. */
Json json_of_name(const std::string& name) {
  if (is_utf8(name)) return name;
  return std::vector<unsigned char>(name.begin(), name.end());
}

std::string name_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  const auto bytes = json.get<std::vector<unsigned char>>();
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

std::string text_of(const RunArguments& arguments) {
  Json json{{"scenario", json_of_name(whole_name(find_scenario(arguments.scenario)))}};
  json.update(json_of(arguments.overrides));
  json.update(Json{{"trajectories", arguments.trajectories},
                   {"rasters", arguments.rasters},
                   {"raster_cell", arguments.raster_cell},
                   {"sample_distance", arguments.sample_distance},
                   {"until", arguments.until},
                   {"no_map", arguments.no_map}});
  return json_text(json);
}

RunArguments arguments_of(const std::string& text) {
  RunArguments arguments;
  try {
    const Json json = Json::parse(text);
    arguments.scenario = name_of(json.at("scenario"));
    arguments.overrides = overrides_of(json);
    arguments.trajectories = json.at("trajectories");
    arguments.rasters = json.at("rasters");
    arguments.raster_cell = json.at("raster_cell");
    arguments.sample_distance = json.at("sample_distance");
    arguments.until = json.at("until");
    arguments.no_map = json.at("no_map");
  } catch (const nlohmann::json::exception&) {
    throw InputError("the arguments in a part of a campaign cannot be read");
  }
  return arguments;
}

std::string command_of(const RunArguments& arguments, const std::filesystem::path& scenario) {
  const ScenarioOverrides& overrides = arguments.overrides;
  std::string command = "rockfall run " + shell_word(whole_name(scenario));
  if (!overrides.model.empty()) command += " --model " + overrides.model;
  if (!overrides.scheme.empty()) command += " --scheme " + overrides.scheme;
  if (overrides.rocks) command += " --rocks " + std::to_string(*overrides.rocks);
  if (overrides.seed) command += " --seed " + std::to_string(*overrides.seed);
  if (overrides.time_step) command += " --dt " + format_exact(*overrides.time_step);
  for (const std::string& change : overrides.set) command += " --set " + shell_word(change);
  if (arguments.trajectories) command += " --trajectories";
  if (arguments.sample_distance > 0) command += " --sample-distance " + format_exact(arguments.sample_distance);
  if (arguments.rasters) command += " --rasters --raster-cell " + format_exact(arguments.raster_cell);
  if (!arguments.until.empty()) command += " --until " + arguments.until;
  return command;
}

}  // namespace sandbox
