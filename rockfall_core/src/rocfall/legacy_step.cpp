#include "rocfall/legacy_step.h"

#include "body/end_conditions.h"
#include "body/energy_ledger.h"
#include "body/step_result.h"
#include "numerics/inline_calls.h"
#include "numerics/minmax.h"
#include "numerics/real.h"
#include "rocfall/counted_ground.h"
#include "rocfall/roll_or_slide.h"
#include "terrain/dispatch.h"
#include "terrain/surface_normal.h"

namespace rockfall::rocfall {
namespace {

/// A flight from one position to another, as far as the ground is concerned.
struct FlightPath {
  Vec3 from, to;
  double sagitta;  // rise above the line between them: g h^2 / 8 in the time h
};

double normal_length(const rf_upper_plane& plane) {
  return std::sqrt(squared_normal_length(plane.slope_x, plane.slope_y));
}

// Ground that is far below: remember a ball without ground around the end of a flight. `clearance`: of the path.
void find_clear_ball(const CountedGround<GridTerrain>& terrain, const Body& body, const FlightPath& path,
                     double clearance) {
  constexpr double kFewestSteps = 3, kMostSteps = 64, kMostNodes = 100;
  constexpr uint32_t kPause = 16;
  TouchMemory& memory = *terrain.memory();
  if (!memory.keeps_clear_balls) return;
  const double travel = (path.to - path.from).norm();
  if (!(clearance > kFewestSteps * travel)) return;
  if (memory.pause > 0) {
    --memory.pause;
    return;
  }
  const double reach = body.radius + smaller_of(clearance, kMostSteps * travel);
  const rf_rectangle area = {path.to[0] - reach, path.to[1] - reach, path.to[0] + reach, path.to[1] + reach};
  memory.pause = kPause;
  if (!(terrain.terrain().nodes_of(area) <= kMostNodes)) return;
  const GroundBound bound = terrain.terrain().bound(area);
  if (!bound.known || !bound.plane.hole_free) return;
  const double distance = height_over_plane(bound.plane, area, path.to.data()) / normal_length(bound.plane);
  memory.clear = {path.to, smaller_of(distance, reach)};
  if (memory.clear.radius > body.radius + kFewestSteps * travel) memory.pause = 0;
}
void find_clear_ball(const CountedGround<CallbackTerrain>&, const Body&, const FlightPath&, double) {}

// True if a flight cannot touch the ground, and remembers a ball without ground: its parabola is concave, so it stays
// above a plane above which it starts and ends.
template <class Terrain>
bool remember_if_clear(const CountedGround<Terrain>& terrain, const Body& body, const FlightPath& path) {
  const double r = body.radius;
  const Vec3 &from = path.from, &to = path.to;
  const rf_rectangle area = {smaller_of(from[0], to[0]) - r, smaller_of(from[1], to[1]) - r,
                             larger_of(from[0], to[0]) + r, larger_of(from[1], to[1]) + r};
  const GroundBound bound = terrain.bound(area);
  if (!bound.known) return false;
  const double length = normal_length(bound.plane);
  const double min_clearance = r * length * (1 + 1e-9) + kContactTolerance;
  const double lowest =
      smaller_of(height_over_plane(bound.plane, area, from.data()), height_over_plane(bound.plane, area, to.data()));
  if (!(lowest > min_clearance)) return false;
  find_clear_ball(terrain, body, path, (lowest - min_clearance) / length);
  return true;
}

// True if a sphere is above the ground in all its flight, or, if the search for a touch looks at its ends only, there.
// By a bound of its distance at the end; that ball is remembered.
bool remember_if_end_clear(const CountedGround<GridTerrain>& terrain, const Body& body, const FlightPath& path) {
  constexpr double kFewestSteps = 2, kMostSteps = 64;
  if (body.kind != Body::Kind::sphere) return false;
  TouchMemory& memory = *terrain.memory();
  const double r = body.radius, travel = (path.to - path.from).norm();
  const double reach = r + memory.steps_of_ball * travel + 2 * ClearBall::kClearMargin;
  const ClearBall ball = {path.to, distance_bound(terrain.terrain(), path.to, reach, memory.nearby)};
  // Far from the ground the next ball may be larger.
  memory.steps_of_ball = ball.radius > 0.99 * reach ? smaller_of(2 * memory.steps_of_ball, kMostSteps) : kFewestSteps;
  const double room = ball.room_for(r);
  if (!(room > 0)) return false;
  const bool starts_clear = memory.clear.contains(r, path.from, path.from, 0);
  const bool contains_path = travel < room - path.sagitta;
  // (|v| + g h) h <= travel + 1.5 g h^2: see flight_intervals.
  const bool one_interval = 2 * (travel + 12 * path.sagitta) < r * (1 - 1e-9);
  if (!(starts_clear && one_interval) && !(contains_path && terrain.is_below(path.from))) return false;
  memory.clear = ball;
  return true;
}
bool remember_if_end_clear(const CountedGround<CallbackTerrain>&, const Body&, const FlightPath&) { return false; }

// Remember a ball without ground around a sphere whose touch has been searched. The bound leaves room for rounding.
void find_clear_ball_at(const CountedGround<GridTerrain>& terrain, const Body& body, const Vec3& position,
                        const Touch& touch) {
  if (body.kind != Body::Kind::sphere || !touch.exact || !(touch.gap > 0)) return;
  TouchMemory& memory = *terrain.memory();
  memory.clear = {position, distance_bound(terrain.terrain(), position, touch.gap + body.radius, memory.nearby)};
}
void find_clear_ball_at(const CountedGround<CallbackTerrain>&, const Body&, const Vec3&, const Touch&) {}

// Time until a flight touches the ground; negative: it does not in the time h.
template <class Context>
double time_to_touch(Context& context, const FlightPath& path, double h) {
  const Body& body = context.body;
  const auto& terrain = context.terrain;
  const TouchMemory& memory = *terrain.memory();
  // Only at the beginning of a step of a rock whose searches reach no bound on work: then it makes no difference that
  // less work is done.
  const bool use_clear = memory.keeps_clear_balls && terrain.work().none();
  const auto in_clear_ball = [&] {
    return use_clear && memory.clear.contains(body.radius, path.from, path.to, path.sagitta);
  };
  if (in_clear_ball() || (use_clear && remember_if_end_clear(terrain, body, path)) ||
      remember_if_clear(terrain, body, path)) {
    return -1;
  }
  const Touch nearest = context.touch(context.now.motion);
  context.now.faulty = context.now.faulty || nearest.faulty;
  if (use_clear) find_clear_ball_at(terrain, body, path.from, nearest);
  if (context.now.faulty || in_clear_ball() || (use_clear && remember_if_end_clear(terrain, body, path))) return -1;
  return first_touch(FlightArc<Context>{context, nearest, h});
}

// Free flight for the time h or until the next impact; returns the time used.
template <class Context>
double advance_flight(Context& context, double h) {
  BodyMotion& motion = context.now.motion;
  const BodyMotion end = after_flight(context.body, motion, context.gravity(), h);
  const double t = time_to_touch(context, {motion.position, end.position, 0.125 * context.gravity() * h * h}, h);
  if (context.now.faulty) return h;
  if (t < 0) {
    motion = end;
    return h;
  }
  if (t > 0) motion = after_flight(context.body, motion, context.gravity(), t);
  const Touch touch = context.touch(motion);
  context.now.faulty = context.now.faulty || touch.faulty;
  if (touch.exists && !touch.faulty) resolve_impact(context, touch);
  return t;
}

// A point needs so little of these functions that they are a fifth faster as one; those of other bodies are long.
template <class Terrain>
ROCKFALL_INLINE_CALLS double move_on_ground(StepContext<Terrain, Body::Kind::point>& context, double h) {
  return roll_or_slide(context, h);
}
template <class Terrain, Body::Kind kind>
double move_on_ground(StepContext<Terrain, kind>& context, double h) {
  return roll_or_slide(context, h);
}

template <class Context>
void run_events(Context& context) {
  double remaining = context.settings.time_step;
  for (int i = 0; i < kMaxEvents && remaining > 0 && !context.now.faulty && !context.terrain.work().exhausted(); ++i) {
    remaining -=
        context.now.phase == RF_PHASE_FLIGHT ? advance_flight(context, remaining) : move_on_ground(context, remaining);
  }
  if (remaining > 0 && !context.now.faulty) finish_without_events(context, remaining);
}

// True if there is ground below the body. Often the touch found last shows that there is some.
template <class Context>
bool is_over_ground(const Context& context) {
  const Vec3& position = context.now.motion.position;
  const TouchMemory& memory = *context.terrain.memory();
  if (Context::kKind != Body::Kind::hull && memory.known && memory.is_over(position)) return memory.touch.exists;
  return context.terrain.terrain().exists(position[0], position[1]);
}

template <class Context>
ROCKFALL_INLINE_CALLS rf_state next_state(const Context& context, const rf_state& old) {
  const BodyMotion& motion = context.now.motion;
  rf_state next = old;
  store3(motion.position, next.position);
  store3(motion.velocity, next.velocity);
  if constexpr (Context::kKind == Body::Kind::point) {
    store3(Vec3(0, 0, 0), next.angular_velocity);
  } else {
    store_quat(motion.orientation, next.orientation);
    // A flight rotates the body about omega, which leaves its components in the rock as they are.
    if (!context.has_flown_only()) store3(rotate_back(motion.orientation, motion.omega), next.angular_velocity);
  }
  next.scar_depth = next.scar_path = 0;
  next.phase = context.now.phase;
  const bool on_ground = next.phase != RF_PHASE_FLIGHT;
  next.contact = on_ground && Context::kKind == Body::Kind::hull ? context.now.feature : 0;
  next.step = old.step + 1;
  // Only translation counts for stillness: nothing brakes the rotation of a sphere about the normal.
  const double kinetic = 0.5 * context.body.mass * motion.velocity.squaredNorm();
  next.still_time = still_time_after(context.settings, context.body.mass, kinetic, old.still_time);
  next.end = end_after(context.settings, is_over_ground(context), on_ground, next.still_time, next.step);
  return next;
}

template <class Context>
void fill_report(const Context& context, const rf_state& old, const rf_state& next, rf_step_report& report) {
  rf_energy_ledger& ledger = report.energy;
  ledger.kinetic_before = kinetic_energy(context.body, old.velocity, old.angular_velocity);
  ledger.kinetic_after = kinetic_energy(context.body, next.velocity, next.angular_velocity);
  ledger.potential_change = context.body.mass * context.gravity() * (next.position[2] - old.position[2]);
  ledger.contact_work = context.now.contact_work;
  ledger.drag_work = context.now.drag_work;
  ledger.residual = residual_of(ledger);
  report.contact_count = context.now.contacts;
  report.work_limited = context.terrain.work().limited();
}

// True if no search for the ground of this rock can be coarse, and those of a flight together reach no bound on work.
bool few_cells(const rf_rock& rock, const Body& body, const GridTerrain& terrain) {
  constexpr double kMostNodes = 100, kMostVertexWork = 1e5;
  if (body.kind == Body::Kind::point) return true;
  const bool sphere = body.kind == Body::Kind::sphere;
  const double reach = (sphere ? kSphereSearchRadii : 1) * body.radius;
  const double nodes = terrain.nodes_of({-reach, -reach, reach, reach});
  if (!(nodes <= kMostNodes)) return false;
  return sphere ||
         rock.vertex_count * kSampleWork + nodes * (kNodeWork + rock.face_count * kFaceWork) < kMostVertexWork;
}

template <Body::Kind kind>
ROCKFALL_INLINE_CALLS BodyMotion motion_of(const rf_state& state) {
  const Quat orientation = load_quat(state.orientation);
  if constexpr (kind == Body::Kind::point) {
    return {load3(state.position), orientation, load3(state.velocity), Vec3(0, 0, 0)};
  }
  return {load3(state.position), orientation, load3(state.velocity),
          rotate(orientation, load3(state.angular_velocity))};
}

template <Body::Kind kind, class Terrain>
rf_status step_body(const Terrain& terrain, const rf_rock& rock, const rf_settings& settings, rf_state& state,
                    rf_step_report* report, StepMemory& memory) {
  GroundWork work;
  const CountedGround<Terrain> ground(terrain, work, &memory.touch);
  StepContext<Terrain, kind> context{ground, rock, memory.body, settings, report, {}, {}};
  context.now.motion = motion_of<kind>(state);
  context.now.phase = state.phase;
  context.omega_before = context.now.motion.omega;
  run_events(context);
  const rf_state next = next_state(context, state);
  const bool finite =
      finite_state(next) && is_finite(kinetic_energy(context.body, next.velocity, next.angular_velocity));
  if (context.now.faulty || !finite) return end_with_fault(state, report);
  if (report) fill_report(context, state, next, *report);
  state = next;
  return RF_OK;
}

template <class Terrain>
rf_status step_on(const Terrain& terrain, const rf_rock& rock, const rf_settings& settings, rf_state& state,
                  rf_step_report* report, StepMemory& memory) {
  switch (memory.body.kind) {
    case Body::Kind::point:
      return step_body<Body::Kind::point>(terrain, rock, settings, state, report, memory);
    case Body::Kind::sphere:
      return step_body<Body::Kind::sphere>(terrain, rock, settings, state, report, memory);
    default:
      return step_body<Body::Kind::hull>(terrain, rock, settings, state, report, memory);
  }
}

// Fill the memory before the first step.
void prepare(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, StepMemory& memory) {
  memory.body = body_of(rock, settings);
  if (const rf_grid* const grid = grid_of(terrain)) {
    memory.grid.emplace(*grid);
    if (memory.touch.lasts) memory.grid->find_fields();
    memory.touch.keeps_clear_balls = memory.touch.lasts && few_cells(rock, memory.body, *memory.grid);
  }
  memory.known = true;
}

}  // namespace

rf_status legacy_step(const rf_rock& rock, const rf_terrain& terrain, const rf_settings& settings, rf_state& state,
                      rf_step_report* report, StepMemory* memory) {
  if (state.end != RF_MOVING) {
    if (report) clear_report(state, *report);
    return RF_OK;
  }
  StepMemory local;
  StepMemory& remembered = memory ? *memory : local;
  if (!remembered.known) {
    if (!can_step(state)) return end_with_fault(state, report);
    remembered.touch.lasts = memory != nullptr;
    prepare(rock, terrain, settings, remembered);
  }
  if (report) clear_report(state, *report);
  if (remembered.grid) return step_on(*remembered.grid, rock, settings, state, report, remembered);
  return step_on(CallbackTerrain(terrain), rock, settings, state, report, remembered);
}

}  // namespace rockfall::rocfall
