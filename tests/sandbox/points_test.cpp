#include "io/points.h"

#include <doctest/doctest.h>

#include "scenario/shapes.h"
#include "temporary.h"

namespace {

std::string refused(const std::string& name, const std::string& content) {
  const Temporary temporary;
  const auto file = temporary.write(name, content);
  return refusal([&] { sandbox::read_points(file); });
}

const std::string corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";

}  // namespace

TEST_CASE("point clouds are read with comments, commas, counts and colours") {
  const Temporary temporary;
  const auto plain = sandbox::read_points(temporary.write("a.xyz", corners));
  CHECK(plain.size() == 12);
  CHECK(sandbox::read_points(temporary.write("a.pts", "4\n" + corners)) == plain);
  CHECK(sandbox::read_points(temporary.write("mark.xyz", "\xEF\xBB\xBF" + corners)) == plain);
  CHECK(sandbox::read_points(temporary.write("a.csv", "# rock\n0,0,0\n1,0,0\n\n0,1,0 # side\n0,0,+1\n")) == plain);
  CHECK(sandbox::read_points(temporary.write("b.pts", "0 0 0 255 1\n1 0 0 255 1\n0 1 0 2 3\n0 0 1 3 4\n")) == plain);
}

TEST_CASE("the vertices of an OBJ mesh are its points") {
  const Temporary temporary;
  const auto points = sandbox::read_points(
      temporary.write("a.obj", "# cube\no rock\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1//1 2//1 3//1\n"));
  CHECK(points.size() == 12);
  CHECK(says(refused("a.obj", "v 0 0\n"), "three coordinates"));
  CHECK(says(refused("a.obj", "o nothing\n"), "at least four"));
}

TEST_CASE("bad point clouds are refused with the line in the message") {
  CHECK(says(refused("a.xyz", "0 0 0\n1 x 0\n"), ":2: 'x' is not a number"));
  CHECK(says(refused("a.xyz", "0 0 0\n1 nan 0\n"), ":2: a coordinate is not finite"));
  CHECK(says(refused("a.xyz", "0 0 0\n1 inf 0\n"), "not finite"));
  CHECK(says(refused("a.xyz", "0 0 0\n1 0\n"), "three coordinates"));
  CHECK(says(refused("a.pts", "5\n" + corners), "cut short: number of points announced: 5, read: 4"));
  CHECK(says(refused("a.pts", "1e300\n"), "cut short"));
  CHECK(says(refused("a.pts", "1\n" + corners), "number of points announced: 1, read: 4"));
  CHECK(says(refused("a.xyz", "0 0 0\n"), "a.xyz: 1 point; a rock needs at least four"));
  CHECK(says(refused("a.xyz", "0 0 0\n1 0 0\n"), "a.xyz: 2 points; a rock needs at least four"));
  CHECK(says(refused("a.xyz", ""), "empty"));
  CHECK(says(refused("a.las", corners), "end in"));
  CHECK(says(refused("a.xyz", "\x1b[2J\xff 0 0\n"), ":1: '?[2J?' is not a number"));
}

TEST_CASE("point clouds with decimal commas or another number of columns in a line are refused") {
  const std::string mixed = "the numbers are separated in two ways";
  CHECK(says(refused("a.pts", "0,51;0,25;0,75\n1,5;0,5;0,5\n"), ":1: " + mixed));
  CHECK(says(refused("a.pts", "0,51 0,25 0,75\n1,5 0,5 0,5\n"), ":1: " + mixed));
  CHECK(says(refused("a.pts", "0 0 0\n1 0 0\n0 1 0\n0 0 1,5\n"), ":4: " + mixed));
  CHECK(says(refused("a.pts", corners + "0 0 1 5\n"), ":5: 4 columns, the lines before have 3"));
  CHECK(refused("a.csv", "0, 0, 0\n1 ,0 ,0\n0;\t1; 0\n0\t 0  1\n").empty());
}

TEST_CASE("a flat point cloud is refused when the rock is cooked") {
  const Temporary temporary;
  sandbox::RockSpec spec;
  spec.file = temporary.write("flat.xyz", "0 0 0\n1 0 0\n0 1 0\n1 1 0\n");
  CHECK(says(refusal([&] { (void)sandbox::cook_rock(spec); }), "flat.xyz"));
}

TEST_CASE("every named shape makes a rock") {
  for (const std::string& name : sandbox::shape_names()) {
    CAPTURE(name);
    sandbox::RockSpec spec;
    spec.name = spec.shape = name;
    spec.sizing = RF_SIZE_SCALE_TO_MASS;
    spec.mass = 780;
    const rf::Rock rock = sandbox::cook_rock(spec);
    CHECK(rock.properties().mass == doctest::Approx(780));
    CHECK(rock.properties().density == doctest::Approx(2700));
  }
}
