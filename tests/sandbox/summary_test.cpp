// The keys of summary.json, and the page that explains them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.h"
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
