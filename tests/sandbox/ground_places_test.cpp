// Ground by place: soils over the whole terrain, and soils whose numbers are fields of their polygons.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "run/run.h"
#include "scenario/scene_builder.h"
#include "slope.h"
#include "small_scenario.h"

namespace {

const std::string all_over = "polygon = [[-99.0, -99.0], [999.0, -99.0], [999.0, 99.0], [-99.0, 99.0]]\n";

/** `slope` with another preset in [ground], and more tables. */
sandbox::Scenario slope_of(const std::string& preset, const std::string& more) {
  return sandbox::parse_scenario(slope + more, "s.toml", {{"ground.preset", preset}});
}

rf_ground ground_near_start(const sandbox::BuiltScene& built) {
  rf_terrain_sample sample{};
  REQUIRE(rf_terrain_at(&built.scene().terrain, 5.3, 1.7, &sample) == RF_OK);
  return sample.ground;
}

/** A scenario with a soil from a file with a polygon over the ramp and its properties. */
std::filesystem::path with_soil_file(const Temporary& temporary, const std::string& properties,
                                     const std::string& keys = "") {
  temporary.write("s.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{)" +
                                   properties +
                                   R"(},"geometry":{"type":"Polygon","coordinates":)"
                                   R"([[[-99,-99],[999,-99],[999,99],[-99,99],[-99,-99]]]}}]})");
  return temporary.write("s.toml", slope + "[[soil]]\nfile = \"s.geojson\"\n" + keys);
}

bool same_numbers(const rf_ground& a, const rf_ground& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

TEST_CASE("a soil over the whole terrain is exactly the ground of its preset, whatever ground it replaces") {
  const std::string soil = "[[soil]]\npreset = \"medium_hard\"\n" + all_over;
  const rf_ground expected = rf_ground_preset_find("medium_hard")->ground;
  const sandbox::BuiltScene on_ground(slope_of("medium_hard", ""));
  const sandbox::RunResult wanted = run(on_ground, 1);
  for (const char* replaced : {"extra_soft", "extra_hard", "medium_hard"}) {
    const sandbox::BuiltScene built(slope_of(replaced, soil));
    CHECK(same_numbers(ground_near_start(built), expected));
    const sandbox::RunResult result = run(built, 1);
    CHECK(rf_hash_states(result.ends.data(), 24) == rf_hash_states(wanted.ends.data(), 24));
  }
}

TEST_CASE("later soils over the whole terrain replace earlier ones, those on a part of it do not hide the rest") {
  const std::string part = "[[soil]]\nmu_max = 0.9\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  const std::string all = "[[soil]]\nmu_max = 0.7\nmu_min = 0.1\n" + all_over;
  const sandbox::BuiltScene covered(slope_of("medium", part + all));
  CHECK(ground_near_start(covered).mu_max == 0.7);
  const sandbox::BuiltScene divided(slope_of("medium", all + part));
  CHECK(ground_near_start(divided).mu_max == doctest::Approx(0.9));
  CHECK(ground_near_start(divided).mu_min == 0.1);
  rf_terrain_sample elsewhere{};
  REQUIRE(rf_terrain_at(&divided.scene().terrain, 30, 0, &elsewhere) == RF_OK);
  CHECK(elsewhere.ground.mu_max == doctest::Approx(0.7));
}

TEST_CASE("a change of the uniform ground changes nothing that a soil gives on the whole terrain") {
  sandbox::BuiltScene built(slope_of("medium", "[[soil]]\nmu_max = 0.7\n" + all_over));
  rf_ground changed = rf_ground_preset_find("medium")->ground;
  changed.mu_max = 0.9;
  changed.mu_min = 0.25;
  REQUIRE(built.set_ground(changed) == RF_OK);
  CHECK(ground_near_start(built).mu_max == 0.7);
  CHECK(ground_near_start(built).mu_min == 0.25);
  changed.mu_min = 0.8;
  CHECK(built.set_ground(changed) == RF_BAD_VALUE);
}

TEST_CASE("polygons whose fields have names of numbers of the ground need no attribute, classes or preset") {
  const Temporary temporary;
  const auto file = with_soil_file(temporary, R"("name":"a","soil_strength":12e6)");
  const sandbox::BuiltScene built(sandbox::read_scenario(file));
  CHECK(ground_near_start(built).soil_strength == 12e6);
  CHECK(ground_near_start(built).mu_min == rf_ground_preset_find("medium")->ground.mu_min);
}

TEST_CASE("polygons of a file that overlap are warned of, and the last one counts") {
  const Temporary temporary;
  const auto feature = [](const char* x, const char* mu) {
    const std::string left = x;
    return R"({"type":"Feature","properties":{"mu_max":)" + std::string(mu) +
           R"(},"geometry":{"type":"Polygon","coordinates":[[[)" + left + ",-99],[999,-99],[999,99],[" + left +
           ",99],[" + left + ",-99]]]}}";
  };
  const auto built_with = [&](const std::string& features) {
    temporary.write("s.geojson", R"({"type":"FeatureCollection","features":[)" + features + "]}");
    return sandbox::BuiltScene(
        sandbox::read_scenario(temporary.write("s.toml", slope + "[[soil]]\nfile = \"s.geojson\"\n")));
  };
  const auto warned = [](const sandbox::BuiltScene& built, const std::string& count) {
    return std::any_of(built.warnings().begin(), built.warnings().end(), [&](const std::string& warning) {
      return says(warning, count) && says(warning, "in several polygons; of those of one file the last one counts");
    });
  };
  // 49 columns from x = -10 on and 51 rows, 41 columns beyond x = 5.
  const sandbox::BuiltScene twice = built_with(feature("-99", "0.9") + "," + feature("-99", "0.8"));
  CHECK(warned(twice, "2499 nodes of 2499 in"));
  CHECK(ground_near_start(twice).mu_max == doctest::Approx(0.8));
  CHECK(!warned(built_with(feature("-99", "0.9")), ""));
  const std::string thrice = feature("-99", "0.9") + "," + feature("-99", "0.8") + "," + feature("5", "0.7");
  CHECK(warned(built_with(thrice), "2499 nodes of 2499 in"));
  CHECK(warned(built_with(feature("-99", "0.9") + "," + feature("5", "0.7")), "2091 nodes of 2499 in"));
}

TEST_CASE("polygons without geometry are warned of with their number and the file") {
  const Temporary temporary;
  const auto file = with_soil_file(temporary, R"("mu_min":0.3)");
  std::string text = read_all(temporary.folder / "s.geojson");
  const std::size_t end = text.rfind("]}");
  text.insert(end, R"(,{"type":"Feature","properties":{"mu_min":0.4},"geometry":null})");
  temporary.write("s.geojson", text);
  const sandbox::BuiltScene built(sandbox::read_scenario(file));
  REQUIRE(built.warnings().size() == 1);
  CHECK(says(built.warnings()[0], "s.geojson: 1 of 2 features has no geometry and no effect"));
}

TEST_CASE("an attribute that the polygons do not have is told from one that has no value, with the polygon") {
  const Temporary temporary;
  const auto message = [&](const std::string& properties) {
    const auto file = with_soil_file(temporary, properties, "attribute = \"class\"\n");
    return refusal([&] { const sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  };
  CHECK(says(message(R"("name":"a","kind":"medium")"), "s.geojson: there is no field 'class'; its fields: name, kind"));
  CHECK(says(message(R"("name":"a","class":null)"), "s.geojson: feature 0: 'class' has no value"));
}

TEST_CASE("a forest with other geometries than polygons is refused as a forest, with the geometry") {
  const Temporary temporary;
  temporary.write("f.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},)"
                               R"("geometry":{"type":"Point","coordinates":[1,2]}}]})");
  const auto message = [&](const std::string& table) {
    const auto file = temporary.write("s.toml", slope + table + "file = \"f.geojson\"\n");
    return refusal([&] { const sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  };
  CHECK(says(message("[[forest]]\n"), "f.geojson: feature 0: has points; a forest needs polygons"));
  CHECK(says(message("[[soil]]\npreset = \"medium\"\n"), "f.geojson: feature 0: has points; a soil needs polygons"));
}

TEST_CASE(
    "fields of polygons whose names are those of numbers of the ground but for capitals or their end are warned of") {
  const Temporary temporary;
  const auto warnings = [&](const std::string& properties) {
    const sandbox::BuiltScene built(sandbox::read_scenario(with_soil_file(temporary, R"("mu_min":0.3,)" + properties)));
    return built.warnings();
  };
  const auto capitals = warnings(R"("MU_MAX":0.9)");
  REQUIRE(capitals.size() == 1);
  CHECK(says(capitals[0], "s.geojson: the field 'MU_MAX' has no effect: the number of the ground is mu_max"));
  const auto cut = warnings(R"("restitutio":0.1)");
  REQUIRE(cut.size() == 1);
  CHECK(
      says(cut[0], "'restitutio' has no effect: numbers of the ground are restitution_normal, restitution_tangential"));
  CHECK(says(cut[0], "a Shapefile cuts names after 10 letters: use GeoPackage"));
  CHECK(warnings(R"("mu_max":0.9,"name":"a","kappa_2":1,"restitution":1,"soil":"b")").empty());
}

TEST_CASE("polygons that give no number of the ground are refused with the file and what to give") {
  const Temporary temporary;
  const auto file = with_soil_file(temporary, R"("name":"a","soil_strenght":12e6)");
  const std::string message = refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  CHECK(says(message, "s.toml:23: soil.file: has no effect: no polygon of "));
  CHECK(says(message,
             "s.geojson has a number in a field with the name of a number of [ground], such as soil_strength; "
             "its fields: name, soil_strenght; give attribute, preset or numbers of the ground"));
  const auto empty = with_soil_file(temporary, R"("mu_min":null)");
  CHECK(says(refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(empty)); }),
             "s.geojson has a number in a field with the name of a number of [ground], such as soil_strength; "
             "its fields: mu_min; give"));
}

TEST_CASE("a raster as the file of a soil without classes is refused with the table that it needs") {
  const Temporary temporary;
  const auto raster = temporary.write("c.asc", "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 9\n1 1\n1 1\n");
  const std::string soil = "[[soil]]\nfile = \"" + raster.string() + "\"\n";
  for (const char* keys : {"", "preset = \"hard\"\n"}) {
    const std::string message = refused_scenario(good + soil + keys);
    CHECK(says(message, "c.asc: not a vector file"));
    CHECK(says(message, " (a raster of class numbers needs the table [soil.classes])"));
  }
}

TEST_CASE("a soil says which of its place and its keys is wrong") {
  const std::string square = "polygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  const auto refused = [](const std::string& soil) { return refused_scenario(good + soil); };
  CHECK(says(refused("[[soil]]\n" + square), "s.toml:15: soil.polygon: has no effect: give preset or numbers of the "));
  CHECK(says(refused("[[soil]]\npreset = \"hard\"\n"), "soil.file: is missing: give a file or a polygon"));
  CHECK(says(refused("[[forest]]\ndrag = 9\n"), "forest.file: is missing: give a file or a polygon"));
  CHECK(says(refused("[[soil]]\nfile = \"s.toml\"\n" + square), "s.toml:16: soil.polygon: a file is given as well"));
  CHECK(says(refused("[[soil]]\n" + square + "attribute = \"class\"\n"),
             "s.toml:16: soil.attribute: needs a file: polygon has no fields"));
  CHECK(says(refused("[[soil]]\n" + square + "layer = \"a\"\npreset = \"hard\"\n"),
             "s.toml:16: soil.layer: needs a file"));
  CHECK(says(refused("[[soil]]\n" + square + "preset = \"hard\"\n[soil.classes]\na = \"soft\"\n"),
             "s.toml:17: soil.classes: needs a file: polygons with an attribute, or a raster of class numbers"));
}

TEST_CASE("a forest has no classes: the attribute of a soil is an unknown key") {
  for (const std::string place : {"file = \"s.toml\"\n", "polygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0]]\n"}) {
    CHECK(says(refused_scenario(good + "[[forest]]\n" + place + "attribute = \"density\"\n"),
               "s.toml:16: forest.attribute: unknown key; possible here: file, polygon, "));
  }
}

TEST_CASE("a soil may have the largest number that a ground may have, which is no float") {
  const Temporary temporary;
  const std::string square = "[[soil]]\npolygon = [[4.0, -9.0], [9.0, -9.0], [9.0, 9.0], [4.0, 9.0]]\n";
  const auto refused = [&](const std::string& strength) {
    const auto file = temporary.write("s.toml", good + square + "soil_strength = " + strength + "\n");
    return refusal([&] { const sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  };
  CHECK(refused("1e20").empty());
  CHECK(says(refused("1.00000001e20"), "s.toml:"));
}

TEST_CASE("a raster of a soil strength in megapascals is warned of with its file") {
  const Temporary temporary;
  const auto warnings = [&](const std::string& value) {
    std::string row, text = "ncols 3\nnrows 3\nxllcenter 0\nyllcenter 0\ncellsize 10\n", heights = text;
    for (int i = 0; i < 9; ++i) row += value + (i % 3 == 2 ? "\n" : " ");
    temporary.write("f.asc", text + row);
    temporary.write("h.asc", heights + "9 6 3\n9 6 3\n9 6 3\n");
    const auto file = temporary.write("s.toml", "[terrain]\nfile = \"h.asc\"\n" + good.substr(good.find("[[rock]]")) +
                                                    "[ground.fields]\nsoil_strength = \"f.asc\"\n");
    std::string all;
    const sandbox::BuiltScene built(sandbox::read_scenario(file));
    for (const std::string& warning : built.warnings()) all += warning;
    return all;
  };
  CHECK(says(warnings("12"), "f.asc: the largest soil_strength is 12 Pa; is 1.2e+07 meant (12 MPa)?"));
  CHECK(!says(warnings("12e6"), "soil_strength"));
}

TEST_CASE("values that usually mark places without data are warned of in every raster, unless the file declares them") {
  const Temporary temporary;
  const std::string frame = "ncols 3\nnrows 3\nxllcenter 0\nyllcenter 0\ncellsize 10\n";
  const auto warnings = [&](const std::string& marker, const std::string& declared, const std::string& tables) {
    temporary.write("h.asc", frame + "9 6 3\n9 6 3\n9 6 3\n");
    temporary.write("low.asc", frame + "NODATA_value " + declared + "\n9 6 3\n9 6 3\n9 6 " + marker + "\n");
    temporary.write("f.asc", frame + "NODATA_value " + declared + "\n1 1 1\n1 1 1\n1 1 " + marker + "\n");
    const bool low = tables.empty();
    std::string all, text = good.substr(good.find("[[rock]]"));
    if (says(tables, "[release]")) text = text.substr(0, text.find("[release]"));
    const auto file = temporary.write(
        "s.toml", std::string("[terrain]\nfile = \"") + (low ? "low.asc" : "h.asc") + "\"\n" + text + tables);
    const sandbox::BuiltScene built(sandbox::read_scenario(file));
    for (const std::string& warning : built.warnings()) all += warning;
    return all;
  };
  const std::string field = "[ground.fields]\ncontact_drag = \"f.asc\"\n";
  const std::string release = "[release]\nkind = \"raster\"\nfile = \"f.asc\"\n";
  const std::string which = " other programs write where there are no data: if this is meant, the file must declare it";
  CHECK(says(warnings("-32768", "-1", ""), "low.asc: 1 value of -32768, which" + which));
  CHECK(says(warnings("9999", "-1", field), "f.asc: 1 value of 9999, which" + which));
  CHECK(says(warnings("65535", "-1", release), "f.asc: 1 value of 65535, which" + which));
  CHECK(says(warnings("3.4028235e38", "-1", release), "f.asc: 1 value of 3.40282"));
  CHECK(warnings("-32768", "-32768", "") == "");
  CHECK(warnings("65535", "65535", release) == "");
  CHECK(warnings("4", "-1", field) == "");
}

TEST_CASE("a scale that a raster declares counts for a field of the ground and is refused for numbers of classes") {
  const Temporary temporary;
  const std::string frame = "ncols 3\nnrows 3\nxllcenter -10\nyllcenter -10\ncellsize 10\n";
  temporary.write("h.asc", frame + "9 6 3\n9 6 3\n9 6 3\n");
  temporary.write("f.asc", frame + "2 2 2\n2 2 2\n2 2 2\n");
  temporary.write("f.vrt",
                  R"(<VRTDataset rasterXSize="3" rasterYSize="3"><GeoTransform>-15, 10, 0, 15, 0, -10</GeoTransform>)"
                  R"(<VRTRasterBand dataType="Float64" band="1"><Scale>0.25</Scale><SimpleSource><SourceFilename )"
                  R"(relativeToVRT="1">f.asc</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>)");
  const auto read = [&](const std::string& tables) {
    return sandbox::read_scenario(
        temporary.write("s.toml", "[terrain]\nfile = \"h.asc\"\n" + good.substr(good.find("[[rock]]")) + tables));
  };
  const sandbox::BuiltScene built(read("[ground.fields]\nmu_min = \"f.vrt\"\n"));
  CHECK(ground_near_start(built).mu_min == doctest::Approx(0.5));
  const std::string soil = "[[soil]]\nfile = \"f.vrt\"\n[soil.classes]\n2 = \"medium\"\n";
  CHECK(says(refusal([&] { const sandbox::BuiltScene refused(read(soil)); }),
             "f.vrt: declares a scale or an offset, which numbers of classes do not have"));
}

TEST_CASE("a class number of a raster that is not in [soil.classes] is refused with its first position") {
  const Temporary temporary;
  const std::string frame = "ncols 3\nnrows 3\nxllcenter -10\nyllcenter -10\ncellsize 10\n";
  temporary.write("h.asc", frame + "9 6 3\n9 6 3\n9 6 3\n");
  temporary.write("f.asc", frame + "2 2 2\n2 2 7\n2 2 2\n");
  const auto file = temporary.write("s.toml", "[terrain]\nfile = \"h.asc\"\n" + good.substr(good.find("[[rock]]")) +
                                                  "[[soil]]\nfile = \"f.asc\"\n[soil.classes]\n2 = \"medium\"\n");
  CHECK(says(refusal([&] { const sandbox::BuiltScene built(sandbox::read_scenario(file)); }),
             "f.asc: the class '7' at (10.00, 0.00) is neither a ground preset nor in [soil.classes], which has: 2"));
}

TEST_CASE(
    "a raster of ground on other nodes than the terrain is refused with what reproject would do with its numbers") {
  const Temporary temporary;
  const std::string frame = "nrows 3\nxllcenter -10\nyllcenter -10\ncellsize 10\n";
  temporary.write("h.asc", "ncols 3\n" + frame + "9 6 3\n9 6 3\n9 6 3\n");
  temporary.write("f.asc", "ncols 2\n" + frame + "1 1\n1 1\n1 1\n");
  const auto refused = [&](const std::string& tables) {
    const auto file =
        temporary.write("s.toml", "[terrain]\nfile = \"h.asc\"\n" + good.substr(good.find("[[rock]]")) + tables);
    return refusal([&] { const sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  };
  const std::string field = refused("[ground.fields]\nmu_min = \"f.asc\"\n"),
                    classes = refused("[[soil]]\nfile = \"f.asc\"\n[soil.classes]\n1 = \"medium\"\n");
  CHECK(says(field, "f.asc: a raster of ground needs the same nodes as the terrain: 3 x 3 of 10 m"));
  CHECK(says(field, "with reproject = true in [terrain] it is interpolated"));
  CHECK(says(classes, "with reproject = true in [terrain] each node has the nearest class"));
}
