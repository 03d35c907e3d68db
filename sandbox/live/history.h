// Undo and redo of parameters, shapes and throws.
#ifndef ROCKFALL_SANDBOX_LIVE_HISTORY_H
#define ROCKFALL_SANDBOX_LIVE_HISTORY_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "live/parameters.h"
#include "scenario/scenario.h"

namespace sandbox::live {

/** A rock released by mouse. */
struct Throw {
  double x = 0, y = 0, clearance = 0;
  double velocity[3] = {0, 0, 0};
  std::uint32_t shape = 0;
  std::uint32_t rock = 0;  ///< its number
};

/** The parts of a scene that can be changed. */
struct Adjusted {
  ParameterSet set;
  std::vector<RockSpec> rocks;
};

struct Change {
  Adjusted before, after;
  std::optional<Throw> thrown;  ///< then nothing else has changed
  std::uint64_t gesture = 0;
};

/** Changes in their order, and the place in them. Changes of the same gesture, such as the drag of a slider, are one.
 */
class History {
 public:
  void clear();
  /** Notes a change; changes that were undone are forgotten. */
  void note(Change change);
  /** The gesture has ended: later changes count separately. */
  void end_gesture() { ++gesture_; }
  bool can_undo() const { return place_ > 0; }
  bool can_redo() const { return place_ < changes_.size(); }
  /** The change to undo or to make again; the place moves with back() and forward(). */
  const Change& last() const { return changes_[place_ - 1]; }
  Change& next() { return changes_[place_]; }
  void back() { --place_; }
  void forward() { ++place_; }

 private:
  static constexpr std::size_t most = 200;
  std::vector<Change> changes_;
  std::size_t place_ = 0;
  std::uint64_t gesture_ = 0;
};

}  // namespace sandbox::live
#endif
