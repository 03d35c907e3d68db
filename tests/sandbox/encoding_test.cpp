// Names and texts with bytes that are not UTF-8.
#include <doctest/doctest.h>
#include <gdal.h>
#include <ogr_api.h>

#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/text.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"
#include "io/table.h"
#include "sandbox/calibration_world.h"
#include "scenario/scenario.h"
#include "scenario/scene_builder.h"
#include "slope.h"
#include "small_campaign.h"

namespace {

const std::string latin_folder = "caf\xE9";

fs::path in_latin_folder(const Temporary& temporary, const std::string& name, const std::string& content) {
  fs::create_directories(temporary.folder / latin_folder);
  return temporary.write(latin_folder + "/" + name, content);
}

/** A Shapefile in Latin-1 with a polygon that has this field; its file .cpg says so. */
void write_latin_shapefile(const fs::path& file, const char* field, const char* value) {
  sandbox::use_gdal();
  const sandbox::GdalDataset dataset(
      GDALCreate(GDALGetDriverByName("ESRI Shapefile"), file.string().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
  REQUIRE(dataset);
  const char* const options[] = {"ENCODING=ISO-8859-1", nullptr};
  OGRLayerH layer = GDALDatasetCreateLayer(dataset.get(), "soil", nullptr, wkbPolygon, const_cast<char**>(options));
  REQUIRE(layer != nullptr);
  OGRFieldDefnH definition = OGR_Fld_Create(field, OFTString);
  CHECK(OGR_L_CreateField(layer, definition, 1) == OGRERR_NONE);
  OGR_Fld_Destroy(definition);
  char text[] = "POLYGON((-99 -99,-99 99,999 99,999 -99,-99 -99))";
  char* wkt = text;
  OGRGeometryH polygon = nullptr;
  REQUIRE(OGR_G_CreateFromWkt(&wkt, nullptr, &polygon) == OGRERR_NONE);
  const sandbox::OgrFeature feature(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
  OGR_F_SetFieldString(feature.get(), 0, value);
  CHECK(OGR_F_SetGeometryDirectly(feature.get(), polygon) == OGRERR_NONE);
  CHECK(OGR_L_CreateFeature(layer, feature.get()) == OGRERR_NONE);
}

}  // namespace

TEST_CASE("text is UTF-8 if its bytes are, without surrogates and overlong forms") {
  for (const char* text :
       {"", "abc", "F\xC3\xB6hn", "\xE2\x82\xAC", "\xED\x9F\xBF", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"}) {
    CAPTURE(text);
    CHECK(sandbox::is_utf8(text));
  }
  for (const char* text : {"F\xF6hn", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                           "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80", "\xE2\x82"}) {
    CAPTURE(text);
    CHECK_FALSE(sandbox::is_utf8(text));
  }
  CHECK(nlohmann::json::parse(sandbox::json_text(nlohmann::json{{"F\xF6hn", "caf\xE9"}})).dump() ==
        "{\"F\xEF\xBF\xBDhn\":\"caf\xEF\xBF\xBD\"}");
}

TEST_CASE("a table that is not UTF-8 is refused with the line") {
  const Temporary temporary;
  const auto refused = [&](const std::string& content) {
    return refusal([&] { const sandbox::Table table(temporary.write("runs.csv", content)); });
  };
  CHECK(says(refused("run,group\n1,a\n\n2,F\xF6hn\n"), "runs.csv:4: holds bytes that are not UTF-8"));
  CHECK(says(refused("run,gr\xFC"
                     "n\n1,a\n"),
             "runs.csv:1: holds bytes that are not UTF-8"));
  CHECK(says(refused(std::string("r\0u\0n\0\n\0", 8)), "runs.csv:1: holds bytes that are not UTF-8"));
  CHECK(says(refused(std::string("\0r\0u\0n\0\n", 8)), "runs.csv:1: holds bytes that are not UTF-8"));
  CHECK(refused("run,group\n1,F\xC3\xB6hn\n").empty());
}

TEST_CASE("a Shapefile in Latin-1 is read with its file .cpg, and refused with this remedy without it") {
  const Temporary temporary;
  const auto message = [&](const std::string& attribute) {
    const std::string soil = "[[soil]]\nfile = \"soil.shp\"\nattribute = \"" + attribute +
                             "\"\n[soil.classes]\n\"Ger\xC3\xB6ll\" = \"hard\"\n";
    const auto file = temporary.write("s.toml", slope + soil);
    return refusal([&] { const sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  };
  const std::string remedy = "not UTF-8: a Shapefile needs a file .cpg with the name of its encoding, as ISO-8859-1";
  write_latin_shapefile(temporary.folder / "soil.shp", "kind", "Ger\xC3\xB6ll");
  CHECK(message("kind").empty());
  fs::remove(temporary.folder / "soil.cpg");
  CHECK(says(message("kind"), "is neither a ground preset nor in [soil.classes], which has: Ger\xC3\xB6ll; " + remedy));
  const std::string field = std::string("B\xC3\xB6") + "den";
  write_latin_shapefile(temporary.folder / "soil.shp", field.c_str(), "Ger\xC3\xB6ll");
  CHECK(message(field).empty());
  fs::remove(temporary.folder / "soil.cpg");
  CHECK(says(message(field), "; " + remedy));
}

TEST_CASE("a changed key that is not UTF-8 is refused") {
  CHECK(says(refusal([] { sandbox::parse_assignment("scenario.name=caf\xE9"); }), "holds bytes that are not UTF-8"));
  CHECK(refusal([] { sandbox::parse_assignment("scenario.name=caf\xC3\xA9"); }).empty());
}

TEST_CASE("a scenario in a folder whose name is not UTF-8 is run, in parts, too") {
  const Temporary temporary;
  sandbox::RunArguments arguments = arguments_of(temporary, latin_folder + "/one");
  arguments.scenario = in_latin_folder(temporary, "l\xE4rm.toml", campaign_text).string();
  arguments.no_map = true;
  sandbox::run_command(arguments);
  const auto summary = nlohmann::json::parse(read_all(fs::path(arguments.out) / "summary.json"));
  CHECK(summary.at("scenario") == "l\xEF\xBF\xBDrm");
  CHECK(says(read_all(fs::path(arguments.out) / "report.html"), "caf\xE9/l\xE4rm.toml"));

  arguments.out = (temporary.folder / "parts").string();
  arguments.checkpoint = (temporary.folder / "checkpoint").string();
  arguments.shard = "1/1";
  sandbox::run_command(arguments);
  sandbox::MergeArguments merge;
  merge.parts = {arguments.out};
  merge.out = (temporary.folder / "merged").string();
  sandbox::merge_command(merge);
  CHECK(differences(temporary.folder / latin_folder / "one", temporary.folder / "merged") ==
        std::vector<std::string>());
}

#if defined(ROCKFALL_HAS_NLOPT)

TEST_CASE("a calibration whose scenario could not name its files is refused before it begins") {
  const calibration_world::Synthetic synthetic;
  for (const char* name : {"runs.csv", "seen.csv", "s.toml"}) {
    in_latin_folder(synthetic.temporary, name, read_all(synthetic.temporary.folder / name));
  }
  sandbox::CalibrateArguments arguments = synthetic.arguments(3);
  arguments.scenario = (synthetic.temporary.folder / latin_folder / "s.toml").string();
  CHECK(says(calibration_world::refusal_of(arguments), "runs.csv: the text of a scenario cannot name this file"));
  CHECK(!fs::exists(synthetic.temporary.folder / "results"));
}

#endif
