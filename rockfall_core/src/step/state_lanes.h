// Bodies and states of rocks in SIMD lanes. Part of step/run_lanes.h: everything has internal linkage.
#pragma once

#include <rockfall/step.h>

#include <initializer_list>

#include "numerics/lanes.h"
#include "rock/rock.h"
#include "rotation/director_rule.h"

namespace rockfall {
namespace {

struct BodyLanes {
  PrincipalBodyOf<Lanes> moments;
  Lanes mass, radius;
  Lanes stop_energy;  // below this kinetic energy the rock counts as still
  Lanes drag_height;  // over the ground, up to which drag may act

  // A body of moment, mass and radius 1 for a lane without rock.
  void clear(int lane) {
    for (int k = 0; k < 3; ++k) {
      moments.inertia[k].set(lane, 1);
      moments.inverse_inertia[k].set(lane, 1);
    }
    mass.set(lane, 1);
    radius.set(lane, 1);
    stop_energy.set(lane, 0);
    drag_height.set(lane, 0);
  }

  void load(int lane, const rf_rock& rock, double stop_speed, double drag_height_of_rock) {
    for (int k = 0; k < 3; ++k) {
      moments.inertia[k].set(lane, rock.inertia[k]);
      moments.inverse_inertia[k].set(lane, rock.inverse_inertia[k]);
    }
    mass.set(lane, rock.mass);
    radius.set(lane, rock.bounding_radius);
    drag_height.set(lane, drag_height_of_rock);
    stop_energy.set(lane, 0.5 * rock.mass * stop_speed * stop_speed);
  }
};

// The members of rf_state that steps change, but the number of steps and the end.
struct StateLanes {
  VectorOf<Lanes> position, velocity, omega;
  QuatOf<Lanes> orientation;
  Lanes slippage, still_time;
  Lanes scar_depth, scar_path;

  void clear(int lane) {
    for (int k = 0; k < 3; ++k) {
      for (Lanes* member : {&position[k], &velocity[k], &omega[k]}) member->set(lane, 0);
    }
    for (Lanes* member :
         {&orientation.x, &orientation.y, &orientation.z, &slippage, &still_time, &scar_depth, &scar_path}) {
      member->set(lane, 0);
    }
    orientation.w.set(lane, 1);
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
