#include <doctest/doctest.h>

#include "scenario/scenario.h"
#include "scenario/scene_builder.h"
#include "small_scenario.h"
#include "temporary.h"

namespace {

/** A scenario whose starts are the rows of a table. */
std::filesystem::path with_runs(const Temporary& temporary, const std::string& table) {
  temporary.write("runs.csv", table);
  return temporary.write("s.toml", with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                        "kind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n"));
}

}  // namespace

TEST_CASE("a clearance together with its bounds is refused as such") {
  for (const char* bounds : {"height_max = 2.0\n", "height_min = 0.5\n", "height_min = 0.5\nheight_max = 2.0\n"}) {
    CHECK(says(refused_scenario(good + "height = 1.0\n" + bounds),
               "s.toml:14: release.height: give either height or height_min and height_max"));
  }
  CHECK(says(refused_scenario(good + "height_max = 2.0\n"), "release.height_min: is missing"));
}

TEST_CASE("an area that crosses itself is refused") {
  const std::string text = with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                "kind = \"area\"\npoints = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]]\n");
  CHECK(says(refused_scenario(text),
             "s.toml:13: release.points: the area: the polygon crosses itself: side 1 from (0.00, 0.00)"));
}

TEST_CASE("an area without extent is refused") {
  const std::string text = with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                "kind = \"area\"\npoints = [[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]]\n");
  CHECK(says(refused_scenario(text), "s.toml:13: release.points: the area: its corners lie on one line"));
  CHECK(says(refused_scenario(good + "[[soil]]\npreset = \"hard\"\npolygon = [[1.0, 0.0], [1.0, 3.0], [1.0, 1.0]]\n"),
             "soil.polygon: the area: its corners lie on one line"));
}

TEST_CASE("a table with two starts of the same run is refused with its line") {
  const Temporary temporary;
  const auto file = with_runs(temporary, "id,x,y\na,0,0\nb,1,1\na,2,2\n");
  const std::string message = refusal([&] { sandbox::BuiltScene built(sandbox::read_scenario(file)); });
  CHECK(says(message, "runs.csv:4: id: 'a' is given twice"));
}

TEST_CASE("a start of a table that is not over ground is refused with the line of the table") {
  const Temporary temporary;
  const auto file = with_runs(temporary, "id,x,y\na,0,0\nb,5000,1\n");
  const sandbox::BuiltScene built(sandbox::read_scenario(file));
  CHECK(says(refusal([&] { built.start(1, 1); }), "runs.csv:3: x: release of rock 1: position (5000.00, 1.00) is not"));
}
