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
             "v.geojson: feature 0: has lines; a release with kind = \"slope\" needs polygons"));
}

TEST_CASE("a release by slope says whether its polygons are away from the terrain or the ground in them is not steep") {
  const Temporary temporary;
  const auto refused = [&](const std::string& ring) {
    temporary.write("v.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},)"
                                 R"("geometry":{"type":"Polygon","coordinates":[)" +
                                     ring + "]}}]}");
    const auto file = temporary.write("s.toml", with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                                     "kind = \"slope\"\nslope_min = 30\nfile = \"v.geojson\"\n"));
    return refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  };
  const std::string away = refused("[[9000,0],[9009,0],[9009,9],[9000,0]]");
  CHECK(says(away, "v.geojson: its polygons contain no cell of the terrain, which covers "));
  CHECK_FALSE(says(away, "has a slope"));
  CHECK(
      says(refused("[[100,0],[120,0],[120,20],[100,0]]"), "release.file: no cell of the terrain in the polygons of "));
  CHECK(refused("[[0,0],[20,0],[20,20],[0,0]]").empty());
  CHECK(says(refused_scenario(with("kind = \"point\"\n", "kind = \"point\"\nslope_min = 50\n")),
             "slope_min: is a key of kind = \"slope\" only"));
  CHECK(says(refused_scenario(with("kind = \"point\"\n", "kind = \"runs\"\nfile = \"runs.csv\"\n")),
             "points: is a key of other kinds of release only"));
  CHECK(says(refused_scenario(with("kind = \"point\"\npoints = [0.0, 0.0]\n", "kind = \"slope\"\nslope_min = 50\n")),
             "release.kind: no cell of the terrain has a slope of 50 to 90 degrees"));
}

TEST_CASE("a release or line with other geometries than it needs is refused with the feature and both kinds") {
  const Temporary temporary;
  temporary.write("v.geojson", R"({"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]}},
    {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,1]}}]})");
  const auto message = [&](const std::string& text) {
    const auto file = temporary.write("s.toml", text);
    return refusal([&] {
      const sandbox::Scenario scenario = sandbox::read_scenario(file);
      const sandbox::BuiltScene built(scenario);
      sandbox::make_lines(scenario, built);
    });
  };
  const auto release = [&](const std::string& kind) {
    return message(with("kind = \"point\"\npoints = [0.0, 0.0]\n", "kind = \"" + kind + "\"\nfile = \"v.geojson\"\n"));
  };
  CHECK(says(release("area"), "v.geojson: feature 0: has lines; a release with kind = \"area\" needs polygons"));
  CHECK(says(release("line"), "v.geojson: feature 1: has points; a release with kind = \"line\" needs lines"));
  CHECK(says(release("slope"), "v.geojson: feature 0: has lines; a release with kind = \"slope\" needs polygons"));
  CHECK(says(message(good + "[[line]]\nname = \"a\"\nfile = \"v.geojson\"\n"),
             "v.geojson: feature 1: has points; [[line]] 'a' needs lines"));
}

TEST_CASE("features of lines without geometry are warned of with their number and the file") {
  const Temporary temporary;
  temporary.write("v.geojson", R"({"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]}},
    {"type":"Feature","properties":{},"geometry":null}]})");
  const sandbox::Scenario scenario =
      sandbox::read_scenario(temporary.write("s.toml", good + "[[line]]\nname = \"a\"\nfile = \"v.geojson\"\n"));
  const sandbox::BuiltScene built(scenario);
  const auto warnings = sandbox::warnings_of_lines(scenario, built, sandbox::make_lines(scenario, built));
  REQUIRE(!warnings.empty());
  CHECK(says(warnings[0], "v.geojson: 1 of 2 features has no geometry and no effect"));
}

TEST_CASE("a release along a line whose points coincide is refused") {
  CHECK(says(refused_scenario(with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                   "kind = \"line\"\npoints = [[1.0, 2.0], [1.0, 2.0]]\n")),
             "s.toml:13: release.points: the points of the line coincide"));
}

namespace {

/** `good` on a grid of 5 x 5 nodes. */
std::filesystem::path on_grid(const Temporary& temporary, const std::string& frame, const std::string& keys,
                              const std::string& start) {
  temporary.write("t.asc", "ncols 5\nnrows 5\n" + frame + "5 4 3 2 1 5 4 3 2 1 5 4 3 2 1 5 4 3 2 1 5 4 3 2 1\n");
  return temporary.write("s.toml", with_terrain("file = \"t.asc\"\n" + keys, start));
}

std::string terrain_warnings(const std::string& frame, const std::string& keys) {
  const Temporary temporary;
  std::string all;
  const sandbox::BuiltScene built(sandbox::read_scenario(on_grid(temporary, frame, keys, "[0.0, 0.0]")));
  for (const std::string& warning : built.warnings()) all += warning + "\n";
  return all;
}

}  // namespace

TEST_CASE("a start whose rock is larger than the terrain is reported with world coordinates") {
  const Temporary temporary;
  const std::string frame = "xllcenter 2600000.25\nyllcenter 1200000.25\ncellsize 0.02\n";
  const sandbox::BuiltScene built(sandbox::read_scenario(on_grid(temporary, frame, "", "[2600000.29, 1200000.28]")));
  CHECK(says(refusal([&] { built.start(0, 1); }),
             "below the vertices of the rock at (2600000.29, 1200000.28), only between them"));
}

TEST_CASE("terrains whose distances are hardly metres on the ground are warned of") {
  const std::string degrees = "xllcenter 8.5\nyllcenter 46.5\ncellsize 0.000278\n";
  CHECK(says(terrain_warnings(degrees, ""),
             "t.asc: has cells of 0.000278 m at (8.50, 46.50) and names no coordinate system; if these are degrees"));
  const std::string web = "xllcenter 946000\nyllcenter 5860000\ncellsize 10\n";
  CHECK(says(terrain_warnings(web, "crs = \"EPSG:3857\"\n"), "are longer than on the ground"));
  CHECK(terrain_warnings(web, "") == "");
  CHECK(terrain_warnings("xllcenter 0\nyllcenter 0\ncellsize 0.02\n", "") == "");
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

TEST_CASE("every run of a table uses all rocks in turn, unless the table names the rock of each") {
  const Temporary temporary;
  const auto shapes = [&](const std::string& table, const std::string& keys) {
    const auto file = with_runs(temporary, table);
    const std::string second = "[[rock]]\nname = \"B\"\nshape = \"eota221\"\nmass = 90.0\ndensity = 2700.0\n";
    std::string text = read_all(file);
    text.insert(text.find("shape ="), "name = \"A\"\n");
    temporary.write("s.toml", text + keys + second);
    const sandbox::BuiltScene built(sandbox::read_scenario(file));
    std::string all;
    for (std::uint32_t rock = 0; rock < 16; ++rock) {
      CHECK(built.run_of(rock) == rock % 4);
      all += built.start(rock, 1).rock == 0 ? "A" : "B";
    }
    return all;
  };
  CHECK(shapes("id,x,y\na,0,0\nb,1,0\nc,0,1\nd,1,1\n", "") == "AAAABBBBAAAABBBB");
  CHECK(shapes("id,x,y,r\na,0,0,A\nb,1,0,B\nc,0,1,B\nd,1,1,A\n", "rock = \"r\"\n") == "ABBAABBAABBAABBA");
}

TEST_CASE("a rock that a table of runs names and the scenario does not have is refused with line and column") {
  const Temporary temporary;
  const auto file = with_runs(temporary, "id,x,y,r\na,0,0,A\nb,1,0,C\n");
  std::string text = read_all(file);
  text.insert(text.find("shape ="), "name = \"A\"\n");
  temporary.write("s.toml", text + "rock = \"r\"\n");
  CHECK(says(refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); }),
             "runs.csv:3: r: there is no rock 'C'; there are: A"));
}

TEST_CASE("each run of a table draws sizes of the whole distribution of volumes") {
  const Temporary temporary;
  const std::string volume = "[rock.volume]\ndistribution = \"uniform\"\nminimum = 1.0\nmaximum = 9.0\nsizes = 8\n";
  // Seven numbers of rocks are nearly four periods of the sequence of shares.
  const std::string table = "id,x,y,r\na,0,0,A\nb,1,0,A\nc,0,1,A\nd,1,1,A\ne,2,0,A\nf,2,1,A\ng,2,2,A\n";
  const std::string other = "[[rock]]\nname = \"B\"\nshape = \"box\"\n";
  for (const std::string& further : {std::string(), "rock = \"r\"\n" + other}) {
    const auto file = with_runs(temporary, table);
    std::string text = read_all(file);
    text.replace(text.find("mass = 780.0\n"), std::string("mass = 780.0\n").size(), "name = \"A\"\n");
    text.insert(text.find("[ground]"), volume);
    temporary.write("s.toml", text + further);
    const sandbox::BuiltScene built(sandbox::read_scenario(file));
    for (std::uint32_t run = 0; run < 7; ++run) {
      std::vector<int> drawn(9, 0);
      for (std::uint32_t rock = run; rock < 7 * 80; rock += 7) ++drawn[built.start(rock, 1).rock];
      for (std::size_t size = 0; size < 8; ++size) {
        CAPTURE(further);
        CAPTURE(run);
        CAPTURE(size);
        CHECK(drawn[size] >= 9);
        CHECK(drawn[size] <= 11);
      }
    }
  }
}
