#include "run/replay_log.h"

#include <cstdio>
#include <string>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

std::string hexadecimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

struct Number {
  std::string name, text;
};

// A new member must be added to numbers_of().
static_assert(sizeof(rf_state) == 17 * sizeof(double) + sizeof(std::uint64_t) + 4 * sizeof(std::uint32_t), "rf_state");

/** All members of a state; equal texts mean equal bits. */
std::vector<Number> numbers_of(const rf_state& state) {
  std::vector<Number> numbers;
  const auto add = [&](const char* name, const double* values, int count) {
    for (int i = 0; i < count; ++i) {
      numbers.push_back({count > 1 ? name + ("[" + std::to_string(i) + "]") : name, hexadecimal(values[i])});
    }
  };
  add("position", state.position, 3);
  add("orientation", state.orientation, 4);
  add("velocity", state.velocity, 3);
  add("angular_velocity", state.angular_velocity, 3);
  add("slippage", &state.slippage, 1);
  add("still_time", &state.still_time, 1);
  add("scar_depth", &state.scar_depth, 1);
  add("scar_path", &state.scar_path, 1);
  numbers.push_back({"step", std::to_string(state.step)});
  numbers.push_back({"rock", std::to_string(state.rock)});
  numbers.push_back({"end", std::to_string(state.end)});
  numbers.push_back({"phase", std::to_string(state.phase)});
  numbers.push_back({"contact", std::to_string(state.contact)});
  return numbers;
}

void write_hash(std::ostream& out, const char* name, std::uint64_t hash) {
  out << name << ' ' << hash_text(hash) << '\n';
}

void write_state(std::ostream& out, std::size_t rock, const rf_state& state) {
  out << "rock " << rock << '\n';
  for (const Number& number : numbers_of(state)) out << "  " << number.name << ' ' << number.text << '\n';
}

/** Recorded and replayed numbers, with a star before those that differ. */
void write_both(std::ostream& out, const RecordedState& recorded, const rf_state& replayed) {
  const std::vector<Number> before = numbers_of(recorded.state), now = numbers_of(replayed);
  out << "rock " << recorded.rock << '\n';
  for (std::size_t i = 0; i < before.size(); ++i) {
    out << (before[i].text == now[i].text ? "  " : "* ") << before[i].name << " recorded " << before[i].text
        << " replayed " << now[i].text << '\n';
  }
}

}  // namespace

std::vector<RecordedState> states_after(rf_recording recording, std::uint64_t step) {
  std::vector<RecordedState> states;
  rf_record record{};
  while (rf_recording_next(&recording, &record, nullptr) == RF_OK && record.kind != RF_RECORD_END) {
    if (record.kind != RF_RECORD_STATE || record.step < step) continue;
    if (!states.empty() && record.step != states.front().step) break;
    states.push_back({record.step, record.rock, record.state});
  }
  return states;
}

void write_log(std::ostream& out, const Difference& difference, const std::vector<rf_state>& at_difference,
               const std::vector<RecordedState>& recorded, const std::vector<rf_state>& replayed) {
  out << "first compared step that differs " << difference.step << "\nlast compared step that is the same "
      << difference.last_same << '\n';
  if (difference.recorded_hash != 0) write_hash(out, "recorded hash", difference.recorded_hash);
  write_hash(out, "replayed hash", difference.replayed_hash);
  if (recorded.empty()) {
    out << "\nthe recording has no later states (rockfall record --states 1 stores those of each step)\n";
  } else {
    out << "\nrecorded and replayed states at step " << recorded.front().step << ", rocks that differ\n";
    std::size_t same = 0;
    for (const RecordedState& state : recorded) {
      if (state.rock >= replayed.size()) throw InputError("recording: a state of a rock that it does not have");
      if (rf_hash_state(&state.state) == rf_hash_state(&replayed[state.rock])) {
        ++same;
      } else {
        write_both(out, state, replayed[state.rock]);
      }
    }
    out << counted(same, "rock") << (same == 1 ? " is" : " are") << " the same\n";
  }
  out << "\nreplayed states at step " << difference.step << '\n';
  for (std::size_t rock = 0; rock < at_difference.size(); ++rock) write_state(out, rock, at_difference[rock]);
}

}  // namespace sandbox
