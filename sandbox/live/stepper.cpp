#include "live/stepper.h"

#include <algorithm>

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

void step_rock(Variant& variant, std::uint32_t rock, bool watched, std::uint32_t steps, double time) {
  rf_state state = variant.states[rock];
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

}  // namespace

void Stepper::step(Variant& variant, std::uint32_t watched, std::uint32_t steps, double time) {
  constexpr std::uint32_t batch = 16;  // rocks handed to a thread at once
  const auto count = static_cast<std::uint32_t>(variant.states.size());
  const auto body = [&](std::uint32_t b) {
    for (std::uint32_t rock = b * batch; rock < std::min(count, (b + 1) * batch); ++rock) {
      step_rock(variant, rock, rock == watched, steps, time);
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
