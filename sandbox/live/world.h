// A live scene without any drawing: rocks stepped at a fixed time step, parameters that may change at any moment,
// and a timeline to go back on.
#ifndef ROCKFALL_SANDBOX_LIVE_WORLD_H
#define ROCKFALL_SANDBOX_LIVE_WORLD_H

#include <rockfall/rockfall.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "live/former_run.h"
#include "live/replay.h"
#include "live/stepper.h"
#include "live/timeline.h"
#include "live/tracks.h"
#include "live/variant.h"
#include "run/recorder.h"
#include "samples/setup.h"

namespace sandbox::live {

using samples::Setup;
using samples::VariantSpec;

class World {
 public:
  /** Throws InputError. */
  explicit World(Setup setup);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /** Back to the start, with the present parameters. Throws InputError if no rock can be released. */
  void restart();
  /** Goes one step back: to the moment before and forward again. Later moments are kept. To the moment before during a
   *  replay. */
  void step_back();
  /** Steps all rocks; removes a future that was left by seek(). */
  void advance(std::uint32_t steps);
  double time() const { return time_; }
  std::uint64_t step() const { return step_; }
  std::uint32_t moving() const;
  /** Number of rocks, and of those that move, of all variants. */
  std::size_t all_rocks() const;
  std::size_t all_moving() const;
  /** True if variants differ in their rotation scheme. */
  bool compares_schemes() const;
  /** Places of some rocks of the first variant in the next seconds, without a change of the world. */
  std::vector<std::array<double, 3>> preview(double seconds) const;

  const Setup& setup() const { return setup_; }
  /** The present parameters as a scenario. Starts that a sample makes are written as the release of its first rock. */
  Scenario scenario_now() const;
  const BuiltScene& built() const { return *built_; }
  const std::vector<Variant>& variants() const { return variants_; }
  const Tracks& tracks() const { return tracks_; }
  const Timeline& timeline() const { return timeline_; }
  /** The run before the last restart; null if there was none. */
  const FormerRun* former_run() const { return former_run_.empty() ? nullptr : &former_run_; }
  void forget_former_run() { former_run_.clear(); }
  /** The first variant has parameters of its own, as in a sweep: set_ground() and set_settings() are refused. */
  bool own_parameters() const { return variants_[0].own != nullptr || variants_[0].own_settings; }
  /** Counts changes of the ground. */
  std::uint64_t ground_changes() const { return ground_changes_; }

  // Parameters. Each throws InputError, naming the member, and then changes nothing.
  const rf_ground& ground() const { return built_->ground(); }
  void set_ground(const rf_ground& ground);
  const rf_settings& settings() const { return variants_[0].scene.settings; }
  /** Scheme and model of the first variant; all other members of the variants without settings of their own. */
  void set_settings(const rf_settings& settings);
  const RockSpec& rock_spec(std::size_t shape) const { return setup_.scenario.rocks[shape]; }
  /** Replaces a shape, also of rocks that exist. */
  void set_rock(std::size_t shape, const RockSpec& spec);
  /** Number of rocks that restart() releases. */
  std::uint32_t release_count() const { return setup_.scenario.rock_count; }
  void set_release_count(std::uint32_t count);
  /** Computes the scene in these ways, and restarts. Empty: one way, with the present settings. */
  void set_variants(std::vector<VariantSpec> variants);

  /** Adds a rock at x, y (local), `clearance` above the ground, in every variant. Throws InputError where there is no
   *  ground. Returns its number. */
  std::uint32_t release(double x, double y, double clearance, const double velocity[3], std::uint32_t shape);
  /** True if a rock was released after the start, and none after it: withdraw() takes it away. */
  bool released_last(std::uint32_t rock) const;
  /** True if a rock is not here yet, but at a later stored moment. */
  bool is_released_later(std::uint32_t rock) const;
  /** Rocks were released after the start. */
  bool has_released() const { return variants_[0].states.size() > first_rocks_; }
  /** Takes the rock away that was released last. Throws InputError where none was, or during a recording. */
  void withdraw();

  /** The rock of which series and ledger are kept. */
  std::uint32_t watched() const { return watched_; }
  void watch(std::uint32_t rock);

  /** Goes to a moment of the timeline. Later moments are kept until advance() is called; a replay continues from there.
   *  Does nothing during a recording. */
  void seek(std::size_t moment);

  /** Goes to any step of the recording that is replayed: to a moment of the timeline, or from the keyframes of the
   *  recording where it was not played yet; the trajectories then have a gap. Later moments are removed where there is
   *  no moment. Throws InputError, and then changes nothing. */
  void seek_recording(std::uint64_t step);

  // Recordings (rockfall/recording.h) of the first variant.
  /** The beginning of a recording that starts now: the present parameters of the first variant. */
  Scenario recorded_scenario() const;
  void start_recording(const std::string& note);
  bool recording() const { return recorder_ != nullptr; }
  /** Ends the recording and returns its bytes. */
  std::vector<unsigned char> stop_recording();
  void discard_recording();
  /** Replays a recording instead of stepping. Throws InputError if it does not fit the scene. */
  void start_replay(std::vector<unsigned char> bytes);
  bool replaying() const { return replay_ != nullptr; }
  /** First step whose bits differ from the recording; 0 if none has yet. */
  std::uint64_t diverged() const { return divergence().step; }
  const Divergence& divergence() const;
  /** Steps of the recording before the present one were jumped over, and never compared. */
  bool replay_has_skipped() const { return replay_ && replay_->has_skipped(); }
  /** Steps of the recording that is replayed; 0 if there is none. */
  std::uint64_t replay_steps() const { return replay_ ? replay_->steps() : 0; }
  bool replay_finished() const { return replay_ && replay_->finished(); }
  /** Continues without the recording from the present states, with its settings and ground. */
  void leave_replay();

 private:
  void make_variants();
  /** Throws InputError for parameters that are not possible. @param specs  empty: the method of the scenario */
  std::vector<Variant> variants_of(std::vector<VariantSpec> specs) const;
  void begin(const std::vector<rf_state>& first);
  void reset_clock();
  void apply_ground(const rf_ground& ground);
  /** Steps the variants to the time of the world after `steps` steps of the first one. */
  void step_variants(std::uint32_t watched, std::uint32_t steps);
  bool step_replay();
  /** Records states more seldom where there are more rocks. */
  void limit_recorded_states();
  void forget_removed_rocks();
  /** @param moment  how it differs from the one before; the rest is filled in */
  void keep_moment(Moment moment = {});
  /** Keeps a moment after a jump in a replay; the curve of the watched rock begins anew here. */
  void keep_moment_after_jump();
  /** Energy sums that are kept of the watched rock only begin anew. */
  void begin_ledgers();
  void cut_future();
  void return_to(const ReplayPoint& point, const std::vector<rf_state>& states);
  void drop_replay();
  std::vector<rf_state> starts() const;
  /** Starts of the rocks on the ground of the scene, which a replay may have changed. Throws InputError, and then
   * changes nothing.
   */
  std::vector<rf_state> starts_on_own_ground();

  Setup setup_;
  std::unique_ptr<BuiltScene> built_;
  std::vector<Variant> variants_;
  Stepper stepper_;
  Tracks tracks_;
  Timeline timeline_;
  FormerRun former_run_;
  double time_ = 0;
  std::uint64_t step_ = 0;
  std::uint32_t watched_ = 0;
  std::size_t first_rocks_ = 0;  // rocks of the start, or of that of the recording; later ones were released
  std::uint64_t ground_changes_ = 0;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Replay> replay_;
};

}  // namespace sandbox::live
#endif
