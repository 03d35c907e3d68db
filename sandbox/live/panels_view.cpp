// The panels for the view and for recordings.
#include <imgui.h>

#include <algorithm>

#include "live/panels.h"
#include "live/theme.h"

namespace sandbox::live {

/** The overlay of what the rocks did, and whose rocks. */
void Panels::overlay(const World& world, Stage& stage) {
  Display& display = stage.display;
  std::vector<std::string> overlays = {"none", "reach", "energy", "jump height"};
  if (stage.has_overlay()) overlays.emplace_back("file");
  const int shown = std::min(static_cast<int>(display.hazard), static_cast<int>(overlays.size()) - 1);
  display.hazard = static_cast<HazardQuantity>(choice("overlay", "hazard", shown, overlays));
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("passages, energy or height of the rocks at each place until now; or a raster: see open overlay");
  }
  if (!display.hazard_of_rocks()) return;
  if (world.variants().size() > 1) {
    std::vector<std::string> names;
    for (const Variant& variant : world.variants()) names.push_back(variant.name);
    leave_room_for("overlay of");
    const int chosen = choice("overlay of", "hazard_variant", static_cast<int>(display.hazard_variant), names);
    display.hazard_variant = static_cast<std::size_t>(chosen);
  }
  if (world.timeline().has_gap_until(world.step())) note("the steps that were jumped over are not in it");
}

void Panels::view(const Session& session, Stage& stage) {
  if (!section("View", false)) return;
  Display& display = stage.display;
  const int camera = choice("camera", "camera", static_cast<int>(display.camera), {"orbit", "fly", "follow"});
  if (camera != static_cast<int>(display.camera)) stage.choose(static_cast<CameraKind>(camera));
  rockfall_viewer::Look& look = display.look;
  look.terrain_colour = static_cast<rockfall_viewer::TerrainColour>(
      choice("terrain", "terrain", static_cast<int>(look.terrain_colour), {"relief", "ground", "plain", "image"}));
  const int ribbon = choice("ribbons", "ribbons", static_cast<int>(look.ribbon_colour),
                            {"velocity", "energy", "jump height", "rotation", "variant"});
  look.ribbon_colour = static_cast<rockfall_viewer::RibbonColour>(ribbon);
  if (ImGui::InputDouble("scale end", &look.ribbon_maximum, 0, 0, "%.4g")) display.automatic_scale = false;
  constexpr double least_scale = 1e-6, most_scale = 1e12;
  if (!(look.ribbon_maximum >= least_scale)) look.ribbon_maximum = least_scale;
  look.ribbon_maximum = std::min(look.ribbon_maximum, most_scale);
  mark("scale_end");
  ImGui::InputDouble("contours, m", &look.contour_interval, 0, 0, "%.4g");
  mark("contours");
  look.contour_interval = std::max(look.contour_interval, 0.0);
  const auto tick = [&](const char* label, bool& value) {
    ImGui::Checkbox(label, &value);
    mark(label);
  };
  tick("automatic scale", display.automatic_scale);
  tick("trajectories", look.ribbons);
  ImGui::SameLine();
  tick("shadows", look.shadows);
  if (session.world().tracks().full()) note("full: later motion is in no trajectory and no map", Tone::warning);
  overlay(session.world(), stage);
  const int quality = choice("quality", "quality", static_cast<int>(display.quality), {"low", "medium", "high"});
  if (quality != static_cast<int>(display.quality)) display.set_quality(static_cast<Quality>(quality));
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("low: for slow computers and software rendering");
  tick("contacts", display.contacts);
  ImGui::SameLine();
  tick("percussions", display.percussions);
  tick("deposits", display.deposits);
  tick("scars in the soil", display.scars);
  ImGui::SameLine();
  tick("mesh", look.wireframe);
  tick("dust", display.dust);
  ImGui::SameLine();
  tick("trees", look.trees);
  tick("old paths fade", display.fading);
  ImGui::SameLine();
  tick("last run", display.former_run);
  tick("explanation", card);
  ImGui::SameLine();
  tick("light panels", light_theme);
  tick("level horizon", display.level_horizon);
}

void Panels::show_open() {
  browser.show(FileBrowser::Use::open, "Open a scenario, terrain, rock, ground or recording", opened_endings());
}

void Panels::show_save_scenario(const Session& session) {
  browser.show(FileBrowser::Use::save_scenario, "Save the present set-up as a scenario", {".toml"},
               session.scene_name() + ".toml");
}

void Panels::files(Session& session) {
  using Use = FileBrowser::Use;
  if (section("Files", true)) {
    if (ImGui::Button("open ...")) show_open();
    mark("files.open");
    ImGui::SameLine();
    if (ImGui::Button("open overlay ...")) {
      browser.show(Use::overlay, "Open a raster over the terrain", {".asc", ".tif", ".tiff"});
    }
    mark("files.overlay");
    if (ImGui::Button("save scenario ...")) show_save_scenario(session);
    mark("files.save_scenario");
    ImGui::SameLine();
    if (ImGui::Button("save ground ...")) {
      browser.show(Use::save_ground, "Save the present ground", {".toml"}, "ground.toml");
    }
    mark("files.save_ground");
  }
}

void Panels::browse(Session& session, Stage& stage) {
  const std::optional<std::filesystem::path> file = browser.draw(places);
  if (!file) return;
  switch (browser.use()) {
    case FileBrowser::Use::open:
      session.open_file(*file);
      break;
    case FileBrowser::Use::save_scenario:
      session.save_scenario(*file);
      break;
    case FileBrowser::Use::save_ground:
      session.save_ground(*file);
      break;
    case FileBrowser::Use::overlay:
      try {
        stage.open_overlay(*file, session.world());
      } catch (const std::exception& error) {
        session.say(error.what());
      }
      break;
  }
}

void Panels::recording(Session& session) {
  if (!section("Recording", true)) return;
  const World& world = session.world();
  if (world.recording() || session.unsaved()) {
    if (ImGui::Button(world.recording() ? "stop and save" : "save")) session.save_recording(recording_file);
    mark("record");
    ImGui::SameLine();
    if (ImGui::Button("discard")) session.discard_recording();
    mark("discard");
  } else {
    if (ImGui::Button("record")) session.start_recording(recording_file);
    mark("record");
    ImGui::SameLine();
    if (ImGui::Button("play")) session.open_file(recording_file);
    mark("play");
  }
  char file[512];
  snprintf(file, sizeof file, "%s", recording_file.c_str());
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputText("##file", file, sizeof file)) recording_file = file;
  mark("recording_file");
  if (world.replaying()) replay(session);
}

void Panels::replay(Session& session) {
  const World& world = session.world();
  const Divergence& divergence = world.divergence();
  if (divergence.step > 0) {
    note((divergence.after_a_jump ? "differs at step " : "differs from step ") + std::to_string(divergence.step) +
             (divergence.after_a_jump ? " or before" : " on") + " (same until " + std::to_string(divergence.last_same) +
             ")",
         Tone::warning);
    std::string rocks;
    for (std::size_t i = 0; i < std::min<std::size_t>(divergence.rocks.size(), 8); ++i) {
      rocks += " " + std::to_string(divergence.rocks[i]);
    }
    if (divergence.rocks.size() > 8) rocks += " and " + std::to_string(divergence.rocks.size() - 8) + " more";
    if (divergence.compared_at > 0) {
      ImGui::TextWrapped("rocks that differ at step %llu:%s", static_cast<unsigned long long>(divergence.compared_at),
                         rocks.c_str());
    }
  } else {
    const char* const where = world.replay_has_skipped() ? " in the steps that were not jumped over" : "";
    ImGui::TextWrapped("%s: the same bits%s", world.replay_finished() ? "replayed to the end" : "replayed so far",
                       where);
  }
  if (ImGui::Button("continue without the recording")) session.leave_replay();
  mark("leave_replay");
}

}  // namespace sandbox::live
