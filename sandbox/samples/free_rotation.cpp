#include "samples/samples.h"

namespace sandbox::samples {
namespace {

/** A box of 3 x 2 x 1 m far above the ground, without gravity, turning about one of its axes with a small error. */
Setup rotating(std::size_t axis) {
  Setup setup = on_plane(0, "box", 3, 2, 1, 0.5);
  setup.scenario.settings.gravity = 0;
  setup.scenario.settings.stop_speed = 0;
  setup.scenario.settings.time_step = 0.01;
  setup.starts = [axis](const BuiltScene& built) {
    rf_state state = placed(built, 0, 0, 8);
    for (double& omega : state.angular_velocity) omega = 0.001;
    state.angular_velocity[axis] = 10;
    return std::vector<rf_state>{state};
  };
  setup.distance = 18;
  return setup;
}

}  // namespace

Setup intermediate_axis() { return rotating(1); }

Setup free_rotation_schemes() {
  Setup setup = rotating(1);
  setup.variants = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                    {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT},
                    {"director", RF_SCHEME_DIRECTOR, RF_MODEL_HARD_CONTACT},
                    {"exact", RF_SCHEME_EXACT, RF_MODEL_HARD_CONTACT}};
  return setup;
}

Setup rotation_about_minor_axis() { return rotating(0); }

Setup rotation_about_major_axis() { return rotating(2); }

}  // namespace sandbox::samples
