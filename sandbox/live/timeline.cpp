#include "live/timeline.h"

#include <algorithm>
#include <utility>

namespace sandbox::live {
namespace {

constexpr std::size_t most_bytes = 256u << 20;

std::size_t bytes_of(const Moment& moment) {
  std::size_t bytes = sizeof(Moment);
  for (const std::vector<rf_state>& states : moment.states) bytes += states.size() * sizeof(rf_state);
  for (const std::vector<LedgerSum>& ledgers : moment.ledgers) bytes += ledgers.size() * sizeof(LedgerSum);
  return bytes;
}

}  // namespace

std::size_t Timeline::first_after(std::uint64_t step) const {
  const auto later = std::upper_bound(moments_.begin(), moments_.end(), step,
                                      [](std::uint64_t s, const Moment& moment) { return s < moment.step; });
  return static_cast<std::size_t>(later - moments_.begin());
}

bool Timeline::has_gap_until(std::uint64_t step) const {
  return std::any_of(moments_.begin(), moments_.begin() + static_cast<std::ptrdiff_t>(first_after(step)),
                     [](const Moment& moment) { return moment.after_gap; });
}

void Timeline::clear() {
  moments_.clear();
  interval_ = first_interval;
}

void Timeline::add(Moment moment) {
  if (!moments_.empty() && moments_.back().step == moment.step) {
    moment.impact = std::max(moment.impact, moments_.back().impact);
    moment.changed = moment.changed || moments_.back().changed;
    moment.after_gap = moment.after_gap || moments_.back().after_gap;
    moments_.pop_back();
  }
  moments_.push_back(std::move(moment));
  thin();
}

void Timeline::thin() {
  if (moments_.size() < 4 || moments_.size() * bytes_of(moments_.back()) < most_bytes) return;
  const auto changes = static_cast<std::size_t>(
      std::count_if(moments_.begin(), moments_.end(), [](const Moment& moment) { return moment.changed; }));
  const bool keep_changes = 4 * changes <= moments_.size();
  std::vector<Moment> kept;
  std::size_t regular = 0;  // moments before this one that no change made
  bool gap = false;         // since the last one that is kept
  for (Moment& moment : moments_) {
    const bool between = moment.changed && !due(moment.step);
    const bool wanted = moment.changed && (keep_changes || &moment == &moments_.back());
    gap = gap || moment.after_gap;
    if (wanted || (!between && regular % 2 == 0)) {
      kept.push_back(std::move(moment));
      kept.back().after_gap = gap;
      gap = false;
    }
    if (!between) ++regular;
  }
  moments_ = std::move(kept);
  interval_ *= 2;
}

bool Timeline::cut(std::uint64_t step) {
  if (moments_.empty() || moments_.back().step <= step) return false;
  while (moments_.size() > 1 && moments_.back().step > step) moments_.pop_back();
  return true;
}

std::vector<std::size_t*> Timeline::remove_rock(std::uint32_t rock) {
  std::vector<std::size_t*> segments;
  for (Moment& moment : moments_) {
    segments.push_back(&moment.segments);
    for (std::size_t i = 0; i < moment.states.size(); ++i) {
      moment.states[i].resize(std::min<std::size_t>(moment.states[i].size(), rock));
      if (!moment.ledgers[i].empty()) moment.ledgers[i].resize(moment.states[i].size());
    }
  }
  return segments;
}

void Timeline::forget_replay() {
  for (Moment& moment : moments_) {
    moment.replay.reset();
    for (std::vector<LedgerSum>& ledgers : moment.ledgers) ledgers.assign(ledgers.size(), {moment.time});
  }
}

}  // namespace sandbox::live
