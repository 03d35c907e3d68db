#include "scenario/scenario_releases.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/text.h"
#include "io/vectors.h"
#include "scenario/scenario_places.h"

namespace sandbox {
namespace {

RunsSpec read_runs(TomlTable& table, const std::filesystem::path& scenario) {
  RunsSpec runs;
  runs.file = table.need_file("file", scenario);
  runs.run = table.need_text("run");
  runs.x = table.need_text("x");
  runs.y = table.need_text("y");
  runs.rock = table.text("rock", "");
  if (table.has("vx") || table.has("vy") || table.has("vz")) {
    runs.vx = table.need_text("vx");
    runs.vy = table.need_text("vy");
    runs.vz = table.need_text("vz");
  }
  return runs;
}

void read_heights(TomlTable& table, ReleaseSpec& spec) {
  constexpr double most = 1e9;  // as in rf_release
  if (table.has("height_min") || table.has("height_max")) {
    if (table.has("height")) table.fail("height", "give either height or height_min and height_max");
    spec.height[0] = table.need_number("height_min", {0, most});
    spec.height[1] = table.need_number("height_max", {spec.height[0], most});
  } else {
    spec.height[0] = spec.height[1] = table.number("height", spec.height[0], {0, most});
  }
}

void read_orientation(TomlTable& table, ReleaseSpec& spec) {
  const auto q = table.numbers("orientation", 4);
  if (!q.empty()) {
    if (!(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 0)) table.fail("orientation", "must not be zero");
    spec.orientation = {q[0], q[1], q[2], q[3]};
  }
}

/** Points in the scenario, or a file with them. */
void read_source(TomlTable& table, const std::string& kind, const std::filesystem::path& scenario, ReleaseSpec& spec) {
  const bool cells = spec.kind == ReleaseSpec::Kind::raster || spec.kind == ReleaseSpec::Kind::slope;
  if (spec.kind == ReleaseSpec::Kind::raster || table.has("file")) {
    if (!cells && table.has("points")) table.fail("points", "give either points or a file");
    spec.file = table.need_file("file", scenario);
    spec.layer = table.text("layer", "");
  }
  if (spec.kind == ReleaseSpec::Kind::slope) {
    spec.slope_min = table.number("slope_min", spec.slope_min, {0, 90});
    spec.slope_max = table.number("slope_max", spec.slope_max, {spec.slope_min, 90});
  }
  if (cells || !spec.file.empty()) return;
  spec.points = table.points("points");
  const std::size_t least = kind == "point" ? 1 : kind == "line" ? 2 : 3;
  if (spec.points.size() < least || (kind == "point" && spec.points.size() > 1)) {
    table.fail("points", (kind == "area" ? "an " : "a ") + kind + " needs " +
                             (kind == "point" ? "exactly " : "at least ") + counted(least, "point") + ", has " +
                             std::to_string(spec.points.size()));
  }
  constexpr double largest = 1e9;  // m, as of terrains: cells of rasters and marks of maps are not lost in the rounding
  for (const auto& point : spec.points) {
    if (!(std::fabs(point[0]) <= largest && std::fabs(point[1]) <= largest)) {
      table.fail("points", "coordinates must be at most " + format_number(largest, 6) + " m in size");
    }
  }
  try {
    if (spec.kind == ReleaseSpec::Kind::line) check_length(spec.points, "");
    if (spec.kind == ReleaseSpec::Kind::area) check_area(spec.points, "the area");
  } catch (const InputError& error) {
    table.fail("points", error.what());
  }
}

/** Keys of other kinds of release are known, but mean nothing here. */
void refuse_keys_of_others(const TomlTable& table, ReleaseSpec::Kind kind) {
  using Kind = ReleaseSpec::Kind;
  if (kind != Kind::slope) table.refuse({"slope_min", "slope_max"}, "kind = \"slope\"");
  if (kind == Kind::runs) table.refuse({"points", "layer"}, "other kinds of release");
  if (kind == Kind::slope || kind == Kind::raster) table.refuse({"points"}, "kind = \"point\", \"line\" and \"area\"");
}

ReleaseSpec read_release(TomlTable table, const std::vector<RockSpec>& rocks, const std::filesystem::path& scenario) {
  ReleaseSpec spec;
  const std::vector<std::string> kinds = {"point", "line", "area", "runs", "raster", "slope"};
  const std::string kind = table.choice("kind", "", kinds);
  spec.kind = static_cast<ReleaseSpec::Kind>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
  refuse_keys_of_others(table, spec.kind);
  spec.name = table.text("name", "");
  spec.share = table.number("share", spec.share, positive);
  if (spec.kind == ReleaseSpec::Kind::runs) {
    spec.runs = read_runs(table, scenario);
  } else {
    read_source(table, kind, scenario, spec);
    spec.rocks = read_rock_names(table, rocks);
  }
  spec.place = table.place(table.has("points") ? "points" : table.has("file") ? "file" : "kind");
  read_heights(table, spec);
  const auto velocity = table.numbers("velocity", 3, {-largest_release_velocity, largest_release_velocity});
  const auto omega = table.numbers("angular_velocity", 3, {-10000, 10000});
  if (!velocity.empty()) std::copy(velocity.begin(), velocity.end(), spec.velocity.begin());
  if (!omega.empty()) std::copy(omega.begin(), omega.end(), spec.angular_velocity.begin());
  read_orientation(table, spec);
  table.finish();
  return spec;
}

}  // namespace

void read_releases(TomlTable& root, Scenario& scenario) {
  std::vector<TomlTable> tables = root.one_or_more("release");
  if (tables.empty()) root.fail_missing_table("release", "the table [release] is missing");
  for (TomlTable& table : tables) {
    scenario.further_releases.push_back(read_release(table, scenario.rocks, scenario.file));
  }
  scenario.release = scenario.further_releases.front();
  scenario.further_releases.erase(scenario.further_releases.begin());
  for (const ReleaseSpec& release : scenario.further_releases) {
    if (release.kind == ReleaseSpec::Kind::runs || scenario.release.kind == ReleaseSpec::Kind::runs) {
      root.fail("release", "kind = \"runs\" cannot be combined with other releases");
    }
  }
}

}  // namespace sandbox
