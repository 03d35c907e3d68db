// Comparing: two parameter sets, or several values of one parameter.
#include <imgui.h>

#include <algorithm>

#include "live/panels.h"
#include "live/theme.h"

namespace sandbox::live {

void Panels::compare(Session& session) {
  if (!section("Compare", false)) return;
  if (ImGui::Button("keep as A")) kept_ = session.present().set;
  mark("compare.keep");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("keeps the present parameters as A; change some, then compare");
  ImGui::SameLine();
  ImGui::BeginDisabled(!kept_);
  if (ImGui::Button("A beside B")) session.compare_with(*kept_);
  mark("compare.start");
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("runs A beside the present parameters B from the same start");
  ImGui::SameLine();
  ImGui::BeginDisabled(session.world().variants().size() < 2);
  if (ImGui::Button("end")) session.set_variants({});
  mark("compare.end");
  ImGui::EndDisabled();
  std::vector<const Parameter*> all;
  std::vector<std::string> names;
  const bool hard_contact = session.present().set.settings.model == RF_MODEL_HARD_CONTACT;
  for (const auto* table : {hard_contact ? &ground_parameters() : &rocfall_parameters(), &settings_parameters()}) {
    for (const Parameter& one : *table) {
      all.push_back(&one);
      names.emplace_back(one.label);
    }
  }
  swept_ = std::min(swept_, static_cast<int>(all.size()) - 1);  // those of another model may be fewer
  leave_room_for("sweep over");
  swept_ = choice("sweep over", "sweep.parameter", swept_, names);
  const Parameter& chosen = *all[static_cast<std::size_t>(swept_)];
  if (&chosen != last_swept_ || !(sweep_to_ > sweep_from_)) {
    last_swept_ = &chosen;
    const double now = chosen.get(session.present().set);
    sweep_from_ = std::max(chosen.low, 0.5 * now);
    sweep_to_ = now > 0 ? std::min(std::max(chosen.high, now), 1.5 * now) : 0.5 * chosen.high;
  }
  const auto bound = [&](const char* name, const char* label, double& value) {
    double shown = value / chosen.shown_unit;
    slider(name, label, shown, chosen.low / chosen.shown_unit, chosen.high / chosen.shown_unit, "%.4g");
    value = std::clamp(shown * chosen.shown_unit, chosen.least, chosen.most);
  };
  bound("sweep.from", "from", sweep_from_);
  bound("sweep.to", "to", sweep_to_);
  ImGui::SliderInt("values", &sweep_count_, 2, 8);
  mark_slider("sweep.count");
  if (ImGui::Button("sweep")) session.sweep(chosen, sweep_from_, sweep_to_, sweep_count_);
  mark("sweep.start");
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("runs %d variants from the same start, each with its own %s", sweep_count_, chosen.symbol);
  }
}

}  // namespace sandbox::live
