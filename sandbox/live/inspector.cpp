// The panel of the watched rock: its kind, motion and contacts.
#include <imgui.h>

#include <cmath>

#include "live/panels.h"
#include "live/readable.h"
#include "live/theme.h"
#include "run/statistics.h"

namespace sandbox::live {
namespace {

void line(const char* name, const std::string& value) {
  ImGui::TextColored(themed_vector(Tone::faint), "%s", name);
  ImGui::SameLine(px(76));
  ImGui::TextWrapped("%s", value.c_str());
}

constexpr double motion_noise = 1e-6;  // m/s, rad/s and m below this are rounding of a rock at rest

std::string number(double value, const char* unit) { return readable(value, motion_noise) + " " + unit; }

double norm(const double* v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

}  // namespace

void Panels::inspector(Session& session, Stage& stage) {
  const World& world = session.world();
  if (!section("Rock", true)) return;
  const rf_state& state = world.variants()[0].states[world.watched()];
  const rf::Rock& rock = world.built().rock(state.rock);
  ImGui::Checkbox("outline and arrows", &stage.display.selection);
  mark("selection");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("or click a rock: body axes, velocity green, angular velocity purple");
  ImGui::SameLine();
  if (ImGui::Button("follow")) stage.choose(CameraKind::follow);
  mark("follow");
  const double kinetic_energy = rf_kinetic_energy(&world.variants()[0].scene, &state);
  const double speed = norm(state.velocity), translation = 0.5 * rock->mass * speed * speed;
  line("state", std::string(end_text(state.end)) + ", " + world.built().rock_name(state.rock));
  line("mass", number(rock->mass, "kg"));
  line("size", number(rock->extent[0], "x ") + number(rock->extent[1], "x ") + number(rock->extent[2], "m"));
  line("speed", number(speed, "m/s") + ", " + number(norm(state.angular_velocity), "rad/s"));
  // Far below the energy of the rock at 0.1 mm/s.
  const double energy_noise = 1e-9 * rock->mass;
  line("translation", with_prefix(translation, "J", energy_noise));
  line("rotation", with_prefix(kinetic_energy - translation, "J", energy_noise));
  const ContactMarks& marks = world.variants()[0].marks[world.watched()];
  const bool touching = marks.count > 0 && world.time() - marks.time < 1.5 * world.settings().time_step;
  line("contacts", touching ? std::to_string(marks.count) + ", mu " + short_number(marks.contacts[0].friction)
                   : world.replaying() ? "not recorded"
                                       : "none");
  line("slippage", number(state.slippage, "m") +
                       (state.scar_depth > 0 ? ", scar " + number(state.scar_depth, "m deep") : std::string()));
}

}  // namespace sandbox::live
