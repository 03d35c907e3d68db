#include <doctest/doctest.h>
#include <rockfall/ground.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "common/error.h"
#include "live/parameters.h"

using namespace sandbox;

TEST_CASE("the command ground prints every number of every preset with unit, status and source") {
  std::ostringstream out;
  ground_command({"", true}, out);
  const auto presets = nlohmann::json::parse(out.str());
  REQUIRE(presets.size() == rf_ground_preset_count());
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset& preset = *rf_ground_preset_at(i);
    CHECK(presets[i]["name"] == preset.name);
    REQUIRE(presets[i]["numbers"].size() == RF_GROUND_FIELD_COUNT);
    for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      const auto& number = presets[i]["numbers"][rf_ground_field_name(field)];
      CHECK(number["value"] == (&preset.ground.mu_min)[field]);
      CHECK(!number["unit"].get<std::string>().empty());
      CHECK(!number["source"].get<std::string>().empty());
      const std::string status = number["status"];
      CHECK((status == "confirmed" || status == "calibrated" || status == "assumed"));
    }
  }
}

TEST_CASE("the command ground gives each number the unit that the window gives it") {
  std::ostringstream out;
  ground_command({"hard", true}, out);
  const auto presets = nlohmann::json::parse(out.str());
  REQUIRE(presets.size() == 1);
  int compared = 0;
  for (const auto* const parameters : {&live::ground_parameters(), &live::rocfall_parameters()}) {
    for (const live::Parameter& parameter : *parameters) {
      const std::string name = rf_ground_field_name(parameter.field), unit = parameter.unit;
      CAPTURE(name);
      CHECK(presets[0]["numbers"][name]["unit"] == (unit == "1" ? "-" : unit));
      ++compared;
    }
  }
  CHECK(compared == RF_GROUND_FIELD_COUNT);
}

TEST_CASE("the command ground prints one preset as text and refuses an unknown name with the list") {
  std::ostringstream out;
  ground_command({"medium_soft", false}, out);
  CHECK(out.str().find("medium_soft: ") == 0);
  CHECK(out.str().find("soil_strength") != std::string::npos);
  CHECK(out.str().find("\nsoft: ") == std::string::npos);
  CHECK_THROWS_WITH_AS(ground_command({"mud", false}, out), doctest::Contains("extra_hard"), InputError);
  CHECK_THROWS_WITH_AS(ground_command({"hrd", false}, out),
                       doctest::Contains("no ground preset 'hrd'; is 'hard' meant? the presets are extra_soft,"),
                       InputError);
}
