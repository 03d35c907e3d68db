// Steps of any accepted scene and state: finite or a fault, and the same bits with and without a report, alone and
// among others, and whatever the stack holds.
#include <cmath>

#include "scene.h"
#include "target.h"

namespace fuzz {
namespace {

#if defined(__GNUC__) || defined(__clang__)
__attribute__((noinline))
#endif
void dirty_stack(uint8_t pattern) {
  volatile uint8_t bytes[40000];
  for (volatile uint8_t& byte : bytes) byte = pattern;
}

void read_ground(Input& input, rf_ground& ground) {
  double* const members = &ground.mu_min;
  const uint32_t changes = input.below(8);
  for (uint32_t i = 0; i < changes; ++i) {
    const uint32_t member = input.below(RF_GROUND_FIELD_COUNT);
    members[member] = input.between(0, member == RF_GROUND_SOIL_STRENGTH ? 1e7 : 2);
  }
}

void read_settings(Input& input, rf_settings& settings) {
  settings.scheme = static_cast<int32_t>(input.below(RF_SCHEME_COUNT));
  settings.model = static_cast<int32_t>(input.below(RF_MODEL_COUNT));
  settings.rocfall_shape = static_cast<int32_t>(input.below(2));
  settings.soil_law = static_cast<int32_t>(input.below(RF_SOIL_LAW_COUNT));
  settings.time_step = input.between(0.0005, 0.02);
  settings.gravity = input.between(0, 20);
  settings.solver_sweeps = static_cast<int32_t>(1 + input.byte());
}

void read_state(Input& input, rf_state& state) {
  for (int k = 0; k < 2; ++k) state.position[k] = input.between(-1, 11);
  state.position[2] = input.between(-2, 4);
  double* const p = state.orientation;
  for (int k = 0; k < 4; ++k) p[k] = input.between(-1, 1);
  const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  if (length > 1e-3 && length < 1e3) {
    for (int k = 0; k < 4; ++k) p[k] /= length;
  }
  for (double& x : state.velocity) x = input.between(-50, 50);
  for (double& x : state.angular_velocity) x = input.between(-50, 50);
  state.slippage = input.between(0, 3);
  state.scar_depth = input.between(0, 0.2);
}

bool finite_state(const rf_state& s) {
  return finite(s.position, 3) && finite(s.orientation, 4) && finite(s.velocity, 3) && finite(s.angular_velocity, 3) &&
         finite(&s.slippage, 1) && finite(&s.still_time, 1) && finite(&s.scar_depth, 1) && finite(&s.scar_path, 1);
}

void run_step(const uint8_t* data, size_t size) {
  Input input(data, size);
  static SmallScene small;
  small.grid.ground = rf_default_ground();
  small.scene.settings = rf_default_settings();
  read_settings(input, small.scene.settings);
  read_ground(input, small.grid.ground);
  const bool holes = input.below(8) == 0;
  for (double& z : small.heights) z = input.between(-3, 3);
  if (holes) small.heights[14] = std::nan("");
  if (!small.make() || rf_scene_check(&small.scene, nullptr) != RF_OK) return;
  rf_state start = rf_default_state();
  read_state(input, start);
  rf_state plain = start, reported = start, many[3] = {start, start, start};
  rf_step_report report = {};
  rf_contact contacts[RF_MAX_CONTACTS];
  report.contacts = contacts;
  report.contact_capacity = input.below(RF_MAX_CONTACTS + 1);
  constexpr uint32_t kSteps = 12;
  for (uint32_t i = 0; i < kSteps && plain.end == RF_MOVING; ++i) {
    const rf_state before = plain;
    dirty_stack(static_cast<uint8_t>(17 * i + 255));
    const rf_status status = rf_step(&small.scene, &plain, nullptr);
    dirty_stack(static_cast<uint8_t>(64 + i));
    require(rf_step(&small.scene, &reported, &report) == status, "a report does not change the status");
    require(std::memcmp(&plain, &reported, sizeof plain) == 0, "a report does not change the bits");
    if (status == RF_OK) {
      require(finite_state(plain), "a step that succeeds gives finite numbers");
    } else {
      require(status == RF_FAULTY_STATE && plain.end == RF_ENDED_FAULT, "a step that fails is a fault");
      rf_state ended = before;
      ended.end = RF_ENDED_FAULT;
      require(std::memcmp(&plain, &ended, sizeof plain) == 0, "a fault keeps the last state");
    }
  }
  rf_many_report total;
  require(rf_step_many(&small.scene, many, 3, kSteps, nullptr, &total) == RF_OK, "rf_step_many succeeds");
  for (const rf_state& state : many) {
    require(std::memcmp(&plain, &state, sizeof plain) == 0, "rf_step_many gives the bits of rf_step");
  }
  require(total.faults == (plain.end == RF_ENDED_FAULT ? 3u : 0u), "rf_step_many counts the faults");
}

std::vector<Bytes> seeds_of_step() { return random_inputs(32, 320); }

}  // namespace

const Target kStep = {"step", run_step, seeds_of_step};

}  // namespace fuzz

ROCKFALL_FUZZ_TARGET(fuzz::kStep)
