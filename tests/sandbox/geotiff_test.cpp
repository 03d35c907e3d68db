#include "io/geotiff.h"

#include <doctest/doctest.h>

#ifdef ROCKFALL_HAS_TIFF
#include <tiffio.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "temporary.h"

using sandbox::Raster;
using sandbox::read_geotiff;

namespace {

void add_tags(TIFF* tiff) {
  static char scale[] = "scale", tie[] = "tie", matrix[] = "matrix", keys[] = "keys", hole[] = "hole";
  static const TIFFFieldInfo fields[] = {{33550, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, scale},
                                         {33922, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, tie},
                                         {34264, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, matrix},
                                         {34735, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, keys},
                                         {42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, hole}};
  TIFFMergeFieldInfo(tiff, fields, 5);
}

struct Picture {
  std::uint32_t columns = 5, rows = 3, tile = 0;
  std::uint16_t bits = 32, kind = SAMPLEFORMAT_IEEEFP, compression = COMPRESSION_NONE, bands = 1;
  std::uint16_t model = 1, raster = 1;
  bool position = true, matrix = false;
  const char* hole = nullptr;
};

template <class Number>
void put(std::vector<unsigned char>& bytes, std::size_t at, double value) {
  const Number number = static_cast<Number>(value);
  std::memcpy(&bytes[at * sizeof number], &number, sizeof number);
}

void put_value(std::vector<unsigned char>& bytes, const Picture& p, std::size_t at, double value) {
  if (p.kind == SAMPLEFORMAT_IEEEFP) return p.bits == 32 ? put<float>(bytes, at, value) : put<double>(bytes, at, value);
  const bool sign = p.kind == SAMPLEFORMAT_INT;
  if (p.bits == 8) return sign ? put<std::int8_t>(bytes, at, value) : put<std::uint8_t>(bytes, at, value);
  if (p.bits == 16) return sign ? put<std::int16_t>(bytes, at, value) : put<std::uint16_t>(bytes, at, value);
  return sign ? put<std::int32_t>(bytes, at, value) : put<std::uint32_t>(bytes, at, value);
}

void set_tags(TIFF* tiff, const Picture& p) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, p.columns);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, p.rows);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, p.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, p.kind);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, p.bands);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, p.compression);
  const double scale[3] = {2, 4, 0}, tie[6] = {0, 0, 0, 1000, 2000, 0};
  const double matrix[16] = {2, 0, 0, 1000, 0, -4, 0, 2000, 0, 0, 1, 0, 0, 0, 0, 1};
  const std::uint16_t keys[12] = {1, 1, 0, 2, 1024, 0, 1, p.model, 1025, 0, 1, p.raster};
  if (p.position && !p.matrix) TIFFSetField(tiff, 33550, 3, scale);
  if (p.position && !p.matrix) TIFFSetField(tiff, 33922, 6, tie);
  if (p.matrix) TIFFSetField(tiff, 34264, 16, matrix);
  TIFFSetField(tiff, 34735, 12, keys);
  if (p.hole != nullptr) TIFFSetField(tiff, 42113, p.hole);
}

/** Writes a file with height 10 row + column at pixel (column, row from the top). */
void write_tiff(const std::filesystem::path& file, const Picture& p) {
  TIFFSetTagExtender(add_tags);
  TIFF* tiff = TIFFOpen(file.c_str(), "w");
  REQUIRE(tiff != nullptr);
  set_tags(tiff, p);
  const std::size_t bytes = p.bits / 8u;
  if (p.tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, p.tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, p.tile);
    std::vector<unsigned char> block(std::size_t{p.tile} * p.tile * bytes);
    for (std::uint32_t top = 0; top < p.rows; top += p.tile) {
      for (std::uint32_t left = 0; left < p.columns; left += p.tile) {
        for (std::uint32_t j = 0; j < p.tile; ++j) {
          for (std::uint32_t i = 0; i < p.tile; ++i) put_value(block, p, j * p.tile + i, 10 * (top + j) + left + i);
        }
        TIFFWriteTile(tiff, block.data(), left, top, 0, 0);
      }
    }
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 2);
    std::vector<unsigned char> row(std::size_t{p.columns} * p.bands * bytes);
    for (std::uint32_t j = 0; j < p.rows; ++j) {
      for (std::uint32_t i = 0; i < p.columns * p.bands; ++i) put_value(row, p, i, 10 * j + i);
      TIFFWriteScanline(tiff, row.data(), j, 0);
    }
  }
  TIFFClose(tiff);
}

std::string refused(const Picture& p) {
  const Temporary temporary;
  write_tiff(temporary.folder / "t.tif", p);
  return refusal([&] { read_geotiff(temporary.folder / "t.tif"); });
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

Raster round_trip(const Picture& p) {
  const Temporary temporary;
  write_tiff(temporary.folder / "t.tif", p);
  return sandbox::read_raster(temporary.folder / "t.tif");
}

}  // namespace

TEST_CASE("a GeoTIFF of every number format is read as written") {
  const std::uint16_t formats[8][2] = {{8, SAMPLEFORMAT_UINT},    {8, SAMPLEFORMAT_INT},    {16, SAMPLEFORMAT_UINT},
                                       {16, SAMPLEFORMAT_INT},    {32, SAMPLEFORMAT_UINT},  {32, SAMPLEFORMAT_INT},
                                       {32, SAMPLEFORMAT_IEEEFP}, {64, SAMPLEFORMAT_IEEEFP}};
  for (const auto& format : formats) {
    Picture p;
    p.bits = format[0];
    p.kind = format[1];
    CAPTURE(p.bits);
    CAPTURE(p.kind);
    const Raster grid = round_trip(p);
    CHECK(grid.columns == 5);
    CHECK(grid.rows == 3);
    check_values(grid);
  }
}

TEST_CASE("a tiled and a compressed GeoTIFF are read as written") {
  Picture p;
  p.columns = 50;
  p.rows = 37;
  p.tile = 16;
  check_values(round_trip(p));
  p.compression = COMPRESSION_LZW;
  check_values(round_trip(p));
  p.tile = 0;
  check_values(round_trip(p));
}

TEST_CASE("pixels of a GeoTIFF are read as areas or as points") {
  Picture p;
  Raster grid = round_trip(p);
  CHECK(grid.x0 == 1001);
  CHECK(grid.y0 == 1990);
  CHECK(grid.cell_x == 2);
  CHECK(grid.cell_y == 4);
  p.raster = 2;
  grid = round_trip(p);
  CHECK(grid.x0 == 1000);
  CHECK(grid.y0 == 1992);
  p.matrix = true;
  grid = round_trip(p);
  CHECK(grid.x0 == 1000);
  CHECK(grid.y0 == 1992);
}

TEST_CASE("no-data of a GeoTIFF becomes a hole") {
  Picture p;
  p.hole = "12";
  CHECK(std::isnan(round_trip(p).values[7]));
  p.hole = "twelve";
  CHECK(says(refused(p), "no-data value"));
}

TEST_CASE("GeoTIFFs that contain no heights are refused") {
  Picture p;
  p.position = false;
  CHECK(says(refused(p), "without position"));
  p = {};
  p.model = 2;
  CHECK(says(refused(p), "degrees"));
  p = {};
  p.bands = 3;
  CHECK(says(refused(p), "3 bands"));
  p = {};
  p.columns = p.rows = 1;
  CHECK(says(refused(p), "at least 2 x 2"));
}

TEST_CASE("truncated and corrupted GeoTIFFs are refused") {
  const Temporary temporary;
  Picture p;
  p.columns = p.rows = 64;
  p.compression = COMPRESSION_LZW;
  write_tiff(temporary.folder / "t.tif", p);
  const auto size = std::filesystem::file_size(temporary.folder / "t.tif");
  for (std::uintmax_t keep : {size / 2, size - 40, std::uintmax_t{9}}) {
    std::filesystem::resize_file(temporary.folder / "t.tif", keep);
    CHECK_FALSE(refusal([&] { read_geotiff(temporary.folder / "t.tif"); }).empty());
  }
  const auto garbage = temporary.write("g.tif", std::string("II*\0\x08\0\0\0\xff\xff garbage garbage", 26));
  CHECK_FALSE(refusal([&] { sandbox::read_raster(garbage); }).empty());
}

TEST_CASE("a GeoTIFF header with an impossible size is refused without an allocation") {
  const Temporary temporary;
  const auto file = temporary.folder / "t.tif";
  Picture p;
  write_tiff(file, p);
  TIFFSetTagExtender(add_tags);
  TIFF* tiff = TIFFOpen(file.c_str(), "r+");
  REQUIRE(tiff != nullptr);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 60000);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 60000);
  TIFFRewriteDirectory(tiff);
  TIFFClose(tiff);
  CHECK_FALSE(refusal([&] { read_geotiff(file); }).empty());
}
#endif
