#include "samples/samples.h"

namespace sandbox::samples {
namespace {

/** A state far above the ground, rotating about one of its axes with a small error. */
rf_state rotating(const BuiltScene& built, std::size_t axis, double y) {
  rf_state state = placed(built, 0, y, 8);
  for (double& omega : state.angular_velocity) omega = 0.001;
  state.angular_velocity[axis] = 10;
  return state;
}

/** A box of 3 x 2 x 1 m without gravity. */
Setup in_flight() {
  Setup setup = on_plane(0, "box", 3, 2, 1, 0.5);
  setup.scenario.settings.gravity = 0;
  setup.scenario.settings.stop_speed = 0;
  setup.scenario.settings.time_step = 0.01;
  setup.distance = 12;
  setup.elevation = 0.25;
  setup.plots = {"rotation", "energy"};
  return setup;
}

}  // namespace

Setup intermediate_axis() {
  Setup setup = in_flight();
  setup.starts = [](const BuiltScene& built) { return std::vector<rf_state>{rotating(built, 1, 0)}; };
  setup.opening = 1.2;  // shortly before it flips for the first time
  return setup;
}

Setup rotation_about_three_axes() {
  Setup setup = in_flight();
  setup.starts = [](const BuiltScene& built) {
    return std::vector<rf_state>{rotating(built, 1, 0), rotating(built, 0, -5), rotating(built, 2, 5)};
  };
  setup.distance = 20;
  setup.azimuth = -0.3;
  return setup;
}

Setup free_rotation_schemes() {
  Setup setup = in_flight();
  // About the axis of greatest inertia, with a larger error, so that the explicit scheme leaves it soon.
  setup.starts = [](const BuiltScene& built) {
    rf_state state = rotating(built, 2, -7.5);
    state.angular_velocity[0] = state.angular_velocity[1] = 0.3;
    return std::vector<rf_state>{state};
  };
  setup.variants = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                    {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT},
                    {"director", RF_SCHEME_DIRECTOR, RF_MODEL_HARD_CONTACT},
                    {"exact", RF_SCHEME_EXACT, RF_MODEL_HARD_CONTACT}};
  setup.apart = {0, 5, 0};
  setup.look_offset = {0, 7.5, 0};
  setup.distance = 26;
  setup.azimuth = -0.3;
  return setup;
}

}  // namespace sandbox::samples
