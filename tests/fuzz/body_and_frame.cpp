// Bodies, torque-free rotation and frames of any numbers: finite results, or an error that changes nothing.
#include <rockfall/body.h>
#include <rockfall/frame.h>
#include <rockfall/step.h>

#include "target.h"

namespace fuzz {
namespace {

void rotate(Input& input) {
  const int32_t scheme = static_cast<int32_t>(input.below(RF_SCHEME_COUNT + 1));
  double inertia[3], p[4] = {1, 0, 0, 0}, omega[3];
  for (double& x : inertia) x = input.between(0.1, 1);
  for (double& x : omega) x = input.between(-100, 100);
  const double before[3] = {omega[0], omega[1], omega[2]};
  const rf_status status =
      rf_free_rotation(scheme, inertia, input.between(1e-4, 0.1), input.below(20), p, omega, nullptr);
  if (status == RF_OK) {
    require(finite(p, 4) && finite(omega, 3), "torque-free rotation gives finite numbers");
  } else {
    require(p[0] == 1 && std::memcmp(before, omega, sizeof before) == 0, "an error keeps the arrays");
  }
}

void step_body(Input& input) {
  rf_body body = rf_default_body();
  body.kind = static_cast<int32_t>(input.below(2));
  for (int k = 0; k < 3; ++k) body.inertia[4 * k] = input.between(0.3, 1);
  body.constraint_weight = input.between(0, 1);
  body.time_step = input.between(1e-4, 0.1);
  for (double& x : body.moment) x = input.between(-10, 10);
  double omega[3] = {input.between(-30, 30), input.between(-30, 30), 0};
  rf_body_state state;
  if (rf_body_start(&body, nullptr, omega, &state, nullptr) != RF_OK) return;
  for (int i = 0; i < 8; ++i) {
    const rf_body_state before = state;
    rf_body_report report;
    if (rf_body_step(&body, &state, &report) != RF_OK) {
      require(std::memcmp(&before, &state, sizeof state) == 0, "a failed step keeps the state");
      return;
    }
    require(finite(state.directors, 9) && finite(state.velocities, 9), "a body's step gives finite numbers");
  }
}

void move_frame(Input& input) {
  double position[3], velocity[3], up[3];
  for (double& x : up) x = input.between(-1, 1);
  rf_frame frame = {};
  for (int i = 0; i < 6; ++i) {
    for (double& x : position) x = input.between(-100, 100);
    for (double& x : velocity) x = input.between(-10, 10);
    const rf_frame before = frame;
    const rf_status status = i == 0 ? rf_frame_start(position, velocity, up, &frame, nullptr)
                                    : rf_frame_advance(&frame, position, velocity, nullptr);
    if (status != RF_OK) {
      require(std::memcmp(&before, &frame, sizeof frame) == 0, "an error keeps the frame");
      if (i == 0) return;
      continue;
    }
    require(finite(frame.tangent, 3) && finite(frame.normal, 3) && finite(frame.binormal, 3), "frames are finite");
    double p[4];
    require(rf_frame_orientation(&frame, p, nullptr) == RF_OK && finite(p, 4), "the orientation of a frame is finite");
  }
}

void run_body_and_frame(const uint8_t* data, size_t size) {
  Input input(data, size);
  switch (input.below(3)) {
    case 0:
      return rotate(input);
    case 1:
      return step_body(input);
    default:
      return move_frame(input);
  }
}

std::vector<Bytes> seeds_of_body_and_frame() { return random_inputs(32, 160); }

}  // namespace

const Target kBodyAndFrame = {"body_and_frame", run_body_and_frame, seeds_of_body_and_frame};

}  // namespace fuzz

ROCKFALL_FUZZ_TARGET(fuzz::kBodyAndFrame)
