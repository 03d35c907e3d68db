#include <doctest/doctest.h>

#include "run/hazard.h"
#include "scenario/scenario.h"
#include "scenario/scene_builder.h"
#include "small_scenario.h"
#include "temporary.h"

namespace {

/** A scenario whose starts are the rows of a table. */
std::filesystem::path with_runs(const Temporary& temporary, const std::string& table) {
  temporary.write("runs.csv", table);
  return temporary.write("s.toml", with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                        "kind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n"));
}

}  // namespace

TEST_CASE("a clearance together with its bounds is refused as such") {
  for (const char* bounds : {"height_max = 2.0\n", "height_min = 0.5\n", "height_min = 0.5\nheight_max = 2.0\n"}) {
    CHECK(says(refused_scenario(good + "height = 1.0\n" + bounds),
               "s.toml:14: release.height: give either height or height_min and height_max"));
  }
  CHECK(says(refused_scenario(good + "height_max = 2.0\n"), "release.height_min: is missing"));
}

TEST_CASE("an area that crosses itself is refused") {
  const std::string text = with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                "kind = \"area\"\npoints = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]]\n");
  CHECK(says(refused_scenario(text),
             "s.toml:13: release.points: the area: the polygon crosses itself: side 1 from (0.00, 0.00)"));
}

TEST_CASE("an area without extent is refused") {
  const std::string text = with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                "kind = \"area\"\npoints = [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]]\n");
  CHECK(says(refused_scenario(text), "s.toml:13: release.points: the area: its corners lie on one line"));
  CHECK(says(refused_scenario(good + "[[soil]]\npreset = \"hard\"\npolygon = [[1.0, 0.0], [1.0, 3.0], [1.0, 1.0]]\n"),
             "soil.polygon: the area: its corners lie on one line"));
}

TEST_CASE("polygons and lines without extent in vector files are refused with the file and the feature") {
  const Temporary temporary;
  const auto refused = [&](const std::string& kind, const std::string& coordinates, const std::string& scenario) {
    const auto feature = [&](const std::string& places) {
      return R"({"type":"Feature","properties":{},"geometry":{"type":")" + kind + R"(","coordinates":)" + places + "}}";
    };
    const std::string whole = kind == "Polygon" ? "[[[0,0],[9,0],[9,9],[0,0]]]" : "[[1,1],[2,2]]";
    temporary.write("v.geojson",
                    R"({"type":"FeatureCollection","features":[)" + feature(whole) + "," + feature(coordinates) + "]}");
    const auto file = temporary.write("s.toml", scenario);
    return refusal([&] {
      const sandbox::Scenario read = sandbox::read_scenario(file);
      sandbox::make_lines(read, sandbox::BuiltScene(read));
    });
  };
  const std::string point = "kind = \"point\"\npoints = [0.0, 0.0]\n", file = "file = \"v.geojson\"\n";
  for (const std::string& scenario :
       {good + "[[soil]]\npreset = \"hard\"\n" + file, good + "[[forest]]\n" + file,
        with(point, "kind = \"area\"\n" + file), with(point, "kind = \"slope\"\nslope_min = 30\n" + file)}) {
    for (const char* flat : {"[[[0,0],[9,0],[3,0],[0,0]]]", "[[[5,5],[5,5],[5,5],[5,5]]]"}) {
      CHECK(says(refused("Polygon", flat, scenario), "v.geojson: feature 1: its corners lie on one line"));
    }
    CHECK(refused("Polygon", "[[[0,0],[9,0],[3,1],[0,0]]]", scenario).empty());
  }
  for (const std::string& scenario :
       {with(point, "kind = \"line\"\n" + file), good + "[[line]]\nname = \"a\"\n" + file}) {
    CHECK(says(refused("LineString", "[[5,5],[5,5]]", scenario),
               "v.geojson: feature 1: the points of the line coincide"));
    CHECK(refused("LineString", "[[5,5],[5,6]]", scenario).empty());
  }
  CHECK(says(refused("LineString", "[[5,5],[5,6]]", with(point, "kind = \"slope\"\nslope_min = 30\n" + file)),
             "v.geojson: the limits of a release with kind = \"slope\" are polygons"));
}

TEST_CASE("a release along a line whose points coincide is refused") {
  CHECK(says(refused_scenario(with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                   "kind = \"line\"\npoints = [[1.0, 2.0], [1.0, 2.0]]\n")),
             "s.toml:13: release.points: the points of the line coincide"));
}

TEST_CASE("a table with two starts of the same run is refused with its line") {
  const Temporary temporary;
  const auto file = with_runs(temporary, "id,x,y\na,0,0\nb,1,1\na,2,2\n");
  const std::string message = refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  CHECK(says(message, "runs.csv:4: id: 'a' is given twice"));
}

TEST_CASE("a start of a table that is not over ground is refused with the line of the table") {
  const Temporary temporary;
  const auto file = with_runs(temporary, "id,x,y\na,0,0\nb,5000,1\n");
  const sandbox::BuiltScene built(sandbox::read_scenario(file));
  CHECK(says(refusal([&] { built.start(1, 1); }), "runs.csv:3: x: release of rock 1: position (5000.00, 1.00) is not"));
}
