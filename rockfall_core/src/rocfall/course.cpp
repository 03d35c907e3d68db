#include "rocfall/course.h"

#include "rocfall/lumped.h"
#include "rotation/free_spin.h"

namespace rockfall {

double Course::kinetic() const {
  const Vec3 omega = rotate_back(now.motion.orientation, now.motion.spin);
  return kinetic_energy(body, now.motion.velocity.data(), omega.data());
}

void record(Course& course, const BodyMotion& at, const Touch& touch, const Support& support, const Vec3& percussion,
            const Vec3& before, const Vec3& after) {
  course.now.contact_work += 0.5 * (before + after).dot(percussion);
  course.now.feature = touch.feature;
  const uint32_t number = course.now.contacts++;
  rf_step_report* const report = course.report;
  if (!report) return;
  if (number == 0) report->friction = touch.ground.rocfall_friction;
  if (!report->contacts || number >= report->contact_capacity) return;
  rf_contact& out = report->contacts[number];
  const Mat3 frame = contact_frame(support.normal);
  store3(at.position - support.arm, out.point);
  store3(frame.col(0), out.normal);
  store3(frame.col(1), out.tangent);
  out.gap = touch.gap;
  store3(frame.transpose() * before, out.velocity_before);
  store3(frame.transpose() * after, out.velocity_after);
  store3(frame.transpose() * percussion, out.percussion);
  out.friction = touch.ground.rocfall_friction;
  out.feature = touch.feature;
}

void strike(Course& course, const Touch& touch, const Support& support, const Vec3& percussion) {
  BodyMotion& motion = course.now.motion;
  const Vec3 before = support.velocity(motion.velocity, motion.spin);
  motion.velocity += support.inverse_mass * percussion;
  motion.spin += support.spin_change(percussion);
  record(course, motion, touch, support, percussion, before, support.velocity(motion.velocity, motion.spin));
}

void meet(Course& course, const Touch& touch) {
  const Support support = support_of(course.body, course.now.motion, touch);
  const Vec3 incoming = support.velocity(course.now.motion.velocity, course.now.motion.spin);
  const double approach = -incoming.dot(support.normal);
  const double least = std::fmax(touch.ground.rocfall_bounce_speed, kLeastBounce);
  course.now.phase = RF_PHASE_SLIDING;
  if (!(approach >= least)) {
    if (approach > 0) strike(course, touch, support, landing_percussion(support, incoming));
    return;
  }
  ImpactLaw law = impact_law(course.body, touch.ground);
  const double outgoing = law.restitution_normal * approach;
  if (outgoing >= least && ++course.now.bounces <= kMaxBounces) {
    course.now.phase = RF_PHASE_FLIGHT;
  } else {
    law.restitution_normal = 0;
  }
  strike(course, touch, support, impact_percussion(support, law, incoming));
}

namespace {

// The ground's force scaled back until its percussion does no work: with gravity's part of the contact velocity,
// work(k) = k a + k^2 b vanishes at k = -a / b. Needed where the free spin of a hull moves its contact.
GroundMotion without_gain(const Course& course, const Support& support, GroundMotion ground, const Vec3& before,
                          double h) {
  const Vec3 fall(0, 0, -course.gravity() * h), percussion = h * ground.force;
  const double a = (before + 0.5 * fall).dot(percussion), b = 0.5 * percussion.dot(support.response * percussion);
  if (a + b <= 0) return ground;
  const double scale = a < 0 && b > 0 ? -a / b : 0;
  ground.force *= scale;
  ground.resistance *= scale;
  ground.acceleration = Vec3(0, 0, -course.gravity()) + support.inverse_mass * (ground.force + ground.resistance);
  ground.angular_acceleration = support.spin_change(ground.force);
  return ground;
}

}  // namespace

Stretch stretch_over(const Course& course, const Support& support, const GroundMotion& forces, double h) {
  const BodyMotion& from = course.now.motion;
  Vec3 spin = from.spin;
  GroundMotion ground = forces;
  FreeSpin free = {};
  if (course.body.kind == Body::Kind::hull) {
    // The free spin first, as in the hard contact model: it keeps the kinetic energy.
    free = free_spin(RF_SCHEME_IMPLICIT, course.body.inertia, h, from.orientation,
                     rotate_back(from.orientation, from.spin));
    spin = rotate(from.orientation, free.omega);
    ground = without_gain(course, support, forces, support.velocity(from.velocity, spin), h);
  }
  Stretch stretch;
  stretch.end = from;
  stretch.percussion = h * ground.force;
  const Vec3 change = h * ground.angular_acceleration;
  Vec3 velocity = from.velocity + h * ground.acceleration;
  stretch.resistance_work = 0.5 * h * (from.velocity + velocity).dot(ground.resistance);
  if (stretch.resistance_work > 0) {  // S moves against the way the body rolls: nothing for rolling friction to brake
    velocity -= h * support.inverse_mass * ground.resistance;
    stretch.resistance_work = 0;
  }
  stretch.end.velocity = velocity;
  stretch.end.position += 0.5 * h * (from.velocity + velocity);
  if (course.body.kind == Body::Kind::hull) {
    const Vec3 omega = free.omega + rotate_back(from.orientation, change);
    stretch.end.orientation = turned_in_space(free.orientation, 0.5 * h * change);
    stretch.end.spin = rotate(stretch.end.orientation, omega);
  } else {
    stretch.end.spin = from.spin + change;
    if (course.body.kind == Body::Kind::sphere) {
      stretch.end.orientation = turned_in_space(from.orientation, 0.5 * h * (from.spin + stretch.end.spin));
    }
  }
  stretch.before = support.velocity(from.velocity, spin);
  stretch.after = support.velocity(velocity, spin + change);
  return stretch;
}

double stretch_time(const Course& course, const Support& support, const GroundMotion& ground,
                    const GroundFriction& friction, double h) {
  const BodyMotion& motion = course.now.motion;
  double speed = 0, rate = 0;
  if (ground.hold == Hold::slides) {
    speed = support.velocity(motion.velocity, motion.spin).dot(ground.slip);
    rate = support.velocity(ground.acceleration, ground.angular_acceleration).dot(ground.slip);
    if (!(speed > kNoSlip)) return h;
  } else if (ground.hold == Hold::rolls && friction.rolling > 0) {
    speed = motion.spin.cross(support.normal).dot(ground.roll);
    rate = ground.angular_acceleration.cross(support.normal).dot(ground.roll);
  }
  return speed > 0 && rate < 0 && speed < -rate * h ? speed / -rate : h;
}

void hold_at_rest(Course& course, const Touch& touch, const Support& support, const GroundMotion& ground, double h) {
  BodyMotion& motion = course.now.motion;
  const double lost = course.kinetic();  // rounding, and spin about the normal, which nothing else would end
  motion.velocity = motion.spin = Vec3(0, 0, 0);
  record(course, motion, touch, support, h * ground.force, Vec3(0, 0, 0), Vec3(0, 0, 0));
  course.now.contact_work -= lost;
  course.now.phase = RF_PHASE_RESTING;
}

}  // namespace rockfall
