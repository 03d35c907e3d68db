// Crossings of lines where a rock starts or stops on the line, meets its corners, or leaves the terrain.
#include "run/check_lines.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "common/text.h"
#include "run/hazard.h"
#include "run/run.h"
#include "slope.h"
#include "temporary.h"

namespace {

using Points = std::vector<std::array<double, 2>>;

sandbox::CheckLine line_through(Points points, bool reversed) {
  if (reversed) std::reverse(points.begin(), points.end());
  sandbox::CheckLine line;
  for (std::size_t i = 1; i < points.size(); ++i) {
    line.segments.push_back(
        {{points[i - 1][0], points[i - 1][1]}, {points[i][0], points[i][1]}, i + 1 == points.size()});
  }
  return line;
}

sandbox::Passage passage_at(const std::array<double, 2>& place, std::size_t step) {
  sandbox::Passage passage;
  passage.time = static_cast<double>(step);
  passage.position[0] = place[0];
  passage.position[1] = place[1];
  return passage;
}

/** Crossings of a path with a step to each of its points. */
std::vector<sandbox::Crossing> crossings_of(const Points& path, const sandbox::CheckLine& line) {
  sandbox::LineFollower follower(line);
  std::vector<sandbox::Crossing> found;
  follower.start(passage_at(path[0], 0));
  for (std::size_t step = 1; step < path.size(); ++step) follower.add(passage_at(path[step], step), found);
  return found;
}

/** The number of crossings, the same for both directions of the line. */
std::size_t count_of(const Points& path, const Points& line) {
  const auto there = crossings_of(path, line_through(line, false)), back = crossings_of(path, line_through(line, true));
  REQUIRE(there.size() == back.size());
  for (std::size_t i = 0; i < there.size(); ++i) {
    CHECK(there[i].time == back[i].time);
    CHECK(there[i].position[0] == back[i].position[0]);
    CHECK(there[i].line_angle == back[i].line_angle);
  }
  return there.size();
}

/** Crossings of all rocks of a scenario over its only line. */
struct LineCampaign {
  LineCampaign(const std::string& text, unsigned threads)
      : scenario(sandbox::parse_scenario(text, "s.toml")), built(scenario) {
    plan.lines = sandbox::make_lines(scenario, built);
    sandbox::RunOptions options;
    options.rocks = 24;
    options.threads = threads;
    options.quiet = true;
    options.plan = &plan;
    result = run_rocks(built, options);
  }

  const std::vector<sandbox::Crossing>& crossings() const { return result.hazard->crossings[0]; }

  sandbox::Scenario scenario;
  sandbox::BuiltScene built;
  sandbox::HazardPlan plan;
  sandbox::RunResult result;
};

std::string line_table(const std::string& points) { return "[[line]]\nname = \"l\"\npoints = [" + points + "]\n"; }

}  // namespace

TEST_CASE("a rock that starts on a line has not crossed it until it comes back") {
  const Points line = {{0, -5}, {0, 5}}, slanted = {{-3.3, -4.1}, {2.9, 4.7}};
  for (const double side : {1.0, -1.0}) {
    CHECK(count_of({{0, 0}, {side, 0}, {2 * side, 0}}, line) == 0);
    CHECK(count_of({{0, 0}, {side, 0}, {-side, 0}}, line) == 1);
    CHECK(count_of({{0, 0}, {0, 1}, {0, 2}, {side, 3}}, line) == 0);
    for (const double share : {0.1, 0.3, 0.7}) {  // on the line but for rounding
      const double x = -3.3 + share * 6.2, y = -4.1 + share * 8.8;
      CHECK(count_of({{x, y}, {x + side, y}}, slanted) == 0);
    }
  }
}

TEST_CASE("a rock that rests on a line or moves along it is on the side from which it came") {
  const Points line = {{0, -5}, {0, 5}};
  for (const double side : {1.0, -1.0}) {
    CHECK(count_of({{side, 0}, {0, 0}, {0, 0}, {0, 1}, {-side, 1}}, line) == 1);
    CHECK(count_of({{side, 0}, {0, 0}, {0, 1}, {side, 1}}, line) == 0);
    CHECK(count_of({{side, 0}, {1e-9 * side, 0}, {-1e-9 * side, 0}, {-side, 1}}, line) == 1);
    CHECK(count_of({{side, 0}, {0, 0}}, line) == 0);
    CHECK(count_of({{side, 6}, {0, 6}, {-side, 6}}, line) == 0);
  }
}

TEST_CASE("a rock crosses a line once where its segments meet") {
  const Points corner = {{0, -5}, {0, 0}, {2, 5}}, straight = {{0, -5}, {0, 0.1}, {0, 5}};
  CHECK(count_of({{-1, 0}, {1, 0}}, corner) == 1);
  CHECK(count_of({{-1, 0.1}, {1, 0.1}}, straight) == 1);
  CHECK(count_of({{-1, -0.7}, {0.5, 0.35}, {1, 0.7}}, corner) == 1);
  CHECK(count_of({{-1, 0}, {-0.5, 0}, {0.5, 0}, {-0.5, 0.5}}, straight) == 2);
}

TEST_CASE("rocks that start on a line have the same crossings for both directions of it and any number of threads") {
  const std::string from = "[0.0, -30.0]", to = "[0.0, 30.0]";
  const LineCampaign there(slope + line_table(from + ", " + to), 1), back(slope + line_table(to + ", " + from), 1),
      shared(slope + line_table(from + ", " + to), 3);
  CHECK(there.crossings().empty());
  CHECK(back.crossings().empty());
  CHECK(shared.crossings().empty());
  const std::vector<std::string> warnings = sandbox::warnings_of_lines(there.scenario, there.built, there.plan.lines);
  REQUIRE(warnings.size() == 1);
  CHECK(says(warnings[0], "s.toml:24: line.points: the release lies on the line; rocks that start on it"));
}

TEST_CASE("only releases along a line are warned of, not those that it crosses") {
  const auto warned = [](const std::string& release, const std::string& points) {
    std::string text = slope;
    const std::string line = "kind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\n";
    text.replace(text.find(line), line.size(), release);
    const sandbox::Scenario scenario = sandbox::parse_scenario(text + line_table(points), "s.toml");
    const sandbox::BuiltScene built(scenario);
    return !sandbox::warnings_of_lines(scenario, built, sandbox::make_lines(scenario, built)).empty();
  };
  const std::string along = "kind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\n";
  CHECK(warned(along, "[0.0, -1.0], [0.0, 1.0]"));
  CHECK(warned(along, "[0.0, -30.0], [0.0, 30.0]"));
  CHECK_FALSE(warned(along, "[-1.0, 0.0], [1.0, 0.0]"));
  CHECK_FALSE(warned(along, "[0.0, 6.0], [0.0, 8.0]"));
  CHECK_FALSE(warned(along, "[0.1, -30.0], [0.1, 30.0]"));
  const std::string point = "kind = \"point\"\npoints = [1.0, 2.0]\n";
  CHECK(warned(point, "[0.0, 1.0], [2.0, 3.0]"));
  CHECK_FALSE(warned(point, "[0.0, 1.0], [2.0, 3.1]"));
}

TEST_CASE("rocks that leave the terrain cross a line just before its edge, and none beyond it") {
  std::string text = slope;
  const std::string flat = "flat_length = 60.0";
  text.replace(text.find(flat), flat.size(), "flat_length = 2.0");
  const LineCampaign without(text + line_table("[5.0, -30.0], [5.0, 30.0]"), 1);
  const rf_grid& grid = without.built.grid();
  const double edge = grid.x0 + (grid.columns - 1) * grid.cell_x + without.built.origin()[0];
  std::vector<std::uint32_t> left;
  for (std::uint32_t rock = 0; rock < without.result.ends.size(); ++rock) {
    const rf_state& end = without.result.ends[rock];
    if (end.end == RF_ENDED_LEFT_TERRAIN && end.position[0] + without.built.origin()[0] > edge) left.push_back(rock);
  }
  REQUIRE(left.size() > 5);
  const auto line_at = [&](double x) {
    const std::string text_of_x = sandbox::format_fixed(x, 6);
    return line_table("[" + text_of_x + ", -300.0], [" + text_of_x + ", 300.0]");
  };
  const LineCampaign before(text + line_at(edge - 1e-3), 2), beyond(text + line_at(edge + 1e-3), 1);
  std::vector<std::uint32_t> crossing;
  for (const sandbox::Crossing& c : before.crossings()) {
    crossing.push_back(c.rock);
    CHECK(c.speed > 0);
    CHECK(c.top > c.centre);
    CHECK(c.centre > 0);
  }
  CHECK(crossing == left);
  CHECK(beyond.crossings().empty());
}
