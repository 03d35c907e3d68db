#include "rocfall/step_context.h"

#include "body/body.h"
#include "rocfall/lumped.h"
#include "rotation/free_rotation.h"

namespace rockfall::rocfall {

double StepContext::kinetic() const {
  const Vec3 omega = rotate_back(now.motion.orientation, now.motion.omega);
  return kinetic_energy(body, now.motion.velocity.data(), omega.data());
}

void record_contact(StepContext& context, const BodyMotion& at, const Touch& touch, const Support& support,
                    const Vec3& percussion, const Vec3& before, const Vec3& after) {
  context.now.contact_work += 0.5 * (before + after).dot(percussion);
  context.now.feature = touch.feature;
  const uint32_t index = context.now.contacts++;
  rf_step_report* const report = context.report;
  if (!report) return;
  if (index == 0) report->friction = touch.ground.friction;
  if (!report->contacts || index >= report->contact_capacity) return;
  rf_contact& out = report->contacts[index];
  out = {};
  const Mat3 frame = contact_frame(support.normal);
  store3(at.position - support.arm, out.point);
  store3(frame.col(0), out.normal);
  store3(frame.col(1), out.tangent);
  out.gap = touch.gap;
  store3(frame.transpose() * before, out.velocity_before);
  store3(frame.transpose() * after, out.velocity_after);
  store3(frame.transpose() * percussion, out.percussion);
  out.friction = touch.ground.friction;
  out.feature = touch.feature;
}

void apply_contact_percussion(StepContext& context, const Touch& touch, const Support& support,
                              const Vec3& percussion) {
  BodyMotion& motion = context.now.motion;
  const Vec3 before = support.velocity(motion.velocity, motion.omega);
  motion.velocity += support.inverse_mass * percussion;
  motion.omega += support.angular_velocity_change(percussion);
  record_contact(context, motion, touch, support, percussion, before, support.velocity(motion.velocity, motion.omega));
}

void add_to_last_contact(StepContext& context, const Support& support, const Vec3& percussion) {
  BodyMotion& motion = context.now.motion;
  const Vec3 before = support.velocity(motion.velocity, motion.omega);
  motion.velocity += support.inverse_mass * percussion;
  motion.omega += support.angular_velocity_change(percussion);
  const Vec3 after = support.velocity(motion.velocity, motion.omega);
  const double work = 0.5 * (before + after).dot(percussion);
  context.now.contact_work += work;
  rf_step_report* const report = context.report;
  const uint32_t index = context.now.contacts - 1;
  if (!report || !report->contacts || index >= report->contact_capacity) return;
  rf_contact& out = report->contacts[index];
  const Mat3 frame = contact_frame(load3(out.normal));
  const Vec3 first = load3(out.percussion), sum = first + frame.transpose() * percussion;
  const double total_work = 0.5 * (load3(out.velocity_before) + load3(out.velocity_after)).dot(first) + work;
  // The contact has moved between the two: the velocity after both is that with which the mean velocity does their
  // work.
  Vec3 reported = frame.transpose() * after;
  const double error = total_work - 0.5 * (load3(out.velocity_before) + reported).dot(sum);
  if (sum.squaredNorm() > 0) reported += 2 * error / sum.squaredNorm() * sum;
  store3(sum, out.percussion);
  store3(reported, out.velocity_after);
}

void resolve_impact(StepContext& context, const Touch& touch) {
  const Support support = support_of(context.body, context.now.motion, touch);
  const Vec3 incoming = support.velocity(context.now.motion.velocity, context.now.motion.omega);
  const double approach = -incoming.dot(support.normal);
  const double min_speed = std::fmax(touch.ground.bounce_speed, kMinBounceSpeed);
  context.now.phase = RF_PHASE_SLIDING;
  if (!(approach >= min_speed)) {
    if (approach > 0) apply_contact_percussion(context, touch, support, landing_percussion(support, incoming));
    return;
  }
  ImpactLaw law = impact_law(context.body, touch.ground);
  const double outgoing = law.restitution_normal * approach;
  if (outgoing >= min_speed && ++context.now.bounces <= kMaxBounces) {
    context.now.phase = RF_PHASE_FLIGHT;
  } else {
    law.restitution_normal = 0;
  }
  apply_contact_percussion(context, touch, support, impact_percussion(support, law, incoming));
}

namespace {

// Contact work over the kinetic energy that counts as zero.
constexpr double kRounding = 1e-14;

// Scale the contact force so that the work of its percussion is not positive: work(k) = k a + k^2 b vanishes at
// k = -a / b, where a includes the contact velocity by gravity. Needed where the torque-free rotation of a hull moves
// its contact point, and for a slip below what counts as slip.
GroundMotion limit_work(const StepContext& context, const Support& support, GroundMotion ground, const Vec3& before,
                        double h) {
  const Vec3 gravity_change(0, 0, -context.gravity() * h), percussion = h * ground.force;
  const double a = (before + 0.5 * gravity_change).dot(percussion),
               b = 0.5 * percussion.dot(support.response * percussion + h * support.inverse_mass * ground.resistance);
  if (a + b <= 0 || a + b <= kRounding * context.kinetic()) return ground;
  const double scale = a < 0 && b > 0 ? -a / b : 0;
  ground.force *= scale;
  ground.resistance *= scale;
  ground.acceleration = Vec3(0, 0, -context.gravity()) + support.inverse_mass * (ground.force + ground.resistance);
  ground.angular_acceleration = support.angular_velocity_change(ground.force);
  return ground;
}

}  // namespace

Interval integrate_interval(const StepContext& context, const Support& support, const GroundMotion& forces, double h) {
  const BodyMotion& from = context.now.motion;
  Vec3 omega = from.omega;
  GroundMotion ground = forces;
  FreeRotation free = {};
  if (context.body.kind == Body::Kind::hull) {
    // Torque-free rotation first, as in the hard contact model: it conserves the kinetic energy.
    free = free_rotation(RF_SCHEME_IMPLICIT, context.body.inertia, h, from.orientation,
                         rotate_back(from.orientation, from.omega));
    omega = rotate(from.orientation, free.omega);
  }
  ground = limit_work(context, support, forces, support.velocity(from.velocity, omega), h);
  Interval interval;
  interval.end = from;
  interval.percussion = h * ground.force;
  const Vec3 change = h * ground.angular_acceleration;
  const Vec3 velocity = from.velocity + h * ground.acceleration;
  interval.resistance_work = 0.5 * h * (from.velocity + velocity).dot(ground.resistance);
  if (interval.resistance_work > 0) {  // S moves against the direction of rolling: rolling friction would add energy
    GroundMotion without = forces;
    without.acceleration -= support.inverse_mass * forces.resistance;
    without.resistance = Vec3(0, 0, 0);
    return integrate_interval(context, support, without, h);
  }
  interval.end.velocity = velocity;
  interval.end.position += 0.5 * h * (from.velocity + velocity);
  if (context.body.kind == Body::Kind::hull) {
    const Vec3 omega_in_rock = free.omega + rotate_back(from.orientation, change);
    interval.end.orientation = rotated_in_space(free.orientation, 0.5 * h * change);
    interval.end.omega = rotate(interval.end.orientation, omega_in_rock);
  } else {
    interval.end.omega = from.omega + change;
    if (context.body.kind == Body::Kind::sphere) {
      interval.end.orientation = rotated_in_space(from.orientation, 0.5 * h * (from.omega + interval.end.omega));
    }
  }
  interval.before = support.velocity(from.velocity, omega);
  interval.after = support.velocity(velocity, omega + change);
  return interval;
}

double interval_time(const StepContext& context, const Support& support, const GroundMotion& ground,
                     const GroundFriction& friction, double h) {
  const BodyMotion& motion = context.now.motion;
  double speed = 0, rate = 0;
  if (ground.mode == ContactMode::sliding) {
    speed = support.velocity(motion.velocity, motion.omega).dot(ground.slip);
    rate = support.velocity(ground.acceleration, ground.angular_acceleration).dot(ground.slip);
    if (!(speed > kNoSlip)) return h;
  } else if (ground.mode == ContactMode::rolling && friction.rolling > 0) {
    speed = motion.omega.cross(support.normal).dot(ground.roll);
    rate = ground.angular_acceleration.cross(support.normal).dot(ground.roll);
  }
  return speed > 0 && rate < 0 && speed < -rate * h ? speed / -rate : h;
}

void hold_at_rest(StepContext& context, const Touch& touch, const Support& support, const GroundMotion& ground,
                  double h) {
  BodyMotion& motion = context.now.motion;
  const double lost = context.kinetic();  // rounding, and rotation about the normal, which nothing else stops
  motion.velocity = motion.omega = Vec3(0, 0, 0);
  record_contact(context, motion, touch, support, h * ground.force, Vec3(0, 0, 0), Vec3(0, 0, 0));
  context.now.contact_work -= lost;
  context.now.phase = RF_PHASE_RESTING;
}

}  // namespace rockfall::rocfall
