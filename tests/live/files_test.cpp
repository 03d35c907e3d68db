// Files that the sandbox writes: scenarios, grounds, recordings with their files.
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "live/session.h"
#include "samples/samples.h"
#include "sandbox/captured_output.h"
#include "sandbox/slope.h"
#include "sandbox/temporary.h"
#include "scenario/scenario.h"

using namespace sandbox;
using namespace sandbox::live;

TEST_CASE("the present set-up is saved as a scenario that starts the same rock") {
  const Temporary temporary;
  for (const char* const sample : {"first_fall", "block_slides", "seams", "mountain"}) {
    CAPTURE(sample);
    Session session(sample);
    rf_ground ground = session.world().ground();
    ground.mu_min = 0.123;
    REQUIRE(session.set_ground(ground));
    const std::filesystem::path file = temporary.folder / "now here.toml";
    REQUIRE(session.save_scenario(file));
    CHECK(session.message() == "saved " + file.string() + "; run it with: rockfall run '" + file.string() + "'");
    const Scenario scenario = read_scenario(file);
    CHECK(scenario.ground.ground.mu_min == 0.123);
    CHECK(scenario.settings.time_step == session.world().settings().time_step);
    REQUIRE(session.restart());
    const BuiltScene built(scenario);
    const rf_state start = built.start(0, scenario.seed), &here = session.world().variants()[0].states[0];
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(start.position[k] == doctest::Approx(here.position[k]).epsilon(1e-9));
      CHECK(start.velocity[k] == here.velocity[k]);
    }
    for (std::size_t k = 0; k < 4; ++k) CHECK(start.orientation[k] == doctest::Approx(here.orientation[k]));
  }
}

TEST_CASE("the warnings of a scenario are printed when it is opened, and a saved one has no keys without effect") {
  const Temporary temporary;
  const auto printed = [](Session& session, const std::filesystem::path& file) {
    const CapturedErrors errors;
    const bool opened = session.open_file(file);
    return (opened ? "" : "not opened ") + errors.text.str();
  };
  const auto file =
      temporary.write("s.toml",
                      "[terrain]\nkind = \"plane\"\nslope_deg = 30\n[[rock]]\nshape = \"box\"\npoints = 40\n"
                      "[release]\nkind = \"point\"\npoints = [0.0, 0.0]\n");
  Session session("first_fall");
  CHECK(says(printed(session, file), "s.toml:6: rock.points: has no effect"));
  REQUIRE(session.save_scenario(temporary.folder / "again.toml"));
  CHECK(printed(session, temporary.folder / "again.toml") == "");
}

TEST_CASE("a terrain is opened after a scenario whose releases, soils and lines lie on another one") {
  const Temporary temporary;
  const auto terrain = temporary.write(
      "hill.asc", "ncols 3\nnrows 3\nxllcorner 5000\nyllcorner 0\ncellsize 40\n60 60 60\n30 31 30\n0 1 0\n");
  temporary.write("runs.csv", "id,x,y\na,0,0\n");
  temporary.write("area.geojson",
                  R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{)"
                  R"("type":"Polygon","coordinates":[[[0,0],[5,0],[5,5],[0,0]]]}}]})");
  const std::string own_slope =
      "[terrain]\nkind = \"ramp\"\nslope_deg = 40\nslope_length = 30.0\n[[rock]]\nname = \"a\"\nshape = "
      "\"box\"\nsize = [1.0, 1.0, 1.0]\n"
      "[[soil]]\npreset = \"hard\"\npolygon = [[0.0, 0.0], [50.0, 0.0], [50.0, 50.0]]\n"
      "[[line]]\nname = \"road\"\npoints = [[90.0, -9.0], [90.0, 9.0]]\n[[event]]\nreturn_period = 30\n";
  const std::string point = "[[release]]\nkind = \"point\"\npoints = [0.0, 0.0]\n";
  for (const std::string& releases :
       {point + point, std::string("[release]\nkind = \"area\"\nfile = \"area.geojson\"\n"),
        std::string("[release]\nkind = \"runs\"\nfile = \"runs.csv\"\nrun = \"id\"\nx = \"x\"\ny = \"y\"\n")}) {
    Session session("first_fall");
    REQUIRE_MESSAGE(session.open_file(temporary.write("s.toml", own_slope + releases)), session.message());
    REQUIRE_MESSAGE(session.open_file(terrain), session.message());
    const Scenario& scenario = session.world().setup().scenario;
    CHECK(scenario.rocks[0].name == "a");
    CHECK(scenario.soils.empty());
    CHECK(scenario.lines.empty());
    CHECK(scenario.further_releases.empty());
    REQUIRE(session.save_scenario(temporary.folder / "again.toml"));
    CHECK_MESSAGE(session.open_file(temporary.folder / "again.toml"), session.message());
  }
}

TEST_CASE("a terrain with a hole in its middle is opened, and rocks start beside the hole") {
  constexpr int side = 61, hole = 24;
  std::string text = "ncols 61\nnrows 61\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999\n";
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const bool in_hole = std::abs(row - side / 2) < hole && std::abs(column - side / 2) < hole;
      text += (in_hole ? "-9999" : "7") + std::string(column + 1 < side ? " " : "\n");
    }
  }
  const Temporary temporary;
  Session session("first_fall");
  const bool opened = session.open_file(temporary.write("t.asc", text));
  INFO(session.message());
  REQUIRE(opened);
  for (const rf_state& state : session.world().variants()[0].states) CHECK(state.position[2] > 7);
}

TEST_CASE("a scenario that is shown with fewer rocks is saved with its own number, unless the panel changes it") {
  const Temporary folder;
  Session session("first_fall");
  session.most_rocks_opened = 10;
  const auto file = folder.write("many.toml", slope);
  REQUIRE(session.open_file(file));
  CHECK(session.world().variants()[0].states.size() == 10);
  const auto saved = folder.folder / "saved.toml";
  REQUIRE(session.save_scenario(saved));
  CHECK(read_scenario(saved).rock_count == 24);
  REQUIRE(session.set_release_count(7));
  REQUIRE(session.save_scenario(saved));
  CHECK(read_scenario(saved).rock_count == 7);
}

TEST_CASE("a ground is saved to a file that applies it again") {
  const Temporary temporary;
  Session session("first_fall");
  rf_ground ground = session.world().ground();
  ground.mu_min = 0.31;
  ground.soil_strength = 12345678.9;
  REQUIRE(session.set_ground(ground));
  const std::filesystem::path file = temporary.folder / "ground.toml";
  REQUIRE(session.save_ground(file));
  REQUIRE(session.open_sample("bounce"));
  REQUIRE(session.open_file(file));
  CHECK(session.scene_name() == "bounce");
  CHECK(std::memcmp(&session.world().ground(), &ground, sizeof ground) == 0);
  const std::filesystem::path marked = temporary.write("marked.toml", "\xEF\xBB\xBF[ground]\nmu_min = 0.44\n");
  REQUIRE(session.open_file(marked));
  CHECK(session.world().ground().mu_min == 0.44);
  REQUIRE(session.open_file(file));
  std::ofstream(temporary.folder / "bad.toml") << "[ground]\nmu_min = -1\n";
  CHECK_FALSE(session.open_file(temporary.folder / "bad.toml"));
  CHECK(session.world().ground().mu_min == 0.31);
}

TEST_CASE("a recording contains terrain and rocks and replays without their files") {
  const Temporary temporary;
  const std::filesystem::path terrain = temporary.folder / "hill.asc", rock = temporary.folder / "stone.pts";
  std::ofstream(terrain) << "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 40\n"
                            "60 60 60\n30 31 30\n0 1 0\n";
  std::ofstream(rock) << "0 0 0\n1 0 0\n0 1.2 0\n0 0 0.9\n0.8 0.9 0.7\n";
  const std::filesystem::path recording = temporary.folder / "run.rfrec";
  Session session("ramp");
  REQUIRE(session.open_file(terrain));
  REQUIRE(session.open_file(rock));
  REQUIRE(session.restart());
  REQUIRE(session.start_recording());
  session.world().advance(200);
  REQUIRE(session.stop_recording(recording));
  const rf_state end = session.world().variants()[0].states[0];
  std::filesystem::remove(terrain);
  std::filesystem::remove(rock);

  Session other("first_fall");
  REQUIRE_MESSAGE(other.open_file(recording), other.message());
  other.world().advance(200);
  CHECK(other.world().replay_finished());
  CHECK(other.world().diverged() == 0);
  CHECK(rf_hash_state(&other.world().variants()[0].states[0]) == rf_hash_state(&end));

  // One byte of the files in the recording is changed.
  std::fstream stream(recording, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(-100, std::ios::end);
  stream.put('#');
  stream.close();
  CHECK_FALSE(other.open_file(recording));
  CHECK(says(other.message(), "damaged"));
}

TEST_CASE("the run before a restart is kept to compare with, and a step back is exact") {
  World world(samples::find("first_fall").make());
  CHECK(world.former_run() == nullptr);
  world.advance(507);
  const rf_state there = world.variants()[0].states[0];
  world.advance(1);
  world.step_back();
  CHECK(world.step() == 507);
  CHECK(rf_hash_state(&world.variants()[0].states[0]) == rf_hash_state(&there));
  world.step_back();
  CHECK(world.step() == 506);
  world.advance(1);
  CHECK(rf_hash_state(&world.variants()[0].states[0]) == rf_hash_state(&there));
  world.restart();
  REQUIRE(world.former_run() != nullptr);
  CHECK(world.former_run()->segments.size() > 20);
  CHECK(world.former_run()->places_at(0)[0][0] == world.variants()[0].states[0].position[0]);
  CHECK(world.former_run()->places_at(100)[0][0] > world.former_run()->places_at(0)[0][0] + 0.5);
}

TEST_CASE("a comparison runs a kept and the present parameters, a sweep several values of one parameter") {
  Session session("first_fall");
  const ParameterSet kept = session.present().set;
  rf_ground ground = session.world().ground();
  ground.mu_min = ground.mu_max = 0.1;
  REQUIRE(session.set_ground(ground));
  REQUIRE(session.compare_with(kept));
  REQUIRE(session.world().variants().size() == 2);
  session.world().advance(1500);
  const auto& variants = session.world().variants();
  CHECK(std::fabs(variants[0].states[0].position[0] - variants[1].states[0].position[0]) > 1);

  REQUIRE(session.sweep(*find_parameter("gravity"), 4, 16, 4));
  REQUIRE(session.world().variants().size() == 4);
  CHECK(session.world().variants()[0].name == "g = 4");
  CHECK(session.world().variants()[3].scene.settings.gravity == 16);
  session.world().advance(200);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(session.world().variants()[i].states[0].position[2] <
          session.world().variants()[i - 1].states[0].position[2]);
  }
}

TEST_CASE("a loop plays the stored moments again and computes nothing") {
  Session session("first_fall");
  session.world().advance(500);
  const std::size_t moments = session.world().timeline().moments().size();
  session.loop = true;
  for (int i = 0; i < 30; ++i) session.advance(0.05);
  CHECK(session.world().timeline().moments().size() == moments);
  CHECK(session.world().time() < 1);
  CHECK(session.world().time() > 0);
}

TEST_CASE("a scene begins with a given number of rocks, unless it places its own") {
  Session session("mountain");
  REQUIRE_MESSAGE(session.open_with_rocks(5), session.message());
  CHECK(session.world().variants()[0].states.size() == 5);
  CHECK(session.world().step() > 0);  // the opening has passed
  CHECK(session.world().former_run() == nullptr);
  REQUIRE(session.open_sample("block_stands"));
  CHECK_FALSE(session.open_with_rocks(5));
  CHECK(says(session.message(), "block_stands places its own rocks"));
}
