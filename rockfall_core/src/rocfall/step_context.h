// The context of a body through one step: its motion, what the ground did to it, and the books kept of that.
#pragma once

#include <rockfall/step.h>

#include "rocfall/impact.h"
#include "rocfall/rolling.h"
#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// Events of one step at the most; what is left of a step that had more is not cut into events any more.
constexpr int kMaxEvents = 32;
/// Bounces inside one step after which restitution is over: they have died away.
constexpr int kMaxBounces = 12;

/// How far a body has come in a step, and the books of it.
struct Progress {
  BodyMotion motion;
  int32_t phase;
  uint32_t feature = 0;   // that it stands on
  uint32_t contacts = 0;  // recorded
  int bounces = 0;
  bool faulty = false;  // the ground answered with no number
  double contact_work = 0;
  double drag_work = 0;
};

/// Bounces that start more slowly than this are over before their height can be told from rounding, m/s.
constexpr double kLeastBounce = 1e-5;

struct StepContext {
  const rf_rock& rock;
  const Body& body;
  const rf_settings& settings;
  rf_step_report* report;  // nullable; its contacts are written as they come
  Progress now;

  double gravity() const { return settings.gravity; }
  double kinetic() const;
};

/// A percussion of the ground: on the books, and in the report.
/// @param at      motion at its beginning
/// @param before  contact velocity before it
/// @param after   contact velocity after it
void record(StepContext& context, const BodyMotion& at, const Touch& touch, const Support& support,
            const Vec3& percussion, const Vec3& before, const Vec3& after);

/// Apply a percussion at a contact at once, and record it.
void apply_contact_percussion(StepContext& context, const Touch& touch, const Support& support, const Vec3& percussion);

/// A body meets the ground: impact, or the beginning of rolling and sliding.
void resolve_impact(StepContext& context, const Touch& touch);

/// A interval of rolling or sliding under constant forces, from the motion of a context.
struct Interval {
  BodyMotion end;
  Vec3 before, after;  // contact velocities
  Vec3 percussion;
  double resistance_work;
};
Interval integrate_interval(const StepContext& context, const Support& support, const GroundMotion& ground, double h);

/// Time after which the slip, or the rolling that rolling friction brakes, has come to an end; at most h.
double interval_time(const StepContext& context, const Support& support, const GroundMotion& ground,
                     const GroundFriction& friction, double h);

/// ContactMode a body that friction keeps at rest.
void hold_at_rest(StepContext& context, const Touch& touch, const Support& support, const GroundMotion& ground,
                  double h);

}  // namespace rockfall::rocfall
