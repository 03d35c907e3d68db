#include "step/events.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "body/body.h"
#include "numerics/floating_point_environment.h"
#include "numerics/minmax.h"
#include "step/observation.h"
#include "step/schedule.h"
#include "step/zones.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

// Kind of an unused element of the buffer: the end of the events of a group.
constexpr int32_t kEndOfGroup = -1;

// Rocks per group if the host does not choose: with fewer, lanes would be idle at the end of each group.
constexpr uint32_t kRocksPerGroup = 256;

struct Run {
  const rf_scene& scene;
  rf_state* states;
  TaskRanges groups;
  uint32_t steps;
  rf_events& events;
  bool observed;
  rf_observation observation;  // if observed
  Zones zones;
  uint64_t gap_steps;      // a phase of contact ends after so many steps without contact
  uint64_t landing_steps;  // shortest flight before a landing
  std::atomic<uint32_t> lost{0};

  // The part of the buffer of a group; the parts are as large as their shares of the rocks.
  uint32_t part_begin(uint32_t group) const { return share_of(groups.begin(group)); }
  uint32_t part_end(uint32_t group) const { return share_of(groups.end(group)); }

 private:
  // Elements of the buffer for the first rocks.
  uint32_t share_of(uint32_t rocks) const {
    return static_cast<uint32_t>(static_cast<uint64_t>(events.capacity) * rocks / groups.rock_count());
  }
};

bool comes_first(const rf_event& a, const rf_event& b) {
  if (a.step != b.step) return a.step < b.step;
  if (a.rock != b.rock) return a.rock < b.rock;
  if (a.kind != b.kind) return a.kind < b.kind;
  return a.zone < b.zone;
}

// The rocks of one task: their events go to a part of the buffer of their own.
class Group {
 public:
  Group(Run& run, uint32_t index)
      : run_(run),
        first_(run.groups.begin(index)),
        last_(run.groups.end(index)),
        begin_(run.part_begin(index)),
        next_(begin_),
        end_(run.part_end(index)) {}

  void step() {
    for (uint32_t i = first_; i < last_; i += kPart) step_part(i, last_ - i < kPart ? last_ - i : kPart);
    if (next_ < end_) run_.events.buffer[next_].kind = kEndOfGroup;
    if (lost_) run_.lost.fetch_add(lost_, std::memory_order_relaxed);
  }

 private:
  static constexpr uint32_t kPart = kRocksPerGroup;  // rocks in the arrays on the stack

  void step_part(uint32_t base, uint32_t count) {
    base_ = base;
    int32_t ends[kPart];
    for (uint32_t i = 0; i < count; ++i) {
      start(base + i);
      ends[i] = run_.states[base + i].end;
    }
    const ContactObserver observer = {this, touched};
    rf_observation part;
    uint8_t in_contact[kPart] = {};
    if (run_.observed) {
      part = observation_from(run_.observation, base);
      // Between zones a call is made in several parts: each must know whether a rock was in contact at the end of the
      // last one.
      if (part.impacts && !part.in_contact) part.in_contact = in_contact;
    }
    const Observers observers = {run_.observed ? &part : nullptr, &observer};
    if (run_.zones.count() == 0) {
      step_rocks(run_.scene, run_.states + base, count, run_.steps, nullptr, observers);
    } else {
      step_through_zones(base, count, observers);
    }
    for (uint32_t i = 0; i < count; ++i) finish(base + i, ends[i]);
  }

  rf_rock_track& track(uint32_t rock) const { return run_.events.tracks[rock]; }

  void start(uint32_t rock) {
    rf_rock_track& t = track(rock);
    const rf_state& state = run_.states[rock];
    // The rock was replaced without its track if its steps begin anew.
    if (t.started && state.step >= t.last_contact) {
      t.zones &= run_.zones.all();
      return;
    }
    t = {};
    t.started = 1;
    t.last_contact = state.step;
    t.zones = zones_around(state);
  }

  uint64_t zones_around(const rf_state& state) const { return run_.zones.around(state.position); }

  // Advances each rock by as many steps as it certainly needs to reach the border of a zone, or by one, until all have
  // made their steps.
  void step_through_zones(uint32_t base, uint32_t count, const Observers& observers) {
    uint32_t left[kPart], steps[kPart];
    bool outdated[kPart];  // the rock, or a zone, was moved into or out of the other since the last call
    for (uint32_t i = 0; i < count; ++i) {
      const rf_state& state = run_.states[base + i];
      left[i] = state.end == RF_MOVING ? run_.steps : 0;
      outdated[i] = left[i] > 1 && track(base + i).zones != zones_around(state);
    }
    for (;;) {
      bool any = false;
      uint32_t most = 0;
      for (uint32_t i = 0; i < count; ++i) {
        const rf_state& state = run_.states[base + i];
        const bool moves = state.end == RF_MOVING && left[i] > 0;
        const bool one = outdated[i] || left[i] == 1;
        steps[i] = !moves ? 0 : (one ? 1 : steps_to_border(state, left[i]));
        outdated[i] = false;
        left[i] -= steps[i];
        most = std::max(most, steps[i]);
        any = any || moves;
      }
      if (!any) return;
      step_rocks(run_.scene, run_.states + base, count, most, steps, observers);
      for (uint32_t i = 0; i < count; ++i) {
        // After a fault the rock has the state before the step.
        if (steps[i] && run_.states[base + i].end != RF_ENDED_FAULT) update_zones(base + i);
      }
    }
  }

  // Steps for which S cannot cross the border of a zone, from 1 to `most`. Contacts do not add energy, so the speed is
  // at most sqrt(2 E / m) + g t; the RocFall3 models do not guarantee this.
  uint32_t steps_to_border(const rf_state& state, uint32_t most) const {
    const rf_settings& settings = run_.scene.settings;
    if (settings.model != RF_MODEL_HARD_CONTACT) return 1;
    const rf_rock& rock = *run_.scene.rocks[state.rock];
    const double energy = kinetic_energy(rock, state.velocity, state.angular_velocity);
    const double speed = 1.01 * std::sqrt(2 * energy / rock.mass) + 0.01, g = 1.01 * settings.gravity;
    // speed t + g t^2 / 2 = distance
    const double longest = (most + 2.0) * settings.time_step, reach = (speed + 0.5 * g * longest) * longest;
    const double distance = run_.zones.distance_to_borders(state.position, reach);
    const double time = 2 * distance / (speed + std::sqrt(speed * speed + 2 * g * distance));
    const double steps = time / settings.time_step - 1;
    return steps >= 1 ? (steps < most ? static_cast<uint32_t>(steps) : most) : 1u;
  }

  // Report the zones that S has entered and left in the last step.
  void update_zones(uint32_t rock) {
    rf_rock_track& t = track(rock);
    const rf_state& state = run_.states[rock];
    const uint64_t now = zones_around(state), changed = now ^ t.zones;
    t.zones = now;
    if (changed == 0) return;
    for (uint32_t i = 0; i < run_.zones.count(); ++i) {
      if (!(changed >> i & 1)) continue;
      rf_event event = event_of(rock, now >> i & 1 ? RF_EVENT_ZONE_ENTERED : RF_EVENT_ZONE_LEFT, state.step);
      event.zone = i;
      add(event);
    }
  }

  static void touched(void* user, uint32_t index, const rf_state& state, const StepContact& contact) {
    Group& group = *static_cast<Group*>(user);
    group.touch(group.base_ + index, state, contact);
  }

  void touch(uint32_t rock, const rf_state& state, const StepContact& contact) {
    rf_rock_track& t = track(rock);
    const uint64_t without = state.step - t.last_contact - 1;  // steps without contact before this one
    if (t.in_contact && without >= run_.gap_steps) end_phase(rock, t.last_contact + run_.gap_steps);
    const bool begins = !t.in_contact;
    if (begins) {
      t.in_contact = 1;
      t.first_contact = state.step;
      t.percussion = t.speed = -1;
    }
    t.speed = larger_of(t.speed, contact.speed);
    if (contact.percussion > t.percussion) {
      t.percussion = contact.percussion;
      t.material = material_at(run_.scene.terrain, contact.point[0], contact.point[1]);
      for (int k = 0; k < 3; ++k) {
        t.point[k] = contact.point[k];
        t.normal[k] = contact.normal[k];
      }
    }
    t.last_contact = state.step;
    for (int k = 0; k < 3; ++k) t.position[k] = state.position[k];
    if (!begins) return;
    add_contact(rock, RF_EVENT_CONTACT_BEGIN, state.step, 0);
    if (without >= run_.landing_steps) {
      add_contact(rock, RF_EVENT_LANDED, state.step, static_cast<double>(without) * run_.scene.settings.time_step);
    }
  }

  void end_phase(uint32_t rock, uint64_t step) {
    rf_rock_track& t = track(rock);
    const uint64_t steps = t.last_contact - t.first_contact + 1;
    add_contact(rock, RF_EVENT_CONTACT_END, step, static_cast<double>(steps) * run_.scene.settings.time_step);
    t.in_contact = 0;
  }

  // @param end  rf_state::end before the call
  void finish(uint32_t rock, int32_t end) {
    rf_rock_track& t = track(rock);
    const rf_state& state = run_.states[rock];
    const bool ended = end == RF_MOVING && state.end != RF_MOVING;
    if (t.in_contact && state.step - t.last_contact >= run_.gap_steps) {
      end_phase(rock, t.last_contact + run_.gap_steps);
    } else if (t.in_contact && ended) {
      end_phase(rock, state.step);
    }
    if (!ended) return;
    static constexpr rf_event_kind kKinds[] = {RF_EVENT_FAULT, RF_EVENT_STOPPED, RF_EVENT_LEFT_TERRAIN,
                                               RF_EVENT_TIME_LIMIT, RF_EVENT_FAULT};
    add(event_of(rock, kKinds[state.end], state.step));
  }

  rf_event event_of(uint32_t rock, rf_event_kind kind, uint64_t step) const {
    rf_event event = {};
    event.step = step;
    event.rock = rock;
    event.kind = kind;
    for (int k = 0; k < 3; ++k) event.position[k] = run_.states[rock].position[k];
    return event;
  }

  void add_contact(uint32_t rock, rf_event_kind kind, uint64_t step, double duration) {
    const rf_rock_track& t = track(rock);
    if (t.percussion < run_.events.min_percussion || t.speed < run_.events.min_speed) return;
    rf_event event = event_of(rock, kind, step);
    event.percussion = t.percussion;
    event.speed = t.speed;
    event.duration = duration;
    event.material = t.material;
    for (int k = 0; k < 3; ++k) {
      event.position[k] = t.position[k];
      event.point[k] = t.point[k];
      event.normal[k] = t.normal[k];
    }
    add(event);
  }

  void add(const rf_event& event) {
    if (!(run_.events.kinds >> event.kind & 1)) return;
    if (next_ < end_) {
      run_.events.buffer[next_++] = event;
    } else {
      keep_first(event);
    }
  }

  // There is one event more than there is room for: the last one is lost. Rocks are stepped in an order that depends on
  // the width of the lanes, so those that come first by step, rock, kind and zone are kept, not those added first.
  void keep_first(const rf_event& event) {
    rf_event* const begin = run_.events.buffer + begin_;
    rf_event* const end = run_.events.buffer + end_;
    if (begin == end) {
      ++lost_;
      return;
    }
    if (lost_++ == 0) std::make_heap(begin, end, comes_first);
    if (!comes_first(event, *begin)) return;
    std::pop_heap(begin, end, comes_first);
    end[-1] = event;
    std::push_heap(begin, end, comes_first);
  }

  Run& run_;
  uint32_t first_, last_;        // rocks
  uint32_t begin_, next_, end_;  // elements of the buffer
  uint32_t base_ = 0;            // rock 0 of the array being stepped
  uint32_t lost_ = 0;
};

void run_group(void* user, uint32_t index) {
  const FloatingPointEnvironment environment;
  Group(*static_cast<Run*>(user), index).step();
}

// Moves the parts together and sorts them. Heap sort: in place, without memory of its own.
void gather(Run& run) {
  rf_events& events = run.events;
  uint32_t count = 0;
  for (uint32_t group = 0; group < run.groups.count(); ++group) {
    const uint32_t end = run.part_end(group);
    for (uint32_t i = run.part_begin(group); i < end && events.buffer[i].kind != kEndOfGroup; ++i) {
      events.buffer[count++] = events.buffer[i];
    }
  }
  std::make_heap(events.buffer, events.buffer + count, comes_first);
  std::sort_heap(events.buffer, events.buffer + count, comes_first);
  events.count = count;
  events.lost = run.lost.load(std::memory_order_relaxed);
}

// Steps in a duration, at least `least`.
uint64_t steps_in(double duration, double time_step, uint64_t least) {
  const double steps = std::ceil(duration / time_step - 1e-9);
  const uint64_t whole = steps >= 1 ? (steps < 1e15 ? static_cast<uint64_t>(steps) : uint64_t{1000000000000000}) : 0;
  return whole > least ? whole : least;
}

}  // namespace

void step_many_with_events(const rf_scene& scene, rf_state* states, uint32_t count, uint32_t steps,
                           const rf_tasks* tasks, rf_events& events) {
  events.count = events.lost = 0;
  if (count == 0) return;
  const TaskRanges groups(count, tasks, kRocksPerGroup);
  const double dt = scene.settings.time_step;
  Run run = {scene,
             states,
             groups,
             steps,
             events,
             events.observation != nullptr,
             events.observation ? needed_in(scene, *events.observation) : rf_observation(),
             Zones(events.zones, events.zone_count),
             steps_in(events.contact_gap, dt, 1),
             steps_in(events.landing_time, dt, 0)};
  if (tasks) {
    tasks->run(tasks->user, run_group, &run, groups.count());
  } else {
    for (uint32_t i = 0; i < groups.count(); ++i) run_group(&run, i);
  }
  gather(run);
}

}  // namespace rockfall
