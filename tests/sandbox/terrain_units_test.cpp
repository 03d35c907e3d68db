// Coordinate systems and units that a terrain may have.
#include <doctest/doctest.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include "io/gdal.h"
#include "scenario/scene_builder.h"
#include "temporary.h"

namespace {

/** A scenario on a GeoTIFF of 20 x 20 m.
 *  @param crs  of the file, as GDAL takes it; empty: none
 *  @param unit  of its band; empty: none */
std::filesystem::path on_tiff(const Temporary& temporary, const std::string& crs, const std::string& unit,
                              const std::string& keys) {
  sandbox::use_gdal();
  const std::string file = (temporary.folder / "t.tif").string();
  GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), file.c_str(), 20, 20, 1, GDT_Float32, nullptr);
  REQUIRE(dataset != nullptr);
  double place[6] = {600000, 1, 0, 200000, 0, -1};
  GDALSetGeoTransform(dataset, place);
  if (!crs.empty()) {
    OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
    REQUIRE(OSRSetFromUserInput(system, crs.c_str()) == OGRERR_NONE);
    GDALSetSpatialRef(dataset, system);
    OSRDestroySpatialReference(system);
  }
  GDALFillRaster(GDALGetRasterBand(dataset, 1), 1000, 0);
  if (!unit.empty()) GDALSetRasterUnitType(GDALGetRasterBand(dataset, 1), unit.c_str());
  GDALClose(dataset);
  return temporary.write("s.toml", "[terrain]\nfile = \"t.tif\"\n" + keys +
                                       "[[rock]]\nshape = \"box\"\n[release]\nkind = \"point\"\npoints = [600010.0, "
                                       "199990.0]\n");
}

std::string refused_tiff(const std::string& crs, const std::string& unit, const std::string& keys = "") {
  const Temporary temporary;
  const auto file = on_tiff(temporary, crs, unit, keys);
  return refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
}

}  // namespace

TEST_CASE("heights in feet are refused, by the unit of the band and by that of the vertical system") {
  for (const char* unit : {"ft", "Foot", "US survey foot", "us-ft"}) {
    CAPTURE(unit);
    const std::string message = refused_tiff("", unit);
    CHECK(says(message, "t.tif: the unit of its heights is '" + std::string(unit) +
                            "', not the metre; give terrain.z_scale = 0.3048"));
  }
  CHECK(says(refused_tiff("EPSG:26910+6360", ""), "t.tif: the unit of its heights is 'US survey foot'"));
  CHECK(says(refused_tiff("", "", "crs = \"EPSG:26910+8228\"\n"), "t.tif: the unit of its heights is 'foot'"));
  CHECK(says(refused_tiff("", "km"), "give terrain.z_scale = 1000"));
  for (const char* unit : {"[ft]", "ft (NAVD88)", "feet, above the sea"}) {
    CHECK(says(refused_tiff("", unit), "give terrain.z_scale = 0.3048"));
  }
}

TEST_CASE("heights in a unit that is not known are refused until a factor says what it is") {
  for (const char* unit : {"fathom", "masl", "m\xC3\xA8tre", "10 m"}) {
    const std::string message = refused_tiff("", unit);
    CHECK(says(message, "t.tif: the unit of its heights, '"));
    CHECK(
        says(message, "', is not known; if it is the metre, give terrain.z_scale = 1, otherwise the metres per unit"));
    CHECK(refused_tiff("", unit, "z_scale = 1\n").empty());
  }
}

TEST_CASE("a power, a product or a quotient of the metre or the foot is not known") {
  const auto is_refused = [](const std::string& unit) {
    CAPTURE(unit);
    const std::string message = refused_tiff("", unit);
    CHECK(says(message, "t.tif: the unit of its heights, '"));
    CHECK(says(message, "', is not known"));
    CHECK(refused_tiff("", unit, "z_scale = 1\n").empty());
  };
  for (const char* unit : {"m/s", "m / s", "[m/s]", "(m)/s", "m s-1", "m.s-1", "m_s-1", "m-1", "m %", "ft/s"}) {
    is_refused(unit);
  }
  for (const char* unit : {"m2", "m3", "m^2", "m**2", "m 2", "m*s", "metre squared", "ft2", "metres per second"}) {
    is_refused(unit);
  }
  // Superscripts, a point of multiplication and a cross in UTF-8; a superscript in Latin-1.
  for (const char* unit :
       {"m\xC2\xB2", "m \xC2\xB2", "m s\xE2\x81\xBB\xC2\xB9", "m \xC2\xB7 s", "m \xC3\x97 s", "m\xB2"}) {
    is_refused(unit);
  }
}

TEST_CASE("heights in feet are accepted with the factor that makes metres of them") {
  for (const char* factor : {"0.3048", "0.3048006096012192", "0.3048006"}) {
    const std::string key = "z_scale = " + std::string(factor) + "\n";
    CHECK(refused_tiff("", "ft", key).empty());
    CHECK(refused_tiff("EPSG:26910+6360", "", key).empty());
  }
  CHECK(says(refused_tiff("", "ft", "z_scale = 0.31\n"), "t.tif: the unit of its heights is 'ft'"));
  CHECK(says(refused_tiff("", "ft", "z_scale = 1\n"), "t.tif: the unit of its heights is 'ft'"));
  CHECK(refused_tiff("", "fathom", "z_scale = 1.8288\n").empty());
  CHECK(refused_tiff("", "Metri", "z_scale = 1\n").empty());
}

TEST_CASE("the unit of the band counts before that of the vertical system") {
  for (const char* unit : {"m", "metres above the sea"}) CHECK(refused_tiff("EPSG:26910+6360", unit).empty());
  CHECK(says(refused_tiff("EPSG:26910+5703", "ft"), "t.tif: the unit of its heights is 'ft'"));
  CHECK(refused_tiff("EPSG:26910+5703", "ft", "z_scale = 0.3048\n").empty());
  CHECK(says(refused_tiff("EPSG:26910+6360", "unknown"), "t.tif: the unit of its heights is 'US survey foot'"));
}

TEST_CASE("heights in metres and those without a unit are accepted") {
  for (const char* unit :
       {"", "m", "metre", "Meters", "metres above the sea", "m.a.s.l.", "[m]", "(M)", "m a.s.l.", "unknown", "metre(s)",
        "m+NAP", "m (NAVD88)", "m LN02", "m, EGM96", "m_asl", "m \xC3\xBC. M.", "m \xC3\xB3"}) {
    CAPTURE(unit);
    CHECK(refused_tiff("", unit).empty());
    CHECK(refused_tiff("", unit, "z_scale = 1.5\n").empty());
  }
  CHECK(refused_tiff("EPSG:26910+5703", "").empty());
  CHECK(refused_tiff("EPSG:2056", "").empty());
}

TEST_CASE("a coordinate system of a terrain without projected coordinates is refused") {
  for (const char* crs : {"EPSG:5728", "EPSG:4978"}) {
    CAPTURE(crs);
    CHECK(says(refused_tiff("", "", "crs = \"" + std::string(crs) + "\"\n"),
               ": terrain.crs: its coordinates are no projected ones (EPSG:" + std::string(crs).substr(5)));
  }
  CHECK(says(refused_tiff("", "", "crs = \"EPSG:4326+5773\"\n"), "its coordinates are degrees"));
  for (const char* crs : {"EPSG:2056", "EPSG:2056+5728", "+proj=utm +zone=32 +ellps=bessel +towgs84=1,2,3 +units=m",
                          "LOCAL_CS[\\\"site\\\",UNIT[\\\"metre\\\",1]]"}) {
    CAPTURE(crs);
    CHECK(refused_tiff("", "", "crs = \"" + std::string(crs) + "\"\n").empty());
  }
}

TEST_CASE("a local system together with a vertical one counts by the unit of the local one") {
  const auto refused = [](const std::string& unit) {
    return refused_tiff("", "",
                        "crs = 'COMPD_CS[\"site and height\",LOCAL_CS[\"site\",UNIT[" + unit +
                            "]],VERT_CS[\"height\",VERT_DATUM[\"height\",2005],UNIT[\"metre\",1]]]'\n");
  };
  CHECK(refused("\"metre\",1").empty());
  CHECK(says(refused("\"foot\",0.3048"), ": terrain.crs: the unit of its coordinates (site and height) is 0.3048 m"));
}
