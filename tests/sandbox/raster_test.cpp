#include "io/raster.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <doctest/doctest.h>
#include <gdal.h>
#include <ogr_srs_api.h>
#include <sys/resource.h>

#include <cmath>
#include <vector>

#include "common/error.h"
#include "io/gdal.h"
#include "temporary.h"

using sandbox::Raster;
using sandbox::read_raster;

namespace {

struct TiffContent {
  int columns = 5, rows = 3, bands = 1;
  GDALDataType type = GDT_Float32;
  std::vector<const char*> options;
  double place[6] = {1000, 2, 0, 2000, 0, -4};
  bool position = true, points = false;
  int epsg = 2056;
  double nodata = 1e30, scale = 1, offset = 0;
  double raised = 0;  ///< added to every height
};

/** Writes a GeoTIFF with height 10 row + column + raised at pixel (column, row from the top). */
void write_tiff(const std::filesystem::path& file, TiffContent p) {
  sandbox::use_gdal();
  p.options.push_back(nullptr);
  GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), file.c_str(), p.columns, p.rows, p.bands, p.type,
                                    const_cast<char**>(p.options.data()));
  REQUIRE(dataset != nullptr);
  if (p.points) GDALSetMetadataItem(dataset, "AREA_OR_POINT", "Point", nullptr);
  if (p.position) GDALSetGeoTransform(dataset, p.place);
  OGRSpatialReferenceH system = OSRNewSpatialReference(nullptr);
  if (p.epsg != 0 && OSRImportFromEPSG(system, p.epsg) == OGRERR_NONE) GDALSetSpatialRef(dataset, system);
  OSRDestroySpatialReference(system);
  for (int b = 1; b <= p.bands; ++b) {
    GDALRasterBandH band = GDALGetRasterBand(dataset, b);
    if (p.nodata != 1e30) GDALSetRasterNoDataValue(band, p.nodata);
    if (p.scale != 1) GDALSetRasterScale(band, p.scale);
    if (p.offset != 0) GDALSetRasterOffset(band, p.offset);
    for (int j = 0; j < p.rows; ++j) {
      std::vector<double> row;
      for (int i = 0; i < p.columns; ++i) row.push_back(10 * j + i + p.raised);
      CHECK(GDALRasterIO(band, GF_Write, 0, j, p.columns, 1, row.data(), p.columns, 1, GDT_Float64, 0, 0) == CE_None);
    }
  }
  GDALClose(dataset);
}

/** Most memory that this process has had, kB. */
long most_memory() {
  rusage usage = {};
  REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
  return usage.ru_maxrss;
}

Raster round_trip(const TiffContent& p) {
  const Temporary temporary;
  write_tiff(temporary.folder / "t.tif", p);
  return read_raster(temporary.folder / "t.tif");
}

std::string refused(const TiffContent& p) {
  return refusal([&] { round_trip(p); });
}

void check_values(const Raster& grid) {
  bool same = true;
  for (std::uint32_t row = 0; row < grid.rows; ++row) {
    for (std::uint32_t i = 0; i < grid.columns; ++i) {
      same = same && grid.values[std::size_t{row} * grid.columns + i] == 10.0 * (grid.rows - 1 - row) + i;
    }
  }
  CHECK(same);
}

}  // namespace

TEST_CASE("a GeoTIFF of every number format is read as written") {
  for (const GDALDataType type : {GDT_Byte, GDT_Int16, GDT_UInt16, GDT_Int32, GDT_UInt32, GDT_Float32, GDT_Float64}) {
    TiffContent p;
    p.type = type;
    const Raster grid = round_trip(p);
    CHECK(grid.columns == 5);
    CHECK(grid.rows == 3);
    CHECK(sandbox::epsg_code(grid.crs) == "2056");
    check_values(grid);
  }
}

TEST_CASE("a tiled and a compressed GeoTIFF are read as written") {
  TiffContent p;
  p.columns = 50;
  p.rows = 37;
  p.options = {"TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "COMPRESS=LZW"};
  check_values(round_trip(p));
  p.options = {"COMPRESS=DEFLATE"};
  check_values(round_trip(p));
}

TEST_CASE("values of a GeoTIFF are at the centres of its cells, or at its points") {
  TiffContent p;
  Raster grid = round_trip(p);
  CHECK(grid.x0 == 1001);
  CHECK(grid.y0 == 1990);
  CHECK(grid.cell_x == 2);
  CHECK(grid.cell_y == 4);
  p.points = true;
  grid = round_trip(p);
  CHECK(grid.x0 == 1001);
  CHECK(grid.y0 == 1990);
}

TEST_CASE("a raster whose rows run to the north is turned") {
  TiffContent p;
  p.place[3] = 1988;
  p.place[5] = 4;
  const Raster grid = round_trip(p);
  CHECK(grid.y0 == 1990);
  CHECK(grid.values[0] == 0);
  CHECK(grid.values[5] == 10);
}

TEST_CASE("no-data of a GeoTIFF becomes a hole") {
  TiffContent p;
  p.nodata = 12;
  CHECK(std::isnan(round_trip(p).values[7]));
}

TEST_CASE("a height given as no-data is a hole also where the file has it in single precision") {
  const Temporary temporary;
  TiffContent p;
  p.raised = 0.1;
  write_tiff(temporary.folder / "t.tif", p);
  CHECK(std::isnan(read_raster(temporary.folder / "t.tif", 12.1).values[7]));
  CHECK(!std::isnan(read_raster(temporary.folder / "t.tif", 12.2).values[7]));
}

TEST_CASE(
    "an Esri grid with a byte order mark, or with carriage returns as line ends, has the heights of one without") {
  const Temporary temporary;
  const std::string text = "ncols 2\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 10\n1 2\n3 4\n";
  const auto values = read_raster(temporary.write("t.asc", text)).values;
  CHECK(read_raster(temporary.write("mark.asc", "\xEF\xBB\xBF" + text)).values == values);
  for (const char* line_end : {"\r", "\r\n"}) {
    std::string other;
    for (const char letter : text) other += letter == '\n' ? std::string(line_end) : std::string(1, letter);
    CHECK(read_raster(temporary.write("other.asc", other)).values == values);
  }
}

TEST_CASE("cells that a mask excludes are holes, with the mask in the file and beside it") {
  for (const char* inside : {"YES", "NO"}) {
    const Temporary temporary;
    const std::filesystem::path file = temporary.folder / "t.tif";
    TiffContent p;
    p.nodata = 3;
    write_tiff(file, p);
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", inside);
    GDALDatasetH dataset = GDALOpen(file.c_str(), GA_Update);
    REQUIRE(dataset != nullptr);
    CHECK(GDALCreateDatasetMaskBand(dataset, GMF_PER_DATASET) == CE_None);
    std::vector<unsigned char> valid(15, 255);
    valid[6] = valid[14] = 0;
    CHECK(GDALRasterIO(GDALGetMaskBand(GDALGetRasterBand(dataset, 1)), GF_Write, 0, 0, 5, 3, valid.data(), 5, 3,
                       GDT_Byte, 0, 0) == CE_None);
    GDALClose(dataset);
    CPLSetThreadLocalConfigOption("GDAL_TIFF_INTERNAL_MASK", nullptr);
    CHECK(std::filesystem::exists(temporary.folder / "t.tif.msk") == (std::string(inside) == "NO"));
    const Raster grid = read_raster(file);
    for (std::size_t i = 0; i < 15; ++i) {
      // Node 4 is pixel 14 of the last row, node 6 the same from north and south, node 13 the no-data value.
      CHECK(std::isnan(grid.values[i]) == (i == 4 || i == 6 || i == 13));
    }
  }
}

TEST_CASE("heights of -9999 without a declared no-data value are holes with a warning") {
  const Temporary temporary;
  temporary.write("t.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 -9999\n3 4\n");
  Raster grid = read_raster(temporary.folder / "t.asc");
  CHECK(std::isnan(grid.values[3]));
  REQUIRE(grid.warnings.size() == 1);
  CHECK(says(grid.warnings[0], "t.asc: 1 value is -9999, which the file does not declare"));
  grid = read_raster(temporary.folder / "t.asc", 3);
  CHECK(std::isnan(grid.values[0]));
}

TEST_CASE("the scale and the offset that a raster declares are applied to its stored values, not to no-data") {
  TiffContent p;
  p.type = GDT_Int16;
  p.scale = 0.1;
  p.nodata = 12;
  Raster grid = round_trip(p);
  CHECK(grid.values[0] == doctest::Approx(2));
  CHECK(grid.values[14] == doctest::Approx(0.4));
  CHECK(std::isnan(grid.values[7]));
  CHECK(grid.scaled);
  p.offset = 500;
  grid = round_trip(p);
  CHECK(grid.values[0] == doctest::Approx(502));
  CHECK(std::isnan(grid.values[7]));
  CHECK_FALSE(round_trip({}).scaled);
  p.scale = 0;
  CHECK(says(refused(p), "t.tif: declares a scale of 0 and an offset of 500; the scale must be finite and not 0"));
}

TEST_CASE("stored values of nines are no places without data where a scale makes other numbers of them") {
  TiffContent p;
  p.columns = 10;
  p.rows = 1001;  // 9999 among the values
  CHECK(round_trip(p).warnings.size() == 1);
  p.scale = 0.1;
  CHECK(round_trip(p).warnings.empty());
}

TEST_CASE("rasters that contain no heights are refused") {
  TiffContent p;
  p.position = false;
  p.epsg = 0;
  CHECK(says(refused(p), "without position"));
  p = {};
  p.epsg = 4326;
  CHECK(says(refused(p), "degrees"));
  p = {};
  p.epsg = 2263;  // feet
  CHECK(says(refused(p), "the unit of its coordinates"));
  p = {};
  p.bands = 3;
  CHECK(says(refused(p), "3 bands"));
  p = {};
  p.columns = p.rows = 1;
  CHECK(says(refused(p), "at least 2 x 2 nodes, has 1 column x 1 row"));
  p.columns = 3;
  CHECK(says(refused(p), "has 3 columns x 1 row"));
  p = {};
  p.place[2] = 0.5;
  CHECK(says(refused(p), "rotated"));
}

TEST_CASE("truncated and corrupted GeoTIFFs are refused") {
  const Temporary temporary;
  TiffContent p;
  p.columns = p.rows = 64;
  p.options = {"COMPRESS=LZW"};
  write_tiff(temporary.folder / "t.tif", p);
  const auto size = std::filesystem::file_size(temporary.folder / "t.tif");
  for (const std::uintmax_t keep : {size / 2, size - 40, std::uintmax_t{9}}) {
    std::filesystem::resize_file(temporary.folder / "t.tif", keep);
    CHECK(says(refusal([&] { read_raster(temporary.folder / "t.tif"); }), "t.tif: "));
  }
  const auto garbage = temporary.write("g.tif", std::string("II*\0\x08\0\0\0\xff\xff garbage garbage", 26));
  CHECK(says(refusal([&] { read_raster(garbage); }), "g.tif: not a raster"));
}

TEST_CASE("points of a text file with x, y and z are read as a raster") {
  const Temporary temporary;
  const auto file = temporary.write("t.xyz", "10 20 1\n12 20 2\n10 18 3\n12 18 4\n");
  const Raster grid = read_raster(file);
  CHECK(grid.x0 == 10);
  CHECK(grid.y0 == 18);
  CHECK(grid.cell_x == 2);
  CHECK(grid.values == std::vector<double>{3, 4, 1, 2});
}

TEST_CASE("a raster is written with its coordinate system and read back with the same values") {
  const Temporary temporary;
  Raster frame;
  frame.columns = 3;
  frame.rows = 2;
  frame.x0 = 2600000.5;
  frame.y0 = 1200000.25;
  frame.cell_x = 2;
  frame.cell_y = 0.5;
  frame.crs = sandbox::crs_from_text("EPSG:2056");
  sandbox::write_geotiff(temporary.folder / "t.tif", frame, {{"height", {1, 2, std::nanf(""), 4, 5, 6}}});
  const Raster grid = read_raster(temporary.folder / "t.tif");
  CHECK(same_frame(grid, frame));
  CHECK(grid.values[1] == 2);
  CHECK(std::isnan(grid.values[2]));
  CHECK(grid.values[5] == 6);
  CHECK(sandbox::epsg_code(grid.crs) == "2056");
  CHECK(grid.warnings.empty());
}

TEST_CASE("a node that coincides with one of another raster has its value, whatever lacks data beside it") {
  Raster raster;
  raster.columns = raster.rows = 3;
  raster.x0 = 2600000.1;
  raster.y0 = 1200000.7;
  raster.cell_x = raster.cell_y = 0.3;
  const double hole = std::nan("");
  raster.values = {1, 2, hole, 4, hole, 6, hole, 8, 9};
  Raster frame = raster;
  frame.columns = 5;
  frame.rows = 5;
  frame.x0 -= raster.cell_x;
  frame.y0 -= raster.cell_y;
  frame.values.assign(25, 0);
  Raster result = sandbox::interpolated_on(frame, raster);
  for (std::size_t i = 0; i < 9; ++i) {
    const double value = result.values[(i / 3 + 1) * 5 + i % 3 + 1];
    CHECK((std::isnan(raster.values[i]) ? std::isnan(value) : value == raster.values[i]));
  }
  frame = raster;
  frame.cell_x *= 0.5;
  frame.columns = 5;
  frame.values.assign(15, 0);
  result = sandbox::interpolated_on(frame, raster);
  CHECK(result.values[1] == doctest::Approx(1.5));
  CHECK(std::isnan(result.values[3]));
  CHECK(result.values[13] == doctest::Approx(8.5));
}

TEST_CASE("a small file that announces a huge raster or a huge tile is refused without the memory for it") {
  struct Claim {
    int columns, rows;
    std::vector<const char*> options;
  };
  const Claim claims[] = {{60000, 60000, {"SPARSE_OK=TRUE", "TILED=YES", "BLOCKXSIZE=1024", "BLOCKYSIZE=1024"}},
                          {30000, 30000, {"SPARSE_OK=TRUE"}},
                          {100, 100, {"SPARSE_OK=TRUE", "TILED=YES", "BLOCKXSIZE=16384", "BLOCKYSIZE=16384"}}};
  for (const Claim& claim : claims) {
    const Temporary temporary;
    const std::filesystem::path file = temporary.folder / "t.tif";
    sandbox::use_gdal();
    std::vector<const char*> options = claim.options;
    options.push_back(nullptr);
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), file.c_str(), claim.columns, claim.rows, 1,
                                      GDT_Float32, const_cast<char**>(options.data()));
    REQUIRE(dataset != nullptr);
    double place[6] = {1000, 2, 0, 2000, 0, -4};
    GDALSetGeoTransform(dataset, place);
    GDALClose(dataset);
    REQUIRE(std::filesystem::file_size(file) < 500000);
    const long before = most_memory();
    CHECK_THROWS_WITH_AS(read_raster(file), doctest::Contains("which cannot hold them"), sandbox::InputError);
    CHECK(most_memory() - before < 100000);  // kB
  }
}

TEST_CASE("a raster of constant values is read however well it is compressed") {
  const Temporary temporary;
  const std::filesystem::path file = temporary.folder / "t.tif";
  sandbox::use_gdal();
  const char* const options[] = {"COMPRESS=DEFLATE", "TILED=YES", nullptr};
  GDALDatasetH dataset =
      GDALCreate(GDALGetDriverByName("GTiff"), file.c_str(), 5000, 5000, 1, GDT_Float32, const_cast<char**>(options));
  REQUIRE(dataset != nullptr);
  double place[6] = {1000, 2, 0, 2000, 0, -4};
  GDALSetGeoTransform(dataset, place);
  GDALFillRaster(GDALGetRasterBand(dataset, 1), 7, 0);
  GDALClose(dataset);
  const Raster raster = read_raster(file);
  CHECK(raster.values.size() == 25000000);
  CHECK(raster.values.back() == 7);
}
