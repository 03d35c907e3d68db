// Making and opening recordings.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/output_file.h"
#include "common/warnings.h"
#include "live/session.h"
#include "run/attachments.h"
#include "run/recording_note.h"
#include "run/replayer.h"

namespace sandbox::live {
namespace {

struct RecordedScene {
  Setup setup;
  const samples::Sample* sample = nullptr;  ///< null: it is none
};

/** The scene that the note of a recording names or contains. */
RecordedScene recorded_scene(const RecordingNote& note, const rf_settings& settings,
                             const std::filesystem::path& file) {
  RecordedScene scene;
  scene.setup.distance = 250;
  scene.sample = samples::find_or_null(note.sample);
  if (scene.sample != nullptr) scene.setup = scene.sample->make();
  scene.setup.variants.clear();
  Scenario& scenario = scene.setup.scenario;
  if (note.scene) {
    scenario = *note.scene;
    scenario.name = note.sample.empty() ? file.stem().string() : note.sample;
  } else {
    scenario = named_scenario(note, file);
    scenario.rock_count = std::min(scenario.rock_count, 100u);
  }
  scenario.settings = settings;
  return scene;
}

rf_scene_identity identity_of(const rf_scene& scene) {
  rf_scene_identity identity{};
  rf_error error{};
  if (rf_hash_scene(&scene, &identity, &error) != RF_OK) throw RunError(std::string("recording: ") + error.text);
  return identity;
}

/** Throws InputError if the files of the scene are others now than when they were read. */
void refuse_changed_files(const World& world) {
  const BuiltScene again(world.recorded_scenario());
  const rf_scene_identity now = identity_of(again.scene()), then = identity_of(world.variants()[0].scene);
  if (now.rocks == then.rocks && now.surface == then.surface && now.ground == then.ground) return;
  throw InputError("recording: a file of the scene has changed since it was opened; open the scene again");
}

}  // namespace

bool Session::start_recording(const std::filesystem::path& file) {
  return attempt([&] {
    refuse_while_recording();
    if (!file.empty()) check_place(file);
    if (unsaved()) throw InputError("the last recording is not saved; save or discard it first");
    Scenario scene = world_->recorded_scenario();
    if (!files_of(scene).empty()) refuse_changed_files(*world_);
    std::vector<unsigned char> files;
    for (const std::filesystem::path& left_out : attach_files(files, scene)) {
      Warnings().print({"the recording does not contain " + left_out.string() + ", which it needs to be replayed"});
    }
    world_->start_recording(live_note(sample_ != nullptr ? sample_->name : "", world_->recorded_scenario()));
    recorded_files_ = std::move(files);
  });
}

/** Ends the recording; the files of its scene follow its bytes. */
void Session::end_recording() {
  unsaved_ = world_->stop_recording();
  unsaved_.insert(unsaved_.end(), recorded_files_.begin(), recorded_files_.end());
  recorded_files_.clear();
}

bool Session::stop_recording(const std::filesystem::path& file) {
  return attempt([&] {
    if (world_->recording()) end_recording();
    write_file(file, [&](std::ostream& out) {
      out.write(reinterpret_cast<const char*>(unsaved_.data()), static_cast<std::streamsize>(unsaved_.size()));
    });
    unsaved_.clear();
  });
}

std::filesystem::path Session::keep_recording(const std::filesystem::path& wanted) {
  if (world_->recording()) end_recording();
  if (unsaved_.empty()) return {};
  const std::filesystem::path name = wanted.filename().empty() ? recording_name : wanted.filename();
  // The folder may have gone since the recording began.
  std::error_code failed;
  for (const std::filesystem::path& place : {wanted, name, std::filesystem::temp_directory_path(failed) / name}) {
    std::string file = place.string();
    if (!file.empty() && save_recording(file)) return file;
  }
  throw RunError(message_);
}

bool Session::save_recording(std::string& file) {
  if (file.empty()) file = recording_name;
  const std::filesystem::path place = free_name(file);
  if (!stop_recording(place)) return false;
  say("saved " + place.string());
  file = place.string();
  return true;
}

void Session::discard_recording() {
  world_->discard_recording();
  unsaved_.clear();
  recorded_files_.clear();
}

bool Session::leave_replay() {
  return attempt([&] { world_->leave_replay(); });
}

void Session::pause_or_run() {
  const bool again = at_end_of_recording();
  pacer.paused = again ? !seek(0) : !pacer.paused;
}

void Session::replay_in_own_scene(RecordingFile recording, const RecordingNote& note) {
  RecordedScene scene = recorded_scene(note, recording.info.settings, recording.file);
  auto world = std::make_unique<World>(std::move(scene.setup));
  world->start_replay(std::move(recording.bytes));
  const std::string name = world->setup().scenario.name;
  replace(std::move(world), name, scene.sample);
  attached_ = std::move(recording.attached);
}

void Session::open_recording(const std::filesystem::path& file) {
  RecordingFile recording = sandbox::open_recording(file.string());
  const RecordingNote note = read_note(recording.info, file, recording.attached.path());
  const bool names_scene = note.scene || !note.scenario.empty();
  // Another sample may have the same terrain and rocks, but another name and text.
  bool replays_here = !names_scene || samples::find_or_null(note.sample) == sample_;
  if (replays_here) {
    try {
      // A recording of the present scene keeps the view.
      world_->start_replay(recording.bytes);
    } catch (const InputError&) {
      if (!names_scene) throw;
      replays_here = false;
    }
  }
  if (!replays_here) replay_in_own_scene(std::move(recording), note);
  pacer.reset();
  loop = false;
}

}  // namespace sandbox::live
