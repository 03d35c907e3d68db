// Undo, redo and reset of parameters, shapes and throws.
#include <doctest/doctest.h>

#include <cmath>

#include "live/session.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

void set_friction(Session& session, double mu) {
  rf_ground ground = session.world().ground();
  ground.mu_min = ground.mu_max = mu;
  REQUIRE(session.set_ground(ground));
}

/** A rock with 3 m/s. */
void throw_after_100_steps(Session& session) {
  session.world().advance(100);
  const double velocity[3] = {3, 0, 0};
  REQUIRE(session.release(5, 1, 1, velocity, 0));
}

}  // namespace

TEST_CASE("changes of parameters are undone and made again in their order") {
  Session session("first_fall");
  const double first = session.world().ground().mu_min;
  CHECK_FALSE(session.undo());
  set_friction(session, 0.3);
  session.end_gesture();
  rf_settings settings = session.world().settings();
  settings.gravity = 5;
  REQUIRE(session.set_settings(settings));
  session.end_gesture();
  RockSpec spec = session.world().rock_spec(0);
  spec.density = 1000;
  const double mass = session.world().built().rock(0)->mass;
  REQUIRE(session.set_rock(0, spec));
  session.end_gesture();

  REQUIRE(session.undo());
  CHECK(session.world().built().rock(0)->mass == mass);
  REQUIRE(session.undo());
  CHECK(session.world().settings().gravity == 9.81);
  REQUIRE(session.undo());
  CHECK(session.world().ground().mu_min == first);
  CHECK_FALSE(session.undo());
  REQUIRE(session.redo());
  REQUIRE(session.redo());
  REQUIRE(session.redo());
  CHECK_FALSE(session.redo());
  CHECK(session.world().ground().mu_min == 0.3);
  CHECK(session.world().settings().gravity == 5);
  CHECK(session.world().built().rock(0)->mass < 0.5 * mass);
}

TEST_CASE("the drag of a slider is undone at once") {
  Session session("first_fall");
  const double first = session.world().ground().mu_min;
  for (const double mu : {0.3, 0.2, 0.1}) set_friction(session, mu);
  session.end_gesture();
  REQUIRE(session.undo());
  CHECK(session.world().ground().mu_min == first);
}

TEST_CASE("a throw that is undone takes its rock and its trajectory away") {
  Session session("first_fall");
  throw_after_100_steps(session);
  session.world().advance(300);
  REQUIRE(session.world().variants()[0].states.size() == 2);
  const auto segments_of = [&](std::uint32_t rock) {
    std::size_t count = 0;
    for (const TrackSegment& segment : session.world().tracks().segments()) count += segment.rock == rock ? 1 : 0;
    return count;
  };
  const std::size_t of_first = segments_of(0);
  CHECK(segments_of(1) > 0);
  REQUIRE(session.undo());
  CHECK(session.world().variants()[0].states.size() == 1);
  CHECK(segments_of(1) == 0);
  CHECK(segments_of(0) == of_first);
  const auto& moments = session.world().timeline().moments();
  CHECK(moments.back().segments == of_first);
  for (const Moment& moment : moments) CHECK(moment.states[0].size() == 1);
  session.world().advance(50);
  REQUIRE(session.redo());
  CHECK(session.world().variants()[0].states.size() == 2);
}

TEST_CASE("a throw is not undone before the moment at which it was thrown") {
  Session session("first_fall");
  throw_after_100_steps(session);
  session.world().advance(100);
  session.world().seek(0);
  REQUIRE(session.world().variants()[0].states.size() == 1);
  CHECK_FALSE(session.undo());
  CHECK(says(session.message(), "undo: the rock is thrown at a later moment"));
  session.world().seek(session.world().timeline().moments().size() - 1);
  REQUIRE(session.undo());
  CHECK(session.world().variants()[0].states.size() == 1);
}

TEST_CASE("a throw during a recording is not undone") {
  Session session("first_fall");
  REQUIRE(session.start_recording());
  const double velocity[3] = {0, 0, 0};
  REQUIRE(session.release(5, 1, 1, velocity, 0));
  CHECK_FALSE(session.undo());
  CHECK(session.message().find("recording") != std::string::npos);
  CHECK(session.world().variants()[0].states.size() == 2);
  session.discard_recording();
}

TEST_CASE("an undo that a recording refuses changes nothing") {
  Session session("first_fall");
  set_friction(session, 0.3);
  RockSpec spec = session.world().rock_spec(0);
  spec.density = 1000;
  REQUIRE(session.set_rock(0, spec));  // in the same gesture
  REQUIRE(session.start_recording());
  CHECK_FALSE(session.undo());
  CHECK(session.world().ground().mu_min == 0.3);
  CHECK(session.world().rock_spec(0).density == 1000);
  session.discard_recording();
  CHECK(session.undo());
  CHECK(session.world().ground().mu_min != 0.3);
  CHECK(session.world().rock_spec(0).density != 1000);
}

TEST_CASE("a recording that would be lost is kept under a free name") {
  const Temporary temporary;
  const std::filesystem::path& folder = temporary.folder;
  const std::filesystem::path wanted = folder / "run.rfrec";
  Session session("first_fall");
  CHECK(session.keep_recording(wanted).empty());
  REQUIRE(session.start_recording());
  session.world().advance(50);
  CHECK(session.keep_recording(wanted) == wanted);
  REQUIRE(session.start_recording());
  session.world().advance(50);
  CHECK(session.keep_recording(wanted) == folder / "run_2.rfrec");
  CHECK(std::filesystem::file_size(folder / "run_2.rfrec") > 100);
}

TEST_CASE("saving a recording replaces none, and says where it is") {
  const Temporary temporary;
  const std::filesystem::path& folder = temporary.folder;
  Session session("first_fall");
  for (const char* name : {"run.rfrec", "run_2.rfrec"}) {
    REQUIRE(session.start_recording());
    session.world().advance(50);
    std::string place = (folder / "run.rfrec").string();
    REQUIRE(session.save_recording(place));
    CHECK(place == (folder / name).string());
    CHECK(session.message() == "saved " + place);
    CHECK(session.open_file(place));
    CHECK(session.world().replaying());
    CHECK(session.leave_replay());
  }
}

TEST_CASE("a variant may have a ground of its own") {
  Session session("ramp");
  rf_ground hard = session.world().ground();
  hard.mu_min = hard.mu_max = 3;
  samples::VariantSpec own{"own", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT, hard};
  REQUIRE(session.set_variants({{"same", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT}, own}));
  session.world().advance(1500);
  const auto& variants = session.world().variants();
  CHECK(std::fabs(variants[1].states[0].position[0] - variants[0].states[0].position[0]) > 0.01);
  // Changes of the ground reach the variants without one of their own.
  set_friction(session, 0.9);
  rf_terrain_sample sample{};
  REQUIRE(rf_terrain_at(&variants[0].scene.terrain, 10, 0, &sample) == RF_OK);
  CHECK(sample.ground.mu_min == 0.9);
  REQUIRE(rf_terrain_at(&variants[1].scene.terrain, 10, 0, &sample) == RF_OK);
  CHECK(sample.ground.mu_min == 3);
}
