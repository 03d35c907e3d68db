#include <rockfall/ground.h>

#include <set>

#include "support/refusal.h"
#include "terrain/ground_members.h"

using namespace support;

TEST_CASE("the default ground is valid and its members are those of rf_ground_field in order") {
  rf_ground ground = rf_default_ground();
  rf_error error = stale_error();
  check_success(rf_ground_check(&ground, &error), error);
  CHECK(ground.mu_min == 0.6);
  CHECK(ground.mu_max == 0.6);
  for (int i = 0; i < RF_GROUND_FIELD_COUNT; ++i) CHECK(&ground.mu_min + i == &rockfall::ground_member(ground, i));
  CHECK(&rockfall::ground_member(ground, RF_GROUND_LAYER_HEIGHT) == &ground.layer_height);
  CHECK(&rockfall::ground_member(ground, RF_GROUND_RESTITUTION_NORMAL) == &ground.restitution_normal);
  CHECK(std::string(rf_ground_field_name(RF_GROUND_BETA)) == "beta");
  CHECK(std::string(rf_ground_field_name(RF_GROUND_LAYER_DRAG_ROTATION)) == "layer_drag_rotation");
  CHECK(rf_ground_field_name(-1) == nullptr);
  CHECK(rf_ground_field_name(RF_GROUND_FIELD_COUNT) == nullptr);
}

TEST_CASE("a negative, NaN or infinite member of a ground is refused with its name") {
  for (int32_t i = 0; i < RF_GROUND_FIELD_COUNT; ++i) {
    for (const double bad : {-1e-9, kNaN, kInfinity, -kInfinity}) {
      rf_ground ground = rf_default_ground();
      ground.mu_max = 10;
      rockfall::ground_member(ground, i) = bad;
      rf_error error = stale_error();
      check_refusal(rf_ground_check(&ground, &error), error, RF_BAD_VALUE, rf_ground_field_name(i));
      CHECK(rf_ground_check(&ground, nullptr) == RF_BAD_VALUE);
    }
  }
}

TEST_CASE("a member of a ground above its limit is refused with its name and its range, the limit is accepted") {
  for (int32_t i = 0; i < RF_GROUND_FIELD_COUNT; ++i) {
    const std::string name = rf_ground_field_name(i);
    CAPTURE(name);
    const bool fraction = (name.find("restitution") != std::string::npos && i != RF_GROUND_RESTITUTION_THRESHOLD) ||
                          i == RF_GROUND_ROCFALL_IMPULSE_CAP;
    const bool obstacle = name.find("roughness") != std::string::npos;
    const double limit = fraction ? 1 : obstacle ? 100 : 1e20;
    const char* const range = fraction ? "between 0 and 1" : obstacle ? "between 0 and 100" : "between 0 and 1e20";
    rf_ground ground = rf_default_ground();
    ground.mu_max = 1e20;
    rockfall::ground_member(ground, i) = limit;
    rf_error error = stale_error();
    check_success(rf_ground_check(&ground, &error), error);
    for (const double bad : {1.0000001 * limit, 1e160, 1e300}) {
      rockfall::ground_member(ground, i) = bad;
      check_refusal(rf_ground_check(&ground, &error), error, RF_BAD_VALUE, rf_ground_field_name(i));
      check_refusal(rf_ground_check(&ground, &error), error, RF_BAD_VALUE, range);
    }
  }
}

TEST_CASE("restitution above 1 and mu_max below mu_min are refused, the limits are accepted") {
  rf_error error = stale_error();
  rf_ground ground = rf_default_ground();
  ground.restitution_normal = 1.0000001;
  check_refusal(rf_ground_check(&ground, &error), error, RF_BAD_VALUE, "restitution_normal");
  ground = rf_default_ground();
  ground.restitution_tangential = 2;
  check_refusal(rf_ground_check(&ground, &error), error, RF_BAD_VALUE, "restitution_tangential");
  ground = rf_default_ground();
  ground.mu_max = 0.5;
  check_refusal(rf_ground_check(&ground, &error), error, RF_BAD_VALUE, "mu_max");
  ground = rf_default_ground();
  ground.restitution_normal = ground.restitution_tangential = 1;
  check_success(rf_ground_check(&ground, &error), error);
  check_refusal(rf_ground_check(nullptr, &error), error, RF_NULL_ARGUMENT, "ground");
}

TEST_CASE("every preset is a valid ground with a description and is found by its name") {
  REQUIRE(rf_ground_preset_count() > 0);
  std::set<std::string> names;
  for (uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* preset = rf_ground_preset_at(i);
    REQUIRE(preset != nullptr);
    CHECK(rf_ground_check(&preset->ground, nullptr) == RF_OK);
    CHECK(rf_ground_preset_find(preset->name) == preset);
    CHECK(std::string(preset->description) != "");
    CHECK((preset->confirmed == 0 || preset->confirmed == 1));
    names.insert(preset->name);
  }
  CHECK(names.size() == rf_ground_preset_count());
  CHECK(rf_ground_preset_at(rf_ground_preset_count()) == nullptr);
  CHECK(rf_ground_preset_find("no such ground") == nullptr);
  CHECK(rf_ground_preset_find(nullptr) == nullptr);
}

TEST_CASE(
    "from soft to hard soil classes mu_min, kappa, beta and soil strength increase and rolling resistance decreases") {
  const char* const classes[] = {"extra_soft", "soft", "medium_soft", "medium", "medium_hard", "hard", "extra_hard"};
  const rf_ground* softer = nullptr;
  for (const char* name : classes) {
    const rf_ground_preset* preset = rf_ground_preset_find(name);
    REQUIRE(preset != nullptr);
    if (softer) {
      CHECK(preset->ground.mu_min > softer->mu_min);
      CHECK(preset->ground.kappa > softer->kappa);
      CHECK(preset->ground.beta > softer->beta);
      CHECK(preset->ground.rolling_resistance < softer->rolling_resistance);
      // Bedrock is rigid.
      CHECK((preset->ground.soil_strength > softer->soil_strength || std::string(name) == "extra_hard"));
    }
    softer = &preset->ground;
  }
}

TEST_CASE(
    "the classes of RAMMS stay as they were: rigid ground with contact drag, and the friction of the soil class") {
  const char* const classes[] = {"extra_soft",  "soft", "medium_soft", "medium",
                                 "medium_hard", "hard", "extra_hard",  "snow"};
  for (const char* name : classes) {
    const rf_ground& soil = rf_ground_preset_find(name)->ground;
    const rf_ground_preset* ramms = rf_ground_preset_find((std::string("ramms_") + name).c_str());
    REQUIRE(ramms != nullptr);
    CHECK(ramms->ground.mu_min == soil.mu_min);
    CHECK(ramms->ground.beta == soil.beta);
    CHECK(ramms->ground.soil_strength == 0);
    CHECK(ramms->ground.contact_drag > 0);
    CHECK(soil.contact_drag == 0);
  }
}

TEST_CASE("the soil layer and the friction of alpine meadow are calibrated and name the measurements") {
  const rf_ground& ground = rf_ground_preset_find("alpine_meadow")->ground;
  for (const int32_t field :
       {RF_GROUND_MU_MIN, RF_GROUND_SOIL_STRENGTH, RF_GROUND_SOIL_DRAG, RF_GROUND_ROLLING_RESISTANCE}) {
    rf_number_source source = {-1, nullptr};
    REQUIRE(rf_ground_preset_source("alpine_meadow", field, &source) == RF_OK);
    CHECK(source.status == RF_NUMBER_CALIBRATED);
    CHECK(std::string(source.source).find("Tschamut") != std::string::npos);
    CHECK(rockfall::ground_member(ground, field) > 0);
  }
  CHECK(ground.soil_drag >= 1.1);  // the least C_f + C_s of Lu et al. 2019
  CHECK(ground.contact_drag == 0);
}

TEST_CASE("a number of a soil class is confirmed or assumed: calibrated numbers have a preset of their own") {
  for (uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const std::string name = rf_ground_preset_at(i)->name;
    int calibrated = 0;
    for (int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      rf_number_source source = {-1, nullptr};
      REQUIRE(rf_ground_preset_source(name.c_str(), field, &source) == RF_OK);
      calibrated += source.status == RF_NUMBER_CALIBRATED;
    }
    CHECK((calibrated > 0) == (name == "alpine_meadow"));
  }
}

TEST_CASE("a preset is confirmed if and only if publications confirm every number of it that acts") {
  for (uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset& preset = *rf_ground_preset_at(i);
    const std::string name = preset.name;
    CAPTURE(name);
    bool confirmed = true;
    for (int32_t field = 0; field < RF_GROUND_ROCFALL_RESTITUTION_NORMAL; ++field) {
      const bool of_soil =
          field == RF_GROUND_SOIL_DRAG || field == RF_GROUND_SOIL_DRAG_ROTATION || field == RF_GROUND_SOIL_DENSITY;
      const bool acts =
          rockfall::ground_member(preset.ground, field) != 0 && (!of_soil || preset.ground.soil_strength > 0);
      rf_number_source source = {-1, nullptr};
      REQUIRE(rf_ground_preset_source(preset.name, field, &source) == RF_OK);
      confirmed = confirmed && (!acts || source.status == RF_NUMBER_CONFIRMED);
    }
    CHECK((preset.confirmed != 0) == confirmed);
  }
}

TEST_CASE("the source of a number of a preset is that of this number, not of another one in its row") {
  const auto source = [](const char* preset, int32_t field) {
    rf_number_source found = {-1, nullptr};
    REQUIRE(rf_ground_preset_source(preset, field, &found) == RF_OK);
    return std::string(found.source);
  };
  CHECK(source("extra_hard", RF_GROUND_RESTITUTION_NORMAL).find("0.48 to 0.58") != std::string::npos);
  CHECK(source("extra_hard", RF_GROUND_RESTITUTION_TANGENTIAL).find("0.48") == std::string::npos);
  for (const char* preset : {"snow", "ramms_snow"}) {
    for (const int32_t field : {RF_GROUND_MU_MIN, RF_GROUND_MU_MAX}) {
      CHECK(source(preset, field).find("below the published classes") != std::string::npos);
    }
    CHECK(source(preset, RF_GROUND_BETA).find("between the published classes") != std::string::npos);
  }
  CHECK(source("snow", RF_GROUND_ROLLING_RESISTANCE).find("medium soft") == std::string::npos);
  CHECK(source("extra_hard", RF_GROUND_ROLLING_RESISTANCE).find("medium soft") == std::string::npos);
  CHECK(source("extra_hard", RF_GROUND_CONTACT_DRAG).find("soil layer") == std::string::npos);
  CHECK(source("ramms_hard", RF_GROUND_SOIL_DRAG).find("without effect on rigid ground") != std::string::npos);
}

TEST_CASE("that bedrock has no drag is assumed: the published class has 0.3 1/s") {
  rf_number_source source = {-1, nullptr};
  REQUIRE(rf_ground_preset_source("extra_hard", RF_GROUND_CONTACT_DRAG, &source) == RF_OK);
  CHECK(source.status == RF_NUMBER_ASSUMED);
  CHECK(std::string(source.source).find("0.3 1/s") != std::string::npos);
}

TEST_CASE("the layer of snow has numbers of soil, which no publication confirms for snow") {
  for (const int32_t field :
       {RF_GROUND_SOIL_STRENGTH, RF_GROUND_SOIL_DRAG, RF_GROUND_SOIL_DENSITY, RF_GROUND_CONTACT_DRAG}) {
    rf_number_source source = {-1, nullptr};
    REQUIRE(rf_ground_preset_source("snow", field, &source) == RF_OK);
    CHECK(source.status == RF_NUMBER_ASSUMED);
  }
}

TEST_CASE("every number of every preset names its source and its status") {
  for (uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    for (int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
      rf_number_source source = {-1, nullptr};
      REQUIRE(rf_ground_preset_source(rf_ground_preset_at(i)->name, field, &source) == RF_OK);
      CHECK(std::string(source.source).size() > 5);
      CHECK(source.status >= RF_NUMBER_ASSUMED);
      CHECK(source.status <= RF_NUMBER_CONFIRMED);
    }
  }
  rf_number_source source = {-1, nullptr};
  CHECK(rf_ground_preset_source("no such ground", 0, &source) == RF_BAD_VALUE);
  CHECK(rf_ground_preset_source("soft", RF_GROUND_FIELD_COUNT, &source) == RF_BAD_VALUE);
  CHECK(rf_ground_preset_source(nullptr, 0, &source) == RF_NULL_ARGUMENT);
  CHECK(source.status == -1);
}
