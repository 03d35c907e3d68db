// Names in a scenario that become names of files.
#include <doctest/doctest.h>

#include "run/hazard_rasters.h"
#include "small_campaign.h"
#include "small_scenario.h"

namespace {

std::string refused_line(const std::string& name) {
  return refused_scenario(good + "[[line]]\nname = \"" + name + "\"\npoints = [[20.0, -30.0], [22.0, 30.0]]\n");
}

}  // namespace

TEST_CASE("the name of a line that cannot be that of a file is refused when the scenario is read") {
  CHECK(says(refused_line(std::string(260, 'a')),
             "s.toml:15: line.name: is the name of a file: it has 260 bytes and may have at most 200"));
  CHECK(refused_line(std::string(200, 'a')).empty());
  for (const std::string name : {"a\\u0000b", "a\\nb", "a\\u007Fb"}) {
    CAPTURE(name);
    CHECK(says(refused_line(name), "s.toml:15: line.name: is the name of a file: it must not hold a control"));
  }
  for (const std::string letter : {"<", ">", ":", "\\\"", "|", "?", "*"}) {
    CAPTURE(letter);
    CHECK(says(refused_line("a" + letter), "s.toml:15: line.name: is the name of a file: it must not hold "));
  }
  CHECK(refused_line("F\\u00F6hn").empty());
  const std::string second = "[[line]]\nname = \"Foot\"\npoints = [[20.0, -30.0], [22.0, 30.0]]\n";
  CHECK(says(refused_scenario(campaign_text + second), "line.name: 'Foot' is given twice, or differs only in capital"));
}

TEST_CASE("return periods whose files would have the same name are refused when the scenario is read") {
  const auto refused = [](const std::string& other) {
    return refused_scenario(good + "[[event]]\nreturn_period = 100\n[[event]]\nreturn_period = " + other + "\n");
  };
  CHECK(says(refused("100.0000001"),
             "s.toml:17: event.return_period: 100.0000001 differs too little from that of another event: the files of "
             "both would have the name T100"));
  CHECK(refused("100.001").empty());
}

TEST_CASE("every rock class has a folder of its own") {
  using Names = std::vector<std::string>;
  CHECK(sandbox::class_folders({"a_b-2", "a/b"}) == Names{"a_b-2", "a_b-2_"});
  CHECK(sandbox::class_folders({"a/b", "a_b-1", "a\\b"}) == Names{"a_b-1_", "a_b-1", "a_b-3"});
  CHECK(sandbox::class_folders({"", "..", "small"}) == Names{"-1", "_.-2", "small"});
  CHECK(sandbox::class_folders({"a:b", "c?"}) == Names{"a_b-1", "c_-2"});
  CHECK(sandbox::class_folders({"Big", "big", "BIG"}) == Names{"Big", "big-2", "BIG-3"});
  CHECK(sandbox::class_folders({"big-2", "Big", "BIG", "a?"}) == Names{"big-2", "Big", "BIG-3", "a_-4"});
  const std::string umlauts = [] {
    std::string text = "x";
    for (int i = 0; i < 150; ++i) text += "\xC3\xB6";
    return text;
  }();
  CHECK(sandbox::class_folders({umlauts})[0] == umlauts.substr(0, 199) + "-1");

  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, "out");
  std::string text = campaign_text;
  const std::string rock = "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";
  text.replace(text.find(rock), rock.size(), rock + "name = \"a_b-2\"\n" + rock + "name = \"a/b\"\n");
  arguments.scenario = temporary.write("s.toml", text).string();
  arguments.no_map = true;
  sandbox::run_command(arguments);
  CHECK(fs::exists(temporary.folder / "out/classes/a_b-2/E_95.tif"));
  CHECK(fs::exists(temporary.folder / "out/classes/a_b-2_/E_95.tif"));
}
