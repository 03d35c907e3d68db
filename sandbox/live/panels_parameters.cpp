// The panels for ground, settings and rock.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "live/panels.h"
#include "shapes.h"

namespace sandbox::live {
namespace {

/** A slider for a double; true while it changes. */
bool slider(const char* label, double& value, double from, double to, const char* format = "%.3g",
            ImGuiSliderFlags flags = 0) {
  return ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &from, &to, format,
                             flags | ImGuiSliderFlags_NoRoundToFormat);
}

bool preset_picker(rf_ground& ground) {
  bool changed = false;
  if (!ImGui::BeginCombo("preset", "choose")) return false;
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* const preset = rf_ground_preset_at(i);
    const std::string name = std::string(preset->name) + (preset->confirmed != 0 ? "" : " (not confirmed)");
    if (ImGui::Selectable(name.c_str())) {
      ground = preset->ground;
      changed = true;
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", preset->description);
  }
  ImGui::EndCombo();
  return changed;
}

}  // namespace

void Panels::ground(Session& session) {
  if (!section("Ground", true)) return;
  rf_ground ground = session.world().ground();
  bool changed = preset_picker(ground);
  mark("ground.preset");
  if (slider("mu_min", ground.mu_min, 0, 2)) {
    ground.mu_max = std::max(ground.mu_max, ground.mu_min);
    changed = true;
  }
  mark_slider("ground.mu_min");
  if (slider("mu_max", ground.mu_max, 0, 3)) {
    ground.mu_min = std::min(ground.mu_max, ground.mu_min);
    changed = true;
  }
  mark_slider("ground.mu_max");
  changed |= slider("kappa, 1/m", ground.kappa, 0, 10);
  mark_slider("ground.kappa");
  changed |= slider("beta, 1/s", ground.beta, 0, 300);
  mark_slider("ground.beta");
  changed |= slider("restitution n", ground.restitution_normal, 0, 1);
  mark_slider("ground.restitution_normal");
  changed |= slider("restitution t", ground.restitution_tangential, 0, 1);
  changed |= slider("contact drag 1/s", ground.contact_drag, 0, 2);
  changed |= slider("layer drag kg/s", ground.layer_drag, 0, 2000);
  changed |= slider("layer height m", ground.layer_height, 0, 40);
  mark_slider("ground.layer_height");
  if (session.world().settings().model != RF_MODEL_HARD_CONTACT) {
    changed |= slider("R_N", ground.rocfall_restitution_normal, 0, 1);
    changed |= slider("R_T", ground.rocfall_restitution_tangential, 0, 1);
    changed |= slider("mu (RocFall3)", ground.rocfall_friction, 0, 2);
    changed |= slider("mu_r (RocFall3)", ground.rocfall_rolling_friction, 0, 1);
  }
  if (changed) session.set_ground(ground);
}

void Panels::settings(Session& session) {
  if (!section("Scheme and solver", false)) return;
  rf_settings settings = session.world().settings();
  bool changed = false;
  if (ImGui::BeginCombo("scheme", rf_scheme_name(settings.scheme))) {
    for (std::int32_t i = 0; i < RF_SCHEME_COUNT; ++i) {
      if (!ImGui::Selectable(rf_scheme_name(i), i == settings.scheme)) continue;
      settings.scheme = i;
      changed = true;
    }
    ImGui::EndCombo();
  }
  mark("scheme");
  if (ImGui::BeginCombo("contact model", rf_model_name(settings.model))) {
    for (std::int32_t i = 0; i < RF_MODEL_COUNT; ++i) {
      if (!ImGui::Selectable(rf_model_name(i), i == settings.model)) continue;
      settings.model = i;
      changed = true;
    }
    ImGui::EndCombo();
  }
  changed |= slider("time step, s", settings.time_step, 0.0005, 0.02, "%.4f", ImGuiSliderFlags_Logarithmic);
  mark_slider("time_step");
  changed |= slider("gravity, m/s2", settings.gravity, 0, 25);
  mark_slider("gravity");
  changed |= ImGui::SliderInt("sweeps at most", &settings.solver_sweeps, 1, 2000, "%d", ImGuiSliderFlags_Logarithmic);
  changed |= slider("tolerance", settings.solver_tolerance, 1e-14, 1e-2, "%.1e", ImGuiSliderFlags_Logarithmic);
  changed |= slider("stop speed, m/s", settings.stop_speed, 0, 2);
  changed |= slider("stop time, s", settings.stop_time, 0, 5);
  mark_slider("stop_time");
  if (changed) session.set_settings(settings);
  bool compared = session.world().lanes().size() > 1;
  if (ImGui::Checkbox("explicit and implicit side by side", &compared)) {
    std::vector<LaneSpec> lanes;
    if (compared) {
      lanes = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
               {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT}};
    }
    session.set_lanes(lanes);
  }
  mark("side_by_side");
}

void Panels::rock(Session& session) {
  if (!section("Rock and release", false)) return;
  const World& world = session.world();
  const auto shapes = static_cast<int>(world.built().rocks().size());
  release_shape = std::clamp(release_shape, 0, shapes - 1);
  if (shapes > 1) ImGui::SliderInt("which", &release_shape, 0, shapes - 1);
  const auto index = static_cast<std::size_t>(release_shape);
  RockSpec spec = world.rock_spec(index);
  bool changed = false;
  if (ImGui::BeginCombo("shape", spec.shape.empty() ? spec.name.c_str() : spec.shape.c_str())) {
    for (const std::string& name : shape_names()) {
      if (!ImGui::Selectable(name.c_str(), name == spec.shape)) continue;
      spec.shape = spec.name = name;
      spec.file.clear();
      changed = true;
    }
    ImGui::EndCombo();
  }
  mark("shape");
  if (!spec.shape.empty()) {
    std::array<double, 3> size = spec.size.value_or(std::array<double, 3>{1, 1, 1});
    static constexpr const char* labels[3] = {"size x, m", "size y, m", "size z, m"};
    bool resized = false;
    for (std::size_t k = 0; k < 3; ++k) resized |= slider(labels[k], size[k], 0.1, 6);
    if (resized) spec.size = size;
    changed |= resized;
  }
  changed |= slider("density, kg/m3", spec.density, 500, 5000);
  mark_slider("density");
  ImGui::Text("mass %.4g kg", world.built().rocks()[index].properties().mass);
  if (changed) session.set_rock(index, spec);
  int count = static_cast<int>(world.release_count());
  if (!world.setup().starts && ImGui::InputInt("rocks at restart", &count)) {
    session.set_release_count(static_cast<std::uint32_t>(std::clamp(count, 1, 10000)));
  }
  slider("release height, m", release_height, 0, 30);
  mark_slider("release_height");
  ImGui::TextDisabled("Ctrl + click the terrain; drag to throw");
}

}  // namespace sandbox::live
