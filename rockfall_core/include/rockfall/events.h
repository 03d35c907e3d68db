/* rockfall/events.h: events of many rocks, for sound, dust, damage and game rules: contacts, landings, ends, and zones
 * of the caller. rf_step_many_with_events() moves the rocks by the same bits as rf_step_many().
 *
 * A rock is in contact in a step in which the ground pushes on it, and while it is in soil (rf_ground::soil_strength >
 * 0). On soil a phase begins with the step in which the rock enters the layer: mostly without a percussion, which comes
 * some steps later, where the rock meets the bottom of its scar. */
#ifndef ROCKFALL_EVENTS_H
#define ROCKFALL_EVENTS_H

#include "base.h"
#include "observe.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of an event. */
typedef enum rf_event_kind {
  RF_EVENT_CONTACT_BEGIN = 0, /**< first step of a contact phase */
  RF_EVENT_LANDED = 1,      /**< a contact phase begins after a flight of at least rf_events::landing_time, counted from
                                 the last contact or from the first call */
  RF_EVENT_CONTACT_END = 2, /**< rf_events::contact_gap after the last contact of a phase, or when the rock ends;
                                 with the strongest contact of the phase */
  RF_EVENT_ZONE_ENTERED = 3, /**< S entered a zone that it was not in after the step before */
  RF_EVENT_STOPPED = 4,      /**< the rock ended with RF_ENDED_STOPPED */
  RF_EVENT_LEFT_TERRAIN = 5, /**< with RF_ENDED_LEFT_TERRAIN */
  RF_EVENT_TIME_LIMIT = 6,   /**< with RF_ENDED_TIME_LIMIT */
  RF_EVENT_FAULT = 7,        /**< with RF_ENDED_FAULT */
  RF_EVENT_ZONE_LEFT = 8     /**< S left a zone that it was in after the step before; in the step in which a rock
                                  ends, this comes after the event of its end */
} rf_event_kind;

/** Number of kinds: 0 to RF_EVENT_KIND_COUNT - 1 are an rf_event_kind. */
#define RF_EVENT_KIND_COUNT 9

/** Name of a kind: "contact_begin", "landed", "contact_end", "zone_entered", "stopped", "left_terrain", "time_limit",
 *  "fault", "zone_left"; "unknown" for any other number. A static string, never null. Thread-safe. */
RF_API const char* rf_event_kind_name(int32_t kind);

/** All kinds, for rf_events::kinds. */
#define RF_EVENT_ALL 511u

/** One event. Members that do not belong to its kind are 0. */
typedef struct rf_event {
  uint64_t step;      /**< rf_state::step of the rock after the step of the event */
  uint32_t rock;      /**< index in the array of states */
  int32_t kind;       /**< an rf_event_kind */
  double position[3]; /**< of S in I at the event; contact end: at the last contact, m */
  double point[3];  /**< contact begin, landed: the strongest contact of the step; contact end: of the phase; in I, m */
  double normal[3]; /**< of that contact, from the ground to the rock, in I */
  double percussion; /**< contact begin, landed, contact end: magnitude of that contact's percussion, N s; 0 where only
                          soil acted, as in most landings on soil: use `speed` for their strength */
  double speed;      /**< contact begin, landed, contact end: largest approach speed along the normal before the step,
                          m/s, >= 0, of the step or of the phase */
  double duration;   /**< landed: duration of the flight; contact end: from the begin of the first step with
                          contact to the end of the last one, s */
  uint32_t material; /**< contact begin, landed, contact end: material number of the ground at the point, see
                          rf_terrain::material */
  uint32_t zone;     /**< zone entered, zone left: index in rf_events::zones */
} rf_event;

/** Maximum number of zones. */
#define RF_ZONE_MAX 64u

/** A zone of the caller: a vertical prism over a polygon or a rectangle, from z_min to z_max, both included. A
 * rectangle includes all four of its sides, a polygon only some: on a side that two polygons share, S is in exactly one
 * of them; on a side that two rectangles share, it is in both. */
typedef struct rf_zone {
  const double* corners; /**< corner_count points x y in I, -1e100 to 1e100 m, either direction; owned by the caller.
                            Where the polygon crosses itself, a point is inside if a ray from it meets an odd number of
                            sides. Null: the rectangle `box` */
  uint32_t corner_count; /**< at least 3; 0 if corners is null */
  rf_rectangle box;      /**< used if corners is null; -1e100 to 1e100 m */
  double z_min, z_max;   /**< lowest and highest position of S in the zone, m, z_min <= z_max; may be infinite */
} rf_zone;

/** What the events of one rock remember between calls: plain data of the caller, one per rock; all zero is a rock that
 *  has not been stepped yet. Zero it when the state of the rock is replaced. A host that rolls back restores a copy of
 *  it with the state. */
typedef struct rf_rock_track {
  uint64_t first_contact; /**< step of the first contact of the present phase, or of the last phase if there is none;
                             0 before the first contact */
  uint64_t last_contact;  /**< step of the last contact, or of the first call before any contact */
  uint64_t zones;         /**< bit i: S was in zone i after the last step of the rock */
  int32_t started;        /**< 1 after the first call */
  int32_t in_contact;     /**< 1 during a contact phase */
  uint32_t material;      /**< of the strongest contact of the phase */
  uint32_t reserved;      /**< 0 */
  double percussion;      /**< of the strongest contact of the phase, N s, as in rf_event */
  double speed;           /**< largest approach speed of the phase along the normal, m/s */
  double point[3];        /**< its place, in I, m */
  double normal[3];       /**< its normal, from the ground to the rock, in I */
  double position[3];     /**< of S at the last contact, in I, m */
} rf_rock_track;

/** What to report, and where. Make it with rf_default_events(). */
typedef struct rf_events {
  uint32_t struct_size;  /**< set by rf_init_events(); checked */
  uint32_t kinds;        /**< in: bit k: events of kind k are reported; default RF_EVENT_ALL */
  double min_percussion; /**< in: contact begin, landed, contact end: N s, >= 0; weaker ones are not reported; default
                            0. Above 0 it suppresses begin and landed on soil, whose percussion is 0: use min_speed */
  double min_speed;      /**< in: the same for the approach speed, m/s, >= 0; default 0. A phase whose strongest contact
                            comes later can be reported by its end alone */
  double landing_time;   /**< in: s, >= 0: shortest flight before a landing; default 0.1 */
  double contact_gap;    /**< in: s, >= 0: contacts with a shorter interruption are one phase; default 0.05. Where it is
                            made smaller during a phase, the end of the phase can lie before the call */
  const rf_zone* zones;  /**< in: nullable, array of zone_count zones; owned by the caller. They may move and change
                            between calls; a rock that is woken is compared with them in its first step. Where a new
                            zone takes a number, clear its bit in rf_rock_track::zones; where a zone changes its number,
                            move the bit. No event reports that a rock is in a zone at its first call, that it ends
                            in one, or that a zone is removed, and a rock that has ended has no events;
                            rf_rock_track::zones has the zones in which it was after its last step */
  uint32_t zone_count;   /**< in: at most RF_ZONE_MAX; default 0 */
  uint32_t capacity;     /**< in: number of events that fit into `buffer`; default 0 */
  rf_event* buffer;      /**< in: array of the caller */
  rf_rock_track* tracks; /**< in and out: array of the caller, one element per rock */
  const rf_observation*
      observation; /**< in: nullable: collect this too, as rf_step_many_observed() does; default null */
  uint32_t count;  /**< out: events written, in the order of step, rock, kind, zone. `step` counts the steps of
                      a rock since its release and does not change once it has ended: among rocks of different ages,
                      and those that were woken, it is not the order in time. An event was
                      (rf_state::step - rf_event::step) time steps before the state after the call */
  uint32_t lost;   /**< out: events of this call that did not fit */
} rf_events;

/** All kinds, no thresholds, no zones, no arrays. `size` and errors: see base.h. */
RF_API rf_status rf_init_events(rf_events* events, size_t size);

/** rf_init_events() as a value. */
static inline rf_events rf_default_events(void) {
  rf_events events;
  rf_init_events(&events, sizeof events);
  return events;
}

/** Check everything but the tracks and the arrays of the observation. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF,
 *  RF_BAD_VALUE (the text names the member). Thread-safe. */
RF_API rf_status rf_events_check(const rf_events* events, rf_error* error);

/** As rf_step_many(), and report the events of the call. States and events are the same whatever the threads and
 *  however the steps are divided into calls; the order of the events is that of one call. Without zones only steps with
 *  contact cost anything. Allocates nothing.
 *
 *  The buffer is divided among groups of rf_tasks::grain rocks (0: 256) by their numbers of rocks; each group keeps
 *  those of its events that come first, so that neither threads nor the processor decide which events are lost: four
 *  events per rock and step are always enough, one more in the first step after contact_gap was made smaller, and
 *  RF_ZONE_MAX more with zones.
 *  @param events  in and out; no other thread may use it, its buffer, its tracks and the arrays of its observation
 *                 during the call
 *  Errors: as rf_step_many(), and those of rf_events_check(); no rock is stepped then. Thread-safe for different arrays
 *  of states and different events. */
RF_API rf_status rf_step_many_with_events(const rf_scene* scene, rf_state* states, uint32_t count, uint32_t steps,
                                          const rf_tasks* tasks, rf_many_report* report, rf_events* events);

#ifdef __cplusplus
}
#endif
#endif
