// The context of one step of a body: its motion, its contacts and its energy ledger.
#pragma once

#include <rockfall/step.h>

#include "rocfall/impact.h"
#include "rocfall/rolling.h"
#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// Maximum number of events per step; the remaining time of a step with more is finished without events.
constexpr int kMaxEvents = 32;
/// Number of bounces per step after which restitution is zero.
constexpr int kMaxBounces = 12;

/// State of a body within a step, and what has happened so far.
struct Progress {
  BodyMotion motion;
  int32_t phase;
  uint32_t feature = 0;   // of the last contact
  uint32_t contacts = 0;  // recorded
  int bounces = 0;
  bool faulty = false;      // the terrain returned a height that is not finite
  double contact_work = 0;  // J
  double drag_work = 0;     // J
};

/// Smallest speed of a bounce, m/s; the height of slower ones is at rounding level.
constexpr double kMinBounceSpeed = 1e-5;

struct StepContext {
  const rf_rock& rock;
  const Body& body;
  const rf_settings& settings;
  rf_step_report* report;  // nullable; contacts are written as they occur
  Progress now;

  double gravity() const { return settings.gravity; }
  double kinetic() const;
};

/// Add a percussion of the ground to the energy ledger and to the report.
/// @param at      motion at its start
/// @param before  contact velocity before it
/// @param after   contact velocity after it
void record_contact(StepContext& context, const BodyMotion& at, const Touch& touch, const Support& support,
                    const Vec3& percussion, const Vec3& before, const Vec3& after);

/// Apply a percussion at a contact, and record it.
void apply_contact_percussion(StepContext& context, const Touch& touch, const Support& support, const Vec3& percussion);

/// Apply a percussion that belongs to the contact recorded last, and add it to that record.
void add_to_last_contact(StepContext& context, const Support& support, const Vec3& percussion);

/// Resolve a contact with approaching velocity: bounce, or start of rolling or sliding.
void resolve_impact(StepContext& context, const Touch& touch);

/// An interval of rolling or sliding under constant forces.
struct Interval {
  BodyMotion end;
  Vec3 before, after;  // contact velocities
  Vec3 percussion;
  double resistance_work;  // of rolling friction, J
};

/// Integrate the motion of a context over the time h.
Interval integrate_interval(const StepContext& context, const Support& support, const GroundMotion& ground, double h);

/// Time until sliding ends, or rolling that rolling friction brakes; at most h.
double interval_time(const StepContext& context, const Support& support, const GroundMotion& ground,
                     const GroundFriction& friction, double h);

/// Keep a body at rest that friction holds, for the time h.
void hold_at_rest(StepContext& context, const Touch& touch, const Support& support, const GroundMotion& ground,
                  double h);

}  // namespace rockfall::rocfall
