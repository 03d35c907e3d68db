#include "live/history.h"

#include <utility>

namespace sandbox::live {

void History::clear() {
  changes_.clear();
  place_ = 0;
}

void History::note(Change change) {
  change.gesture = gesture_;
  changes_.resize(place_);
  const bool continues = place_ > 0 && !change.thrown && !last().thrown && last().gesture == gesture_;
  if (continues) {
    changes_.back().after = std::move(change.after);
    return;
  }
  changes_.push_back(std::move(change));
  if (changes_.size() > most) changes_.erase(changes_.begin());
  place_ = changes_.size();
}

}  // namespace sandbox::live
