// The keys of summary.json, and the page that explains them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
#include "scenario/scene_builder.h"
#include "slope.h"
#include "temporary.h"

TEST_CASE("the page of campaigns explains every key of the summary, and the energies in J and kJ") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = temporary.write("s.toml", slope).string();
  arguments.out = (temporary.folder / "out").string();
  arguments.quiet = arguments.no_map = true;
  sandbox::run_command(arguments);
  const std::string page = read_all(ROCKFALL_ASSETS "/../docs/campaigns.md");
  const auto summary = nlohmann::json::parse(read_all(temporary.folder / "out/summary.json"));
  const auto explains = [&](const std::string& key) { return page.find('`' + key + '`') != std::string::npos; };
  for (const auto& item : summary.items()) {
    CAPTURE(item.key());
    CHECK(explains(item.key()));
  }
  for (const char* kind : {"distance_weighted", "time_weighted", "maxima"}) {
    CHECK(summary.at(kind).size() == 4);
    for (const auto& item : summary.at(kind).items()) {
      CAPTURE(item.key());
      CHECK(explains(item.key()));
    }
  }
  const std::string deposits = read_all(temporary.folder / "out/deposits.csv");
  CHECK(deposits.substr(0, deposits.find('\n')).find(",E_max_kJ,") != std::string::npos);
  CHECK(explains("E_max_kJ"));
}

TEST_CASE("the warning of starts drawn again names one position in the singular") {
  const Temporary temporary;
  temporary.write("t.asc",
                  "ncols 4\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -1\n"
                  "9 8 -1 -1\n9 8 -1 -1\n");
  sandbox::RunArguments arguments;
  arguments.scenario =
      temporary
          .write("s.toml",
                 "[terrain]\nfile = \"t.asc\"\n[[rock]]\nshape = \"box\"\n[release]\nkind = \"line\"\n"
                 "points = [[6.0, 10.0], [24.0, 10.0]]\n[settings]\ntime_limit = 0.1\n[run]\nrocks = 1\n")
          .string();
  arguments.out = (temporary.folder / "out").string();
  arguments.quiet = arguments.no_map = arguments.force = true;
  const auto warning_of = [&](std::uint32_t wanted) {
    const sandbox::BuiltScene built(sandbox::read_scenario(arguments.scenario));
    std::uint64_t seed = 0;
    for (std::uint32_t redrawn = wanted + 1; redrawn != wanted;) {
      REQUIRE(seed < 1000);
      redrawn = 0;
      built.start(0, ++seed, &redrawn);
    }
    arguments.overrides.seed = seed;
    sandbox::run_command(arguments);
    return nlohmann::json::parse(read_all(temporary.folder / "out/summary.json")).at("warnings").dump();
  };
  CHECK(says(warning_of(1), "\"1 start position had no ground and was drawn again\""));
  CHECK(says(warning_of(2), "\"2 start positions had no ground and were drawn again\""));
}
