// State of the live program without its window: the world, its pace, the open sample, files and messages.
#ifndef ROCKFALL_SANDBOX_LIVE_SESSION_H
#define ROCKFALL_SANDBOX_LIVE_SESSION_H

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/temporary_folder.h"
#include "io/picture.h"
#include "live/history.h"
#include "live/pacer.h"
#include "live/world.h"
#include "samples/samples.h"

namespace sandbox {
struct RecordingFile;
struct RecordingNote;
}  // namespace sandbox

namespace sandbox::live {

/** File name extensions that Session::open_file() knows, with their dot. */
const std::vector<std::string>& opened_endings();

/** Name of a recording for which none is given. */
constexpr const char* recording_name = "rockfall.rfrec";

class Session {
 public:
  /** Opens a sample. Throws InputError. */
  explicit Session(const std::string& sample);

  World& world() { return *world_; }
  const World& world() const { return *world_; }
  Pacer pacer;

  /** Changes with every new world: terrain and shapes must be read again. */
  std::uint64_t scene_number() const { return scene_number_; }
  /** Change with the ground and with the shapes, which must then be read again. */
  std::uint64_t ground_number() const { return world_->ground_changes(); }
  std::uint64_t shape_number() const { return shape_number_; }

  /** Name of the sample, or of the file that was opened without its extension. */
  const std::string& scene_name() const { return scene_name_; }
  /** Null if the scene is that of a file, whatever its name. */
  const samples::Sample* sample() const { return sample_; }
  /** Picture over the terrain, read when the scene was opened; null if the scene has none. */
  const Picture* terrain_image() const { return terrain_image_ ? &*terrain_image_ : nullptr; }
  /** The last message for the user: an error, or what was done; empty if there was none. */
  const std::string& message() const { return message_; }
  void say(const std::string& text) { message_ = text; }

  // Each of these returns false, sets message() and leaves the scene unchanged on failure.
  bool open_sample(const std::string& name);
  /** Opens a scenario, terrain grid, rock or recording, by its file name extension, one of opened_endings(), or a
   *  scenario that comes with rockfall by its name. */
  bool open_file(const std::filesystem::path& file);
  /** Saves the present set-up as a scenario for `rockfall run`. */
  bool save_scenario(const std::filesystem::path& file);
  /** Saves the present ground; open_file() applies it. */
  bool save_ground(const std::filesystem::path& file);
  bool restart();
  bool set_ground(const rf_ground& ground);
  bool set_settings(const rf_settings& settings);
  bool set_rock(std::size_t shape, const RockSpec& spec);
  bool set_variants(std::vector<VariantSpec> variants);
  bool set_release_count(std::uint32_t count);
  /** Starts again with this number of rocks; fails for recordings and for samples that place their rocks themselves. */
  bool open_with_rocks(std::uint32_t count);
  bool release(double x, double y, double clearance, const double velocity[3], std::uint32_t shape);
  // While a recording is not saved or discarded, whatever would end it is refused.
  /** @param file  where it is to be saved, which is checked; empty: not known yet */
  bool start_recording(const std::filesystem::path& file = {});
  /** Ends the recording and saves it. If saving fails the recording is kept; call again with another file. */
  bool stop_recording(const std::filesystem::path& file);
  /** Saves the recording without replacing a file: under a name with a number if the wanted name is taken.
   *  @param file  in: the wanted name, empty for recording_name; out: the one that was written */
  bool save_recording(std::string& file);
  /** Discards a recording that is being made or that could not be saved. */
  void discard_recording();
  /** Saves a recording that would be lost at the end of the program, to `wanted` or, if that file exists, to a name
   *  with a number. Returns the file; empty if there is nothing to keep. Throws RunError. */
  std::filesystem::path keep_recording(const std::filesystem::path& wanted);
  /** A recording has ended and is not saved. */
  bool unsaved() const { return !unsaved_.empty(); }
  bool leave_replay();
  /** A replay has made its last step, and no loop plays it again. */
  bool at_end_of_recording() const { return world_->replay_finished() && !loop; }
  /** Pauses or runs on; at the end of a recording, plays it again from its beginning. */
  void pause_or_run();

  /** Runs the parameters `kept` (A) beside the present ones (B), from the start. Sliders change B. */
  bool compare_with(const ParameterSet& kept);
  /** Runs `count` (2 to 8) variants from the start whose parameter has equally spaced values. */
  bool sweep(const Parameter& parameter, double from, double to, int count);
  bool step_back();
  /** Goes to a step of the timeline, or of the recording that is replayed. */
  bool seek(std::uint64_t step);
  /** Largest number of rocks of a scenario that is opened; the panel changes their number later. */
  std::uint32_t most_rocks_opened = 100;
  /** Plays the stored moments again and again instead of stepping. Ends where another run begins. */
  bool loop = false;
  /** At its end the run continues from the last moment. */
  void set_loop(bool on);

  // Undo and redo of parameters, shapes and throws. A throw that is undone takes its rock away.
  bool undo();
  bool redo();
  const History& history() const { return history_; }
  /** Call when no control is held: later changes are undone separately. */
  void end_gesture() { history_.end_gesture(); }
  /** What the scene was opened with. */
  const Adjusted& opened_with() const { return opened_with_; }
  Adjusted present() const;

  /** Advances by the time between two pictures, at the pace of `pacer`. */
  void advance(double seconds);

 private:
  template <class Action>
  bool attempt(const Action& action);
  void refuse_while_recording() const;
  void replace(std::unique_ptr<World> world, const std::string& name, const samples::Sample* sample);
  void end_recording();
  void advance_loop(double seconds);
  void seek_end();
  void apply(const Adjusted& from, const Adjusted& wanted);
  template <class Action>
  bool change(const Action& action);
  void open_scenario(const std::filesystem::path& file);
  void open_recording(const std::filesystem::path& file);
  void replay_in_own_scene(RecordingFile recording, const RecordingNote& note);

  std::optional<Picture> terrain_image_;
  TemporaryFolder attached_;  ///< files of the scene that a recording contained
  std::unique_ptr<World> world_;
  double loop_time_ = 0;
  History history_;
  Adjusted opened_with_;
  std::string scene_name_, message_;
  const samples::Sample* sample_ = nullptr;
  std::vector<unsigned char> unsaved_;
  std::vector<unsigned char> recorded_files_;  ///< of the scene when the recording began, as they follow its bytes
  std::uint64_t scene_number_ = 0, shape_number_ = 0;
};

template <class Action>
bool Session::attempt(const Action& action) {
  message_.clear();
  try {
    action();
  } catch (const std::exception& error) {
    message_ = error.what();
    return false;
  }
  return true;
}

}  // namespace sandbox::live
#endif
