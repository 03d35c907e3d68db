#include "run/block.h"

#include <algorithm>
#include <string>
#include <utility>

#include "common/error.h"

namespace sandbox {
namespace {

// Steps of one call where no track ends it earlier: so many that filling the lanes costs nothing, so few that the
// progress moves.
constexpr std::uint64_t steps_per_call = 1000;

void add_point(const rf_scene& scene, const rf_state& state, Track& track) {
  TrackPoint point{};
  point.time = static_cast<double>(state.step) * scene.settings.time_step;
  std::copy(state.position, state.position + 3, point.position);
  rf_measure(&scene, &state, point.quantity);
  track.push_back(point);
}

}  // namespace

Block make_block(std::vector<rf_state> states, std::size_t recorded) {
  Block block;
  block.states = std::move(states);
  for (const rf_state& state : block.states) block.traces.push_back(rf_default_rock_statistics(&state));
  block.impacts.assign(block.states.size(), 0);
  block.unconverged.assign(block.states.size(), 0);
  block.tracks.resize(std::min(recorded, block.states.size()));
  return block;
}

void run_block(const rf_scene& scene, std::uint64_t record_every, Block& block, const std::function<void()>& one_done) {
  const auto count = static_cast<std::uint32_t>(block.states.size());
  std::vector<std::uint8_t> in_contact(count, 0);
  rf_observation observation = rf_default_observation();
  observation.statistics = block.traces.data();
  observation.impacts = block.impacts.data();
  observation.in_contact = in_contact.data();
  observation.unconverged = block.unconverged.data();
  for (std::size_t i = 0; i < block.tracks.size(); ++i) add_point(scene, block.states[i], block.tracks[i]);
  std::vector<bool> moving(count, true);
  std::uint64_t made = 0;  // steps of the rocks that still move
  for (std::uint32_t left = count; left > 0;) {
    const std::uint64_t to_point = block.tracks.empty() ? steps_per_call : record_every - made % record_every;
    const auto next = static_cast<std::uint32_t>(std::min(steps_per_call, to_point));
    rf_many_report report{};
    const rf_status status =
        rf_step_many_observed(&scene, block.states.data(), count, next, nullptr, &observation, &report);
    if (status != RF_OK) throw RunError(std::string("a step failed: ") + rf_status_text(status));
    made += next;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!moving[i]) continue;
      const rf_state& state = block.states[i];
      moving[i] = state.end == RF_MOVING;
      if (i < block.tracks.size() && (!moving[i] || state.step % record_every == 0)) {
        add_point(scene, state, block.tracks[i]);
      }
      if (moving[i]) continue;
      one_done();
      --left;
    }
  }
}

}  // namespace sandbox
