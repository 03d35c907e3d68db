// The note of a recording, which names or contains its scene. docs/recording.md documents the format.
#ifndef ROCKFALL_SANDBOX_RUN_RECORDING_NOTE_H
#define ROCKFALL_SANDBOX_RUN_RECORDING_NOTE_H

#include <filesystem>
#include <optional>
#include <string>

#include "scenario/scenario.h"

namespace sandbox {

/** Scene of a recording: the name of a scenario or of a sample, and optionally the scene itself. */
struct RecordingNote {
  std::string scenario;           ///< name; empty if the recording names none
  std::string sample;             ///< name of a sample of the live sandbox; empty if there is none
  std::optional<Scenario> scene;  ///< at the beginning of the recording, with its settings
};

/** Note that names a scenario. */
std::string scenario_note(const std::string& scenario);

/** Note that contains the scene. Throws InputError if it cannot be written. */
std::string live_note(const std::string& sample, const Scenario& scene);

/** Reads the note of an opened recording. Files of the scene are taken from the folder
 *  `attached` (see detach_files()); those that are missing are searched beside the recording. Throws
 *  InputError. */
RecordingNote read_note(const rf_recording_info& info, const std::filesystem::path& recording,
                        const std::filesystem::path& attached = {});

}  // namespace sandbox
#endif
