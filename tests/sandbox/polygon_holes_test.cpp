// Holes of polygons in vector files.
#include <doctest/doctest.h>

#include "io/vectors.h"
#include "temporary.h"

namespace {

/** The message with which a square of 100 m, with a notch in its right side, is refused for its hole. */
std::string refused_hole(const std::string& hole) {
  const Temporary temporary;
  const auto file = temporary.write(
      "v.geojson", R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":)"
                   R"({"type":"Polygon","coordinates":[)"
                   "[[0,0],[100,0],[100,45],[40,50],[100,55],[100,100],[0,100],[0,0]]," +
                       hole + "]}}]}");
  return refusal([&] { sandbox::read_vectors(file); });
}

}  // namespace

TEST_CASE("holes inside a polygon are read, also where they touch its outer ring") {
  CHECK(refused_hole("[[10,10],[20,10],[20,20],[10,10]]").empty());
  CHECK(refused_hole("[[10,10],[20,10],[20,20],[10,10]],[[60,60],[70,60],[70,70],[60,60]]").empty());
  CHECK(refused_hole("[[0,0],[20,10],[20,20],[0,0]]").empty());
  CHECK(refused_hole("[[0,10],[20,10],[20,20],[0,10]]").empty());
  CHECK(refused_hole("[[0,10],[0,20],[20,20],[0,10]]").empty());
  // By rounding outside.
  CHECK(refused_hole("[[-0.001,10],[20,10],[20,20],[-0.001,10]]").empty());
  CHECK(refused_hole("[[0,-0.001],[20,10],[20,20],[0,-0.001]]").empty());
}

TEST_CASE("a hole that crosses itself is refused with the file and the feature") {
  CHECK(says(refused_hole("[[10,10],[20,20],[20,10],[10,20],[10,10]]"),
             "v.geojson: feature 0: hole 1: the polygon crosses itself: side 1 from (10.00, 10.00)"));
  CHECK(says(refused_hole("[[10,10],[20,10],[20,20],[10,10]],[[60,60],[70,70],[70,60],[60,70],[60,60]]"), "hole 2: "));
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
