// Bad files: the window shows the reason and the scene keeps its bits.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "live/fingerprint.h"
#include "live/session.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

std::string grid(int columns, int rows, const std::string& value) {
  std::ostringstream text;
  text << "ncols " << columns << "\nnrows " << rows << "\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999\n";
  for (int i = 0; i < columns * rows; ++i) text << value << (i % columns == columns - 1 ? "\n" : " ");
  return text.str();
}

struct BadFile {
  const char* name;
  std::string content;
  const char* reason;  ///< a word of the message that names the problem
};

const std::string cloud = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";

std::vector<BadFile> bad_terrains() {
  std::string cut = grid(20, 20, "5");
  cut.resize(cut.size() / 2);
  return {{"a.asc", "", "empty"},
          {"words.asc", "this is no grid", "ncols"},
          {"one_cell.asc", grid(1, 1, "3"), "ncols"},
          {"one_row.asc", grid(30, 1, "3"), "nrows"},
          {"nothing.asc", grid(20, 20, "-9999"), "no value in the whole grid"},
          {"nan.asc", grid(20, 20, "nan"), "is NaN"},
          {"infinite.asc", grid(20, 20, "inf"), "is infinite"},
          {"half.asc", cut, "values"},
          {"huge.asc", "ncols 2000000000\nnrows 2000000000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n", "65536"},
          {"negative.asc", "ncols -5\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n", "ncols"},
          {"no_cell.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n1 2 3 4\n", "cell size"},
          {"words.tif", "this is no picture", "not a raster"}};
}

std::vector<BadFile> bad_rocks() {
  return {{"a.pts", "", "empty"},
          {"words.pts", "three points make no rock", "not a number"},
          {"three.xyz", "0 0 0\n1 0 0\n0 1 0\n", "at least four"},
          {"flat.pts", "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0.5 0.2 0\n", "one plane"},
          {"one_place.pts", "1 1 1\n1 1 1\n1 1 1\n1 1 1\n", "fewer than four"},
          {"nan.pts", cloud + "nan 0 0\n", "not finite"},
          {"infinite.pts", cloud + "inf 0 0\n", "not finite"},
          {"enormous.pts", "0 0 0\n1e200 0 0\n0 1e200 0\n0 0 1e200\n", "1e12"},
          {"words.obj", "this is no mesh", "at least four"},
          {"no_faces.obj", "# nothing\n", "at least four"}};
}

std::vector<BadFile> bad_scenarios() {
  const std::string rest = "[[rock]]\nshape = \"box\"\n[release]\nkind = \"point\"\npoints = [0, 0]\n";
  const std::string ramp = "[terrain]\nkind = \"ramp\"\nslope_deg = 30\nslope_length = 20\n";
  return {{"a.toml", "", "empty"},
          {"words.toml", "this is no scenario", "TOML"},
          {"b.toml", rest, "[terrain]"},
          {"lost_terrain.toml", "[terrain]\nfile = \"lost.asc\"\n" + rest, "lost.asc"},
          {"bad_ground.toml", "[terrain]\nkind = \"plane\"\nslope_deg = 30\n[ground]\nmu_min = nan\n" + rest, "mu_min"},
          {"lost_picture.toml", ramp + "image = \"lost.png\"\n" + rest, "lost.png"},
          {"c.toml", ramp + "image = \"c.toml\"\n" + rest, "PNG or JPEG"},
          {"off_terrain.toml",
           "[terrain]\nkind = \"ramp\"\nslope_deg = 30\nslope_length = 20\n[[rock]]\nshape = \"box\"\n"
           "[release]\nkind = \"point\"\npoints = [5000, 0]\n",
           "not over ground"},
          {"strange.doc", "letters", "unknown kind of file"}};
}

void check_refused(Session& session, const std::filesystem::path& file, const std::string& word) {
  CAPTURE(file);
  const Fingerprint before = Fingerprint(session);
  session.say("");
  CHECK_FALSE(session.open_file(file));
  CAPTURE(session.message());
  CHECK_FALSE(session.message().empty());
  CHECK(says(session.message(), word));
  CHECK(Fingerprint(session) == before);
}

void check_all(const std::vector<BadFile>& files) {
  const Temporary folder;
  Session session("mountain");
  session.advance(0.2);
  for (const BadFile& file : files) check_refused(session, folder.write(file.name, file.content), file.reason);
  // The scene can be stepped further.
  const std::uint64_t step = session.world().step();
  session.advance(0.1);
  CHECK(session.world().step() > step);
}

}  // namespace

TEST_CASE("a bad terrain file does not change scene and states, and the message gives the reason") {
  check_all(bad_terrains());
}

TEST_CASE("a bad rock file does not change scene and states, and the message gives the reason") {
  check_all(bad_rocks());
}

TEST_CASE("a bad scenario does not change scene and states, and the message gives the reason") {
  check_all(bad_scenarios());
}

TEST_CASE("a recording with any byte changed does not change scene and states") {
  const Temporary folder;
  Session session("first_fall");
  REQUIRE(session.start_recording());
  session.advance(0.1);
  const std::filesystem::path good = folder.folder / "good.rfrec";
  REQUIRE(session.stop_recording(good));
  std::ifstream in(good, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  check_refused(session, folder.write("empty.rfrec", ""), "");
  check_refused(session, folder.write("words.rfrec", "this is no recording"), "recording");
  check_refused(session, folder.write("cut.rfrec", bytes.substr(0, bytes.size() - 9)), "recording");
  for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 40) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ 0x55);
    check_refused(session, folder.write("altered.rfrec", altered), "recording");
  }
  CHECK(session.open_file(good));
}

TEST_CASE("a folder, a missing file and a name without extension are refused like bad files") {
  const Temporary folder;
  Session session("first_fall");
  std::filesystem::create_directory(folder.folder / "folder.asc");
  check_refused(session, folder.folder / "folder.asc", "folder.asc");
  check_refused(session, folder.folder / "none.pts", "no such file");
  check_refused(session, folder.write("noending", "1"), "unknown kind of file");
}
