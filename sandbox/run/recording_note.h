// The note of a recording, which names or contains its scene. docs/recording.md documents the format.
#ifndef ROCKFALL_SANDBOX_RUN_RECORDING_NOTE_H
#define ROCKFALL_SANDBOX_RUN_RECORDING_NOTE_H

#include <filesystem>
#include <optional>
#include <string>

#include "scenario/overrides.h"

namespace sandbox {

/** Scene of a recording: the name of a scenario or of a sample, and optionally the scene itself. */
struct RecordingNote {
  std::string scenario;           ///< file or name; empty if the recording names none
  ScenarioOverrides overrides;    ///< of the scenario
  std::string sample;             ///< name of a sample of the live sandbox; empty if there is none
  std::optional<Scenario> scene;  ///< at the beginning of the recording, with its settings
};

/** Note that names a scenario and contains what is changed in it. Throws InputError if it is too long. */
std::string scenario_note(const std::string& scenario, const ScenarioOverrides& overrides);

/** Note that contains the scene. Throws InputError if it cannot be written. */
std::string live_note(const std::string& sample, const Scenario& scene);

/** The overrides in the note of an opened recording; none if it has none. Throws InputError. */
ScenarioOverrides noted_overrides(const rf_recording_info& info, const std::filesystem::path& recording);

/** Reads the note of an opened recording. Files of the scene are taken from the folder `attached` (see detach_files());
 *  those that are missing are searched beside the recording. Throws InputError. */
RecordingNote read_note(const rf_recording_info& info, const std::filesystem::path& recording,
                        const std::filesystem::path& attached = {});

/** Reads the scenario that a note names, with the overrides of the note. A file that is missing is searched beside the
 *  recording. Throws InputError. */
Scenario named_scenario(const RecordingNote& note, const std::filesystem::path& recording);

}  // namespace sandbox
#endif
