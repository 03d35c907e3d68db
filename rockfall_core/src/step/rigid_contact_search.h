// Contacts of rocks in SIMD lanes with rigid ground. Few vertices of a rock are near the ground, so those of several
// rocks are searched together. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include "contact/rolling_arm.h"
#include "step/batch.h"
#include "step/candidate_lanes.h"
#include "step/contact_pool.h"
#include "step/ground_pack.h"
#include "step/ground_query.h"
#include "step/vertex_queue.h"

namespace rockfall {
namespace {

// Poses of the rocks at the midpoint of the step.
struct LanePoses {
  const VectorOf<Lanes>& position;  // of S, I
  const Lanes* rotation;            // A_IK by rows
  const Lanes& radius;              // of the bounding spheres
};

// Finds the contacts that query_ground finds. There must be ground everywhere around the rocks, which is rigid, and no
// terrain vertex inside their hulls.
class RigidContactSearch {
 public:
  // @param with_drag  lanes where drag of the ground may act, as bits
  RigidContactSearch(const BatchJob& job, const LanePoses& poses, uint32_t with_drag, StepLanes& batch,
                     ContactPool& pool)
      : job_(job), poses_(poses), with_drag_(with_drag), batch_(batch), pool_(pool) {}

  // Add the vertices of a rock with direction . vertex <= limit, the only ones that may lie at or below the ground.
  void add(int lane, const VertexArrays& vertices, const double direction[3], double limit) {
    if (queue_.full()) search();
    if (queue_.add(lane, vertices, direction, limit) == 0) clear_ |= uint32_t{1} << lane;
  }

  // After the last rock.
  void finish() {
    if (!queue_.empty()) search();
  }

  // Lanes without contact, as bits.
  uint32_t clear() const { return clear_; }
  // Lanes whose rock is in the pool. The lanes cannot make the steps of the others.
  uint32_t in_pool() const { return in_pool_; }

 private:
  static constexpr uint32_t kRoom = VertexQueue::kRoom;

  // The ground below all vertices is found first, before branches depend on it: the processor does not wait for it.
  void search() {
    touching_ = deep_ = 0;
    queue_.search([this](uint32_t first) { find_ground(first); },
                  [this](const VertexQueue::Rock& rock) { add_contacts(rock); });
  }

  // Find the ground below a vector of vertices.
  void find_ground(uint32_t first) {
    const uint32_t* const lane = queue_.lane(first);
    const Pack arm[3] = {pack_at(queue_.arm(0, first)), pack_at(queue_.arm(1, first)), pack_at(queue_.arm(2, first))};
    const PosePack pose(poses_.position, poses_.rotation, lane);
    const GroundPack below = ground_below(arm, pose.position, pose.rotation, job_.grid->view());
    const Pack depth = (below.height - below.place[2]) * below.normal[2];
    for (int k = 0; k < 3; ++k) store_pack(below.normal[k], normal_[k] + first);
    for (int k = 0; k < 2; ++k) store_pack(below.place[k], place_[k] + first);
    store_pack(height_over(below.normal, pose.position, below.place), height_ + first);
    touching_ |= uint64_t{bits_of(below.not_above)} << first;
    deep_ |= uint64_t{bits_of(below.not_above & (depth > kDeepVertex * chosen(poses_.radius, lane)))} << first;
  }

  void add_contacts(const VertexQueue::Rock& rock) {
    const uint32_t touching = rock.vertices.bits_of(touching_), bit = uint32_t{1} << rock.lane;
    if (touching == 0) {
      clear_ |= bit;
      return;
    }
    if (rock.vertices.bits_of(deep_) != 0 || __builtin_popcount(touching) > static_cast<int>(kLaneContacts)) return;
    WaitingContacts* const room = pool_.room();
    if (!room) return;
    DetectedContacts& contacts = room->contacts;
    contacts.start();
    for_each_bit(touching, [&](uint32_t i) { add_contact(rock.vertices.first + i, contacts); });
    if (with_drag_ & bit && !add_drag(rock.lane, contacts.drag.linear)) return;
    room->seen = {};
    pool_.add(batch_, rock.lane);
    in_pool_ |= bit;
  }

  // Add the contact of vertex i.
  void add_contact(uint32_t i, DetectedContacts& contacts) const {
    const double arm[3] = {*queue_.arm(0, i), *queue_.arm(1, i), *queue_.arm(2, i)},
                 normal[3] = {normal_[0][i], normal_[1][i], normal_[2][i]};
    rf_ground local;
    const rf_ground& ground =
        job_.ground ? *job_.ground : (local = job_.core.contact_ground_at(job_, place_[0][i], place_[1][i]));
    const double rolling = rolling_arm(ground.rolling_resistance, height_[i]);
    contacts.rolling = contacts.rolling || rolling > 0;
    contacts.items[contacts.count++] = contact_on(contact_ground(ground), arm, normal, rolling);
  }

  // Add drag of the ground. False if a torque acts as well.
  bool add_drag(int lane, double& drag) const {
    const VectorOf<Lanes>& s = poses_.position;
    const double position[3] = {s[0][lane], s[1][lane], s[2][lane]};
    return job_.core.add_drag_below(job_, batch_.rock(lane), position, true, drag);
  }

  const BatchJob& job_;
  const LanePoses poses_;
  const uint32_t with_drag_;
  StepLanes& batch_;
  ContactPool& pool_;
  uint32_t clear_ = 0, in_pool_ = 0;
  VertexQueue queue_;
  // Found for each vertex of the queue.
  alignas(Pack) double normal_[3][kRoom];  // of the ground below them
  double place_[2][kRoom];                 // of the vertices, I: x, y
  double height_[kRoom];                   // of S over the vertices, see height_over()
  uint64_t touching_, deep_;
};

}  // namespace
}  // namespace rockfall
