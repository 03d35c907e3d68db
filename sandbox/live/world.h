// A live scene without any drawing: rocks stepped at a fixed time step, parameters that may change at any moment,
// and a history to go back to.
#ifndef ROCKFALL_SANDBOX_LIVE_WORLD_H
#define ROCKFALL_SANDBOX_LIVE_WORLD_H

#include <rockfall/rockfall.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "live/series.h"
#include "live/setup.h"
#include "threads.h"

namespace sandbox::live {

/** The last contacts of a rock, kept for a while so that an impact of a few milliseconds can be seen. */
struct ContactMarks {
  static constexpr std::uint32_t room = 8;
  double time = -1e300;  ///< s, when they happened
  std::uint32_t count = 0;
  std::array<rf_contact, room> contacts{};
};

/** A piece of a trajectory. */
struct TrackSegment {
  float from[3], to[3];
  float from_value[4], to_value[4];  ///< velocity, kinetic energy, jump height, rotation
};

/** Sums of the energy ledger of the rock that is looked at, J. */
struct LedgerSum {
  double contact_work = 0, drag_work = 0, potential_change = 0, kinetic_change = 0;
  double largest_residual = 0;  ///< of a single step
};

/** One way of computing the scene. */
struct Lane {
  std::string name;
  rf_scene scene{};
  std::vector<rf_state> states, before;  ///< now, and one step earlier
  std::vector<ContactMarks> marks;
  Series series;
  rf_step_report report{};  ///< of the last step of the rock that is looked at; its contacts are in marks
  LedgerSum ledger;
};

/** Where a recording that is being played stands. */
struct ReplayPoint {
  rf_replay replay{};
  rf_settings settings{};
  rf_ground ground{};
};

/** Where a replay parts from its recording. */
struct Divergence {
  std::uint64_t step = 0;            ///< first step whose bits differ; 0 if none has yet
  std::uint64_t last_same = 0;       ///< last step found the same before
  std::uint64_t told_at = 0;         ///< step whose recorded states tell which rocks differ; 0 if none has yet
  std::vector<std::uint32_t> rocks;  ///< that differ at told_at
};

/** What is needed to go back to an instant. */
struct Moment {
  double time = 0;
  std::uint64_t step = 0;
  std::size_t segments = 0;
  std::vector<std::vector<rf_state>> states;  ///< by lane
  std::vector<LedgerSum> ledgers;
  std::optional<ReplayPoint> replay;
};

class World {
 public:
  /** Throws InputError. */
  explicit World(Setup setup);

  /** Back to the start, with the parameters as they are now. Throws InputError if no rock can be released. */
  void restart();
  /** Steps all rocks by so many time steps; cuts off a future that had been left by seek(). */
  void advance(std::uint32_t steps);
  double time() const { return time_; }
  std::uint64_t step() const { return step_; }
  std::uint32_t moving() const;

  const Setup& setup() const { return setup_; }
  const BuiltScene& built() const { return *built_; }
  const std::vector<Lane>& lanes() const { return lanes_; }
  const std::vector<TrackSegment>& segments() const { return segments_; }
  /** Changes whenever segments were taken away or replaced, not when some are added. */
  std::uint64_t track_generation() const { return track_generation_; }

  /** Counts changes of the ground. */
  std::uint64_t ground_changes() const { return ground_changes_; }

  // Parameters. Each throws InputError, naming the member, and leaves everything as it was.
  const rf_ground& ground() const { return built_->ground(); }
  void set_ground(const rf_ground& ground);
  const rf_settings& settings() const { return lanes_[0].scene.settings; }
  /** Scheme and model of the first lane; all else of all lanes. */
  void set_settings(const rf_settings& settings);
  const RockSpec& rock_spec(std::size_t shape) const { return setup_.scenario.rocks[shape]; }
  /** Replaces a shape, also under rocks that use it. */
  void set_rock(std::size_t shape, const RockSpec& spec);
  /** Number of rocks that restart() releases. */
  std::uint32_t release_count() const { return setup_.scenario.rock_count; }
  void set_release_count(std::uint32_t count);
  /** Side by side with other schemes: restarts. Empty: only the first. */
  void set_lanes(std::vector<LaneSpec> lanes);

  /** Adds a rock at x, y (local), `clearance` above the ground, in every lane. Throws InputError where there is no
   *  ground. Returns its number. */
  std::uint32_t release(double x, double y, double clearance, const double velocity[3], std::uint32_t shape);
  /** Pushes the rock that is looked at. Throws InputError. */
  void push(const double impulse[3]);

  /** The rock that series and ledger are kept of. */
  std::uint32_t watched() const { return watched_; }
  void watch(std::uint32_t rock);

  // The history: one moment each `moment_interval` steps, thinned out when it grows beyond 256 MB.
  const std::vector<Moment>& history() const { return history_; }
  /** Steps from one moment to the next. */
  std::uint64_t moment_interval() const { return moment_interval_; }
  /** Goes to a moment of the history. It stays whole until advance() is called; a replay goes on from there. Nothing
   *  while a recording is made. */
  void seek(std::size_t moment);

  // Recordings (rockfall/recording.h) of the first lane.
  void start_recording(const std::string& note);
  bool recording() const { return recorder_ != nullptr; }
  /** Ends the recording and returns its bytes. */
  std::vector<unsigned char> stop_recording();
  void discard_recording();
  /** Plays a recording instead of stepping. Throws InputError if it does not fit the scene. */
  void start_replay(std::vector<unsigned char> bytes);
  bool replaying() const { return replay_ != nullptr; }
  /** First step whose bits differ from the recording; 0 if none has yet. */
  std::uint64_t diverged() const;
  const Divergence& divergence() const;
  /** Steps that the recording being played has; 0 if none is. */
  std::uint64_t replay_steps() const;
  bool replay_finished() const;
  /** Back to the start of the scene. */
  void stop_replay();
  /** The rocks go on from where the replay stands, freely, with its settings and ground. */
  void leave_replay();

  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

 private:
  struct Recorder;
  struct Replay;
  void make_lanes();
  void begin(const std::vector<rf_state>& first);
  void apply_ground(const rf_ground& ground);
  void step_lane(Lane& lane, std::uint32_t steps);
  void step_rock(Lane& lane, std::uint32_t rock, std::uint32_t steps, double time);
  void note_step(Lane& lane, const rf_step_report& report, double time);
  void extend_tracks();
  void keep_moment();
  void thin_history();
  void cut_future();
  void record_step();
  void begin_replay(Replay& replay, Lane& lane);
  void replay_step();
  void compare_rocks();
  void keep_replay_point(Moment& moment) const;
  void seek_replay(const Moment& moment);
  void drop_replay();
  void reset_track_ends();
  std::vector<rf_state> starts() const;

  Setup setup_;
  std::unique_ptr<BuiltScene> built_;
  std::vector<Lane> lanes_;
  ThreadPool pool_;
  double time_ = 0;
  std::uint64_t step_ = 0;
  std::uint32_t watched_ = 0;
  std::vector<TrackSegment> segments_;
  std::vector<std::vector<std::array<float, 7>>> track_ends_;  // by lane and rock: last place and its values
  std::uint64_t track_generation_ = 1;
  std::vector<Moment> history_;
  std::uint64_t moment_interval_ = 10;
  std::uint64_t ground_changes_ = 0;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Replay> replay_;
};

}  // namespace sandbox::live
#endif
