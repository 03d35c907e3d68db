#include <algorithm>
#include <string>

#include "common/csv.h"
#include "common/json_text.h"
#include "common/output_file.h"
#include "common/text.h"
#include "common/version.h"
#include "io/raster.h"
#include "run/intensity.h"
#include "run/overrides_json.h"
#include "run/quantities.h"
#include "run/report.h"
#include "run/statistics_json.h"
#include "scenario/settings_keys.h"

namespace sandbox {
namespace {

using Json = nlohmann::ordered_json;

const char* const quantity_keys[RF_QUANTITY_COUNT] = {"kinetic_energy_J", "velocity_m_s", "rotation_rot_s",
                                                      "jump_height_m"};
constexpr double quantity_factors[RF_QUANTITY_COUNT] = {1, 1, 1 / two_pi, 1};

Json json_of(const rf_moments& moments, double factor = 1) {
  return Json{{"mean", moments.mean * factor}, {"sd", moments.sd * factor}};
}

Json json_of(const rf_moments moments[RF_QUANTITY_COUNT]) {
  Json json;
  for (std::size_t q = 0; q < RF_QUANTITY_COUNT; ++q) json[quantity_keys[q]] = json_of(moments[q], quantity_factors[q]);
  return json;
}

/** Null where there is no value. */
Json json_of(const Comparison& group) {
  const auto runout = [](const rf_moments& moments, std::uint32_t rocks) {
    return rocks > 0 ? json_of(moments) : Json(nullptr);
  };
  return Json{{"group", group.name},
              {"runs", group.runs},
              {"runs_with_rocks", group.runs_with_rocks},
              {"rocks", group.rocks},
              {"observed_runout_m", runout(group.observed, group.rocks)},
              {"simulated_runout_m", runout(group.simulated, group.rocks)},
              {"simulated_runout_of_stopped_m", runout(group.stopped, group.rocks_stopped)},
              {"left_terrain_share", group.rocks > 0 ? Json(group.left_share) : Json(nullptr)}};
}

void add_campaign(Json& json, const Report& report) {
  const CampaignStatistics& statistics = report.statistics;
  json["distance_weighted"] = json_of(statistics.moments.distance_weighted);
  json["time_weighted"] = json_of(statistics.moments.time_weighted);
  json["maxima"] = json_of(statistics.moments.maximum);
  json["runout_m"] = json_of(statistics.runout);
  json["lateral_m"] = json_of(statistics.lateral);
  json["runout_direction"] = Json::array({statistics.direction[0], statistics.direction[1]});
  for (std::size_t i = 0; i < statistics.ended.size(); ++i) json["ended"][end_names()[i]] = statistics.ended[i];
  if (statistics.observed.empty()) return;
  Json groups = Json::array();
  for (const Comparison& group : statistics.observed) {
    if (!group.total) groups.push_back(json_of(group));
  }
  json["observed"] = Json{{"all", json_of(statistics.observed.back())}, {"groups", groups}};
}

/** Settings as an object. */
struct SettingsJson {
  Json json;
  void text(const char* key, const std::string& value) { json[key] = value; }
  void integer(const char* key, std::uint64_t value) { json[key] = value; }
  void number(const char* key, double value) { json[key] = value; }
};

/** Every member of the ground, and what gives members by place. */
Json json_of(const GroundSpec& ground) {
  Json json;
  if (!ground.preset.empty()) json["preset"] = ground.preset;
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    json[rf_ground_field_name(field)] = ground_member(ground.ground, field);
  }
  for (const auto& [field, file] : ground.fields) json["fields"][rf_ground_field_name(field)] = file.string();
  return json;
}

/** What decides the results, with the keys of the scenario. */
void add_input(Json& json, const Report& report) {
  SettingsJson settings;
  write_settings(settings, report.scenario.settings);
  json["settings"] = settings.json;
  json["ground"] = json_of(report.scenario.ground);
  json["scatter"] = Json();
  for (const FitSpec& bounds : report.scenario.scatter) {
    json["scatter"][rf_ground_field_name(bounds.field)] =
        Json{{"from", bounds.from}, {"to", bounds.to}, {"logarithmic", bounds.logarithmic}};
  }
  const std::optional<RoughnessSpec>& relief = report.scenario.roughness;
  json["roughness"] = relief ? Json{{"spacing_m", relief->spacing}, {"seed", relief->seed}} : Json();
  json["overrides"] = json_of(report.overrides);
}

/** True if publications confirm the numbers that the model uses of the preset. */
bool is_confirmed(const std::string& name, const rf_settings& settings) {
  const rf_ground_preset* preset = rf_ground_preset_find(name.c_str());
  const bool legacy = settings.model != RF_MODEL_HARD_CONTACT;
  return (legacy ? preset->rocfall_confirmed : preset->confirmed) != 0;
}

/** Empty if no number that the model uses of the preset is calibrated. */
std::string calibration_note(const std::string& name, const rf_settings& settings) {
  std::vector<std::string> calibrated;
  for (std::int32_t field = 0; field < RF_GROUND_ROCFALL_RESTITUTION_NORMAL; ++field) {
    rf_number_source source{};
    const bool known = rf_ground_preset_source(name.c_str(), field, &source) == RF_OK;
    if (known && source.status == RF_NUMBER_CALIBRATED) calibrated.emplace_back(rf_ground_field_name(field));
  }
  if (calibrated.empty() || settings.model != RF_MODEL_HARD_CONTACT) return "";
  return "the ground preset " + name + " (" + rf_ground_preset_find(name.c_str())->description +
         ") has calibrated parameters, " + join(calibrated) +
         ", and assumed parameters that no publication confirms; rockfall ground " + name + " lists their sources";
}

/** Note that the rocks move by another model or scheme than those of the calibration; empty if they do not. */
std::string difference_of_method(const std::string& calibrated, const rf_settings& settings) {
  const std::string fit = calibrated.substr(0, calibrated.find(';')), method = model_and_scheme(settings);
  const std::size_t by = fit.rfind(" by ");
  const std::string of_fit = by == std::string::npos ? "" : fit.substr(by + 4);
  bool known = false;  // the text may be of a person
  for (std::int32_t model = 0; model < RF_MODEL_COUNT; ++model) known |= of_fit.rfind(rf_model_name(model), 0) == 0;
  return !known || of_fit == method ? "" : "; this run is by " + method;
}

}  // namespace

std::vector<std::string> ground_notes(const Report& report) {
  const GroundSpec& ground = report.scenario.ground;
  std::vector<std::string> presets = report.built.soil_presets();
  if (!ground.preset.empty() && report.built.uniform_ground_is_met()) {
    presets.erase(std::remove(presets.begin(), presets.end(), ground.preset), presets.end());
    presets.insert(presets.begin(), ground.preset);
  }
  std::vector<std::string> notes, assumed;
  if (!ground.given && report.built.uniform_ground_is_met()) {
    notes.emplace_back(
        "there is no [ground]: its default is rigid ground with a friction of 0.6, which is that of no soil and has no "
        "terminal speed; rockfall ground lists the presets");
  }
  for (const std::string& name : presets) {
    if (is_confirmed(name, report.scenario.settings)) continue;
    const std::string note = calibration_note(name, report.scenario.settings);
    if (note.empty()) {
      assumed.push_back(name);
    } else {
      notes.push_back(note);
    }
  }
  if (assumed.size() == 1) {
    notes.push_back("the ground preset " + assumed[0] +
                    " has assumed parameters that no publication confirms; rockfall ground " + assumed[0] +
                    " lists their sources");
  } else if (!assumed.empty()) {
    notes.push_back("the ground presets " + join(assumed) +
                    " have assumed parameters that no publication confirms; rockfall ground NAME lists their sources");
  }
  if (!ground.calibrated.empty()) {
    notes.push_back("the ground is calibrated: " + ground.calibrated +
                    difference_of_method(ground.calibrated, report.scenario.settings));
  }
  return notes;
}

/** Note on the number of rocks that left the terrain where its heights are unknown, not at the border of its rectangle;
 * empty if there are none. */
std::string note_of_holes(const Report& report) {
  const rf_rectangle area = report.built.grid_area();
  const auto is_inside = [&area](const double* place) {
    return place[0] > area.x_min && place[0] < area.x_max && place[1] > area.y_min && place[1] < area.y_max;
  };
  std::size_t count = 0;
  const rf_state* first = nullptr;
  for (const rf_state& state : report.result.ends) {
    if (state.end != RF_ENDED_LEFT_TERRAIN || !is_inside(state.position)) continue;
    if (first == nullptr) first = &state;
    ++count;
  }
  if (first == nullptr) return "";
  const double* const origin = report.built.origin();
  return "; " + counted(count, "rock") + " over places without data inside its extent, the first at " +
         position_text(first->position[0] + origin[0], first->position[1] + origin[1]);
}

std::vector<std::string> end_notes(const Report& report) {
  std::vector<std::string> notes;
  const auto note = [&](rf_end end, const std::string& what) {
    const std::uint32_t count = report.statistics.ended[end - 1];
    if (count == 0) return;
    const double share = static_cast<double>(count) / static_cast<double>(report.result.ends.size());
    const std::string of_all = share < 0.001 ? "less than 0.1" : format_fixed(100 * share, 1);
    notes.push_back(of_all + " % of the rocks " + what);
  };
  note(RF_ENDED_LEFT_TERRAIN, "left the terrain: their run-out is cut off at its edge" + note_of_holes(report));
  note(RF_ENDED_TIME_LIMIT, "were still moving at the time limit");
  note(RF_ENDED_FAULT, "ended with a fault");
  return notes;
}

std::vector<std::string> step_notes(const Report& report) {
  constexpr double largest_compared_speed = 100;  // m/s, docs/limits.md
  std::vector<std::string> notes;
  const RunResult& result = report.result;
  if (result.redrawn > 0) {
    notes.push_back(counted(result.redrawn, "start position") + " had no ground and " +
                    (result.redrawn == 1 ? "was" : "were") + " drawn again");
  }
  if (result.unconverged > 0) {
    notes.push_back(std::to_string(result.unconverged) + " of " + counted(result.steps, "step") +
                    (result.unconverged == 1 ? " violates" : " violate") +
                    " the contact laws noticeably: limit of the iterations, or a large settings.solver_tolerance");
  }
  if (result.work_limited > 0) {
    notes.push_back(std::to_string(result.work_limited) + " of " + counted(result.steps, "step") +
                    " reached the bound on the work of a step: the rocks are large against the cells of the "
                    "terrain, and have less accurate contacts");
  }
  if (const std::uint32_t fast = rocks_faster_than_steps(report)) {
    notes.push_back(counted(fast, "rock") +
                    " moved farther than a quarter of the bounding radius in a step: their rebounds depend on the time "
                    "step; a shorter one is recommended");
  }
  const auto& statistics = result.rock_statistics;
  const auto faster = std::count_if(statistics.begin(), statistics.end(), [](const rf_rock_statistics& rock) {
    return rock.maximum[RF_VELOCITY] > largest_compared_speed;
  });
  if (faster > 0) {
    notes.push_back(counted(static_cast<std::uint64_t>(faster), "rock") + " moved faster than " +
                    format_fixed(largest_compared_speed, 0) +
                    " m/s: outside the range compared with other results; rigid ground has no "
                    "terminal speed");
  }
  return notes;
}

std::vector<std::string> warnings_of(const Report& report) {
  std::vector<std::string> warnings = report.built.warnings();
  warnings.insert(warnings.end(), report.plan_warnings.begin(), report.plan_warnings.end());
  warnings.insert(warnings.end(), report.result.warnings.begin(), report.result.warnings.end());
  for (const std::string& note : end_notes(report)) warnings.push_back(note);
  for (const std::string& warning : warnings_of_events(report)) warnings.push_back(warning);
  for (const std::string& note : step_notes(report)) warnings.push_back(note);
  for (const std::string& note : ground_notes(report)) warnings.push_back(note);
  return warnings;
}

void write_summary(const std::filesystem::path& file, const Report& report, const std::vector<std::string>& files) {
  const Scenario& scenario = report.scenario;
  const RunResult& result = report.result;
  Json json;
  json["scenario"] = scenario.name;
  json["version"] = version_text();
  json["model"] = rf_model_name(scenario.settings.model);
  json["scheme"] = scheme_name(scenario.settings.scheme);
  json["time_step_s"] = scenario.settings.time_step;
  json["seed"] = result.options.seed;
  json["rocks"] = result.ends.size();
  json["steps"] = result.steps;
  json["unconverged_steps"] = result.unconverged;
  json["work_limited_steps"] = result.work_limited;
  json["rocks_faster_than_steps"] = rocks_faster_than_steps(report);
  json["starts_drawn_again"] = result.redrawn;
  json["crs"] = crs_name(report.built.frame().crs);
  json["warnings"] = warnings_of(report);
  json["files"] = files;
  json["wall_s"] = result.wall;
  json["threads"] = result.threads;
  json["ns_per_rock_step"] = nanoseconds_per_rock_step(result);
  if (!scenario.ground.preset.empty()) {
    json["ground_preset"] = scenario.ground.preset;
    json["ground_preset_confirmed"] = is_confirmed(scenario.ground.preset, scenario.settings);
  }
  add_input(json, report);
  add_campaign(json, report);
  write_file(file, [&](std::ostream& out) { out << json_text(json, 2) << "\n"; });
}

void write_trajectories(const std::filesystem::path& file, const Report& report) {
  const double* origin = report.built.origin();
  write_file(file, [&](std::ostream& out) {
    out << "rock,time_s,x_m,y_m,z_m,E_kJ,v_m_s,rotation_rot_s,jump_height_m,scar_depth_m\n";
    for (std::size_t rock = 0; rock < report.result.tracks.size(); ++rock) {
      for (const TrackPoint& point : report.result.tracks[rock]) {
        out << rock << "," << format_number(point.time, 9);
        for (std::size_t k = 0; k < 3; ++k) out << "," << format_fixed(point.position[k] + origin[k], 3);
        for (std::size_t q = 0; q < RF_QUANTITY_COUNT; ++q) {
          out << "," << format_number(point.quantity[q] * quantity_texts[q].factor, 6);
        }
        out << "," << format_number(point.scar_depth, 6) << "\n";
      }
    }
  });
}

}  // namespace sandbox
