#include "scenario/key_unit.h"

#include <doctest/doctest.h>

TEST_CASE("a key of a scenario is shown with the unit of its number") {
  CHECK(sandbox::key_with_unit("ground.soil_strength") == "ground.soil_strength, Pa");
  CHECK(sandbox::key_with_unit("soil.2.soil_density") == "soil.2.soil_density, kg/m3");
  CHECK(sandbox::key_with_unit("rock.0.mass") == "rock.0.mass, kg");
  CHECK(sandbox::key_with_unit("release.height") == "release.height, m");
  CHECK(sandbox::key_with_unit("settings.time_step") == "settings.time_step, s");
}

TEST_CASE("pure numbers and texts of a scenario have no unit") {
  for (const char* key : {"ground.mu_min", "ground.preset", "rock.0.shape", "run.seed", "settings.mass", ""}) {
    CHECK(sandbox::key_with_unit(key) == key);
  }
}
