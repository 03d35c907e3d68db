// Which ground presets a run names in its notes.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "slope.h"
#include "temporary.h"

namespace {

const std::string over_all = "polygon = [[-99.0, -999.0], [999.0, -999.0], [999.0, 999.0], [-99.0, 999.0]]\n";
const std::string over_part = "polygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";

/** The warnings in the summary of a run on the slope with more tables. */
std::string warnings_on(const std::string& tables) {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope + tables).string();
  arguments.out = (temporary.folder / "out").string();
  arguments.overrides.rocks = 1;
  arguments.quiet = arguments.no_map = true;
  sandbox::run_command(arguments);
  return nlohmann::json::parse(read_all(temporary.folder / "out/summary.json")).at("warnings").dump();
}

std::string soil(const char* preset, const std::string& polygon) {
  return std::string("[[soil]]\npreset = \"") + preset + "\"\n" + polygon;
}

}  // namespace

TEST_CASE("a run without [ground] says that its ground is that of no soil, unless soils are everywhere") {
  const Temporary temporary;
  const auto noted = [&](const std::string& tables) {
    std::string text = slope;
    const std::size_t from = text.find("[ground]"), to = text.find('[', from + 1);
    text.erase(from, to - from);
    sandbox::RunArguments arguments;
    arguments.scenario = temporary.write("s.toml", text + tables).string();
    arguments.out = (temporary.folder / "out").string();
    arguments.overrides.rocks = 1;
    arguments.quiet = arguments.no_map = arguments.force = true;
    sandbox::run_command(arguments);
    const std::string summary = read_all(temporary.folder / "out/summary.json");
    return says(nlohmann::json::parse(summary).at("warnings").dump(),
                "there is no [ground]: its default is rigid ground");
  };
  CHECK(noted(""));
  CHECK(noted(soil("medium", over_part)));
  CHECK(!noted(soil("medium", over_all)));
}

TEST_CASE("the note about assumed presets names those that act somewhere, and no others") {
  const std::string of_medium = "the ground preset medium has assumed parameters";
  CHECK(says(warnings_on(""), of_medium));
  CHECK(says(warnings_on(soil("medium", over_all)), of_medium));
  CHECK(says(warnings_on(soil("medium", over_part)), of_medium));
  CHECK(says(warnings_on(soil("soft", over_all)), "the ground preset soft has assumed parameters"));
  CHECK(says(warnings_on(soil("soft", over_part)), "the ground presets medium, soft have assumed parameters"));
  CHECK(says(warnings_on(soil("hard", over_all) + soil("medium", over_all)), of_medium));
  CHECK(says(warnings_on(soil("hard", over_part) + soil("soft", over_part)), "the ground presets medium, soft have"));
  // Numbers leave the rest of a preset.
  CHECK(
      says(warnings_on(soil("soft", over_all) + "[[soil]]\nmu_min = 0.3\n" + over_all), "the ground preset soft has"));
}
