#include "samples/samples.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "live/session.h"
#include "sandbox/temporary.h"

using namespace sandbox;
using namespace sandbox::live;

TEST_CASE("the registry has samples of every category with unique names and descriptions") {
  std::map<std::string, int> categories;
  std::set<std::string> names, descriptions;
  std::string last;
  for (const samples::Sample& sample : samples::all()) {
    // The samples of a category are adjacent in the list.
    if (sample.category != last) CHECK(categories.count(sample.category) == 0);
    last = sample.category;
    ++categories[sample.category];
    CHECK(names.insert(sample.name).second);
    CHECK(descriptions.insert(sample.description).second);
  }
  for (const char* const category : {"Basics", "Free rotation", "Contact", "Soft ground", "Wheel", "Ramp", "Mountain",
                                     "Models compared", "Special cases"}) {
    CAPTURE(category);
    CHECK(categories[category] > 0);
  }
  CHECK(categories.size() == 9);
}

TEST_CASE("schemes side by side start from the same bits and share later changes of parameters") {
  Session session("first_fall");
  const rf_state start = session.world().variants()[0].states[0];
  session.world().advance(100);
  REQUIRE(session.set_variants({{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                                {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT}}));
  REQUIRE(session.world().variants().size() == 2);
  for (const Variant& variant : session.world().variants()) {
    CHECK(rf_hash_state(&variant.states[0]) == rf_hash_state(&start));
  }
  rf_settings settings = session.world().settings();
  settings.gravity = 5;
  REQUIRE(session.set_settings(settings));
  session.world().advance(200);
  const auto& variants = session.world().variants();
  CHECK(variants[0].scene.settings.scheme == RF_SCHEME_IMPLICIT);
  CHECK(variants[1].scene.settings.scheme == RF_SCHEME_EXPLICIT);
  for (const Variant& variant : variants) CHECK(variant.scene.settings.gravity == 5);
  CHECK(variants[0].series.samples().size() == variants[1].series.samples().size());
  CHECK(variants[0].name == "implicit");
  // After a change of the scheme the name changes too.
  settings.scheme = RF_SCHEME_DIRECTOR;
  REQUIRE(session.set_settings(settings));
  CHECK(says(session.world().variants()[0].name, "director"));
  CHECK(session.world().variants()[1].name == "explicit");
  REQUIRE(session.set_variants({}));
  CHECK(session.world().variants().size() == 1);
}

TEST_CASE("the RocFall3 models run in the live scene under their names") {
  Session session("first_fall");
  rf_settings settings = session.world().settings();
  for (const std::int32_t model : {RF_MODEL_ROCFALL_LUMPED, RF_MODEL_ROCFALL_RIGID}) {
    settings.model = model;
    REQUIRE(session.set_settings(settings));
    CHECK(says(session.world().variants()[0].name, rf_model_name(model)));
    session.world().advance(300);
    CHECK(session.world().variants()[0].states[0].end != RF_ENDED_FAULT);
  }
}

TEST_CASE("a comparison or restart without ground for its rocks does not change the scene") {
  Session session("ramp");
  session.world().advance(50);
  Setup lost = session.world().setup();
  bool found = true;
  lost.starts = [&found](const BuiltScene& built) {
    if (!found) throw InputError("release: no ground");
    return std::vector<rf_state>{built.start(0, 1)};
  };
  World world(lost);
  world.advance(30);
  found = false;
  const std::uint64_t before = rf_hash_state(&world.variants()[0].states[0]);
  CHECK(says(refusal([&] {
               world.set_variants({{"a", RF_SCHEME_IMPLICIT, 0}, {"b", RF_SCHEME_EXACT, 0}});
             }),
             "no ground"));
  CHECK(says(refusal([&] { world.restart(); }), "no ground"));
  REQUIRE(world.variants().size() == 1);
  CHECK(world.step() == 30);
  CHECK(rf_hash_state(&world.variants()[0].states[0]) == before);
  world.advance(1);
  CHECK(world.step() == 31);
}

TEST_CASE("every sample has a title, a suggestion and a parameter that exists") {
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    CHECK(std::string(sample.title).size() > 3);
    CHECK(std::string(sample.hint).size() > 10);
    CHECK(find_parameter(sample.suggested) != nullptr);
  }
}

TEST_CASE("every sample moves at once") {
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    Session session(sample.name);
    const std::vector<rf_state> before = session.world().variants()[0].states;
    session.advance(0.1);
    double moved = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const rf_state& now = session.world().variants()[0].states[i];
      for (std::size_t k = 0; k < 3; ++k) moved = std::max(moved, std::fabs(now.position[k] - before[i].position[k]));
      for (std::size_t k = 0; k < 4; ++k) {
        moved = std::max(moved, std::fabs(now.orientation[k] - before[i].orientation[k]));
      }
    }
    CHECK(moved > 0.003);
  }
}
