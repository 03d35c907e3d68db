#include "rocfall/legacy_step.h"

#include "rocfall/course.h"
#include "rocfall/ride.h"
#include "step/end_conditions.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

// Nothing of the ground can reach a body whose parabola starts and ends above a plane above the ground.
template <class Terrain>
bool clear_of_ground(const Terrain& terrain, const Body& body, const Vec3& from, const Vec3& to) {
  const double r = body.radius;
  const rf_rectangle area = {std::fmin(from[0], to[0]) - r, std::fmin(from[1], to[1]) - r,
                             std::fmax(from[0], to[0]) + r, std::fmax(from[1], to[1]) + r};
  const GroundBound bound = terrain.bound(area);
  if (!bound.known) return false;
  const double x = 0.5 * (area.x_min + area.x_max), y = 0.5 * (area.y_min + area.y_max);
  const double stretch =
      std::sqrt(1 + bound.plane.slope_x * bound.plane.slope_x + bound.plane.slope_y * bound.plane.slope_y);
  const double least = r * stretch * (1 + 1e-9) + kCut;
  const auto above = [&](const Vec3& p) {
    return p[2] - (bound.plane.height + bound.plane.slope_x * (p[0] - x) + bound.plane.slope_y * (p[1] - y)) > least;
  };
  return above(from) && above(to);
}

// Fly for h or to the next touch; returns the time that it took.
template <class Terrain>
double fly(const Terrain& terrain, Course& course, double h) {
  BodyMotion& motion = course.now.motion;
  const BodyMotion end = after_flight(course.body, motion, course.gravity(), h);
  double t = -1;
  if (!clear_of_ground(terrain, course.body, motion.position, end.position)) {
    const Touch nearest = find_touch(terrain, course.rock, course.body, motion);
    course.now.faulty = course.now.faulty || nearest.faulty;
    if (course.now.faulty) return h;
    t = first_touch(terrain, Flight{course.rock, course.body, motion, nearest, course.gravity(), h});
  }
  if (t < 0) {
    motion = end;
    return h;
  }
  if (t > 0) motion = after_flight(course.body, motion, course.gravity(), t);
  const Touch touch = find_touch(terrain, course.rock, course.body, motion);
  course.now.faulty = course.now.faulty || touch.faulty;
  if (touch.exists && !touch.faulty) meet(course, touch);
  return t;
}

template <class Terrain>
void run(const Terrain& terrain, Course& course) {
  double remaining = course.settings.time_step;
  for (int i = 0; i < kMaxEvents && remaining > 0 && !course.now.faulty; ++i) {
    remaining -=
        course.now.phase == RF_PHASE_FLIGHT ? fly(terrain, course, remaining) : ride(terrain, course, remaining);
  }
  if (remaining > 0 && !course.now.faulty) push_through(terrain, course, remaining);
}

rf_state next_state(const Course& course, const rf_state& old, bool over_ground) {
  const BodyMotion& motion = course.now.motion;
  rf_state next = old;
  store3(motion.position, next.position);
  store_quat(motion.orientation, next.orientation);
  store3(motion.velocity, next.velocity);
  store3(rotate_back(motion.orientation, motion.spin), next.angular_velocity);
  next.phase = course.now.phase;
  const bool stands = next.phase != RF_PHASE_FLIGHT;
  next.contact = stands && course.body.kind == Body::Kind::hull ? course.now.feature : 0;
  next.step = old.step + 1;
  // Whether a rock is still is a matter of its speed: a sphere may spin about the normal for ever.
  const double kinetic = 0.5 * course.body.mass * motion.velocity.squaredNorm();
  next.still_time = still_time_after(course.settings, course.body.mass, kinetic, old.still_time);
  next.end = end_after(course.settings, over_ground, stands, next.still_time, next.step);
  return next;
}

void clear(rf_step_report* report) {
  if (!report) return;
  rf_step_report empty = {};
  empty.contacts = report->contacts;
  empty.contact_capacity = report->contact_capacity;
  empty.converged = 1;
  *report = empty;
}

rf_status fault(rf_state& state, rf_step_report* report) {
  state.end = RF_ENDED_FAULT;
  clear(report);
  return RF_FAULTY_STATE;
}

void keep_books(const Course& course, const rf_state& old, const rf_state& next, rf_step_report& report) {
  rf_energy_ledger& ledger = report.energy;
  ledger.kinetic_before = kinetic_energy(course.body, old.velocity, old.angular_velocity);
  ledger.kinetic_after = kinetic_energy(course.body, next.velocity, next.angular_velocity);
  ledger.potential_change = course.body.mass * course.gravity() * (next.position[2] - old.position[2]);
  ledger.contact_work = course.now.contact_work;
  ledger.drag_work = course.now.drag_work;
  ledger.residual =
      ledger.kinetic_after - ledger.kinetic_before + ledger.potential_change - ledger.contact_work - ledger.drag_work;
  report.contact_count = course.now.contacts;
}

template <class Terrain>
rf_status step_over(const Terrain& terrain, const rf_rock& rock, const rf_settings& settings, rf_state& state,
                    rf_step_report* report) {
  clear(report);
  const Body body = body_of(rock, settings);
  const Quat orientation = load_quat(state.orientation);
  const Vec3 spin = body.kind == Body::Kind::point ? Vec3(0, 0, 0) : rotate(orientation, load3(state.angular_velocity));
  Course course{rock, body, settings, report, {}};
  course.now.motion = {load3(state.position), orientation, load3(state.velocity), spin};
  course.now.phase = state.phase;
  run(terrain, course);
  const Vec3& p = course.now.motion.position;
  const rf_state next = next_state(course, state, terrain.exists(p[0], p[1]));
  if (course.now.faulty || !finite_state(next)) return fault(state, report);
  if (report) keep_books(course, state, next, *report);
  state = next;
  return RF_OK;
}

}  // namespace

rf_status legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report) {
  if (state.end != RF_MOVING) {
    clear(report);
    return RF_OK;
  }
  if (!finite_state(state)) return fault(state, report);
  if (terrain.sample == grid_sample) {
    return step_over(GridTerrain(*static_cast<const rf_grid*>(terrain.user)), rock, settings, state, report);
  }
  return step_over(CallbackTerrain(terrain), rock, settings, state, report);
}

}  // namespace rockfall
