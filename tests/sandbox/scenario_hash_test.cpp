// The hash by which parts and checkpoints of another scenario are told.
#include <doctest/doctest.h>

#include "run/part_file.h"
#include "small_scenario.h"

namespace {

/** Of a scenario file, with the files beside it. */
std::uint64_t hash_of_file(const Temporary& temporary, const std::string& text, std::uint64_t seed = 1) {
  return sandbox::hash_of(sandbox::BuiltScene(sandbox::read_scenario(temporary.write("s.toml", text))), seed);
}

std::uint64_t hash_of_text(const std::string& text) {
  const Temporary temporary;
  return hash_of_file(temporary, text);
}

const std::string point = "[release]\nkind = \"point\"\npoints = [0.0, 0.0]\n";

/** A release of nearly all rocks, and one of few, described by `keys`. */
std::string with_rare(const std::string& keys) {
  return with(point, "[[release]]\nshare = 1.0\nkind = \"point\"\npoints = [0.0, 0.0]\n[[release]]\n" + keys);
}

std::string polygon_with_hole(const std::string& hole) {
  return R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon",)"
         R"("coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]],)" +
         hole + "]}}]}";
}

}  // namespace

TEST_CASE("the hash of a scenario is the same in every folder, and another for another seed") {
  CHECK(hash_of_text(good) == hash_of_text(good));
  const Temporary temporary;
  CHECK(hash_of_file(temporary, good, 1) != hash_of_file(temporary, good, 2));
  // Starts that are not drawn do not tell the seed.
  const std::string fixed = good + "orientation = [1, 0, 0, 0]\n";
  CHECK(hash_of_file(temporary, fixed, 1) != hash_of_file(temporary, fixed, 2));
}

TEST_CASE("every key of a release of few rocks changes the hash of the scenario") {
  const std::string rare = "share = 1e-9\nkind = \"point\"\npoints = [1.0, 0.0]\n";
  const std::uint64_t hash = hash_of_text(with_rare(rare));
  const std::string changed[] = {
      "share = 2e-9\nkind = \"point\"\npoints = [1.0, 0.0]\n",
      "share = 1e-9\nkind = \"point\"\npoints = [1.0, 0.5]\n",
      "share = 1e-9\nkind = \"line\"\npoints = [[1.0, 0.0], [2.0, 0.0]]\n",
      rare + "name = \"cliff\"\n",
      rare + "height = 1.0\n",
      rare + "height_min = 0.5\nheight_max = 1.0\n",
      rare + "velocity = [0, 0, 1]\n",
      rare + "angular_velocity = [0, 0, 1]\n",
      rare + "orientation = [1, 0, 0, 0]\n",
      rare + "rocks = [\"eota221\"]\n",
  };
  for (const std::string& keys : changed) {
    CAPTURE(keys);
    CHECK(hash_of_text(with_rare(keys)) != hash);
  }
}

TEST_CASE("cells, areas and holes of a release of few rocks change the hash of the scenario") {
  const Temporary temporary;
  const std::string area = with_rare("share = 1e-9\nkind = \"area\"\nfile = \"a.geojson\"\n");
  temporary.write("a.geojson", polygon_with_hole("[[1,1],[2,1],[2,2],[1,1]]"));
  const std::uint64_t of_area = hash_of_file(temporary, area);
  temporary.write("a.geojson", polygon_with_hole("[[1,1],[1,2],[2,2],[1,1]]"));  // of the same area
  CHECK(hash_of_file(temporary, area) != of_area);

  const std::string cells = with_rare("share = 1e-9\nkind = \"raster\"\nfile = \"a.asc\"\n");
  const std::string frame = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
  temporary.write("a.asc", frame + "1 0 0 0\n");
  const std::uint64_t of_cells = hash_of_file(temporary, cells);
  temporary.write("a.asc", frame + "0 1 0 0\n");
  CHECK(hash_of_file(temporary, cells) != of_cells);
}

TEST_CASE("the last row of a long table of starts changes the hash of the scenario") {
  const Temporary temporary;
  std::string rows = "id,x,y\n";
  for (int row = 0; row < 1500; ++row) rows += std::to_string(row) + ",0,0\n";
  const std::string text = with("kind = \"point\"\npoints = [0.0, 0.0]\n",
                                "kind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n");
  temporary.write("runs.csv", rows + "last,1,0\n");
  const std::uint64_t hash = hash_of_file(temporary, text);
  temporary.write("runs.csv", rows + "last,1,1\n");
  CHECK(hash_of_file(temporary, text) != hash);
  temporary.write("runs.csv", rows + "end,1,0\n");
  CHECK(hash_of_file(temporary, text) != hash);
}

TEST_CASE("the share of a rock class that few rocks have changes the hash of the scenario") {
  const auto text = [](const std::string& share) {
    const std::string rock = "[[rock]]\nname = \"a\"\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";
    return with("[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n",
                rock + (share.empty() ? "" : "share = 1.0\n") + "[[rock]]\nname = \"b\"\nshape = \"box\"\n" + share);
  };
  CHECK(hash_of_text(text("share = 1e-9\n")) != hash_of_text(text("share = 2e-9\n")));
  // Equal shares are not rocks in turn: other rocks have other shapes.
  CHECK(hash_of_text(text("share = 1.0\n")) != hash_of_text(text("")));
}
