#include "run/recording_note.h"

#include <algorithm>

#include "common/error.h"
#include "run/attachments.h"

namespace sandbox {
namespace {

const std::string scenario_key = "scenario=", sample_key = "sample=";

void look_beside(std::filesystem::path& file, const std::filesystem::path& recording) {
  std::error_code failed;
  if (file.empty() || std::filesystem::exists(file, failed)) return;
  const std::filesystem::path beside = recording.parent_path() / file.filename();
  if (std::filesystem::exists(beside, failed)) file = beside;
}

Scenario read_scene(const std::string& text, const rf_recording_info& info, const std::filesystem::path& recording,
                    const std::filesystem::path& attached) {
  Scenario scene = parse_scenario(text, recording);
  scene.settings = info.settings;
  use_attached(scene, attached);
  look_beside(scene.terrain.file, recording);
  for (RockSpec& rock : scene.rocks) look_beside(rock.file, recording);
  for (auto& [field, file] : scene.ground.fields) look_beside(file, recording);
  if (scene.release.kind == ReleaseSpec::Kind::runs) look_beside(scene.release.runs.file, recording);
  return scene;
}

}  // namespace

std::string scenario_note(const std::string& scenario) { return scenario_key + scenario + "\n"; }

std::string live_note(const std::string& sample, const Scenario& scene) {
  const std::string note = sample_key + sample + "\n" + scenario_text(scene);
  if (note.size() > RF_RECORDING_METADATA_MAX) {
    throw InputError("recording: the scene is too long for the note of the recording");
  }
  return note;
}

RecordingNote read_note(const rf_recording_info& info, const std::filesystem::path& recording,
                        const std::filesystem::path& attached) {
  const std::string text(info.metadata != nullptr ? info.metadata : "", info.metadata_bytes);
  const std::size_t line = std::min(text.find('\n'), text.size());
  RecordingNote note;
  if (text.compare(0, scenario_key.size(), scenario_key) == 0) {
    note.scenario = text.substr(scenario_key.size(), line - scenario_key.size());
  } else if (text.compare(0, sample_key.size(), sample_key) == 0) {
    note.sample = text.substr(sample_key.size(), line - sample_key.size());
  } else {
    return note;  // of another program
  }
  const std::string rest = text.substr(std::min(line + 1, text.size()));
  if (!rest.empty()) note.scene = read_scene(rest, info, recording, attached);
  return note;
}

}  // namespace sandbox
