#include "live/replay.h"

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

}  // namespace

Replay::Replay(std::vector<unsigned char> bytes, Variant& variant, Replayer::SetGround set_ground)
    : bytes_(std::move(bytes)),
      info_(open(bytes_, beginning_)),
      replayer_(info_, variant.scene, nullptr, std::move(set_ground)) {
  require(replayer_.begin(bytes_));
  const std::vector<rf_state>& states = replayer_.states();
  variant.states.assign(states.begin(), states.begin() + replayer_.count());
  if (variant.states.empty()) throw InputError("recording: it holds no rock at its beginning");
  for (const rf_state& state : variant.states) {
    rf_error error{};
    require(rf::Status(rf_state_check(&variant.scene, &state, &error), error));
  }
  variant.before = variant.states;
  variant.marks.assign(variant.states.size(), {});
  variant.ledgers.assign(variant.states.size(), {});
}

bool Replay::step(Variant& variant) {
  const std::uint64_t steps_before = replayer_.steps_made();
  const rf::Status status = replayer_.step();
  if (!status) replayer_.stop();
  require(status);
  variant.before = variant.states;
  const std::vector<rf_state>& states = replayer_.states();
  variant.states.assign(states.begin(), states.begin() + replayer_.count());
  rocks_added_ = variant.before.size() != variant.states.size();
  if (rocks_added_) {
    variant.before = variant.states;
    variant.marks.resize(variant.states.size());
    variant.ledgers.resize(variant.states.size());
  }
  compare(variant.states);
  return replayer_.steps_made() != steps_before;
}

void Replay::jump(std::uint64_t step, Variant& variant) {
  const rf::Status status = replayer_.seek(step);
  if (!status) replayer_.stop();
  require(status);
  const std::vector<rf_state>& states = replayer_.states();
  variant.states.assign(states.begin(), states.begin() + replayer_.count());
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
      expected_ = states_after(beginning_, report.step);
    }
  }
  if (expected_.empty() || expected_.front().step != report.step) return;
  divergence_.told_at = report.step;
  for (const RecordedState& recorded : expected_) {
    if (rf_hash_state(&recorded.state) != rf_hash_state(&states[recorded.rock])) {
      divergence_.rocks.push_back(recorded.rock);
    }
  }
  expected_.clear();
}

}  // namespace sandbox::live
