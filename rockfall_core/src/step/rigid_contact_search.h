// Contacts of rocks in SIMD lanes with rigid ground. Few vertices of a rock are near the ground, so those of several
// rocks are searched together. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "contact/rolling_arm.h"
#include "step/batch.h"
#include "step/candidate_lanes.h"
#include "step/contact_pack.h"
#include "step/detected_contact.h"
#include "step/ground_pack.h"

namespace rockfall {
namespace {

// At the midpoint of the step.
struct LanePoses {
  const VectorOf<Lanes>& position;  // of S, I
  const Lanes* rotation;            // A_IK by rows
  const Lanes& radius;              // of the bounding spheres
};

// Finds the contacts that query_ground finds. There must be ground everywhere around the rocks, which is rigid, and no
// terrain vertex inside their hulls.
template <class Batch, class Pool>
class RigidContactSearch {
 public:
  // @param with_drag  lanes where drag of the ground may act, as bits
  RigidContactSearch(const BatchJob& job, const LanePoses& poses, uint32_t with_drag, Batch& batch, Pool& pool)
      : job_(job), poses_(poses), with_drag_(with_drag), batch_(batch), pool_(pool) {}

  // Add the vertices of a rock with direction . vertex <= limit, the only ones that may lie at or below the ground.
  void add(int lane, const VertexArrays& vertices, const double direction[3], double limit) {
    uint32_t index[FoundVertices::kRoom];
    const uint32_t count = find_all_candidates(vertices, direction, limit, index);
    if (count == 0) clear_ |= uint32_t{1} << lane;
    if (count > FoundVertices::kMost) return;
    for (uint32_t i = 0; i < count; ++i) {
      arm_[0][count_] = vertices.x[index[i]];
      arm_[1][count_] = vertices.y[index[i]];
      arm_[2][count_] = vertices.z[index[i]];
      lane_[count_] = static_cast<uint32_t>(lane);
      if (++count_ == kPack) search_ground();
    }
  }

  // After the last rock.
  void finish() {
    if (count_ > 0) search_ground();
    end_rock();
  }

  // Lanes without contact, as bits.
  uint32_t clear() const { return clear_; }
  // Lanes whose rock is in the pool. The lanes cannot make the step of the others.
  uint32_t in_pool() const { return in_pool_; }

 private:
  void search_ground() {
    const GroundPack below = ground_below_vertices();
    const Pack depth = (below.height - below.place[2]) * below.normal[2];
    const uint32_t touches = bits_of(below.not_above),
                   deep = bits_of(depth > kDeepVertex * chosen(poses_.radius, lane_));
    for (int k = 0; k < 3; ++k) {
      store_pack(below.normal[k], normal_[k]);
      store_pack(below.place[k], place_[k]);
    }
    for (uint32_t i = 0; i < count_; ++i) {
      const int lane = static_cast<int>(lane_[i]);
      if (lane != rock_) {
        end_rock();
        begin_rock(lane);
      }
      if (touches >> i & 1) add_contact(i, deep >> i & 1);
    }
    count_ = 0;
  }

  GroundPack ground_below_vertices() const {
    const Pack arm[3] = {pack_at(arm_[0]), pack_at(arm_[1]), pack_at(arm_[2])};
    const PosePack pose(poses_.position, poses_.rotation, lane_);
    return ground_below(arm, pose.position, pose.rotation, job_.grid->view());
  }

  void begin_rock(int lane) {
    rock_ = lane;
    room_ = pool_.room();
    possible_ = room_ != nullptr;
    if (!possible_) return;
    room_->contacts.count = 0;
    room_->contacts.rolling = false;
  }

  void add_contact(uint32_t i, bool deep) {
    possible_ = possible_ && !deep && room_->contacts.count < kLaneContacts;
    if (!possible_) return;
    DetectedContacts& contacts = room_->contacts;
    const double arm[3] = {arm_[0][i], arm_[1][i], arm_[2][i]},
                 normal[3] = {normal_[0][i], normal_[1][i], normal_[2][i]};
    const VectorOf<Lanes>& s = poses_.position;
    const double position[3] = {s[0][rock_], s[1][rock_], s[2][rock_]},
                 place[3] = {place_[0][i], place_[1][i], place_[2][i]};
    rf_ground local;
    const rf_ground& ground = job_.ground ? *job_.ground : (local = job_.contact_ground_at(job_, place[0], place[1]));
    const double rolling = rolling_arm(ground.rolling_resistance, normal, position, place);
    contacts.rolling = contacts.rolling || rolling > 0;
    contacts.items[contacts.count++] = contact_on(ground, arm, normal, rolling);
  }

  void end_rock() {
    if (rock_ < 0 || !possible_) return;
    DetectedContacts& contacts = room_->contacts;
    if (contacts.count > most_lane_contacts(contacts.rolling)) return;
    if (contacts.count == 0) {
      clear_ |= uint32_t{1} << rock_;
      return;
    }
    contacts.in_soil = false;
    contacts.failed_stages = 0;
    contacts.drag = 0;
    if (with_drag_ >> rock_ & 1 && !add_drag(contacts.drag)) return;
    contacts.spin_drag = contacts.scar_depth = 0;
    room_->seen = {};
    pool_.add(batch_, rock_);
    in_pool_ |= uint32_t{1} << rock_;
  }

  // False if a torque acts as well.
  bool add_drag(double& drag) const {
    const VectorOf<Lanes>& s = poses_.position;
    const double position[3] = {s[0][rock_], s[1][rock_], s[2][rock_]};
    return job_.add_drag_below(job_, batch_.rock(rock_), position, true, drag);
  }

  const BatchJob& job_;
  const LanePoses poses_;
  const uint32_t with_drag_;
  Batch& batch_;
  Pool& pool_;
  uint32_t clear_ = 0, in_pool_ = 0;
  // Vertices of which the ground is not known.
  uint32_t count_ = 0;
  uint32_t lane_[kPack] = {};
  double arm_[3][kPack] = {};  // r_SP in K
  double normal_[3][kPack];    // of the ground below them
  double place_[3][kPack];     // of them, I
  // The rock whose contacts are being written.
  int rock_ = -1;
  bool possible_ = false;  // the lanes can make its step
  WaitingContacts* room_ = nullptr;
};

}  // namespace
}  // namespace rockfall
