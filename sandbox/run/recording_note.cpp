#include "run/recording_note.h"

#include <algorithm>

#include "common/error.h"
#include "common/json_text.h"
#include "run/attachments.h"
#include "run/overrides_json.h"

namespace sandbox {
namespace {

const std::string scenario_key = "scenario=", sample_key = "sample=", overrides_key = "overrides=";

void look_beside(std::filesystem::path& file, const std::filesystem::path& recording) {
  std::error_code failed;
  if (file.empty() || std::filesystem::exists(file, failed)) return;
  const std::filesystem::path folder = recording.parent_path();
  for (const std::filesystem::path& beside : {folder / file, folder / file.filename()}) {
    if (!std::filesystem::is_regular_file(beside, failed)) continue;
    file = beside;
    return;
  }
}

Scenario read_scene(const std::string& text, const rf_recording_info& info, const std::filesystem::path& recording,
                    const std::filesystem::path& attached) {
  Scenario scene = parse_scenario(text, recording);
  scene.settings = info.settings;
  use_attached(scene, attached);
  for (const SceneFile& one : files_of(scene)) look_beside(*one.file, recording);
  return scene;
}

void check_length(const std::string& note) {
  if (note.size() <= RF_RECORDING_METADATA_MAX) return;
  throw InputError("recording: the scene is too long for the note of the recording, which has at most " +
                   std::to_string(RF_RECORDING_METADATA_MAX) + " bytes");
}

std::string text_of(const rf_recording_info& info) {
  return std::string(info.metadata != nullptr ? info.metadata : "", info.metadata_bytes);
}

bool begins_with(const std::string& text, const std::string& key) { return text.compare(0, key.size(), key) == 0; }

std::string after_first_line(const std::string& text) {
  const std::size_t line = text.find('\n');
  return line == std::string::npos ? "" : text.substr(line + 1);
}

}  // namespace

std::string scenario_note(const std::string& scenario, const ScenarioOverrides& overrides) {
  const nlohmann::ordered_json changed = json_of(overrides);
  std::string note = scenario_key + scenario + "\n";
  if (changed != json_of(ScenarioOverrides{})) note += overrides_key + json_text(changed) + "\n";
  check_length(note);
  return note;
}

std::string live_note(const std::string& sample, const Scenario& scene) {
  const std::string note = sample_key + sample + "\n" + scenario_text(scene);
  check_length(note);
  return note;
}

ScenarioOverrides noted_overrides(const rf_recording_info& info, const std::filesystem::path& recording) {
  const std::string text = text_of(info), rest = after_first_line(text);
  if (!begins_with(text, scenario_key) || !begins_with(rest, overrides_key)) return {};
  try {
    return overrides_of(ordered_json_of(rest.substr(overrides_key.size())));
  } catch (const nlohmann::json::exception&) {
    throw InputError(recording.string() + ": the overrides in the note of the recording cannot be read");
  }
}

RecordingNote read_note(const rf_recording_info& info, const std::filesystem::path& recording,
                        const std::filesystem::path& attached) {
  const std::string text = text_of(info);
  const std::size_t line = std::min(text.find('\n'), text.size());
  RecordingNote note;
  if (begins_with(text, scenario_key)) {
    note.scenario = text.substr(scenario_key.size(), line - scenario_key.size());
  } else if (begins_with(text, sample_key)) {
    note.sample = text.substr(sample_key.size(), line - sample_key.size());
  } else {
    return note;  // of another program
  }
  const std::string rest = after_first_line(text);
  if (begins_with(rest, overrides_key)) {
    note.overrides = noted_overrides(info, recording);
  } else if (!rest.empty()) {
    note.scene = read_scene(rest, info, recording, attached);
  }
  return note;
}

Scenario named_scenario(const RecordingNote& note, const std::filesystem::path& recording) {
  std::filesystem::path file = note.scenario;
  look_beside(file, recording);
  return read_scenario(file.string(), note.overrides);
}

}  // namespace sandbox
