// The explanations of the parameters in the window.
#include "live/parameters.h"

#include <doctest/doctest.h>

using namespace sandbox::live;

TEST_CASE("a parameter whose slider has another unit than its key is explained in the unit of the slider") {
  const Parameter* const strength = find_parameter("ground.soil_strength");
  REQUIRE(strength != nullptr);
  const std::string text = explanation(*strength);
  CAPTURE(text);
  CHECK(text.find("\nunit     MPa, from 0 to 1e+14\n") != std::string::npos);
  CHECK(text.find("\nkey      ground.soil_strength, in Pa") != std::string::npos);
  const std::string other = explanation(*find_parameter("ground.soil_density"));
  CAPTURE(other);
  CHECK(other.find("\nunit     kg/m3, ") != std::string::npos);
  CHECK(other.substr(other.size() - 19) == "ground.soil_density");
}
