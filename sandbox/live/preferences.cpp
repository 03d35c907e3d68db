#include <imgui.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "live/programs.h"

namespace sandbox::live {
namespace {

std::filesystem::path preferences_file() {
  if (const char* const folder = std::getenv("XDG_CONFIG_HOME")) {
    if (*folder != '\0') return std::filesystem::path(folder) / "rockfall" / "sandbox.json";
  }
  if (const char* const home = std::getenv("HOME")) {
    return std::filesystem::path(home) / ".config" / "rockfall" / "sandbox.json";
  }
  return {};
}

nlohmann::json read_preferences() {
  std::ifstream in(preferences_file());
  nlohmann::json values = in ? nlohmann::json::parse(in, nullptr, false) : nlohmann::json();
  return values.is_object() ? values : nlohmann::json::object();
}

/** The member, or what was there before if it is missing or of another kind. */
template <class Value>
Value get(const nlohmann::json& values, const char* name, Value otherwise) {
  const auto found = values.find(name);
  if (found == values.end()) return otherwise;
  try {
    return found->get<Value>();
  } catch (const nlohmann::json::exception&) {
    return otherwise;
  }
}

}  // namespace

std::string preferred_sample() { return get<std::string>(read_preferences(), "sample", ""); }

void load_preferences(Session& session, Stage& stage, Panels& panels) {
  const nlohmann::json values = read_preferences();
  rockfall_viewer::Look& look = stage.display.look;
  look.shadows = get(values, "shadows", look.shadows);
  look.ribbons = get(values, "trajectories", look.ribbons);
  look.terrain_colour = static_cast<rockfall_viewer::TerrainColour>(get(values, "terrain", 0) % 3);
  stage.display.contacts = get(values, "contacts", stage.display.contacts);
  stage.display.percussions = get(values, "percussions", stage.display.percussions);
  stage.display.deposits = get(values, "deposits", stage.display.deposits);
  panels.visible = get(values, "panels", panels.visible);
  const double scale = get(values, "time_scale", session.pacer.time_scale);
  if (scale >= 0.01 && scale <= 4) session.pacer.time_scale = scale;
}

void save_preferences(const Session& session, const Stage& stage, const Panels& panels) {
  const std::filesystem::path file = preferences_file();
  if (file.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  nlohmann::json values;
  values["sample"] = session.sample();
  values["shadows"] = stage.display.look.shadows;
  values["trajectories"] = stage.display.look.ribbons;
  values["terrain"] = static_cast<int>(stage.display.look.terrain_colour);
  values["contacts"] = stage.display.contacts;
  values["percussions"] = stage.display.percussions;
  values["deposits"] = stage.display.deposits;
  values["panels"] = panels.visible;
  values["time_scale"] = session.pacer.time_scale;
  std::ofstream(file) << values.dump(2) << "\n";
}

void write_state(const std::filesystem::path& file, const Session& session, const Stage& stage, const Panels& panels) {
  const World& world = session.world();
  nlohmann::json values;
  values["picture"] = ImGui::GetFrameCount();
  values["sample"] = session.sample();
  values["message"] = session.message();
  values["paused"] = session.pacer.paused;
  values["time"] = world.time();
  values["step"] = world.step();
  values["rocks"] = world.lanes()[0].states.size();
  values["lanes"] = world.lanes().size();
  values["moments"] = world.history().size();
  values["mu_min"] = world.ground().mu_min;
  values["recording"] = world.recording();
  values["replaying"] = world.replaying();
  values["replay_finished"] = world.replay_finished();
  values["diverged"] = world.diverged();
  values["camera"] = static_cast<int>(stage.display.camera);
  const rf_state& last = world.lanes()[0].states.back();
  values["last_rock"] = {last.position[0], last.position[1], last.position[2]};
  values["places"] = panels.places;
  const std::filesystem::path beside = file.string() + ".part";
  std::ofstream(beside) << values.dump(1) << "\n";
  std::error_code ignored;
  std::filesystem::rename(beside, file, ignored);
}

}  // namespace sandbox::live
