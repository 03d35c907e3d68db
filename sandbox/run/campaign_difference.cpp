#include "run/campaign_difference.h"

#include "common/json_text.h"
#include "common/text.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

std::string option_of(std::string key) {
  if (key == "scenario") return key;
  if (key == "time_step") return "--dt";
  for (char& letter : key) {
    if (letter == '_') letter = '-';
  }
  return "--" + key;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : json_text(value); }

/** A line per option, each as on the command line. */
std::string lines_of(const std::string& arguments) {
  const Json json = ordered_json_of(arguments);
  std::string lines;
  for (const auto& [key, value] : json.items()) {
    const std::string option = option_of(key);
    const bool absent = value.is_null() || value.empty() || value == "" || value == false;
    if (absent) {
      lines += "no " + option;
    } else if (value == true) {
      lines += option;
    } else if (key == "set") {
      std::vector<std::string> changes;
      for (const Json& change : value) changes.push_back(option + " " + text_of(change));
      lines += join(changes, " ");
    } else {
      lines += option + " " + text_of(value);
    }
    lines += "\n";
  }
  return lines;
}

}  // namespace

std::string difference_of(const PartReader& part, const CampaignId& id, const RunOptions& options) {
  if (part.id().arguments != id.arguments) {
    try {
      return first_difference(lines_of(part.id().arguments), lines_of(id.arguments));
    } catch (const Json::exception&) {
      return "its options cannot be read";
    }
  }
  if (part.first_rock() != options.first_rock || part.rocks() > options.rocks) {
    return "'rocks from " + std::to_string(part.first_rock()) + " on' before, '" + counted(options.rocks, "rock") +
           " from " + std::to_string(options.first_rock) + " on' now";
  }
  if (part.id().scene != id.scene) return "the scenario or one of its files has changed since";
  return "";
}

}  // namespace sandbox
