#include "live/replay.h"

#include <algorithm>
#include <string>
#include <utility>

#include "common/error.h"

namespace sandbox::live {
namespace {

void require(const rf::Status& status) {
  if (!status) throw InputError(std::string("recording: ") + status.text());
}

/** Checks the recording and starts to read it. */
rf_recording_info open(const std::vector<unsigned char>& bytes, rf_recording& reader) {
  rf_recording_info info{};
  rf_error error{};
  require(rf::Status(rf_recording_open(&reader, bytes.data(), bytes.size(), &info, &error), error));
  return info;
}

struct RockChanges {
  bool added = false, removed = false;
};

/** What happens to the number of rocks between two places in a recording. */
RockChanges rock_changes(rf_recording from, const rf_recording& to) {
  RockChanges changes;
  rf_record record{};
  while (from.offset < to.offset && rf_recording_next(&from, &record, nullptr) == RF_OK) {
    changes.added |= record.kind == RF_RECORD_ADD;
    changes.removed |= record.kind == RF_RECORD_REMOVE;
  }
  return changes;
}

}  // namespace

Replay::Replay(std::vector<unsigned char> bytes, Variant& variant, Replayer::SetGround set_ground)
    : bytes_(std::move(bytes)),
      info_(open(bytes_, beginning_)),
      replayer_(info_, variant.scene, nullptr, std::move(set_ground)) {
  require(replayer_.begin(bytes_));
  read_time_steps();
  const std::vector<rf_state>& states = replayer_.states();
  variant.states.assign(states.begin(), states.begin() + replayer_.count());
  if (variant.states.empty()) throw InputError("recording: it holds no rock at its beginning");
  variant.before = variant.states;
  variant.marks.assign(variant.states.size(), {});
  variant.ledgers.assign(variant.states.size(), {});
}

void Replay::read_time_steps() {
  time_steps_ = {{0, 0, info_.settings.time_step}};
  rf_recording reader = beginning_;
  rf_record record{};
  while (rf_recording_next(&reader, &record, nullptr) == RF_OK && record.kind != RF_RECORD_END) {
    if (record.kind != RF_RECORD_SETTINGS || record.settings.time_step == time_steps_.back().time_step) continue;
    time_steps_.push_back({record.step, time_at(record.step), record.settings.time_step});
  }
}

double Replay::time_at(std::uint64_t step) const {
  const auto later = std::upper_bound(time_steps_.begin() + 1, time_steps_.end(), step,
                                      [](std::uint64_t s, const TimeStep& change) { return s < change.step; });
  const TimeStep& last = *(later - 1);
  return last.time + static_cast<double>(step - last.step) * last.time_step;
}

void Replay::take_states(Variant& variant) const {
  if (replayer_.count() == 0) {
    throw InputError("recording: no rock is left after step " + std::to_string(replayer_.steps_made()) +
                     ": the window replays it up to there");
  }
  const std::vector<rf_state>& states = replayer_.states();
  variant.states.assign(states.begin(), states.begin() + replayer_.count());
}

bool Replay::step(Variant& variant) {
  const std::uint64_t steps_before = replayer_.steps_made();
  const rf_recording before = replayer_.place().recording;
  const rf::Status status = replayer_.step();
  if (!status) replayer_.stop();
  require(status);
  const RockChanges changes = rock_changes(before, replayer_.place().recording);
  rocks_changed_ = changes.added || changes.removed;
  rocks_removed_ = changes.removed;
  if (replayer_.count() == 0) replayer_.stop();
  variant.before = variant.states;
  take_states(variant);
  if (rocks_changed_) {
    variant.before = variant.states;
    variant.marks.resize(variant.states.size());
    variant.ledgers.resize(variant.states.size());
  }
  if (steps_before <= compared_) compared_ = std::max(compared_, replayer_.steps_made());
  compare(variant.states);
  return replayer_.steps_made() != steps_before;
}

void Replay::jump(std::uint64_t step, Variant& variant) {
  const rf::Status status = replayer_.seek(step);
  if (!status) replayer_.stop();
  require(status);
  take_states(variant);
  variant.before = variant.states;
  variant.marks.assign(variant.states.size(), {});
  variant.ledgers.assign(variant.states.size(), {});
  expected_.clear();
}

void Replay::compare(const std::vector<rf_state>& states) {
  const rf_replay_report& report = replayer_.report();
  if (divergence_.step == 0 && report.compared != 0) {
    if (report.differs == 0) {
      divergence_.last_same = report.step;
    } else {
      divergence_.step = report.step;
      divergence_.after_a_jump = has_skipped();
      expected_ = states_after(beginning_, report.step);
    }
  }
  if (expected_.empty() || expected_.front().step != report.step) return;
  divergence_.compared_at = report.step;
  for (const RecordedState& recorded : expected_) {
    if (recorded.rock >= states.size() || rf_hash_state(&recorded.state) != rf_hash_state(&states[recorded.rock])) {
      divergence_.rocks.push_back(recorded.rock);
    }
  }
  expected_.clear();
}

}  // namespace sandbox::live
