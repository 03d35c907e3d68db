// Rocks of several batches whose steps with contact are made together. Included by step/run_lanes.h; everything has
// internal linkage.
#pragma once

#include "step/batch.h"
#include "step/contact_pack.h"

namespace rockfall {
namespace {

template <class Batch>
class ContactPool {
 public:
  explicit ContactPool(const BatchJob& job)
      : reported_(job.observation && job.observation->unconverged), steps_(job.scene->settings) {}

  // Where detection writes the contacts of the next rock; null if the pool takes none.
  DetectedContacts* room() { return kCapacity > 0 && count_ < kCapacity ? &waiting_[count_].contacts : nullptr; }

  // The rock of a lane, whose contacts have been written to room().
  void add(Batch& batch, int lane) {
    waiting_[count_].batch = &batch;
    waiting_[count_].lane = lane;
    ++of_kind_[waiting_[count_].contacts.count];
    ++count_;
  }

  // Make the steps with contact, and hand the results to the batches. Rocks without a result step alone.
  void solve() {
    if (count_ == 0) return;
    sort();
    solve_range(0, of_kind_[0] + of_kind_[1]);
    solve_range(of_kind_[0] + of_kind_[1], count_);
    count_ = 0;
    for (uint32_t& number : of_kind_) number = 0;
  }

 private:
  static constexpr uint32_t kCapacity = kLaneCount == 1 ? 0 : 32;
  // Steps of fewer rocks are made one at a time.
  static constexpr uint32_t kFewest = kPackCount < 8 ? 2 : 3;

  struct Waiting {
    Batch* batch;
    int lane;
    DetectedContacts contacts;
  };

  // By number of contacts: rocks of a pack should have equal numbers.
  void sort() {
    uint32_t place[kLaneContacts + 1] = {};
    for (uint32_t kind = 1; kind <= kLaneContacts; ++kind) place[kind] = place[kind - 1] + of_kind_[kind - 1];
    for (uint32_t i = 0; i < count_; ++i) order_[place[waiting_[i].contacts.count]++] = i;
  }

  void solve_range(uint32_t from, uint32_t to) {
    constexpr uint32_t size = static_cast<uint32_t>(kPackCount);
    for (; from < to; from += size) {
      const uint32_t count = to - from < size ? to - from : size;
      if (count >= kFewest) {
        solve_pack(order_ + from, count);
      } else {
        for (uint32_t i = from; i < to; ++i) step_alone(waiting_[order_[i]]);
      }
    }
  }

  static void step_alone(const Waiting& rock) { rock.batch->step_alone(rock.lane, rock.contacts); }

  void solve_pack(const uint32_t* members, uint32_t count) {
    PackMask lanes = none_packed();
    steps_.clear();
    for (uint32_t i = 0; i < count; ++i) {
      const int lane = static_cast<int>(i);
      const Waiting& rock = waiting_[members[i]];
      steps_.set(lane, rock.contacts);
      rock.batch->gather(rock.lane, lane, rocks_);
      lanes.set(lane, -1);
    }
    const ContactResults results = steps_.solve(lanes, rocks_);
    const PackMask violated = reported_ ? steps_.violated() : none_packed();
    for (uint32_t i = 0; i < count; ++i) {
      const int lane = static_cast<int>(i);
      Waiting& rock = waiting_[members[i]];
      if (results.valid[lane]) {
        rock.batch->accept(rock.lane, results, lane, rock.contacts.count, violated[lane] != 0);
      } else {
        rock.contacts.first_failed = steps_.unsolved()[lane] != 0;
        step_alone(rock);
      }
    }
  }

  const bool reported_;
  ContactSteps steps_;
  ContactRocks rocks_ = {};
  uint32_t count_ = 0;
  uint32_t of_kind_[kLaneContacts + 1] = {};
  Waiting waiting_[kCapacity > 0 ? kCapacity : 1];
  uint32_t order_[kCapacity > 0 ? kCapacity : 1];
};

}  // namespace
}  // namespace rockfall
