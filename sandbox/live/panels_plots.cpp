// The panel of plots and energies.
#include <imgui.h>

#include <cmath>

#include "live/panels.h"
#include "live/theme.h"

namespace sandbox::live {

void Panels::choose_plots() {
  const bool open = ImGui::BeginCombo("##plots", "choose plots");
  mark("choose_plots");
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
  for (std::size_t i = 0; i < world.variants().size() && world.variants().size() > 1; ++i) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(curve_colour(i)), "%s", world.variants()[i].name.c_str());
    if (i + 1 < world.variants().size() && i % 2 == 0) ImGui::SameLine();
  }
  const double since = world.variants()[0].series.measured_since();
  if (world.replaying()) {
    ImGui::TextDisabled("no percussions and friction in a replay");
  } else if (since > 1.5 * world.settings().time_step) {
    std::isfinite(since) ? ImGui::TextDisabled("percussion and friction known since %.2f s", since)
                         : ImGui::TextDisabled("percussion and friction known from now on");
  }
  mark("measured_since");
  plot_view.pointed = -1;
  for (const PlotSpec& spec : all_plots()) {
    if (plots_shown[spec.name]) plot(spec, world, plot_view, px(74), places);
  }
  if (stage.cost().calls == 0) return;  // nothing drawn yet, or a single picture without a window
  ImGui::TextDisabled("%u draw calls, %.2f M triangles, %.2f ms sent", stage.cost().calls,
                      static_cast<double>(stage.cost().triangles) / 1e6, 1e3 * stage.cost().submit_seconds);
}

void Panels::ledger(const World& world) {
  if (!section("Energy ledger", true)) return;
  for (const Variant& variant : world.variants()) {
    const LedgerSum& sum = variant.ledgers[world.watched()];
    ImGui::TextDisabled("%s%srock %u since %.2f s", world.variants().size() > 1 ? variant.name.c_str() : "",
                        world.variants().size() > 1 ? ": " : "", world.watched(), sum.since);
    const auto line = [](const char* name, const char* format, double value) {
      ImGui::TextUnformatted(name);
      ImGui::SameLine(px(125));
      ImGui::Text(format, value);
    };
    line("kinetic change", "%.6g J", sum.kinetic_change);
    line("potential change", "%.6g J", sum.potential_change);
    line("contact work", "%.6g J", sum.contact_work);
    line("drag work", "%.6g J", sum.drag_work);
    line("largest residual", "%.3g J", sum.largest_residual);
    if (variant.report.converged == 0 && variant.report.contact_count > 0) {
      ImGui::TextUnformatted("the solver stopped at its bound");
    }
  }
}

}  // namespace sandbox::live
