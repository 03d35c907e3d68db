// The context of one step of a body: its motion, its contacts and its energy ledger. All functions of a step are
// templates over the terrain and over the kind of body, so that no rotation is computed for a point, and no
// matrix for a sphere.
#pragma once

#include <rockfall/step.h>

#include "numerics/minmax.h"
#include "numerics/same_bits.h"
#include "rocfall/body_laws.h"
#include "rocfall/contact_record.h"
#include "rocfall/support.h"
#include "rocfall/touch.h"

namespace rockfall::rocfall {

/// Number of bounces per step after which restitution is zero.
constexpr int kMaxBounces = 12;

/// State of a body within a step, and what has happened so far.
struct Progress {
  BodyMotion motion;
  int32_t phase;
  uint32_t feature = 0;   // of the last contact
  uint32_t contacts = 0;  // recorded
  int bounces = 0;
  bool faulty = false;      // the terrain returned a height that is not finite, or a contact without a normal
  double contact_work = 0;  // J
  double drag_work = 0;     // J
};

/// Smallest speed of a bounce, m/s; the height of slower ones is at rounding level.
constexpr double kMinBounceSpeed = 1e-5;

template <class Terrain, Body::Kind body_kind>
struct StepContext {
  static constexpr Body::Kind kKind = body_kind;
  using Support = typename SupportOfKind<body_kind>::Type;

  const CountedGround<Terrain>& terrain;
  const rf_rock& rock;
  const Body& body;
  const rf_settings& settings;
  rf_step_report* report;  // nullable; contacts are written as they occur
  Progress now;
  Vec3 omega_before;  // the step

  /// True if nothing has changed the angular velocity.
  bool has_flown_only() const {
    const Vec3 &before = omega_before, &omega = now.motion.omega;
    return now.contacts == 0 && same_bits(before[0], omega[0]) && same_bits(before[1], omega[1]) &&
           same_bits(before[2], omega[2]);
  }

  double gravity() const { return settings.gravity; }

  double kinetic() const {
    const double moving = 0.5 * body.mass * now.motion.velocity.squaredNorm();
    if constexpr (kKind == Body::Kind::point) return moving;
    if constexpr (kKind == Body::Kind::sphere) return moving + 0.5 * body.inertia[0] * now.motion.omega.squaredNorm();
    const Vec3 omega = rotate_back(now.motion.orientation, now.motion.omega);
    return kinetic_energy(body, now.motion.velocity.data(), omega.data());
  }

  /// The touch of the body, valid until the next call.
  const Touch& touch(const BodyMotion& motion) const { return find_touch<kKind>(terrain, rock, body, motion); }

  Support support(const Touch& touch) const { return support_of<Support>(body, now.motion, touch); }
};

/// Velocity of the contact point.
template <class Context>
Vec3 contact_velocity(const Context&, const BodyMotion& motion, const Touch& touch) {
  if constexpr (Context::kKind == Body::Kind::point) return motion.velocity;
  return motion.velocity + touch.arm.cross(motion.omega);
}

/// Add a percussion of the ground to the energy ledger and to the report.
/// @param at      position at its start
/// @param before  contact velocity before it
/// @param after   contact velocity after it
template <class Context>
void record_contact(Context& context, const Vec3& at, const Touch& touch, const typename Context::Support& support,
                    const Vec3& percussion, const Vec3& before, const Vec3& after) {
  context.now.contact_work += 0.5 * (before + after).dot(percussion);
  context.now.feature = touch.feature;
  const uint32_t index = context.now.contacts++;
  if (!context.report) return;
  write_contact(*context.report, index, {at - support.contact_arm(), support.normal, percussion, before, after}, touch);
}

/// Change the velocities by a percussion; returns the contact velocity after it.
template <class Context>
Vec3 apply_percussion(Context& context, const typename Context::Support& support, const Vec3& percussion) {
  BodyMotion& motion = context.now.motion;
  motion.velocity += support.inverse_mass * percussion;
  if constexpr (Context::Support::kRotates) motion.omega += support.angular_velocity_change(percussion);
  return support.velocity(motion.velocity, motion.omega);
}

/// Apply a percussion at a contact, and record it.
/// @param before  contact velocity
template <class Context>
void apply_contact_percussion(Context& context, const Touch& touch, const typename Context::Support& support,
                              const Vec3& before, const Vec3& percussion) {
  const Vec3 after = apply_percussion(context, support, percussion);
  record_contact(context, context.now.motion.position, touch, support, percussion, before, after);
}

/// Apply a percussion that belongs to the contact recorded last, and add it to that record.
template <class Context>
void add_to_last_contact(Context& context, const typename Context::Support& support, const Vec3& before,
                         const Vec3& percussion) {
  const Vec3 after = apply_percussion(context, support, percussion);
  const double work = 0.5 * (before + after).dot(percussion);
  context.now.contact_work += work;
  if (context.report) add_to_contact(*context.report, context.now.contacts - 1, percussion, after, work);
}

/// Resolve a contact with approaching velocity: bounce, or start of rolling or sliding.
template <class Context>
void resolve_impact(Context& context, const Touch& touch) {
  context.now.faulty = context.now.faulty || !has_normal(touch);
  if (context.now.faulty) return;
  const auto support = context.support(touch);
  const Vec3 incoming = support.velocity(context.now.motion.velocity, context.now.motion.omega);
  const double approach = -incoming.dot(support.normal);
  const double min_speed = larger_of(kMinBounceSpeed, touch.ground.bounce_speed);
  context.now.phase = RF_PHASE_SLIDING;
  if (!(approach >= min_speed)) {
    if (approach > 0) {
      apply_contact_percussion(context, touch, support, incoming, landing_percussion(support, incoming));
    }
    return;
  }
  ImpactLaw law = impact_law<Context::kKind>(touch.ground);
  const double outgoing = law.restitution_normal * approach;
  if (outgoing >= min_speed && ++context.now.bounces <= kMaxBounces) {
    context.now.phase = RF_PHASE_FLIGHT;
  } else {
    law.restitution_normal = 0;
  }
  apply_contact_percussion(context, touch, support, incoming, impact_percussion(support, law, incoming));
}

}  // namespace rockfall::rocfall
