// Holes of polygons in vector files.
#include <doctest/doctest.h>

#include "io/vectors.h"
#include "temporary.h"

namespace {

/** A file with a square of 100 degrees, or of 100 m with a coordinate system in metres, with a notch in its right side.
 *  @param crs  "" or a member with a comma behind it */
std::filesystem::path with_holes(const Temporary& temporary, const std::string& holes, const std::string& crs = "") {
  return temporary.write("v.geojson", R"({"type":"FeatureCollection",)" + crs +
                                          R"("features":[{"type":"Feature","properties":{},"geometry":)"
                                          R"({"type":"Polygon","coordinates":[)"
                                          "[[0,0],[100,0],[100,45],[40,50],[100,55],[100,100],[0,100],[0,0]]," +
                                          holes + "]}}]}");
}

/** The message with which it is refused. */
std::string refused_hole(const std::string& holes, const std::string& crs = "") {
  const Temporary temporary;
  const auto file = with_holes(temporary, holes, crs);
  return refusal([&] { sandbox::read_vectors(file); });
}

}  // namespace

TEST_CASE("holes inside a polygon are read, also where they touch its outer ring") {
  CHECK(refused_hole("[[10,10],[20,10],[20,20],[10,10]]").empty());
  CHECK(refused_hole("[[10,10],[20,10],[20,20],[10,10]],[[60,60],[70,60],[70,70],[60,60]]").empty());
  CHECK(refused_hole("[[0,0],[20,10],[20,20],[0,0]]").empty());
  CHECK(refused_hole("[[0,10],[20,10],[20,20],[0,10]]").empty());
  CHECK(refused_hole("[[0,10],[0,20],[20,20],[0,10]]").empty());
  // Outside by rounding.
  CHECK(refused_hole("[[-0.001,10],[20,10],[20,20],[-0.001,10]]").empty());
  CHECK(refused_hole("[[0,-0.001],[20,10],[20,20],[0,-0.001]]").empty());
}

TEST_CASE("a hole that crosses itself is refused with the file and the feature") {
  CHECK(says(refused_hole("[[10,10],[20,20],[20,10],[10,20],[10,10]]"),
             "v.geojson: feature 0: hole 1: the polygon crosses itself: side 1 from (10.000000, 10.000000)"));
  CHECK(says(refused_hole("[[10,10],[20,10],[20,20],[10,10]],[[60,60],[70,70],[70,60],[60,70],[60,60]]"), "hole 2: "));
}

TEST_CASE("holes with fewer than 3 different corners are left out") {
  for (const char* hole : {"[[10,10],[20,20],[10,10]]", "[[10,10],[10,10],[10,10],[10,10]]", "[]",
                           "[[10,10],[20,20],[10,10],[10,10]]", "[[200,10],[220,10],[200,10],[200,10]]"}) {
    CAPTURE(hole);
    const Temporary temporary;
    const auto file = with_holes(temporary, std::string(hole) + ",[[10,10],[20,10],[20,20],[10,10]]");
    const sandbox::Shape shape = sandbox::read_vectors(file).features.at(0).shapes.at(0);
    REQUIRE(shape.holes.size() == 1);
    CHECK(shape.holes[0].size() == 3);
  }
  CHECK(says(refused_hole("[[10,10],[20,20],[10,10]],[[200,10],[220,10],[220,20],[200,10]]"), "feature 0: hole 2: "));
}

TEST_CASE("positions in messages about polygons have 6 decimals in degrees and 2 in metres") {
  const std::string hole = "[[10.1234567,110],[20,110],[20,120],[10.1234567,110]]";
  CHECK(says(refused_hole(hole), "lies outside of its polygon at (10.123457, 110.000000)"));
  const std::string metres = R"("crs":{"type":"name","properties":{"name":"EPSG:2056"}},)";
  CHECK(says(refused_hole(hole, metres), "lies outside of its polygon at (10.12, 110.00)"));
}

TEST_CASE("a hole outside of its polygon, across its border or around it is refused") {
  const std::string holes[] = {
      "[[200,10],[220,10],[220,20],[200,10]]",                // beside it
      "[[-10,10],[20,10],[20,20],[-10,10]]",                  // one corner
      "[[60,49],[90,49],[90,51],[60,51],[60,49]]",            // in the notch
      "[[50,20],[90,20],[90,80],[50,80],[50,20]]",            // across the notch, all corners inside
      "[[-10,-10],[110,-10],[110,110],[-10,110],[-10,-10]]",  // around it
  };
  for (const std::string& hole : holes) {
    CAPTURE(hole);
    CHECK(says(refused_hole(hole), "v.geojson: feature 0: hole 1: lies outside of its polygon at ("));
  }
}
