// The start of a live scene: a scenario, the variants to compare, and the first view.
#ifndef ROCKFALL_SANDBOX_SAMPLES_SETUP_H
#define ROCKFALL_SANDBOX_SAMPLES_SETUP_H

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "scenario/scene_builder.h"

namespace sandbox::samples {

/** A way of computing the scene. Several variants run side by side from the same start. */
struct VariantSpec {
  std::string name;
  std::int32_t scheme = RF_SCHEME_IMPLICIT;
  std::int32_t model = RF_MODEL_HARD_CONTACT;
  std::optional<rf_ground> ground = std::nullopt;      ///< of its own; none: the ground of the scene
  std::optional<rf_settings> settings = std::nullopt;  ///< of its own, but for scheme and model
};

/** Everything a live scene is made from. */
struct Setup {
  Scenario scenario;
  std::vector<VariantSpec> variants;  ///< empty: one, with the settings of the scenario
  /** Initial states of the rocks; empty: the release of the scenario. */
  std::function<std::vector<rf_state>(const BuiltScene&)> starts;
  std::uint32_t rocks_of_file = 0;        ///< of a scenario that is shown with fewer; 0: all are shown
  rf_rectangle shown{-60, -60, 160, 60};  ///< part of an endless plane that is drawn at first, m
  double distance = 60;                   ///< m from the camera to its target
  double ahead = 0.14;                    ///< m per m of distance that the target lies downslope of the starts
  double azimuth = -1.0;                  ///< rad, see OrbitCamera
  double elevation = 0.45;                ///< rad
  bool follow = false;                    ///< the camera follows the first rock
  /** Seconds of which the way of the first rocks fits the first view; 0: the view is as the numbers above say. */
  double preview = 0;
  double opening = 0;                          ///< s that have passed when the scene is opened
  std::array<double, 3> look_offset{0, 0, 0};  ///< of the target of the camera, m
  /** Offset between the pictures of variants that start at the same place, m; their physics does not have it. */
  std::array<double, 3> apart{0, 0, 0};
  /** Plots to show: names of PlotSpec. */
  std::vector<std::string> plots = {"energy", "speed", "rotation", "friction"};
};

}  // namespace sandbox::samples
#endif
