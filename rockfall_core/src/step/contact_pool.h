// Rocks of several batches whose steps with contact are made together. Where there are too few to fill packs, they stay
// in the pool for later steps, and their lanes wait; see Batches::run(). Part of step/run_lanes.h: everything has
// internal linkage.
#pragma once

#include <utility>

#include "step/contact_rocks.h"
#include "step/contact_steps.h"
#include "step/step_lanes.h"

namespace rockfall {
namespace {

constexpr int kMostRocks = kLaneCount == 1 ? 1 : 128;  // that step at the same time

class ContactPool {
 public:
  explicit ContactPool(const BatchJob& job)
      : finds_strongest_(job.observer != nullptr),
        checks_laws_(job.observation && job.observation->unconverged),
        settings_(job.scene->settings) {}

  // Where detection writes what it finds of the next rock; null if the pool takes none.
  WaitingContacts* room() {
    if (count_ == kCapacity) return nullptr;
    if (used_ > kRoom - kLaneContacts || should_solve_early()) {
      if (keeps_) return nullptr;  // their batches may not have begun the present step
      solve_waiting();
    }
    WaitingContacts& found = waiting_[count_].found;
    found.contacts.items = items_ + used_;
    return &found;
  }

  // Add the rock of a lane, whose contacts have been written to room().
  void add(StepLanes& batch, int lane) {
    Waiting& rock = waiting_[count_++];
    rock.batch = &batch;
    rock.lane = lane;
    rock.found.set_numbers();
    used_ += rock.found.contacts.count;
    batch.wait(lane);
    ++of_kind_[kind_of(rock)];
  }

  // Make the steps with contact, and hand the results to the batches. Rocks without a result step alone.
  void solve() {
    if (solved_ < count_) solve_waiting();
    count_ = solved_ = 0;
    keeps_ = false;
  }

  // The same, but rocks that are too few to fill packs remain for a later step.
  void solve_if_enough() {
    keeps_ = solved_ == 0 && count_ > 0 && count_ < kEnough && used_ + kLaneContacts <= kRoom;
    if (!keeps_) solve();
  }

 private:
  static constexpr uint32_t kCapacity = kLaneCount == 1 ? 0 : kMostRocks;
  static constexpr uint32_t kRoom = 12 * kLaneContacts;
  // Steps of fewer rocks are made one at a time.
  static constexpr uint32_t kFewest = kPackCount < 8 ? 2 : 3;
  // A pack with few rocks takes as long as a full one, but the lanes of rocks that wait are idle: it is not worthwhile
  // to wait for more rocks than these.
  static constexpr uint32_t kEnough = 2 * static_cast<uint32_t>(kPackCount);
  static constexpr uint32_t kFewContacts = 5;
  static constexpr uint32_t kPackSize = static_cast<uint32_t>(kPackCount), kAllPacks = kPacks * kPackSize;
  // Kinds of rocks: by number of contacts without rolling friction, then with it, those with the most contacts first.
  static constexpr uint32_t kFirstRolling = kLaneContacts + 1, kKinds = 2 * kFirstRolling;

  struct Waiting {
    StepLanes* batch;
    int lane;
    WaitingContacts found;
  };

  // True if the rocks fill their packs and those of one more pack, with as many contacts each, would be too many.
  bool should_solve_early() const {
    const uint32_t rocks = count_ - solved_;
    return rocks % kPackSize == 0 && used_ * (rocks + kPackSize) > rocks * (kRoom - kLaneContacts);
  }

  static uint32_t kind_of(const Waiting& rock) {
    const DetectedContacts& contacts = rock.found.contacts;
    return kLaneContacts - contacts.count + (contacts.rolling ? kFirstRolling : 0);
  }

  // Make the steps that are not solved, ordered by number of contacts: rocks of a pack should have equal numbers. One
  // contact without rolling friction has a closed form. Rocks with many contacts go into packs of their own: a pack
  // takes as long as its rock with the most contacts. Those with one contact come last: the last rocks may be too few
  // for a pack, and a step with one contact is the cheapest to make alone.
  void solve_waiting() {
    uint32_t place[kKinds + 1] = {};
    for (uint32_t n = 0; n < kKinds; ++n) place[n + 1] = place[n] + of_kind_[n];
    constexpr uint32_t few = kLaneContacts - kFewContacts, one = kLaneContacts - 1;
    const uint32_t plain[4] = {0, place[few], place[one], place[kFirstRolling]},
                   rolling[3] = {place[kFirstRolling], place[kFirstRolling + few], place[kKinds]};
    for (uint32_t i = solved_; i < count_; ++i) order_[place[kind_of(waiting_[i])]++] = i;
    solve_groups(plain);
    solve_groups(rolling);
    solved_ = count_;
    used_ = 0;
    for (uint32_t& number : of_kind_) number = 0;
  }

  // Make the steps of groups of order_ that may share packs.
  // @param bounds  the first rock of each group, and the rock after the last group
  template <size_t Size>
  void solve_groups(const uint32_t (&bounds)[Size]) {
    uint32_t from = bounds[0];
    for (size_t i = 1; i < Size; ++i) from = solve_packs(order_, from, bounds[i], 0);
    for (; from < bounds[Size - 1]; ++from) step_alone(waiting_[order_[from]]);
    solve_left();
  }

  // Make the second attempts, which differ for few and for many contacts. Rocks with the most contacts come first.
  void solve_left() {
    const uint32_t count = left_count_;
    uint32_t many = 0;
    while (many < count && !are_few(waiting_[left_[many]].found.contacts.count)) ++many;
    left_count_ = 0;
    for (uint32_t from = solve_packs(left_, 0, many, 1); from < many; ++from) step_alone(waiting_[left_[from]]);
    for (uint32_t from = solve_packs(left_, many, count, 1); from < count; ++from) step_alone(waiting_[left_[from]]);
  }

  // Returns the first of the last rocks, which are too few for a pack.
  uint32_t solve_packs(const uint32_t* rocks, uint32_t from, uint32_t to, int attempt) {
    while (to >= from + kFewest) {
      const uint32_t* const members = rocks + from;
      const bool single = to >= from + kAllPacks - kPackSize + kFewest && attempt == 0 && has_one_contact(members[0]);
      const uint32_t most = single ? kAllPacks : kPackSize, count = to - from < most ? to - from : most;
      const uint32_t solved = single ? solve_single(members, count, std::make_integer_sequence<int, kPacks>())
                                     : solve_pack(members, count, attempt);
      for (uint32_t i = 0; i < count; ++i) {
        if (solved >> i & 1) continue;
        const DetectedContacts& contacts = waiting_[members[i]].found.contacts;
        if (contacts.failed_attempts > attempt && contacts.failed_attempts < lane_attempts_of(contacts.count)) {
          left_[left_count_++] = members[i];
        } else {
          step_alone(waiting_[members[i]]);
        }
      }
      from += count;
    }
    return from;
  }

  // True if neither the rock nor those after it have more than one contact, or rolling friction.
  bool has_one_contact(uint32_t rock) const {
    const DetectedContacts& contacts = waiting_[rock].found.contacts;
    return kPacks > 1 && contacts.count <= 1 && !contacts.rolling;
  }

  static void step_alone(Waiting& rock) { rock.batch->step_alone(rock.lane, rock.found.contacts, rock.found.seen); }

  // Complete the observation of a step with its strongest contact.
  static void set_strongest(const StrongestContacts& strongest, int lane, StepContact& seen) {
    seen.touches = seen.touches || strongest.pressed[lane];
    seen.percussion = strongest.percussion[lane];
    const double speed = strongest.speed[lane];
    if (!(seen.percussion > 0)) {
      if (speed > seen.speed) seen.speed = speed;
      return;
    }
    seen.speed = speed;
    for (int k = 0; k < 3; ++k) {
      seen.point[k] = strongest.point[k][lane];
      seen.normal[k] = strongest.normal[k][lane];
    }
  }

  // Copy the data of these rocks that their steps need.
  void gather(const uint32_t* members, uint32_t count, ContactRocks& rocks) {
    if (kChoosesQuickly) return gather_by_batch(members, count, rocks);
    const StepLanes* batches[kPackCount];
    uint32_t lanes[kPackCount];
    for (uint32_t i = 0; i < kPackSize; ++i) {
      const Waiting& rock = waiting_[members[i < count ? i : 0]];
      batches[i] = rock.batch;
      lanes[i] = static_cast<uint32_t>(rock.lane);
    }
    StepLanes::gather(batches, lanes, rocks);
  }

  // The same, all rocks of a batch at once.
  void gather_by_batch(const uint32_t* members, uint32_t count, ContactRocks& rocks) {
    uint32_t lane_of[kPackCount] = {};
    for (uint32_t i = 0; i < count; ++i) lane_of[i] = static_cast<uint32_t>(waiting_[members[i]].lane);
    for (uint32_t left = (1u << count) - 1; left != 0;) {
      const StepLanes* const batch = waiting_[members[lowest_bit(left)]].batch;
      PackMask of_batch = none_packed();
      for (uint32_t i = 0; i < count; ++i) {
        if (waiting_[members[i]].batch != batch) continue;
        of_batch.set(static_cast<int>(i), true);
        left &= ~(1u << i);
      }
      batch->gather(of_batch, lane_of, rocks);
    }
  }

  // Pass the data of the rocks to their steps, which read them until they are made. Returns the lanes with a rock.
  template <uint32_t kMost>
  PackMask fill(const uint32_t* members, uint32_t count, ContactSteps<kMost>& steps, ContactRocks& rocks) {
    const WaitingContacts* found[kPackCount];
    PackMask lanes = none_packed();
    for (int lane = 0; lane < kPackCount; ++lane) {
      const bool here = static_cast<uint32_t>(lane) < count;
      found[lane] = here ? &waiting_[members[lane]].found : &kNothingWaits;
      lanes.set(lane, here);
    }
    steps.set(found);
    gather(members, count, rocks);
    return lanes;
  }

  // Returns a bit for each rock whose step is made.
  uint32_t solve_pack(const uint32_t* members, uint32_t count, int attempt) {
    ContactSteps<kLaneContacts> steps(settings_);
    const PackMask lanes = fill(members, count, steps, rocks_[0]);
    const bool rolling = waiting_[members[0]].found.contacts.rolling;
    const ContactResults results =
        rolling ? steps.solve_rolling(lanes, rocks_[0], attempt) : steps.solve(lanes, rocks_[0], attempt);
    return hand_over(members, count, steps, rocks_[0], results, attempt);
  }

  // The same of rocks with at most one contact, without rolling friction, which fill all packs but the last.
  template <int... I>
  ROCKFALL_OWN_FRAME uint32_t solve_single(const uint32_t* members, uint32_t count, std::integer_sequence<int, I...>) {
    ContactSteps<1> steps[kPacks] = {(static_cast<void>(I), ContactSteps<1>(settings_))...};
    PackMask lanes[kPacks];
    ContactResults results[kPacks];
    const auto count_in = [&](uint32_t first) { return count - first < kPackSize ? count - first : kPackSize; };
    for (uint32_t first = 0, i = 0; first < count; first += kPackSize, ++i) {
      lanes[i] = fill(members + first, count_in(first), steps[i], rocks_[i]);
    }
    ContactSteps<1>::solve_single(steps, lanes, rocks_, results);
    uint32_t solved = 0;
    for (uint32_t first = 0, i = 0; first < count; first += kPackSize, ++i) {
      solved |= hand_over(members + first, count_in(first), steps[i], rocks_[i], results[i], 0) << first;
    }
    return solved;
  }

  // Returns a bit for each rock whose step is made.
  template <uint32_t kMost>
  uint32_t hand_over(const uint32_t* members, uint32_t count, const ContactSteps<kMost>& steps,
                     const ContactRocks& rocks, const ContactResults& results, int attempt) {
    const PackMask violated = checks_laws_ ? steps.violated() : none_packed();
    StrongestContacts strongest;
    if (finds_strongest_) strongest = steps.strongest(rocks);
    uint32_t solved = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const int lane = static_cast<int>(i);
      Waiting& rock = waiting_[members[i]];
      DetectedContacts& contacts = rock.found.contacts;
      StepContact& seen = rock.found.seen;
      if (results.valid[lane]) {
        if (finds_strongest_) set_strongest(strongest, lane, seen);
        seen.contact_count = contacts.count;
        seen.unsolved = violated[lane];
        rock.batch->accept(rock.lane, results, lane, contacts.scar_depth, seen);
        solved |= 1u << i;
      } else if (steps.unsolved()[lane]) {
        contacts.failed_attempts = attempt + 1;
      }
    }
    return solved;
  }

  const bool finds_strongest_;  // of the contacts of each step
  const bool checks_laws_;      // whether they hold after each step
  const rf_settings& settings_;
  uint32_t count_ = 0, solved_ = 0;  // rocks; the first ones are solved, but their observations are still read
  bool keeps_ = false;               // rocks of an earlier step are in the pool
  uint32_t of_kind_[kKinds] = {};    // number of rocks that are not solved
  uint32_t used_ = 0;                // elements of items_
  Waiting waiting_[kCapacity > 0 ? kCapacity : 1];
  DetectedContact items_[kCapacity > 0 ? kRoom : 1];
  uint32_t order_[kCapacity > 0 ? kCapacity : 1];
  uint32_t left_[kCapacity > 0 ? kCapacity : 1];  // those without a solution that are tried again
  uint32_t left_count_ = 0;
  ContactRocks rocks_[kPacks] = {};  // of packs; lanes without a rock keep the numbers of an earlier one
};

}  // namespace
}  // namespace rockfall
