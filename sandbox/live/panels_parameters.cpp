// The panels for ground, settings and rock.
#include <imgui.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "live/panels.h"
#include "scenario/shapes.h"

namespace sandbox::live {
namespace {

/** A slider for a double; true while it changes. */
bool slider(const char* label, double& value, double from, double to, const char* format = "%.3g",
            ImGuiSliderFlags flags = 0) {
  return ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &from, &to, format,
                             flags | ImGuiSliderFlags_NoRoundToFormat);
}

/** Name of a preset, with a note if no publication confirms its numbers. */
std::string preset_name(const rf_ground_preset& preset, bool legacy) {
  const bool confirmed = (legacy ? preset.rocfall_confirmed : preset.confirmed) != 0;
  return std::string(preset.name) + (confirmed ? "" : " (not confirmed)");
}

/** The preset with exactly these values; null if there is none. */
const rf_ground_preset* preset_of(const rf_ground& ground) {
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    // All members are doubles, without padding.
    if (std::memcmp(&rf_ground_preset_at(i)->ground, &ground, sizeof ground) == 0) return rf_ground_preset_at(i);
  }
  return nullptr;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Panels::preset_picker(rf_ground& ground, bool legacy) {
  bool changed = false;
  const rf_ground_preset* const present = preset_of(ground);
  const std::string shown = present == nullptr ? "own values" : preset_name(*present, legacy);
  const bool open = ImGui::BeginCombo("preset", shown.c_str());
  if (!open) return mark("ground.preset"), false;
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* const preset = rf_ground_preset_at(i);
    if (ImGui::Selectable(preset_name(*preset, legacy).c_str(), preset == present)) {
      ground = preset->ground;
      changed = true;
    }
    mark(std::string("ground.preset.") + preset->name);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", preset->description);
  }
  ImGui::EndCombo();
  return changed;
}

void Panels::ground(Session& session) {
  if (!section("Ground", true)) return;
  const bool legacy = session.world().settings().model != RF_MODEL_HARD_CONTACT;
  rf_ground ground = session.world().ground();
  bool changed = preset_picker(ground, legacy);
  const auto member = [&](const char* label, const char* name, double& value, double to) {
    const bool moved = slider(label, value, 0, to);
    mark_slider(std::string("ground.") + name);
    changed |= moved;
    return moved;
  };
  if (member("mu_min", "mu_min", ground.mu_min, 2)) ground.mu_max = std::max(ground.mu_max, ground.mu_min);
  if (member("mu_max", "mu_max", ground.mu_max, 3)) ground.mu_min = std::min(ground.mu_max, ground.mu_min);
  member("kappa, 1/m", "kappa", ground.kappa, 10);
  member("beta, 1/s", "beta", ground.beta, 300);
  member("restitution n", "restitution_normal", ground.restitution_normal, 1);
  member("restitution t", "restitution_tangential", ground.restitution_tangential, 1);
  member("contact drag 1/s", "contact_drag", ground.contact_drag, 2);
  member("layer drag kg/s", "layer_drag", ground.layer_drag, 2000);
  member("layer drag kgm2/s", "layer_drag_rotation", ground.layer_drag_rotation, 2000);
  member("layer height m", "layer_height", ground.layer_height, 40);
  member("drag height 1", "contact_drag_height", ground.contact_drag_height, 5);
  member("rolling res. m", "rolling_resistance", ground.rolling_resistance, 1);
  member("soil strength Pa", "soil_strength", ground.soil_strength, 1e8);
  member("soil drag 1", "soil_drag", ground.soil_drag, 5);
  member("soil density", "soil_density", ground.soil_density, 3000);
  if (!session.world().setup().scenario.roughness) ImGui::TextDisabled("roughness: needs [roughness] in the scenario");
  member("roughness 70 m", "roughness_70", ground.roughness_70, 2);
  member("roughness 20 m", "roughness_20", ground.roughness_20, 2);
  member("roughness 10 m", "roughness_10", ground.roughness_10, 2);
  if (legacy) {
    ImGui::TextDisabled("RocFall3; used instead of those above");
    member("R_N", "rocfall_restitution_normal", ground.rocfall_restitution_normal, 1);
    member("R_T", "rocfall_restitution_tangential", ground.rocfall_restitution_tangential, 1);
    member("mu", "rocfall_friction", ground.rocfall_friction, 2);
    member("mu_r", "rocfall_rolling_friction", ground.rocfall_rolling_friction, 1);
    member("bounces from m/s", "rocfall_bounce_speed", ground.rocfall_bounce_speed, 2);
    bool cap = ground.rocfall_impulse_cap >= 0.5;
    changed |= ImGui::Checkbox("percussions capped by mu", &cap);
    mark("ground.rocfall_impulse_cap");
    if (changed) ground.rocfall_impulse_cap = cap ? 1 : 0;
  }
  if (changed) session.set_ground(ground);
}

bool Panels::method(rf_settings& settings) {
  const rf_settings before = settings;
  settings.scheme = choice("scheme", "scheme", settings.scheme, scheme_names());
  settings.model = choice("contact model", "model", settings.model, model_names());
  if (settings.model == RF_MODEL_ROCFALL_RIGID) {
    settings.rocfall_shape = choice("shape in contact", "rocfall_shape", settings.rocfall_shape, rocfall_shape_names());
  }
  if (settings.model == RF_MODEL_HARD_CONTACT) {
    settings.soil_law = choice("soil law", "soil_law", settings.soil_law, soil_law_names());
  }
  return settings.scheme != before.scheme || settings.model != before.model || settings.soil_law != before.soil_law ||
         settings.rocfall_shape != before.rocfall_shape;
}

void Panels::settings(Session& session) {
  if (!section("Scheme and solver", false)) return;
  rf_settings settings = session.world().settings();
  bool changed = method(settings);
  const auto member = [&](const char* name, bool moved) {
    mark_slider(name);
    changed |= moved;
  };
  const ImGuiSliderFlags decades = ImGuiSliderFlags_Logarithmic;
  member("time_step", slider("time step, s", settings.time_step, 0.0005, 0.02, "%.4f", decades));
  member("gravity", slider("gravity, m/s2", settings.gravity, 0, 25));
  member("solver_sweeps", ImGui::SliderInt("sweeps at most", &settings.solver_sweeps, 1, 2000, "%d", decades));
  member("solver_tolerance", slider("tolerance", settings.solver_tolerance, 1e-14, 1e-2, "%.1e", decades));
  member("stop_speed", slider("stop speed, m/s", settings.stop_speed, 0, 2));
  member("stop_time", slider("stop time, s", settings.stop_time, 0, 5));
  member("time_limit", slider("time limit, s", settings.time_limit, 0, 600, settings.time_limit > 0 ? "%.3g" : "none"));
  if (changed) session.set_settings(settings);
  bool compared = session.world().variants().size() > 1;
  if (ImGui::Checkbox("explicit and implicit side by side", &compared)) {
    std::vector<VariantSpec> variants;
    if (compared) {
      variants = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                  {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT}};
    }
    session.set_variants(variants);
  }
  mark("side_by_side");
}

bool Panels::shape(RockSpec& spec) {
  bool changed = false;
  const std::vector<std::string>& names = shape_names();
  const auto found = std::find(names.begin(), names.end(), spec.shape);
  const int before = found == names.end() ? -1 : static_cast<int>(found - names.begin());
  const int chosen = choice("shape", "shape", before, names, spec.name.c_str());
  if (chosen != before) {
    spec.shape = spec.name = names[static_cast<std::size_t>(chosen)];
    spec.file.clear();
    changed = true;
  }
  if (spec.shape.empty()) return changed;
  std::array<double, 3> size = spec.size.value_or(std::array<double, 3>{1, 1, 1});
  static constexpr const char* labels[3] = {"size x, m", "size y, m", "size z, m"};
  bool resized = false;
  for (std::size_t k = 0; k < 3; ++k) {
    resized |= slider(labels[k], size[k], 0.1, 6);
    mark_slider(std::string("size.") + "xyz"[k]);
  }
  if (resized) spec.size = size;
  static const std::vector<std::string> by_points = {"ellipsoid", "random"};
  if (contains(by_points, spec.shape)) {
    int seed = static_cast<int>(std::min<std::uint64_t>(spec.seed, 1000000));
    if (ImGui::InputInt("seed", &seed)) {
      spec.seed = static_cast<std::uint64_t>(std::max(seed, 0));
      changed = true;
    }
    mark("shape.seed");
  }
  return changed || resized;
}

void Panels::rock(Session& session) {
  if (!section("Rock and release", false)) return;
  const World& world = session.world();
  const auto shapes = static_cast<int>(world.built().scene().rock_count);
  release_shape = std::clamp(release_shape, 0, shapes - 1);
  if (shapes > 1) ImGui::SliderInt("which", &release_shape, 0, shapes - 1);
  const auto index = static_cast<std::size_t>(release_shape);
  RockSpec spec = world.rock_spec(index);
  bool changed = shape(spec);
  const double mass = world.built().rock(static_cast<std::uint32_t>(index))->mass;
  static const std::vector<std::string> sizings = {"density", "mass", "mass, scaled"};
  const int sizing = choice("given by", "sizing", static_cast<int>(spec.sizing), sizings);
  if (sizing != static_cast<int>(spec.sizing)) {
    spec.sizing = static_cast<rf_sizing>(sizing);
    spec.mass = mass;  // the slider starts at the present mass
    changed = true;
  }
  if (spec.sizing != RF_SIZE_BY_MASS) {
    changed |= slider("density, kg/m3", spec.density, 500, 5000);
    mark_slider("density");
  }
  if (spec.sizing != RF_SIZE_BY_DENSITY) {
    changed |= slider("mass, kg", spec.mass, 1, 100000, "%.4g", ImGuiSliderFlags_Logarithmic);
    mark_slider("mass");
  }
  ImGui::Text("mass %.4g kg", mass);
  if (changed) session.set_rock(index, spec);
  int count = static_cast<int>(world.release_count());
  if (!world.setup().starts) {
    if (ImGui::InputInt("rocks at restart", &count)) {
      session.set_release_count(static_cast<std::uint32_t>(std::clamp(count, 1, 10000)));
    }
    mark("release_count");
  }
  slider("release height, m", release_height, 0, 30);
  mark_slider("release_height");
  ImGui::TextDisabled("Ctrl + click the terrain; drag to throw");
}

}  // namespace sandbox::live
