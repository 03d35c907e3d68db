#include "rocfall/contact_record.h"

#include "numerics/minmax.h"

namespace rockfall::rocfall {

void write_contact(rf_step_report& report, uint32_t index, const ContactPercussion& contact, const Touch& touch) {
  if (index == 0) report.friction = touch.ground.friction;
  if (!report.contacts || index >= report.contact_capacity) return;
  rf_contact& out = report.contacts[index];
  out = {};
  const Mat3 frame = contact_frame(contact.normal);
  store3(contact.point, out.point);
  store3(frame.col(0), out.normal);
  store3(frame.col(1), out.tangent);
  out.gap = smaller_of(0.0, touch.gap);
  store3(frame.transpose() * contact.before, out.velocity_before);
  store3(frame.transpose() * contact.after, out.velocity_after);
  store3(frame.transpose() * contact.percussion, out.percussion);
  out.friction = touch.ground.friction;
  out.feature = touch.feature;
}

void add_to_contact(rf_step_report& report, uint32_t index, const Vec3& percussion, const Vec3& after, double work) {
  if (!report.contacts || index >= report.contact_capacity) return;
  rf_contact& out = report.contacts[index];
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

}  // namespace rockfall::rocfall
