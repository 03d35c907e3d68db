// The start of assets/wheel_l14.toml against Leine et al. 2014, section 5.2.
#include <doctest/doctest.h>

#include "scenario/scenario.h"
#include "scenario/scene_builder.h"
#include "verify/vector.h"

using namespace sandbox;
using namespace sandbox::verify;

TEST_CASE("the blocks of the wheel start with the energy of the paper, rolling down about their minor axis") {
  const BuiltScene built(read_scenario(find_scenario("wheel_l14")));
  // 1/2 22500 kg (28 m/s)^2 + 1/2 13593.75 kg m2 (20.8 rad/s)^2
  const double energy = 8820000 + 2940600;
  const Vec normal = {std::sin(radians(27)), 0, std::cos(radians(27))};
  for (std::uint32_t i = 0; i < 5; ++i) {
    const rf_state state = built.start(i, 1);
    CHECK(rf_kinetic_energy(&built.scene(), &state) == doctest::Approx(energy).epsilon(1e-5));
    CHECK(built.rock(0)->inertia[0] == doctest::Approx(13593.75));
    const Quaternion orientation = load_quaternion(state.orientation);
    const Vec omega = turned(orientation, load(state.angular_velocity)), v = load(state.velocity);
    CHECK(dot(omega, cross(normal, v)) == doctest::Approx(20.8 * 28).epsilon(1e-3));
    // K z is along the normal of the slope, to half a degree.
    CHECK(dot(turned(orientation, {0, 0, 1}), normal) == doctest::Approx(std::cos(radians(0.5))).epsilon(1e-6));
  }
}
