// What a recording says of the scene it was made in. docs/recording.md has the format.
#ifndef ROCKFALL_SANDBOX_RECORDING_NOTE_H
#define ROCKFALL_SANDBOX_RECORDING_NOTE_H

#include <filesystem>
#include <optional>
#include <string>

#include "scenario.h"

namespace sandbox {

/** The scene of a recording: the name of a scenario or of a sample, and perhaps the scene itself. */
struct RecordingNote {
  std::string scenario;           ///< name; empty if the recording names none
  std::string sample;             ///< name of a sample of the live sandbox; empty if there is none
  std::optional<Scenario> scene;  ///< as it was when the recording began, with the settings of that moment
};

/** For a recording of a scenario that can be found again by its name. */
std::string scenario_note(const std::string& scenario);

/** For a recording of a scene that a hand may have changed: it carries the scene. Throws InputError if that cannot be
 *  written down. */
std::string live_note(const std::string& sample, const Scenario& scene);

/** Reads the note of an opened recording. A file that the scene needs and that is not where it was is looked for beside
 *  the recording. Throws InputError. */
RecordingNote read_note(const rf_recording_info& info, const std::filesystem::path& recording);

}  // namespace sandbox
#endif
