// Pictures of the distributions at lines.
#include "plot/line_picture.h"

#include <doctest/doctest.h>

#include "cli/commands.h"
#include "io/picture.h"
#include "small_campaign.h"

TEST_CASE("rock classes need bins of their own where one lies in the first common bin as a whole") {
  CHECK_FALSE(sandbox::need_own_bins({}));
  CHECK_FALSE(sandbox::need_own_bins({{}, {}}));
  CHECK_FALSE(sandbox::need_own_bins({{1, 2, 3}}));
  CHECK_FALSE(sandbox::need_own_bins({{1, 2, 100}, {}}));
  CHECK_FALSE(sandbox::need_own_bins({{1, 100}, {1, 5}}));  // bins of 5: the second one begins at 5
  CHECK(sandbox::need_own_bins({{1, 100}, {1, 4.9}}));
  CHECK(sandbox::need_own_bins({{1, 4.9}, {1, 100}, {50}}));
  CHECK_FALSE(sandbox::need_own_bins({{0, 0}, {0}}));
}

TEST_CASE("the picture of a line has a plot for each rock class where common bins do not show one") {
  const Temporary temporary;
  const std::string rock = "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";
  const auto height_with = [&](const std::string& mass) {
    sandbox::RunArguments arguments = arguments_of(temporary, "r" + mass);
    std::string text = campaign_text, other = rock;
    other.replace(other.find("780.0"), 5, mass);
    text.replace(text.find(rock), rock.size(), rock + "name = \"a\"\n" + other + "name = \"b\"\n");
    arguments.scenario = temporary.write("s.toml", text).string();
    sandbox::run_command(arguments);
    return sandbox::read_picture(fs::path(arguments.out) / "lines/foot.png").height;
  };
  CHECK(height_with("600.0") == 560);
  CHECK(height_with("2.0") == 620);
}
