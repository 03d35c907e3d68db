// The panel of plots and energies.
#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "common/text.h"
#include "live/panels.h"
#include "live/readable.h"
#include "live/theme.h"

namespace sandbox::live {
namespace {

std::string seconds(double time) {
  char text[32];
  snprintf(text, sizeof text, "%.2f s", time);
  return text;
}

/** The variants in the colours of their curves, as many in a line as fit. */
void variant_names(const std::vector<Variant>& variants) {
  const float edge = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const char* const name = variants[i].name.c_str();
    const float end = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + ImGui::CalcTextSize(name).x;
    if (i > 0 && end < edge) ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, curve_colour(i));
    ImGui::TextWrapped("%s", name);
    ImGui::PopStyleColor();
  }
}

}  // namespace

void Panels::choose_plots() {
  const bool open = ImGui::BeginCombo("##plots", "plots");
  mark("choose_plots");
  if (!open && ImGui::IsItemHovered()) ImGui::SetTooltip("chooses the plots that are shown");
  if (!open) return;
  for (const PlotSpec& spec : all_plots()) {
    ImGui::Checkbox(spec.title, &plots_shown[spec.name]);
    mark(std::string("choose_plots.") + spec.name);
  }
  ImGui::EndCombo();
}

void Panels::plots(Session& session, Stage& stage) {
  const World& world = session.world();
  int rock = static_cast<int>(world.watched());
  ImGui::PushItemWidth(px(90));
  if (ImGui::InputInt("rock", &rock) && rock >= 0) session.world().watch(static_cast<std::uint32_t>(rock));
  mark("watch");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  choose_plots();
  ImGui::PopItemWidth();
  if (world.variants().size() > 1) variant_names(world.variants());
  const double since = world.variants()[0].series.measured_since();
  if (world.replaying()) {
    note("no percussions and friction in a replay");
  } else if (since > 1.5 * world.settings().time_step) {
    note("percussion and friction known " + (std::isfinite(since) ? "since " + seconds(since) : "from now on"));
  }
  mark("measured_since");
  plot_view.pointed = -1;
  for (const PlotSpec& spec : all_plots()) {
    if (plots_shown[spec.name]) plot(spec, world, plot_view, px(74), places);
  }
  if (stage.cost().calls == 0) return;  // nothing drawn yet, or a single picture without a window
  char cost[128];
  snprintf(cost, sizeof cost, "%u draw calls, %.2f M triangles, %.2f ms sent", stage.cost().calls,
           static_cast<double>(stage.cost().triangles) / 1e6, 1e3 * stage.cost().submit_seconds);
  note(cost);
}

void Panels::ledger(const World& world) {
  if (!section("Energy ledger", true)) return;
  if (world.replaying()) return note("no energy sums in a replay");
  for (const Variant& variant : world.variants()) {
    const LedgerSum& sum = variant.ledgers[world.watched()];
    note((world.variants().size() > 1 ? variant.name + ": rock " : "rock ") + std::to_string(world.watched()) +
         " since " + seconds(sum.since));
    const auto line = [](const char* name, const std::string& value) {
      ImGui::TextUnformatted(name);
      ImGui::SameLine(px(125));
      ImGui::TextUnformatted(value.c_str());
    };
    line("kinetic change", six_digits(sum.kinetic_change, "J"));
    line("potential change", six_digits(sum.potential_change, "J"));
    line("contact work", six_digits(sum.contact_work, "J"));
    line("drag work", six_digits(sum.drag_work, "J"));
    line("largest residual", format_number(sum.largest_residual, 3) + " J");
    if (variant.report.converged == 0 && variant.report.contact_count > 0) {
      ImGui::TextUnformatted("the solver stopped at its bound");
    }
  }
}

}  // namespace sandbox::live
