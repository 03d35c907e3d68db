// Bodies and states of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <rockfall/step.h>

#include <cstddef>

#include "body/still_time.h"
#include "numerics/lanes.h"
#include "rock/rock.h"
#include "rotation/director_rule.h"

namespace rockfall {
namespace {

// A state at rest for lanes without rock.
constexpr double kNoRock[] = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

struct BodyLanes {
  PrincipalBodyOf<Lanes> moments;
  Lanes mass, radius;
  Lanes stop_energy;  // below this kinetic energy the rock counts as still
  Lanes drag_height;  // over the ground, up to which drag may act

  // @param set  set(member, number) for the lanes of the rock
  template <class Set>
  void load(const rf_rock& rock, double stop_speed, double drag_height_of_rock, Set set) {
    for (int k = 0; k < 3; ++k) {
      set(moments.inertia[k], rock.inertia[k]);
      set(moments.inverse_inertia[k], rock.inverse_inertia[k]);
    }
    set(mass, rock.mass);
    set(radius, rock.bounding_radius);
    set(drag_height, drag_height_of_rock);
    set(stop_energy, stop_energy_of(rock.mass, stop_speed));
  }
};

// Members of rf_state are loaded as an array.
static_assert(offsetof(rf_state, position) == 0 && offsetof(rf_state, orientation) == 3 * sizeof(double) &&
                  offsetof(rf_state, velocity) == 7 * sizeof(double) &&
                  offsetof(rf_state, angular_velocity) == 10 * sizeof(double) &&
                  offsetof(rf_state, slippage) == 13 * sizeof(double) &&
                  offsetof(rf_state, still_time) == 14 * sizeof(double) &&
                  offsetof(rf_state, scar_depth) == 15 * sizeof(double) &&
                  offsetof(rf_state, scar_path) == 16 * sizeof(double),
              "the order of StateLanes::members()");

// The members of rf_state that steps change, except the number of steps and the end.
struct StateLanes {
  VectorOf<Lanes> position, velocity, omega;
  QuatOf<Lanes> orientation;
  Lanes slippage, still_time;
  Lanes scar_depth, scar_path;

  // The members in the order of those of rf_state.
  static constexpr int kCount = 17;
  struct Members {
    Lanes* at[kCount];
  };
  Members members() {
    return {{&position[0], &position[1], &position[2], &orientation.w, &orientation.x, &orientation.y, &orientation.z,
             &velocity[0], &velocity[1], &velocity[2], &omega[0], &omega[1], &omega[2], &slippage, &still_time,
             &scar_depth, &scar_path}};
  }
  static const double* numbers_of(const rf_state& s) { return reinterpret_cast<const double*>(&s); }

  // Load the states of all lanes. @param numbers  numbers_of(state)
  void load(const double* const (&numbers)[kLaneCount]) {
    const Members own = members();
    // Groups of four; the last one shares three members with the one before.
    constexpr int kFirst[] = {0, 4, 8, 12, kCount - 4};
    for (const int first : kFirst) {
      for (int pack = 0; pack < kPacks; ++pack) {
        const double* row[kPackCount];
        for (int k = 0; k < kPackCount; ++k) row[k] = numbers[pack * kPackCount + k] + first;
        Pack column[4];
        transpose(row, column);
        for (int k = 0; k < 4; ++k) set_pack(*own.at[first + k], pack, column[k]);
      }
    }
  }

  void load(int lane, const rf_state& s) {
    for (int k = 0; k < 3; ++k) {
      position[k].set(lane, s.position[k]);
      velocity[k].set(lane, s.velocity[k]);
      omega[k].set(lane, s.angular_velocity[k]);
    }
    orientation.w.set(lane, s.orientation[0]);
    orientation.x.set(lane, s.orientation[1]);
    orientation.y.set(lane, s.orientation[2]);
    orientation.z.set(lane, s.orientation[3]);
    slippage.set(lane, s.slippage);
    still_time.set(lane, s.still_time);
    scar_depth.set(lane, s.scar_depth);
    scar_path.set(lane, s.scar_path);
  }

  void store(int lane, rf_state& s) const {
    for (int k = 0; k < 3; ++k) {
      s.position[k] = position[k][lane];
      s.velocity[k] = velocity[k][lane];
      s.angular_velocity[k] = omega[k][lane];
    }
    s.orientation[0] = orientation.w[lane];
    s.orientation[1] = orientation.x[lane];
    s.orientation[2] = orientation.y[lane];
    s.orientation[3] = orientation.z[lane];
    s.slippage = slippage[lane];
    s.still_time = still_time[lane];
    s.scar_depth = scar_depth[lane];
    s.scar_path = scar_path[lane];
  }

  // Replace the given lanes.
  void replace(const LaneMask& lanes, const StateLanes& next) {
    rockfall::replace(lanes, next.position, position);
    rockfall::replace(lanes, next.velocity, velocity);
    rockfall::replace(lanes, next.omega, omega);
    rockfall::replace(lanes, next.orientation, orientation);
    slippage = select(lanes, next.slippage, slippage);
    still_time = select(lanes, next.still_time, still_time);
    scar_depth = select(lanes, next.scar_depth, scar_depth);
    scar_path = select(lanes, next.scar_path, scar_path);
  }
};

}  // namespace
}  // namespace rockfall
