#include <rockfall/campaign.h>

#include "api/check.h"
#include "api/default.h"
#include "api/scene.h"
#include "campaign/random.h"
#include "campaign/release.h"
#include "campaign/statistics.h"
#include "numerics/floating_point_environment.h"
#include "numerics/philox.h"
#include "step/observation.h"

using namespace rockfall;

namespace {

rf_status check_release(const rf_scene& scene, const rf_release& release, rf_error* error) {
  if (release.struct_size != sizeof release) return fail_def(error, "release");
  RF_TRY(check_range(error, "release.kind", release.kind, RF_RELEASE_POINT, RF_RELEASE_AREA, "an rf_release_kind"));
  if (!release.points) return fail_null(error, "release.points");
  const uint32_t least = release.kind == RF_RELEASE_POINT ? 1 : (release.kind == RF_RELEASE_LINE ? 2 : 3);
  RF_TRY(check_range(error, "release.point_count", release.point_count, least, 1e9,
                     "at least 1 for a point, 2 for a line, 3 for an area"));
  RF_TRY(check_all_finite(error, "release.points", release.points, 2 * static_cast<int>(release.point_count)));
  RF_TRY(check_not_negative(error, "release.height_min", release.height_min));
  RF_TRY(check_range(error, "release.height_max", release.height_max, release.height_min, 1e9,
                     "at least height_min and at most 1e9"));
  RF_TRY(check_all_finite(error, "release.velocity", release.velocity, 3));
  RF_TRY(check_all_finite(error, "release.angular_velocity", release.angular_velocity, 3));
  RF_TRY(check_all_finite(error, "release.orientation", release.orientation, 4));
  const double square = squared_length(load_quat(release.orientation));
  if (!release.random_orientation && !(square > 1e-12 && square < 1e300)) {
    return fail(error, RF_BAD_VALUE, "release.orientation is no quaternion of length 1e-6 to 1e150");
  }
  const uint64_t last = static_cast<uint64_t>(release.rock_first) + release.rock_count;
  if (release.rock_count == 0 || last > scene.rock_count) {
    return fail(error, RF_BAD_VALUE, "release.rock_first and rock_count exceed the number of shapes in the scene");
  }
  return RF_OK;
}

}  // namespace

extern "C" {

void rf_random_block(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  if (!counter || !key || !out) return;
  philox4x32(counter, key, out);
}

void rf_random_pair(uint64_t seed, uint32_t rock, uint32_t event, double out[2]) {
  if (!out) return;
  const FloatingPointEnvironment environment;
  random_pair(seed, rock, event, out);
}

void rf_random_orientation(uint64_t seed, uint32_t rock, uint32_t event, double orientation[4]) {
  if (!orientation) return;
  const FloatingPointEnvironment environment;
  store_quat(random_orientation(seed, rock, event), orientation);
}

rf_status rf_init_release(rf_release* out, size_t size) {
  rf_release release = {};
  release.random_orientation = 1;
  release.orientation[0] = 1;
  release.height_min = release.height_max = 0.5;
  release.rock_count = 1;
  release.seed = 1;
  return write_default(release, out, size);
}

rf_status rf_release_state(const rf_scene* scene, const rf_release* release, uint32_t number, rf_state* state,
                           rf_error* error) {
  const FloatingPointEnvironment environment;
  RF_TRY(rf_scene_check(scene, error));
  if (!release) return fail_null(error, "release");
  if (!state) return fail_null(error, "state");
  RF_TRY(check_release(*scene, *release, error));
  double clearance;
  rf_state released = release_state(*release, number, &clearance);
  RF_TRY(rf_place_above_ground(scene, &released, clearance, error));
  *state = released;
  return succeed(error);
}

rf_status rf_init_rock_statistics(rf_rock_statistics* out, size_t size, const rf_state* state) {
  rf_rock_statistics statistics = {};
  for (int k = 0; state && k < 3; ++k) statistics.start[k] = state->position[k];
  return write_default(statistics, out, size);
}

rf_status rf_measure(const rf_scene* scene, const rf_state* state, double quantity[RF_QUANTITY_COUNT]) {
  const FloatingPointEnvironment environment;
  RF_TRY(guard_scene(scene));
  RF_TRY(guard_state(*scene, state));
  if (!quantity) return RF_NULL_ARGUMENT;
  measure(*scene, *state, quantity);
  return RF_OK;
}

rf_status rf_step_with_statistics(const rf_scene* scene, rf_state* state, rf_rock_statistics* statistics,
                                  rf_step_report* report) {
  const FloatingPointEnvironment environment;
  if (!statistics) return RF_NULL_ARGUMENT;
  RF_TRY(guard_scene(scene));
  RF_TRY(guard_state(*scene, state));
  const uint64_t step = state->step;
  const double x = state->position[0], y = state->position[1];
  RF_TRY(rf_step(scene, state, report));
  if (state->step == step) return RF_OK;  // the rock has ended before
  double quantity[RF_QUANTITY_COUNT];
  measure(*scene, *state, quantity);
  observe_motion(*scene, *state, x, y, quantity, *statistics);
  return RF_OK;
}

rf_status rf_summarise(const rf_rock_statistics* statistics, uint32_t count, rf_campaign_summary* summary) {
  const FloatingPointEnvironment environment;
  if (!statistics || !summary) return RF_NULL_ARGUMENT;
  if (count == 0) return RF_BAD_VALUE;
  *summary = summarise(statistics, count);
  return RF_OK;
}

}  // extern "C"
