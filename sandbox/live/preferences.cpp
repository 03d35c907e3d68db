#include "live/preferences.h"

#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "common/json_text.h"
#include "common/output_file.h"

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
  nlohmann::json values = in ? read_json(in) : nlohmann::json();
  return values.is_object() ? values : nlohmann::json::object();
}

/** The member, or `otherwise` if it is missing or has another type. */
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

/** An image belongs to the scenario that names it. */
rockfall_viewer::TerrainColour terrain_colour_of(int kept) {
  using rockfall_viewer::TerrainColour;
  const auto colour = static_cast<TerrainColour>(std::clamp(kept, 0, 3));
  return colour == TerrainColour::image ? TerrainColour::ground : colour;
}

}  // namespace

std::string preferred_sample() { return get<std::string>(read_preferences(), "sample", ""); }

int preferred_antialiasing() { return std::clamp(get(read_preferences(), "antialiasing", 4), 0, 16); }

void load_preferences(Session& session, Stage& stage, Panels& panels) {
  const nlohmann::json values = read_preferences();
  rockfall_viewer::Look& look = stage.display.look;
  look.ribbons = get(values, "trajectories", look.ribbons);
  look.terrain_colour = terrain_colour_of(get(values, "terrain", 1));
  look.ribbon_colour = static_cast<rockfall_viewer::RibbonColour>(std::clamp(get(values, "ribbons", 0), 0, 4));
  const double scale_end = get(values, "scale_end", look.ribbon_maximum);
  if (scale_end > 0 && scale_end < 1e12) look.ribbon_maximum = scale_end;
  stage.display.automatic_scale = get(values, "automatic_scale_end", stage.display.automatic_scale);
  look.wireframe = get(values, "mesh", look.wireframe);
  const double height = get(values, "release_height", panels.release_height);
  if (height >= 0 && height <= 30) panels.release_height = height;
  stage.display.contacts = get(values, "contacts", stage.display.contacts);
  stage.display.percussions = get(values, "percussions", stage.display.percussions);
  stage.display.deposits = get(values, "deposits", stage.display.deposits);
  stage.display.scars = get(values, "scars", stage.display.scars);
  stage.display.level_horizon = get(values, "level_horizon", stage.display.level_horizon);
  const int usual = static_cast<int>(stage.display.quality);
  stage.display.set_quality(static_cast<Quality>(std::clamp(get(values, "quality", usual), 0, 2)));
  look.shadows = get(values, "shadows", look.shadows);
  stage.display.fading = get(values, "fading", stage.display.fading);
  stage.display.former_run = get(values, "former_run", stage.display.former_run);
  panels.light_theme = get(values, "light_theme", panels.light_theme);
  panels.card = get(values, "explanation", panels.card);
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
  values["sample"] = session.sample() != nullptr ? session.sample()->name : "";
  values["antialiasing"] = preferred_antialiasing();
  values["shadows"] = stage.display.look.shadows;
  values["trajectories"] = stage.display.look.ribbons;
  values["terrain"] = static_cast<int>(stage.display.look.terrain_colour);
  values["ribbons"] = static_cast<int>(stage.display.look.ribbon_colour);
  values["scale_end"] = stage.display.look.ribbon_maximum;
  values["automatic_scale_end"] = stage.display.automatic_scale;
  values["mesh"] = stage.display.look.wireframe;
  values["release_height"] = panels.release_height;
  values["contacts"] = stage.display.contacts;
  values["percussions"] = stage.display.percussions;
  values["deposits"] = stage.display.deposits;
  values["scars"] = stage.display.scars;
  values["level_horizon"] = stage.display.level_horizon;
  values["quality"] = static_cast<int>(stage.display.quality);
  values["fading"] = stage.display.fading;
  values["former_run"] = stage.display.former_run;
  values["light_theme"] = panels.light_theme;
  values["explanation"] = panels.card;
  values["panels"] = panels.visible;
  values["time_scale"] = session.pacer.time_scale;
  try {
    write_file(file, [&](std::ostream& out) { out << json_text(values, 2) << "\n"; });
  } catch (const std::exception&) {
    // The window ends as usual without its preferences.
  }
}

}  // namespace sandbox::live
