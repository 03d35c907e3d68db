// Statistics of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <rockfall/observe.h>

#include "body/measure.h"
#include "numerics/lanes.h"
#include "numerics/vector_of.h"
#include "step/batch.h"

namespace rockfall {
namespace {

// The members of rf_rock_statistics that steps change.
struct StatisticsLanes {
  Lanes time, distance;
  Lanes time_sum[RF_QUANTITY_COUNT], time_square[RF_QUANTITY_COUNT];
  Lanes distance_sum[RF_QUANTITY_COUNT], distance_square[RF_QUANTITY_COUNT];
  Lanes maximum[RF_QUANTITY_COUNT];
};

// Call visit(lanes, number) for every member of the statistics.
template <class Visit>
void for_each_member(StatisticsLanes& lanes, rf_rock_statistics& rock, Visit visit) {
  visit(lanes.time, rock.time);
  visit(lanes.distance, rock.distance);
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    visit(lanes.time_sum[q], rock.time_sum[q]);
    visit(lanes.time_square[q], rock.time_square[q]);
    visit(lanes.distance_sum[q], rock.distance_sum[q]);
    visit(lanes.distance_square[q], rock.distance_square[q]);
    visit(lanes.maximum[q], rock.maximum[q]);
  }
}

// Collects the statistics if the job needs them.
class RockStatistics {
 public:
  explicit RockStatistics(const BatchJob& job) : rocks_(job.observation ? job.observation->statistics : nullptr) {
    if (wanted()) sums_ = {};  // lanes that never have a rock are added up, too
  }

  bool wanted() const { return rocks_ != nullptr; }

  // The statistics of a rock that comes into a lane, and of one that leaves it.
  void load(int lane, uint32_t rock) {
    for_each_member(sums_, rocks_[rock], [lane](Lanes& sum, double& x) { sum.set(lane, x); });
  }
  void store(int lane, uint32_t rock) {
    for_each_member(sums_, rocks_[rock], [lane](Lanes& sum, double& x) { x = sum[lane]; });
  }

  // Add a step of the given lanes. @param distance  horizontal
  void add(const LaneMask& moved, const Lanes quantity[RF_QUANTITY_COUNT], double time_step, const Lanes& distance) {
    add_to_statistics(sums_, quantity, all_lanes(time_step), distance,
                      [&moved](Lanes& sum, const Lanes& value) { sum = select(moved, value, sum); });
  }

 private:
  rf_rock_statistics* const rocks_;  // null: not wanted
  StatisticsLanes sums_;
};

}  // namespace
}  // namespace rockfall
