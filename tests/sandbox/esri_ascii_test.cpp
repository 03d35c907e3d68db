
#include <doctest/doctest.h>

#include <cmath>

#include "io/raster.h"
#include "temporary.h"

using sandbox::Raster;
using sandbox::read_raster;

namespace {

const std::string header = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n";

std::string refused_grid(const std::string& content) {
  const Temporary temporary;
  const auto file = temporary.write("grid.asc", content);
  return refusal([&] { read_raster(file); });
}

}  // namespace

TEST_CASE("the nodes of an Esri grid are at the cell centres, the south-west node first") {
  const Temporary temporary;
  const Raster grid = read_raster(temporary.write("grid.asc", header + "1 2 3\n4 5.5 -6e0\n"));
  CHECK(grid.columns == 3);
  CHECK(grid.rows == 2);
  CHECK(grid.x0 == 105);
  CHECK(grid.y0 == 205);
  CHECK(grid.cell_x == 10);
  CHECK(grid.values == std::vector<double>{4, 5.5, -6, 1, 2, 3});
}

TEST_CASE("an Esri grid with cell centres, leading blanks and any letter case is read") {
  const Temporary temporary;
  const Raster grid = read_raster(temporary.write(
      "grid.asc", " NCOLS 2\r\n NROWS 2\r\nXLLCENTER 1\r\nyllcenter 2\r\ndx 3\r\ndy 4\r\n 1 2\r\n 3 4"));
  CHECK(grid.x0 == 1);
  CHECK(grid.y0 == 2);
  CHECK(grid.cell_y == 4);
  CHECK(grid.values == std::vector<double>{3, 4, 1, 2});
}

TEST_CASE("no-data of an Esri grid becomes a hole") {
  const Temporary temporary;
  const Raster grid = read_raster(temporary.write("grid.asc", header + "1 -9999 3 4 5 6"));
  CHECK(std::isnan(grid.values[4]));
  CHECK(says(refused_grid(header + "-9999 -9999 -9999 -9999 -9999 -9999"), "only no-data"));
}

TEST_CASE("NaN is a hole of an Esri grid only if it is the no-data value") {
  CHECK(says(refused_grid(header + "1 nan 3 4 5 6"), "NaN"));
  CHECK(says(refused_grid(header + "1 nan 3 4 5 6"), ":7:"));
  const Temporary temporary;
  const std::string other = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value nan\n";
  CHECK(std::isnan(read_raster(temporary.write("grid.asc", other + "1 nan 3 4")).values[3]));
}

TEST_CASE("bad Esri grids are refused with the reason") {
  CHECK(says(refused_grid(header + "1 2 3 4 5"), "cut short: 5 of 6"));
  CHECK(says(refused_grid(header + "1 2 3 4 5 6 7"), "more than the 6"));
  CHECK(says(refused_grid(header + "1 2 x 4 5 6"), "'x' is not a number"));
  CHECK(says(refused_grid(header + "1 2 inf 4 5 6"), "infinite"));
  CHECK(says(refused_grid("hello world"), "not an Esri ASCII grid"));
  CHECK(says(refused_grid(std::string("\x7f\x45\x4c\x46\x00\x01garbage", 13)), "not an Esri ASCII grid"));
  CHECK(says(refused_grid(""), "empty"));
  CHECK(says(refused_grid("ncols 3\nnrows 2\n1 2 3 4 5 6"), "lacks cellsize"));
  CHECK(says(refused_grid("ncols 3\nncols 3\n"), "given twice"));
}

TEST_CASE("Esri grid headers with impossible sizes are refused without an allocation") {
  const std::string rest = "xllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n";
  CHECK(says(refused_grid("ncols 60000\nnrows 60000\n" + rest), "cut short"));
  CHECK(says(refused_grid("ncols 1e300\nnrows 2\n" + rest), "ncols must be"));
  CHECK(says(refused_grid("ncols -3\nnrows 2\n" + rest), "ncols must be"));
  CHECK(says(refused_grid("ncols 2.5\nnrows 2\n" + rest), "ncols must be"));
  CHECK(says(refused_grid("ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n5"), "ncols must be"));
  CHECK(says(refused_grid("ncols 2\nnrows 2\nxllcorner nan\nyllcorner 0\ncellsize 1\n1 2 3 4"), "not a finite number"));
  CHECK(says(refused_grid("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n1 2 3 4"), "cell size"));
  CHECK(says(refused_grid("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize inf\n1 2 3 4"), "cell size"));
}

TEST_CASE("an Esri grid farther than 1e9 m from the origin of its coordinates is refused") {
  const std::string size = "ncols 2\nnrows 2\n", rest = "cellsize 2\n1 2 3 4\n";
  CHECK(says(refused_grid(size + "xllcenter 1e18\nyllcenter 0\n" + rest),
             "the position of the grid must be at most 1e+09 m in size"));
  CHECK(says(refused_grid(size + "xllcenter 0\nyllcenter -1.1e9\n" + rest), "is (0.00, -1100000000.00)"));
  const Temporary temporary;
  CHECK(read_raster(temporary.write("grid.asc", size + "xllcenter -1e9\nyllcenter 1e9\n" + rest)).x0 == -1e9);
}

TEST_CASE("an Esri grid with a corner in one direction and a centre in the other is refused") {
  const std::string size = "ncols 2\nnrows 2\n", rest = "cellsize 10\n1 2 3 4\n";
  for (const char* mixed : {"xllcorner 100\nyllcenter 200\n", "xllcenter 100\nyllcorner 200\n"}) {
    CHECK(says(refused_grid(size + mixed + rest),
               "grid.asc: the header needs both xllcorner and yllcorner, or both xllcenter and yllcenter"));
  }
  CHECK(says(refused_grid(size + "xllcorner 100\n" + rest), "the header needs both xllcorner and yllcorner"));
}

TEST_CASE("numbers of columns and rows that GDAL reads otherwise are refused") {
  const std::string rest = "\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
  std::string values;
  for (int i = 0; i < 80; ++i) values += "1 ";
  for (const char* count : {"4e1", "40.5", "0x28", "4.e1", "4.0e1", "-40", "++40", "+", ".0"}) {
    CHECK(says(refused_grid("ncols " + std::string(count) + "\nnrows 2" + rest + values),
               "grid.asc:1: ncols must be a whole number written in digits, is '" + std::string(count) + "'"));
    CHECK(says(refused_grid("ncols 2\nnrows " + std::string(count) + rest + values),
               "grid.asc:2: nrows must be a whole"));
  }
}

TEST_CASE("numbers of columns and rows may have a plus and a fraction of zeros") {
  for (const char* count : {"3", "+3", "3.", "3.0", "+3.000", "03"}) {
    CAPTURE(count);
    const Temporary temporary;
    const Raster grid =
        read_raster(temporary.write("grid.asc", "ncols " + std::string(count) + "\nnrows " + count +
                                                    "\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5 6\n7 8 9\n"));
    CHECK(grid.columns == 3);
    CHECK(grid.values == std::vector<double>{7, 8, 9, 4, 5, 6, 1, 2, 3});
  }
}

TEST_CASE("a missing terrain file and a folder are refused") {
  const Temporary temporary;
  CHECK(says(refusal([&] { sandbox::read_raster(temporary.folder / "no.asc"); }), "no such file"));
  CHECK(says(refusal([&] { sandbox::read_raster(temporary.folder); }), "not a file"));
}
