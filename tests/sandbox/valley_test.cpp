#include "scenario/valley.h"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "captured_output.h"
#include "cli/commands.h"
#include "gdal_tools.h"
#include "io/raster.h"
#include "io/table.h"
#include "io/vector_writer.h"
#include "io/vectors.h"
#include "scenario/scene_builder.h"
#include "temporary.h"

namespace {

/** A valley and its results, computed once. */
struct Results {
  Results() {
    sandbox::ValleySpec spec;
    spec.cell = 4;
    sandbox::write_valley(temporary.folder, spec);
    sandbox::RunArguments arguments;
    arguments.scenario = (temporary.folder / "valley.toml").string();
    arguments.out = folder().string();
    arguments.overrides.rocks = 40;
    arguments.overrides.time_step = 0.01;
    arguments.rasters = arguments.trajectories = arguments.quiet = true;
    arguments.raster_cell = 5;
    sandbox::run_command(arguments);
  }
  std::filesystem::path folder() const { return temporary.folder / "results"; }

  Temporary temporary;
};

const Results& valley_results() {
  static const Results made;
  return made;
}

}  // namespace

TEST_CASE("the valley has a cliff, two block classes, soils and a forest" * doctest::test_suite("long")) {
  const auto& folder = valley_results().temporary.folder;
  const sandbox::BuiltScene built(sandbox::read_scenario(folder / "valley.toml"));
  CHECK(built.warnings().empty());
  CHECK(built.rock_classes().size() == 2);
  CHECK(built.rock_classes()[1].shapes == 200);
  const auto ground_at = [&](double x, double y) {
    rf_terrain_sample sample{};
    REQUIRE(rf_terrain_at(&built.scene().terrain, x - built.origin()[0] + 2600000, y - built.origin()[1] + 1200000,
                          &sample) == RF_OK);
    return sample;
  };
  CHECK(ground_at(50, 400).ground.mu_min == doctest::Approx(rf_ground_preset_find("extra_hard")->ground.mu_min));
  CHECK(ground_at(560, 400).ground.mu_min == doctest::Approx(rf_ground_preset_find("soft")->ground.mu_min));
  CHECK(ground_at(300, 200).ground.layer_drag == doctest::Approx(500));
  CHECK(ground_at(300, 700).ground.layer_drag == 0);
  CHECK(ground_at(95, 300).normal[2] < 0.65);
  CHECK(ground_at(373, 400).height > ground_at(365, 400).height + 1);
}

TEST_CASE("the files of a valley replace those of a former one all together or not at all") {
  const Temporary temporary;
  sandbox::ValleySpec spec;
  spec.cell = 20;
  sandbox::write_valley(temporary.folder, spec);
  const auto file = temporary.folder / "dem.tif", layer = temporary.folder / "road.gpkg";
  const std::string before = read_all(file);
  std::filesystem::remove(layer);
  std::filesystem::create_directory(layer);
  spec.cell = 10;
  CHECK(says(refusal([&] { sandbox::write_valley(temporary.folder, spec); }), "road.gpkg: is a folder"));
  CHECK(read_all(file) == before);
  std::filesystem::remove(layer);
  sandbox::write_valley(temporary.folder, spec);
  CHECK(read_all(file) != before);
  CHECK(std::distance(std::filesystem::directory_iterator(temporary.folder), {}) == 6);
}

TEST_CASE("a run names every preset of ground and soils with numbers that no publication confirms") {
  std::ifstream file(valley_results().folder() / "summary.json");
  const std::string warnings = nlohmann::json::parse(file).at("warnings").dump();
  CHECK(says(warnings,
             "the ground presets extra_hard, hard, medium_hard, soft have assumed parameters that no publication "
             "confirms; rockfall ground NAME lists their sources"));
}

TEST_CASE("hazard rasters are GeoTIFFs that gdalinfo describes as promised") {
  if (!has_gdal_tools()) return;
  for (const char* name : {"reach_probability", "passages", "deposits", "E_50", "E_95", "E_99", "E_max", "PH_50",
                           "PH_95", "PH_99", "V_50", "V_95", "classes/small/E_95", "classes/large/reach_probability"}) {
    CAPTURE(name);
    const auto file = valley_results().folder() / (std::string(name) + ".tif");
    CHECK(std::filesystem::file_size(file) > 1000);
    const auto info = nlohmann::json::parse(output_of("gdalinfo -json -stats " + file.string()));
    CHECK(info.at("size") == nlohmann::json::array({120, 160}));
    CHECK(info.at("geoTransform") == nlohmann::json::array({2600000.0, 5.0, 0.0, 1200800.0, 0.0, -5.0}));
    CHECK(says(info.at("coordinateSystem").at("wkt"), "ID[\"EPSG\",2056]"));
    CHECK(info.at("metadata").at("IMAGE_STRUCTURE").at("COMPRESSION") == "DEFLATE");
    CHECK(info.at("bands").at(0).at("type") == "Float32");
    CHECK(info.at("bands").at(0).at("noDataValue") == -9999);
  }
  const auto reach = sandbox::read_raster(valley_results().folder() / "passages.tif");
  double most = 0;
  for (const double value : reach.values) most = std::fmax(most, value);
  CHECK(most > 1);
}

TEST_CASE("trajectories, deposits, sources, lines and soils are layers that ogrinfo describes") {
  if (!has_gdal_tools()) return;
  const std::string tracks = output_of("ogrinfo -so -al " + (valley_results().folder() / "trajectories.gpkg").string());
  CHECK(says(tracks, "Geometry: 3D Measured Line String"));
  CHECK(says(tracks, "Feature Count: 40"));
  CHECK(says(tracks, "ID[\"EPSG\",2056]"));
  for (const char* field : {"E_max_kJ", "reach_angle_deg", "shadow_angle_deg", "impacts", "end", "v_max_m_s"}) {
    CHECK(says(tracks, field));
  }
  const std::string deposits = output_of("ogrinfo -so -al " + (valley_results().folder() / "deposits.gpkg").string());
  for (const char* layer : {"deposits", "sources", "lines", "soils"}) {
    CHECK(says(deposits, std::string("Layer name: ") + layer));
  }
  CHECK(says(deposits, "Geometry: 3D Point"));
}

TEST_CASE("the cells of a release are written as few areas that cover exactly them") {
  const auto& folder = valley_results().temporary.folder;
  const sandbox::BuiltScene built(sandbox::read_scenario(folder / "valley.toml"));
  const sandbox::SourceCells& cells = built.source(0).cells;
  REQUIRE(cells.index.size() > 500);
  const sandbox::VectorFile areas = sandbox::read_vectors(valley_results().folder() / "deposits.gpkg", "sources");
  CHECK(areas.features.size() < cells.index.size() / 20);
  double area = 0;
  for (const sandbox::Feature& feature : areas.features) {
    CHECK(feature.attributes.at("name") == "cliff");
    for (const sandbox::Shape& shape : feature.shapes) {
      area += sandbox::area_of(shape.points);
      for (const auto& hole : shape.holes) area -= sandbox::area_of(hole);
    }
  }
  CHECK(area == doctest::Approx(static_cast<double>(cells.index.size()) * cells.cell_x * cells.cell_y));
  std::size_t outside = 0;
  for (const std::uint32_t cell : cells.index) {
    const double x = cells.x0 + cell % cells.columns * cells.cell_x + built.origin()[0];
    const double y = cells.y0 + cell / cells.columns * cells.cell_y + built.origin()[1];
    bool found = false;
    for (const sandbox::Feature& feature : areas.features) {
      for (const sandbox::Shape& shape : feature.shapes) found = found || sandbox::contains(shape, x, y);
    }
    outside += found ? 0 : 1;
  }
  CHECK(outside == 0);
}

TEST_CASE("the table of deposits has the columns of their layer, with the same names and units") {
  const sandbox::Table table(valley_results().folder() / "deposits.csv");
  for (const char* column : {"rock",
                             "class",
                             "source",
                             "mass_kg",
                             "volume_m3",
                             "end",
                             "time_s",
                             "runout_m",
                             "drop_m",
                             "E_max_kJ",
                             "v_max_m_s",
                             "rotation_max_rot_s",
                             "jump_height_max_m",
                             "impacts",
                             "reach_angle_deg",
                             "start_x_m",
                             "start_y_m",
                             "start_z_m",
                             "x_m",
                             "y_m",
                             "z_m",
                             "steps"}) {
    CHECK_NOTHROW(table.column(column));
  }
  const auto number = [&](const char* column) { return table.number(0, table.column(column)); };
  CHECK(number("E_max_kJ") >= 0.5e-3 * number("mass_kg") * number("v_max_m_s") * number("v_max_m_s") * (1 - 1e-6));
  CHECK(number("E_max_kJ") < 1e-3 * number("mass_kg") * number("v_max_m_s") * number("v_max_m_s"));
  CHECK(number("drop_m") == doctest::Approx(number("start_z_m") - number("z_m")).epsilon(1e-4));
  if (!has_gdal_tools()) return;
  const std::string layer =
      output_of("ogrinfo -q " + (valley_results().folder() / "deposits.gpkg").string() + " deposits -fid 1");
  for (const char* column : {"mass_kg", "runout_m", "E_max_kJ", "v_max_m_s", "rotation_max_rot_s", "reach_angle_deg"}) {
    const std::string name = std::string(column) + " (Real) = ";
    REQUIRE(says(layer, name));
    const double value = std::stod(layer.substr(layer.find(name) + name.size()));
    CHECK(value == doctest::Approx(number(column)).epsilon(1e-7));
  }
}

TEST_CASE("crossings of a line are a table and a summary") {
  const sandbox::Table table(valley_results().folder() / "lines/meadow.csv");
  CHECK(table.rows() > 0);
  for (const char* column : {"rock", "class", "x_m", "y_m", "v_m_s", "E_trans_kJ", "E_rot_kJ", "height_centre_m",
                             "height_top_m", "angle_deg"}) {
    CHECK(table.column(column) < 13);
  }
  CHECK(table.number(0, table.column("x_m")) == doctest::Approx(2600310).epsilon(1e-9));
  std::ifstream file(valley_results().folder() / "lines.json");
  const auto json = nlohmann::json::parse(file);
  const auto& line = json.at("lines").at(0);
  CHECK(line.at("name") == "meadow");
  CHECK(line.at("crossings") == table.rows());
  CHECK(line.at("rocks") == 40);
  CHECK(line.at("kinetic_energy_kJ").at("q95").at("value") > 0);
  CHECK(line.at("classes").at("small").at("rocks").get<int>() + line.at("classes").at("large").at("rocks").get<int>() ==
        40);
}

TEST_CASE("results are not replaced without being told, and other folders never are") {
  const Temporary temporary;
  sandbox::RunArguments arguments;
  arguments.scenario = (valley_results().temporary.folder / "valley.toml").string();
  arguments.out = (temporary.folder / "out").string();
  arguments.overrides.rocks = 1;
  arguments.overrides.time_step = 0.02;
  arguments.quiet = arguments.no_map = true;
  sandbox::run_command(arguments);
  const std::string before = read_all(temporary.folder / "out/deposits.csv");
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "give --force to replace"));
  arguments.force = true;
  arguments.overrides.seed = 2;
  sandbox::run_command(arguments);
  CHECK(read_all(temporary.folder / "out/deposits.csv") != before);
  temporary.write("keep.txt", "mine");
  arguments.out = temporary.folder.string();
  CHECK(says(refusal([&] { sandbox::run_command(arguments); }), "holds no summary.json of a run"));
}

TEST_CASE("the time step of the valley is short enough for its rocks") {
  const Temporary temporary;
  sandbox::ValleySpec spec;
  spec.rocks = 60;
  sandbox::write_valley(temporary.folder, spec);
  sandbox::RunArguments arguments;
  arguments.scenario = (temporary.folder / "valley.toml").string();
  arguments.out = (temporary.folder / "out").string();
  arguments.quiet = arguments.no_map = true;
  sandbox::run_command(arguments);
  std::ifstream file(temporary.folder / "out/summary.json");
  CHECK(nlohmann::json::parse(file).at("rocks_faster_than_steps") == 0);
}

TEST_CASE("lines, soils and forests off the terrain are warned of with line and key") {
  const Temporary temporary;
  sandbox::ValleySpec spec;
  spec.cell = 20;
  sandbox::write_valley(temporary.folder, spec);
  const std::string off = "polygon = [[5.0, 5.0], [9.0, 5.0], [9.0, 9.0]]\n";
  temporary.write("off.toml", "[[soil]]\npreset = \"hard\"\n" + off + "[[forest]]\n" + off +
                                  "[[line]]\nname = \"far\"\npoints = [[0.0, 1200400.0], [2600009.0, 1200400.0]]\n" +
                                  "[[line]]\nname = \"near\"\npoints = [[0.0, 1200400.0], [2600011.0, 1200400.0]]\n" +
                                  read_all(temporary.folder / "valley.toml"));
  sandbox::RunArguments arguments;
  arguments.scenario = (temporary.folder / "off.toml").string();
  arguments.out = (temporary.folder / "out").string();
  arguments.overrides.rocks = 1;
  arguments.quiet = arguments.no_map = true;
  sandbox::run_command(arguments);
  const std::string warnings = read_all(temporary.folder / "out/summary.json");
  const std::string extent = "the terrain, which covers (2600010.00, 1200010.00) to (2600590.00, 1200790.00)";
  CHECK(says(warnings, "off.toml:3: soil.polygon: has no effect: it contains no node of " + extent));
  CHECK(says(warnings, "off.toml:5: forest.polygon: has no effect: it contains no node of " + extent));
  CHECK(says(warnings, "off.toml:8: line.points: no rock can cross it: it lies beside " + extent));
  CHECK(!says(warnings, "off.toml:11"));
  CHECK(!says(warnings, "soil.file"));
}

TEST_CASE("a release outside the terrain is refused with world coordinates and the extent") {
  const Temporary temporary;
  sandbox::ValleySpec spec;
  spec.cell = 20;
  sandbox::write_valley(temporary.folder, spec);
  const std::string rest = "[[release]]\nkind = \"point\"\npoints = [600383.0, 200730.0]\n";
  std::string text = read_all(temporary.folder / "valley.toml");
  const std::size_t from = text.find("[[release]]"), to = text.find("[[line]]");
  text = text.substr(0, from) + rest + text.substr(to);
  temporary.write("outside.toml", text);
  const sandbox::BuiltScene built(sandbox::read_scenario(temporary.folder / "outside.toml"));
  const std::string message = refusal([&] { built.start(0, 1); });
  CHECK(says(message, "position (600383.00, 200730.00) is not over ground"));
  CHECK(says(message, "the terrain covers (2600010.00, 1200010.00) to (2600590.00, 1200790.00)"));
}

TEST_CASE("a file of several layers is refused without the name of one, tables without geometries aside") {
  const Temporary temporary;
  const auto file = temporary.folder / "l.gpkg";
  const auto shape = [](sandbox::VectorWriter& writer) {
    sandbox::Shape line;
    line.kind = sandbox::Shape::Kind::line;
    line.points = {{2600000, 1200000}, {2600100, 1200100}};
    writer.shape(line, {std::string("a")});
  };
  for (const bool several : {true, false}) {
    std::filesystem::remove(file);
    sandbox::VectorWriter writer(file, {});
    writer.layer("dam", sandbox::VectorWriter::Geometry::line, {{"name", std::string()}});
    shape(writer);
    if (several) {
      writer.layer("road", sandbox::VectorWriter::Geometry::line, {{"name", std::string()}});
      shape(writer);
    }
    writer.close();
    const std::string refused = refusal([&] { sandbox::read_vectors(file, ""); });
    CHECK(says(refused, "l.gpkg: has 2 layers; name one of them by layer: dam, road") == several);
    CHECK(refused.empty() == !several);
    CHECK(sandbox::read_vectors(file, "dam").features.size() == 1);
    CHECK(says(refusal([&] { sandbox::read_vectors(file, "soil"); }), "there is no layer 'soil'; its layers: dam"));
  }
}

TEST_CASE("vectors in another coordinate system are refused, or converted when told") {
  if (!has_gdal_tools()) return;
  const Temporary temporary;
  sandbox::ValleySpec spec;
  spec.cell = 20;
  sandbox::write_valley(temporary.folder, spec);
  const std::string folder = temporary.folder.string();
  std::filesystem::rename(temporary.folder / "forest.gpkg", temporary.folder / "lv95.gpkg");
  output_of("ogr2ogr -t_srs EPSG:4326 " + folder + "/forest.gpkg " + folder + "/lv95.gpkg");
  const auto drag = [&](const std::vector<sandbox::Assignment>& changes) {
    const sandbox::BuiltScene built(sandbox::read_scenario(temporary.folder / "valley.toml", changes));
    rf_terrain_sample sample{};
    rf_terrain_at(&built.scene().terrain, 2600300 - built.origin()[0], 1200200 - built.origin()[1], &sample);
    return sample.ground.layer_drag;
  };
  const std::string message = refusal([&] { drag({}); });
  CHECK(says(message, "forest.gpkg: its coordinate system is EPSG:4326"));
  CHECK(says(message, "EPSG:2056 (CH1903+ / LV95)"));
  CHECK(drag({{"terrain.reproject", "true"}}) == doctest::Approx(500));
  // Metres as degrees.
  std::filesystem::remove(temporary.folder / "forest.gpkg");
  output_of("ogr2ogr -a_srs EPSG:4326 " + folder + "/forest.gpkg " + folder + "/lv95.gpkg");
  for (const char* reproject : {"false", "true"}) {
    const std::string degrees = refusal([&] { drag({{"terrain.reproject", reproject}}); });
    CHECK(says(degrees, "forest.gpkg: its coordinate system is EPSG:4326"));
    CHECK(says(degrees, "is no longitude and latitude; a GeoJSON file without \"crs\""));
  }
}

TEST_CASE("the sample scenario refuses a folder in which one of its files exists, and replaces it with --force only") {
  const Temporary temporary;
  sandbox::SampleArguments arguments;
  arguments.out = temporary.folder.string();
  arguments.cell = 20;
  for (const std::string& name : sandbox::valley_files()) {
    temporary.write(name, "mine");
    CHECK(says(refusal([&] { sandbox::sample_command(arguments); }), name + ": exists; give --force to replace it"));
    CHECK(read_all(temporary.folder / name) == "mine");
    std::filesystem::remove(temporary.folder / name);
  }
  temporary.write("dem.tif", "mine");
  arguments.force = true;
  sandbox::sample_command(arguments);
  for (const std::string& name : sandbox::valley_files()) CHECK(read_all(temporary.folder / name) != "mine");
  const auto entries = std::filesystem::directory_iterator(temporary.folder);
  CHECK(static_cast<std::size_t>(std::distance(begin(entries), end(entries))) == sandbox::valley_files().size());
}

TEST_CASE("the command to run a sample scenario is one for a shell, also with blanks in the name of the folder") {
  const Temporary temporary;
  sandbox::SampleArguments arguments;
  arguments.out = (temporary.folder / "my valley").string();
  arguments.cell = 20;
  const CapturedOutput output;
  sandbox::sample_command(arguments);
  CHECK(says(output.text.str(),
             "rockfall run '" + arguments.out + "/valley.toml' --rasters --out '" + arguments.out + "/results'\n"));
}
