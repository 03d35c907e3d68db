// The panels for ground, settings and rock.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "common/scale.h"
#include "live/panels.h"
#include "live/rock_size.h"
#include "live/theme.h"
#include "scenario/shapes.h"

namespace sandbox::live {
namespace {

/** A publication confirms the numbers of a preset.
 *  @param legacy  those of RocFall3's models */
bool is_confirmed(const rf_ground_preset& preset, bool legacy) {
  return (legacy ? preset.rocfall_confirmed : preset.confirmed) != 0;
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

/** Format of a slider; the precision sets the decades of a logarithmic slider that begins at 0. */
std::string format_of(const Parameter& parameter, double value) {
  if (parameter.decades == 0 || parameter.low > 0) return "%.4g";
  const double smallest = parameter.high / parameter.shown_unit * std::pow(10.0, -parameter.decades);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(smallest) - 1e-9)));
  return value >= 1e5 ? "%.3g" : "%." + std::to_string(decimals) + "f";
}

}  // namespace

bool Panels::slider(const std::string& name, const char* label, double& value, double low, double high,
                    const char* format, bool logarithmic) {
  // A value outside of the range extends it; the range stays the same while the slider is held.
  auto& range = ranges_[name];
  if (held_ != name) {
    range = {low, high};
    if (value > high) range[1] = round_up(1.2 * value);
    if (value < low) range[0] = value;
  }
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_NoRoundToFormat | (logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
  const bool moved = ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &range[0], &range[1], format, flags);
  if (ImGui::IsItemActive()) held_ = name;
  if (ImGui::IsItemDeactivated()) held_.clear();
  mark_slider(name);
  return moved;
}

bool Panels::check_box(const std::string& name, const char* label, double& value) {
  bool on = value >= 0.5;
  const bool moved = ImGui::Checkbox(label, &on);
  if (moved) value = on ? 1 : 0;
  mark(name);
  return moved;
}

bool Panels::parameter(const Parameter& parameter, ParameterSet& set, const ParameterSet& opened) {
  double value = parameter.get(set) / parameter.shown_unit;
  const double first = parameter.get(opened) / parameter.shown_unit;
  const bool changed = value != first;
  if (changed) ImGui::PushStyleColor(ImGuiCol_Text, themed_vector(Tone::accent));
  const std::string label = std::string(parameter.label) + (changed ? " *" : "") + "###" + parameter.name;
  const std::string name = parameter.name;
  const std::string format = name == "time_limit" && value == 0 ? "none" : format_of(parameter, value);
  bool moved = parameter.is_switch
                   ? check_box(name, label.c_str(), value)
                   : slider(name, label.c_str(), value, parameter.low / parameter.shown_unit,
                            parameter.high / parameter.shown_unit, format.c_str(), parameter.decades > 0);
  if (changed) ImGui::PopStyleColor();
  if (ImGui::IsItemHovered() && held_.empty()) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(px(360));
    ImGui::TextUnformatted(explanation(parameter).c_str());
    if (const rf_ground_preset* const preset = parameter.field < 0 ? nullptr : preset_of(set.ground)) {
      rf_number_source source{};
      if (rf_ground_preset_source(preset->name, parameter.field, &source) == RF_OK) {
        static constexpr const char* status[] = {"assumed", "calibrated", "confirmed"};
        ImGui::TextDisabled("%s: %s, %s", preset->name, status[std::clamp(source.status, 0, 2)], source.source);
      }
    }
    ImGui::TextDisabled("%sright click: back to %s", parameter.is_switch ? "" : "Ctrl + click: type a value; ",
                        short_number(first).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  if (ImGui::IsItemClicked(1)) {
    parameter.put(set, parameter.get(opened));
    return changed;
  }
  if (moved) parameter.put(set, std::clamp(parameter.shown_unit * value, parameter.least, parameter.most));
  return moved;
}

bool Panels::preset_picker(rf_ground& ground, bool legacy) {
  bool changed = false;
  const rf_ground_preset* const present = preset_of(ground);
  leave_room_for("preset");
  const bool open = ImGui::BeginCombo("preset", present == nullptr ? "own values" : present->name);
  if (!open) {
    mark("ground.preset");
    if (present != nullptr && !is_confirmed(*present, legacy)) note("values not confirmed by a publication");
    return false;
  }
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* const preset = rf_ground_preset_at(i);
    const std::string name = std::string(preset->name) + (is_confirmed(*preset, legacy) ? "" : " (not confirmed)");
    if (ImGui::Selectable(name.c_str(), preset == present)) {
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
  ParameterSet set = session.present().set;
  const ParameterSet& opened = session.opened_with().set;
  bool changed = preset_picker(set.ground, legacy);
  if (!session.world().setup().scenario.soils.empty()) {
    note("acts outside of the [[soil]] only");
    mark("ground.outside_soils");
  }
  for (const Parameter& member : ground_parameters()) {
    if (member.field == RF_GROUND_ROUGHNESS_70 && !session.world().setup().scenario.roughness) {
      note("roughness: needs [roughness] in the scenario");
    }
    changed |= parameter(member, set, opened);
  }
  if (legacy) {
    note("RocFall3; used instead of those above");
    for (const Parameter& member : rocfall_parameters()) changed |= parameter(member, set, opened);
  }
  if (changed) session.set_ground(set.ground);
}

bool Panels::method(rf_settings& settings) {
  const rf_settings before = settings;
  settings.scheme = choice("scheme", "scheme", settings.scheme, scheme_names());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("integration of the rotation; all but explicit keep energy in flight");
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
  ParameterSet set = session.present().set;
  bool changed = method(set.settings);
  for (const Parameter& member : settings_parameters()) changed |= parameter(member, set, session.opened_with().set);
  if (changed) session.set_settings(set.settings);
  bool compared = session.world().compares_schemes();
  const bool has_schemes = set.settings.model == RF_MODEL_HARD_CONTACT;
  ImGui::BeginDisabled(!has_schemes && !compared);
  if (ImGui::Checkbox("explicit and implicit side by side", &compared)) {
    std::vector<VariantSpec> variants;
    if (compared) {
      variants = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                  {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT}};
    }
    session.set_variants(variants);
  }
  mark("side_by_side");
  ImGui::EndDisabled();
}

bool Panels::shape(RockSpec& spec, const rf::Rock& rock) {
  bool changed = false;
  const std::vector<std::string>& names = shape_names();
  const auto found = std::find(names.begin(), names.end(), spec.shape);
  const int before = found == names.end() ? -1 : static_cast<int>(found - names.begin());
  const int chosen = choice("shape", "shape", before, names, spec.name.c_str());
  if (chosen != before) {
    spec.shape = spec.name = names[static_cast<std::size_t>(chosen)];
    spec.file.clear();
    spec.size.reset();
    return true;
  }
  if (spec.shape.empty()) return changed;
  std::array<double, 3> size = size_of_rock(spec, rock);
  static constexpr const char* labels[3] = {"size x, m", "size y, m", "size z, m"};
  bool resized = false;
  for (std::size_t k = 0; k < 3; ++k) {
    resized |= slider(std::string("size.") + "xyz"[k], labels[k], size[k], 0.1, 6);
    if (ImGui::IsItemHovered() && held_.empty()) {
      ImGui::SetTooltip("size of the rock along its own axis, m%s",
                        spec.sizing == RF_SIZE_SCALE_TO_MASS ? "; the whole is scaled to the mass" : "");
    }
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
  release_shape = static_cast<int>(shape_to_release(world));
  if (shapes > 1) ImGui::SliderInt("which", &release_shape, 0, shapes - 1);
  const auto index = static_cast<std::size_t>(release_shape);
  RockSpec spec = world.rock_spec(index);
  const rf::Rock& rock = world.built().rock(static_cast<std::uint32_t>(index));
  bool changed = shape(spec, rock);
  const double mass = rock->mass;
  static const std::vector<std::string> sizings = {"density", "mass", "mass, scaled"};
  const int sizing = choice("given by", "sizing", static_cast<int>(spec.sizing), sizings);
  if (sizing != static_cast<int>(spec.sizing)) {
    // The rock stays as large and heavy as it is.
    if (!spec.shape.empty()) spec.size = size_of_rock(spec, rock);
    spec.sizing = static_cast<rf_sizing>(sizing);
    spec.mass = mass;
    spec.density = mass / rock->volume;
    changed = true;
  }
  if (spec.sizing != RF_SIZE_BY_MASS) changed |= slider("density", "density, kg/m3", spec.density, 500, 5000, "%.4g");
  if (spec.sizing != RF_SIZE_BY_DENSITY) changed |= slider("mass", "mass, kg", spec.mass, 1, 100000, "%.4g", true);
  ImGui::TextWrapped("mass %.4g kg, volume %.4g m3", mass, rock->volume);
  if (changed) session.set_rock(index, spec);
  int count = static_cast<int>(world.release_count());
  if (!world.setup().starts) {
    if (ImGui::InputInt("rocks at restart", &count)) {
      session.set_release_count(static_cast<std::uint32_t>(std::clamp(count, 1, 10000)));
    }
    mark("release_count");
  }
  slider("release_height", "release height, m", release_height, 0, 30);
  constexpr double most_height = 1e4;  // m
  release_height = release_height > 0 ? std::min(release_height, most_height) : 0;
  note("Ctrl + click the terrain; drag to throw");
}

}  // namespace sandbox::live
