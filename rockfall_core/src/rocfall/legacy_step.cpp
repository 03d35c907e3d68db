#include "rocfall/legacy_step.h"

#include "body/end_conditions.h"
#include "body/step_result.h"
#include "rocfall/counted_ground.h"
#include "rocfall/roll_or_slide.h"
#include "rocfall/step_context.h"
#include "terrain/dispatch.h"

namespace rockfall::rocfall {
namespace {

// True if a flight cannot touch the ground: its parabola is concave, so it stays above a plane above which it starts
// and ends.
template <class Terrain>
bool clear_of_ground(const CountedGround<Terrain>& terrain, const Body& body, const Vec3& from, const Vec3& to) {
  const double r = body.radius;
  const rf_rectangle area = {std::fmin(from[0], to[0]) - r, std::fmin(from[1], to[1]) - r,
                             std::fmax(from[0], to[0]) + r, std::fmax(from[1], to[1]) + r};
  const GroundBound bound = terrain.bound(area);
  if (!bound.known) return false;
  const double x = 0.5 * (area.x_min + area.x_max), y = 0.5 * (area.y_min + area.y_max);
  const double normal_length =
      std::sqrt(1 + bound.plane.slope_x * bound.plane.slope_x + bound.plane.slope_y * bound.plane.slope_y);
  const double min_clearance = r * normal_length * (1 + 1e-9) + kContactTolerance;
  const auto above = [&](const Vec3& p) {
    return p[2] - (bound.plane.height + bound.plane.slope_x * (p[0] - x) + bound.plane.slope_y * (p[1] - y)) >
           min_clearance;
  };
  return above(from) && above(to);
}

// Free flight for the time h or until the next impact; returns the time used.
template <class Terrain>
double advance_flight(const CountedGround<Terrain>& terrain, StepContext& context, double h) {
  BodyMotion& motion = context.now.motion;
  const BodyMotion end = after_flight(context.body, motion, context.gravity(), h);
  double t = -1;
  if (!clear_of_ground(terrain, context.body, motion.position, end.position)) {
    const Touch nearest = find_touch(terrain, context.rock, context.body, motion);
    context.now.faulty = context.now.faulty || nearest.faulty;
    if (context.now.faulty) return h;
    t = first_touch(terrain, FlightArc{context.rock, context.body, motion, nearest, context.gravity(), h});
  }
  if (t < 0) {
    motion = end;
    return h;
  }
  if (t > 0) motion = after_flight(context.body, motion, context.gravity(), t);
  const Touch touch = find_touch(terrain, context.rock, context.body, motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  if (touch.exists && !touch.faulty) resolve_impact(context, touch);
  return t;
}

template <class Terrain>
void run_events(const CountedGround<Terrain>& terrain, StepContext& context) {
  double remaining = context.settings.time_step;
  for (int i = 0; i < kMaxEvents && remaining > 0 && !context.now.faulty && !terrain.work().exhausted(); ++i) {
    remaining -= context.now.phase == RF_PHASE_FLIGHT ? advance_flight(terrain, context, remaining)
                                                      : roll_or_slide(terrain, context, remaining);
  }
  if (remaining > 0 && !context.now.faulty) finish_without_events(terrain, context, remaining);
}

rf_state next_state(const StepContext& context, const rf_state& old, bool over_ground) {
  const BodyMotion& motion = context.now.motion;
  rf_state next = old;
  store3(motion.position, next.position);
  store_quat(motion.orientation, next.orientation);
  store3(motion.velocity, next.velocity);
  store3(rotate_back(motion.orientation, motion.omega), next.angular_velocity);
  next.phase = context.now.phase;
  const bool on_ground = next.phase != RF_PHASE_FLIGHT;
  next.contact = on_ground && context.body.kind == Body::Kind::hull ? context.now.feature : 0;
  next.step = old.step + 1;
  // Only translation counts for stillness: nothing brakes the rotation of a sphere about the normal.
  const double kinetic = 0.5 * context.body.mass * motion.velocity.squaredNorm();
  next.still_time = still_time_after(context.settings, context.body.mass, kinetic, old.still_time);
  next.end = end_after(context.settings, over_ground, on_ground, next.still_time, next.step);
  return next;
}

void fill_energy_ledger(const StepContext& context, const rf_state& old, const rf_state& next, rf_step_report& report) {
  rf_energy_ledger& ledger = report.energy;
  ledger.kinetic_before = kinetic_energy(context.body, old.velocity, old.angular_velocity);
  ledger.kinetic_after = kinetic_energy(context.body, next.velocity, next.angular_velocity);
  ledger.potential_change = context.body.mass * context.gravity() * (next.position[2] - old.position[2]);
  ledger.contact_work = context.now.contact_work;
  ledger.drag_work = context.now.drag_work;
  ledger.residual =
      ledger.kinetic_after - ledger.kinetic_before + ledger.potential_change - ledger.contact_work - ledger.drag_work;
  report.contact_count = context.now.contacts;
}

template <class Terrain>
rf_status step_on(const Terrain& terrain, const rf_rock& rock, const rf_settings& settings, rf_state& state,
                  rf_step_report* report, StepMemory& memory) {
  if (report) clear_report(*report);
  const Body& body = memory.body;
  const Quat orientation = load_quat(state.orientation);
  const Vec3 omega =
      body.kind == Body::Kind::point ? Vec3(0, 0, 0) : rotate(orientation, load3(state.angular_velocity));
  StepContext context{rock, body, settings, report, {}};
  context.now.motion = {load3(state.position), orientation, load3(state.velocity), omega};
  context.now.phase = state.phase;
  GroundWork work;
  run_events(CountedGround<Terrain>(terrain, work, &memory.touch), context);
  const Vec3& p = context.now.motion.position;
  const rf_state next = next_state(context, state, terrain.exists(p[0], p[1]));
  if (context.now.faulty || !finite_state(next)) return end_with_fault(state, report);
  if (report) {
    fill_energy_ledger(context, state, next, *report);
    report->work_limited = work.limited();
  }
  state = next;
  return RF_OK;
}

}  // namespace

rf_status legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report, StepMemory* memory) {
  if (state.end != RF_MOVING) {
    if (report) clear_report(*report);
    return RF_OK;
  }
  if (!can_step(state)) return end_with_fault(state, report);
  StepMemory local;
  StepMemory& remembered = memory ? *memory : local;
  if (!remembered.known) {
    remembered.body = body_of(rock, settings);
    remembered.known = true;
  }
  return visit_terrain(terrain,
                       [&](const auto& ground) { return step_on(ground, rock, settings, state, report, remembered); });
}

}  // namespace rockfall::rocfall
