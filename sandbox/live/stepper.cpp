#include "live/stepper.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "live/watched_rock.h"

namespace sandbox::live {
namespace {

/** Keeps the strongest impact since the last moment. */
void note_impact(const rf_scene& scene, const rf_state& state, ContactMarks& marks) {
  rf_rock_properties rock{};
  if (rf_rock_get(scene.rocks[state.rock], &rock) != RF_OK) return;
  double normal = 0;
  for (std::uint32_t i = 0; i < marks.count; ++i) normal += marks.contacts[i].percussion[0];
  if (normal <= marks.impact * rock.mass) return;
  marks.impact = normal / rock.mass;
  marks.impact_time = marks.time;
  std::copy(marks.contacts[0].point, marks.contacts[0].point + 3, marks.impact_place);
}

void step_rock(Variant& variant, std::uint32_t rock, bool watched, std::uint32_t steps) {
  rf_state state = variant.states[rock];
  double time = variant.time;
  ContactMarks& marks = variant.marks[rock];
  std::array<rf_contact, ContactMarks::room> contacts;
  rf_step_report report{};
  report.contacts = contacts.data();
  report.contact_capacity = ContactMarks::room;
  for (std::uint32_t i = 0; i < steps && state.end == RF_MOVING; ++i) {
    variant.before[rock] = state;
    const rf_status status = rf_step(&variant.scene, &state, &report);
    if (status != RF_OK) break;  // the state says RF_ENDED_FAULT
    time += variant.scene.settings.time_step;
    if (report.contact_count > 0) {
      marks.time = time;
      marks.count = std::min(report.contact_count, ContactMarks::room);
      marks.contacts = contacts;
      note_impact(variant.scene, state, marks);
    }
    add_to_ledger(variant.ledgers[rock], report.energy);
    if (watched) note_step(variant, state, report, time);
  }
  if (state.end != RF_MOVING) variant.before[rock] = state;
  variant.states[rock] = state;
}

/** Keeps the impact of a contact that begins, if it is the strongest since the last moment. */
void note_event(Variant& variant, const rf_event& event, double now) {
  const rf_state& state = variant.states[event.rock];
  rf_rock_properties rock{};
  if (rf_rock_get(variant.scene.rocks[state.rock], &rock) != RF_OK) return;
  ContactMarks& marks = variant.marks[event.rock];
  if (event.percussion <= marks.impact * rock.mass) return;
  marks.impact = event.percussion / rock.mass;
  marks.impact_time = now - static_cast<double>(state.step - event.step) * variant.scene.settings.time_step;
  std::copy(event.point, event.point + 3, marks.impact_place);
}

/** The state before the last step, for drawing between the two: moved back at the present velocities. */
rf_state one_step_back(const rf_state& now, double time_step) {
  rf_state before = now;
  for (std::size_t k = 0; k < 3; ++k) before.position[k] -= time_step * now.velocity[k];
  const double *const q = now.orientation, *const w = now.angular_velocity, h = -0.5 * time_step;
  before.orientation[0] -= h * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]);
  before.orientation[1] += h * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  before.orientation[2] += h * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  before.orientation[3] += h * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
  double square = 0;
  for (const double x : before.orientation) square += x * x;
  const double scale = 1.0 / std::sqrt(square);
  for (double& x : before.orientation) x *= scale;
  return before;
}

}  // namespace

std::uint32_t steps_until(const Variant& variant, double time) {
  constexpr double rounding = 1e-6, most = 1e9;
  const double steps = std::floor((time - variant.time) / variant.scene.settings.time_step + rounding);
  return static_cast<std::uint32_t>(std::clamp(steps, 0.0, most));
}

void Stepper::step_together(Variant& variant, std::uint32_t steps) {
  const auto count = static_cast<std::uint32_t>(variant.states.size());
  if (variant.contact_tracks.size() != count) variant.contact_tracks.assign(count, {});
  events_.resize(4 * std::size_t{count});
  rf_events events = rf_default_events();
  events.kinds = 1u << RF_EVENT_CONTACT_BEGIN;
  events.contact_gap = 0;
  events.buffer = events_.data();
  events.capacity = static_cast<std::uint32_t>(events_.size());
  events.tracks = variant.contact_tracks.data();
  const rf_tasks tasks = pool_.tasks();
  const double time_step = variant.scene.settings.time_step;
  const rf_status status =
      rf_step_many_with_events(&variant.scene, variant.states.data(), count, steps, &tasks, nullptr, &events);
  if (status != RF_OK) throw RunError(std::string("the rocks cannot be stepped: ") + rf_status_text(status));
  for (std::uint32_t i = 0; i < events.count; ++i) note_event(variant, events_[i], variant.time + steps * time_step);
  variant.before.resize(count);
  for (std::uint32_t rock = 0; rock < count; ++rock) {
    const rf_state& now = variant.states[rock];
    variant.before[rock] = now.end == RF_MOVING ? one_step_back(now, time_step) : now;
  }
}

void Stepper::step(Variant& variant, std::uint32_t watched, std::uint32_t steps) {
  if (steps == 0) return;
  step_rocks(variant, watched, steps);
  variant.time += steps * variant.scene.settings.time_step;
}

void Stepper::step_rocks(Variant& variant, std::uint32_t watched, std::uint32_t steps) {
  if (!has_detail(variant)) {
    const bool one = watched < variant.states.size();
    const rf_state state = one ? variant.states[watched] : rf_state{};
    step_together(variant, steps);
    if (!one) return;
    variant.states[watched] = state;
    step_rock(variant, watched, true, steps);
    return;
  }
  constexpr std::uint32_t batch = 16;  // rocks handed to a thread at once
  const auto count = static_cast<std::uint32_t>(variant.states.size());
  const auto body = [&](std::uint32_t b) {
    for (std::uint32_t rock = b * batch; rock < std::min(count, (b + 1) * batch); ++rock) {
      step_rock(variant, rock, rock == watched, steps);
    }
  };
  const std::uint32_t batches = (count + batch - 1) / batch;
  if (batches == 1) {
    body(0);
  } else {
    pool_.run(batches, body);
  }
}

}  // namespace sandbox::live
