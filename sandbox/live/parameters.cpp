#include "live/parameters.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "common/text.h"
#include "scenario/scenario.h"

namespace sandbox::live {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest = 1e20, highest_obstacle = 100;  // of rf_ground

template <auto member>
double of_ground(const ParameterSet& set) {
  return set.ground.*member;
}
template <auto member>
void to_ground(ParameterSet& set, double value) {
  set.ground.*member = value;
}
template <auto member>
double of_settings(const ParameterSet& set) {
  return static_cast<double>(set.settings.*member);
}
template <auto member>
void to_settings(ParameterSet& set, double value) {
  set.settings.*member = static_cast<std::decay_t<decltype(set.settings.*member)>>(value);
}

// mu_max is never below mu_min: the other one follows.
void to_mu_min(ParameterSet& set, double value) {
  set.ground.mu_min = value;
  set.ground.mu_max = std::fmax(set.ground.mu_max, value);
}
void to_mu_max(ParameterSet& set, double value) {
  set.ground.mu_max = value;
  set.ground.mu_min = std::fmin(set.ground.mu_min, value);
}

const char* const slippage_law = "mu(s) = mu_min + 2/pi (mu_max - mu_min) atan(kappa s)";
const char* const leine = "Leine et al. 2014, section 3.7";
const char* const lu = "Lu et al. 2019, eq. 9";
const char* const rocfall = "RocFall3 manual; see docs/rocfall_models.md";
const char* const program = "setting of the program";

std::string range_text(const Parameter& p) {
  const std::string least = short_number(p.least / p.shown_unit), most = short_number(p.most / p.shown_unit);
  return p.most < infinite ? "from " + least + " to " + most : "at least " + least;
}

/** That of the slider, as in its label. */
std::string unit_text(const Parameter& p) {
  const std::string label = p.label;
  return p.shown_unit == 1 ? p.unit : label.substr(label.rfind(' ') + 1);
}

}  // namespace

std::string short_number(double value) { return format_number(value, 4); }

const std::vector<Parameter>& ground_parameters() {
  using G = rf_ground;
  static const std::vector<Parameter> all = {
      {"ground.mu_min", "mu_min", "mu_min", slippage_law, "1",
       "Friction coefficient where the rock has not slipped yet.", leine, 0, 2, 0, largest, 0, RF_GROUND_MU_MIN,
       of_ground<&G::mu_min>, to_mu_min},
      {"ground.mu_max", "mu_max", "mu_max", slippage_law, "1", "Friction coefficient after a long path of slippage.",
       leine, 0, 3, 0, largest, 0, RF_GROUND_MU_MAX, of_ground<&G::mu_max>, to_mu_max},
      {"ground.kappa", "kappa, 1/m", "kappa", slippage_law, "1/m",
       "Rate at which friction grows with the slippage s, the path slipped in contact.", leine, 0, 10, 0, largest, 3,
       RF_GROUND_KAPPA, of_ground<&G::kappa>, to_ground<&G::kappa>},
      {"ground.beta", "beta, 1/s", "beta", "ds/dt = -beta s  without contact", "1/s",
       "Rate at which the slippage decays in flight.", leine, 0, 300, 0, largest, 3, RF_GROUND_BETA,
       of_ground<&G::beta>, to_ground<&G::beta>},
      {"ground.restitution_normal", "restitution n", "e_N", "gamma_N+ = -e_N gamma_N-", "1",
       "Normal velocity after an impact over that before.", "Newton's law; Leine et al. 2014, section 3.4", 0, 1, 0, 1,
       0, RF_GROUND_RESTITUTION_NORMAL, of_ground<&G::restitution_normal>, to_ground<&G::restitution_normal>},
      {"ground.restitution_tangential", "restitution t", "e_T", "gamma_T+ = -e_T gamma_T-  within the friction cone",
       "1", "Tangential velocity after an impact over that before, reversed; 0 for rock on ground.",
       "Leine et al. 2014, section 3.4", 0, 1, 0, 1, 0, RF_GROUND_RESTITUTION_TANGENTIAL,
       of_ground<&G::restitution_tangential>, to_ground<&G::restitution_tangential>},
      {"ground.restitution_threshold", "restitution from, m/s", "v_e", "no restitution where |gamma_N-| < v_e", "m/s",
       "Least normal velocity of an impact with restitution; 0: it acts at every velocity.", program, 0, 10, 0, largest,
       0, RF_GROUND_RESTITUTION_THRESHOLD, of_ground<&G::restitution_threshold>, to_ground<&G::restitution_threshold>},
      {"ground.contact_drag", "contact drag, 1/s", "c", "F = -c m v  in contact", "1/s",
       "Drag of the ground on a rock in contact.", "RAMMS::ROCKFALL, drag of the soil", 0, 2, 0, largest, 0,
       RF_GROUND_CONTACT_DRAG, of_ground<&G::contact_drag>, to_ground<&G::contact_drag>},
      {"ground.layer_drag", "layer drag, kg/s", "d", "F = -d v  below the layer height", "kg/s",
       "Drag of a layer over the ground, for instance a forest.", "RAMMS::ROCKFALL, forest drag", 0, 2000, 0, largest,
       4, RF_GROUND_LAYER_DRAG, of_ground<&G::layer_drag>, to_ground<&G::layer_drag>},
      {"ground.layer_drag_rotation", "layer drag, rotation", "d_R", "M = -d_R omega  below the layer height", "kg m2/s",
       "Drag of the layer on the rotation.", "as the layer drag", 0, 2000, 0, largest, 4, RF_GROUND_LAYER_DRAG_ROTATION,
       of_ground<&G::layer_drag_rotation>, to_ground<&G::layer_drag_rotation>},
      {"ground.layer_height", "layer height, m", "h", "", "m", "Height of the layer over the ground.",
       "RAMMS::ROCKFALL, height of the forest", 0, 40, 0, largest, 0, RF_GROUND_LAYER_HEIGHT,
       of_ground<&G::layer_height>, to_ground<&G::layer_height>},
      {"ground.contact_drag_height", "contact drag height", "h_c", "drag below h_c times half the space diagonal", "1",
       "The contact drag also acts this far above the ground; 0: in contact only.", program, 0, 5, 0, largest, 0,
       RF_GROUND_CONTACT_DRAG_HEIGHT, of_ground<&G::contact_drag_height>, to_ground<&G::contact_drag_height>},
      {"ground.rolling_resistance", "rolling resistance", "mu_R", "|M| <= mu_R h P_N", "1",
       "Tangent of the angle of rolling resistance; h: height of S over the contact.", "Leine & Glocker 2003", 0, 1, 0,
       largest, 0, RF_GROUND_ROLLING_RESISTANCE, of_ground<&G::rolling_resistance>, to_ground<&G::rolling_resistance>},
      {"ground.soil_strength", "soil strength, MPa", "M_E", "M_E = 0: rigid ground", "Pa",
       "Strength of the soil layer into which rocks dig scars.", "Lu et al. 2019: 10 to 25 MPa", 0, 1e8, 0, largest, 4,
       RF_GROUND_SOIL_STRENGTH, of_ground<&G::soil_strength>, to_ground<&G::soil_strength>, false, 1e6},
      {"ground.soil_drag", "soil drag", "C", "F = 1/2 C rho A v^2", "1",
       "Drag coefficient of the soil layer, C_f + C_s.", lu, 0, 5, 0, largest, 0, RF_GROUND_SOIL_DRAG,
       of_ground<&G::soil_drag>, to_ground<&G::soil_drag>},
      {"ground.soil_drag_rotation", "soil drag, rotation", "k", "M = -k F R omega / (m v^2) Theta omega", "1",
       "Drag coefficient of the soil layer for the rotation over that for S; with the drag at S only.", program, 0, 5,
       0, largest, 0, RF_GROUND_SOIL_DRAG_ROTATION, of_ground<&G::soil_drag_rotation>,
       to_ground<&G::soil_drag_rotation>},
      {"ground.soil_density", "soil density, kg/m3", "rho", "F = 1/2 C rho A v^2", "kg/m3",
       "Density of the soil layer.", lu, 0, 3000, 0, largest, 0, RF_GROUND_SOIL_DENSITY, of_ground<&G::soil_density>,
       to_ground<&G::soil_density>},
      {"ground.roughness_70", "roughness 70 %, m", "Rg70", "", "m", "Height of the obstacles on 70 % of the surface.",
       "Rockyfor3D", 0, 2, 0, highest_obstacle, 0, RF_GROUND_ROUGHNESS_70, of_ground<&G::roughness_70>,
       to_ground<&G::roughness_70>},
      {"ground.roughness_20", "roughness 20 %, m", "Rg20", "", "m", "Height of the obstacles on 20 % of the surface.",
       "Rockyfor3D", 0, 2, 0, highest_obstacle, 0, RF_GROUND_ROUGHNESS_20, of_ground<&G::roughness_20>,
       to_ground<&G::roughness_20>},
      {"ground.roughness_10", "roughness 10 %, m", "Rg10", "", "m", "Height of the obstacles on 10 % of the surface.",
       "Rockyfor3D", 0, 2, 0, highest_obstacle, 0, RF_GROUND_ROUGHNESS_10, of_ground<&G::roughness_10>,
       to_ground<&G::roughness_10>},
  };
  return all;
}

const std::vector<Parameter>& rocfall_parameters() {
  using G = rf_ground;
  static const std::vector<Parameter> all = {
      {"ground.rocfall_restitution_normal", "R_N", "R_N", "v_N+ = -R_N v_N-", "1",
       "Outgoing over incoming normal velocity of the contact point.", rocfall, 0, 1, 0, 1, 0,
       RF_GROUND_ROCFALL_RESTITUTION_NORMAL, of_ground<&G::rocfall_restitution_normal>,
       to_ground<&G::rocfall_restitution_normal>},
      {"ground.rocfall_restitution_tangential", "R_T", "R_T", "v_T+ = R_T v_T-", "1",
       "Outgoing over incoming tangential velocity of the contact point.", rocfall, 0, 1, 0, 1, 0,
       RF_GROUND_ROCFALL_RESTITUTION_TANGENTIAL, of_ground<&G::rocfall_restitution_tangential>,
       to_ground<&G::rocfall_restitution_tangential>},
      {"ground.rocfall_friction", "mu", "mu", "|F_T| <= mu N", "1", "Coulomb friction of rolling and sliding.", rocfall,
       0, 2, 0, largest, 0, RF_GROUND_ROCFALL_FRICTION, of_ground<&G::rocfall_friction>,
       to_ground<&G::rocfall_friction>},
      {"ground.rocfall_rolling_friction", "mu_r", "mu_r", "F = mu_r N  against the motion", "1", "Rolling friction.",
       rocfall, 0, 1, 0, largest, 0, RF_GROUND_ROCFALL_ROLLING_FRICTION, of_ground<&G::rocfall_rolling_friction>,
       to_ground<&G::rocfall_rolling_friction>},
      {"ground.rocfall_impulse_cap", "percussions capped by mu", "", "|P_T| <= mu P_N  at an impact", "1",
       "1: the tangential percussion of an impact of a rigid body is limited by friction; 0: it is not.", rocfall, 0, 1,
       0, 1, 0, RF_GROUND_ROCFALL_IMPULSE_CAP, of_ground<&G::rocfall_impulse_cap>, to_ground<&G::rocfall_impulse_cap>,
       true},
      {"ground.rocfall_bounce_speed", "bounces from, m/s", "v_b", "v_N+ < v_b: rolls or slides", "m/s",
       "After an impact with a smaller outgoing normal velocity the rock rolls or slides.", rocfall, 0, 2, 0, largest,
       0, RF_GROUND_ROCFALL_BOUNCE_SPEED, of_ground<&G::rocfall_bounce_speed>, to_ground<&G::rocfall_bounce_speed>},
  };
  return all;
}

const std::vector<Parameter>& settings_parameters() {
  using S = rf_settings;
  static const std::vector<Parameter> all = {
      {"time_step", "time step, s", "dt", "", "s", "Fixed step of the time stepping; smaller is slower and more exact.",
       "Moreau time stepping: Leine et al. 2021, eq. 84-87", 0.0005, 0.02, 1e-6, largest_time_step, 2, -1,
       of_settings<&S::time_step>, to_settings<&S::time_step>},
      {"gravity", "gravity, m/s2", "g", "", "m/s2", "Acceleration along -z.", program, 0, 25, 0, infinite, 0, -1,
       of_settings<&S::gravity>, to_settings<&S::gravity>},
      {"scar_length", "scar length, diameters", "l", "d falls after a path of 2 l R", "1",
       "After a path of so many bounding diameters in the soil the scar of a rock decays; 0: never, as published.",
       program, 0, 10, 0, infinite, 0, -1, of_settings<&S::scar_length>, to_settings<&S::scar_length>},
      {"solver_sweeps", "sweeps at most", "N", "", "1", "The percussion solver ends after this number of sweeps.",
       "block Gauss-Seidel", 1, 2000, 1, 100000, 3, -1, of_settings<&S::solver_sweeps>, to_settings<&S::solver_sweeps>},
      {"solver_tolerance", "tolerance", "eps", "|r(P)| <= eps |r(0)|", "1",
       "The percussion solver has converged when the residual r of the contact laws is smaller, relative to that "
       "without percussions; where it sweeps, when the percussions change by less, relative to the largest one.",
       "semismooth Newton method, block Gauss-Seidel", 1e-14, 1e-2, 1e-16, 0.01, 12, -1,
       of_settings<&S::solver_tolerance>, to_settings<&S::solver_tolerance>},
      {"stop_speed", "stop speed, m/s", "v_s", "still: E < 1/2 m v_s^2", "m/s",
       "A rock with less kinetic energy counts as still; 0: rocks never stop.", program, 0, 2, 0, infinite, 0, -1,
       of_settings<&S::stop_speed>, to_settings<&S::stop_speed>},
      {"stop_time", "stop time, s", "t_s", "", "s", "A rock in contact stops after it was still for this time.",
       program, 0, 5, 0, infinite, 0, -1, of_settings<&S::stop_time>, to_settings<&S::stop_time>},
      {"time_limit", "time limit, s", "t_end", "", "s", "End of every trajectory; 0: none.", program, 0, 600, 0,
       largest_time_limit, 0, -1, of_settings<&S::time_limit>, to_settings<&S::time_limit>},
  };
  return all;
}

const Parameter* find_parameter(const std::string& name) {
  for (const auto* table : {&ground_parameters(), &rocfall_parameters(), &settings_parameters()}) {
    for (const Parameter& parameter : *table) {
      if (name == parameter.name) return &parameter;
    }
  }
  return nullptr;
}

std::string explanation(const Parameter& parameter) {
  std::string text = parameter.meaning;
  if (*parameter.symbol != '\0') text += std::string("\nsymbol   ") + parameter.symbol;
  if (*parameter.formula != '\0') text += std::string("\nformula  ") + parameter.formula;
  text += "\nunit     " + unit_text(parameter) + ", " + range_text(parameter);
  text += std::string("\nsource   ") + parameter.source;
  text += std::string("\nkey      ") + (parameter.field < 0 ? "settings." : "") + parameter.name;
  return parameter.shown_unit == 1 ? text : text + ", in " + parameter.unit;
}

}  // namespace sandbox::live
