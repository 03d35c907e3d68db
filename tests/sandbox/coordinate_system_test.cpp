#include <doctest/doctest.h>

#include "io/crs.h"
#include "io/raster.h"
#include "run/hazard.h"
#include "scenario/scene_builder.h"
#include "small_scenario.h"
#include "temporary.h"

using sandbox::read_raster;

TEST_CASE("a coordinate system is known by its code, by its text and by a file beside an Esri grid") {
  const sandbox::Crs lv95 = sandbox::crs_from_text("EPSG:2056");
  CHECK(sandbox::crs_name(lv95) == "EPSG:2056 (CH1903+ / LV95)");
  CHECK_FALSE(sandbox::may_be_same(lv95, sandbox::crs_from_text("EPSG:21781")));
  CHECK(sandbox::may_be_same(lv95, {}));
  CHECK(says(refusal([] { sandbox::crs_from_text("LV95?"); }), "is not a coordinate system"));
  const Temporary temporary;
  temporary.write("t.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n");
  temporary.write("t.prj", lv95.wkt);
  CHECK(sandbox::may_be_same(read_raster(temporary.folder / "t.asc").crs, lv95));
  CHECK(sandbox::epsg_code(read_raster(temporary.folder / "t.asc").crs) == "2056");
}

TEST_CASE("the coordinate system beside an Esri grid is found whatever the case of its name and the line ends") {
  const sandbox::Crs lv95 = sandbox::crs_from_text("EPSG:2056");
  for (const std::string ending : {".prj", ".PRJ", ".Prj"}) {
    for (const char* line_end : {"\n", "\r\n"}) {
      CAPTURE(ending);
      const Temporary temporary;
      std::string text;
      for (const char* line : {"ncols 2", "nrows 2", "xllcorner 0", "yllcorner 0", "cellsize 1", "1 2", "3 4"}) {
        text += line + std::string(line_end);
      }
      temporary.write("t.asc", text);
      temporary.write("t" + ending, lv95.wkt);
      CHECK(sandbox::epsg_code(read_raster(temporary.folder / "t.asc").crs) == "2056");
    }
  }
}

TEST_CASE("a raster is moved to another coordinate system") {
  const sandbox::Transformation convert(sandbox::crs_from_text("EPSG:21781"), sandbox::crs_from_text("EPSG:2056"));
  double x = 600000, y = 200000;
  convert.apply(x, y);
  CHECK(x == doctest::Approx(2600000).epsilon(1e-7));
  CHECK(y == doctest::Approx(1200000).epsilon(1e-7));
}

TEST_CASE("files with a coordinate system on a terrain without one are warned of, each with its system") {
  const Temporary temporary;
  const std::string grid = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n";
  temporary.write("t.asc", grid + "5 4\n5 4\n");
  temporary.write("c.asc", grid + "1 1\n1 1\n");
  const sandbox::Crs lv95 = sandbox::crs_from_text("EPSG:2056");
  const std::string crs = R"("crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::2056"}},)";
  const auto collection = [](const std::string& system, const std::string& geometry) {
    return R"({"type":"FeatureCollection",)" + system + R"("features":[{"type":"Feature","properties":{},"geometry":)" +
           geometry + "}]}";
  };
  const std::string line = R"({"type":"LineString","coordinates":[[12,4],[12,14]]})";
  const std::string tables =
      "[[soil]]\nfile = \"c.asc\"\n[soil.classes]\n1 = \"medium\"\n[[line]]\nname = \"a\"\n"
      "file = \"l.geojson\"\n";
  const auto warnings = [&](const std::string& keys) {
    const std::string text = with_terrain("file = \"t.asc\"\n" + keys, "[8.0, 8.0]") + tables;
    const sandbox::Scenario scenario = sandbox::read_scenario(temporary.write("s.toml", text));
    const sandbox::BuiltScene built(scenario);
    std::vector<std::string> all = built.warnings();
    for (const auto& more : sandbox::make_lines(scenario, built)) {
      all.insert(all.end(), more.warnings.begin(), more.warnings.end());
    }
    std::string found;
    for (const std::string& warning : all)
      found += says(warning, "that of the terrain is unknown") ? warning + "\n" : "";
    return found;
  };
  temporary.write("l.geojson", collection("", line));
  CHECK(warnings("").empty());
  temporary.write("c.prj", lv95.wkt);
  temporary.write("l.geojson", collection(crs, line));
  CHECK(
      says(warnings(""), "c.asc: its coordinate system is EPSG:2056 (CH1903+ / LV95), that of the terrain is unknown"));
  CHECK(says(warnings(""), "l.geojson: its coordinate system is EPSG:2056"));
  CHECK(warnings("crs = \"EPSG:2056\"\n").empty());
}
