// The timeline.
#include <imgui.h>

#include <algorithm>

#include "live/panels.h"
#include "live/theme.h"

namespace sandbox::live {

/** Bars for the impacts and dots for rocks that ended, above the line of the moments. */
void Panels::timeline_marks(const std::vector<Moment>& moments, std::uint64_t last, const std::array<float, 4>& line) {
  float strongest = 1;
  for (const Moment& moment : moments) strongest = std::max(strongest, moment.impact);
  const float width = line[2] - line[0], height = line[3] - line[1];
  std::vector<float> bars(static_cast<std::size_t>(std::max(1.0f, width / px(2))) + 1, 0.0f);
  std::vector<bool> stops(bars.size(), false);
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const auto share = static_cast<float>(moments[i].step) / static_cast<float>(last);
    const auto column = static_cast<std::size_t>(std::min(share, 1.0f) * static_cast<float>(bars.size() - 1));
    bars[column] = std::max(bars[column], moments[i].impact / strongest);
    if (moments[i].ended > moments[i - 1].ended) stops[column] = true;
  }
  ImDrawList* const list = ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < bars.size(); ++k) {
    const float x = line[0] + width * static_cast<float>(k) / static_cast<float>(bars.size() - 1);
    if (bars[k] > 0.03f) {
      list->AddLine({x, line[3] - px(1)}, {x, line[3] - px(1) - 0.75f * height * bars[k]}, themed(Tone::accent),
                    px(1.5f));
    }
    if (stops[k]) list->AddCircleFilled({x, line[1] + px(3)}, px(2.2f), curve_colour(1));
  }
}

void Panels::loop_box(Session& session) {
  bool loop = session.loop;
  if (ImGui::Checkbox("loop", &loop)) session.set_loop(loop);
  mark("loop");
}

void Panels::timeline(Session& session) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({px(8), screen.y - px(74)}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({screen.x - px(16), px(66)}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin("timeline", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  const ImVec2 panel_at = ImGui::GetWindowPos(), panel_size = ImGui::GetWindowSize();
  places["timeline.panel"] = {panel_at.x, panel_at.y, panel_at.x + panel_size.x, panel_at.y + panel_size.y};
  const World& world = session.world();
  const std::vector<Moment>& moments = world.timeline().moments();
  const std::uint64_t interval = world.timeline().interval();
  int now = static_cast<int>(world.step() / interval);
  int last = std::max(1, static_cast<int>(moments.back().step / interval));
  // The slider spans the whole recording, including steps that have not been played yet.
  const std::uint64_t whole = world.replay_steps();
  if (whole > 0) last = std::max(last, static_cast<int>(whole / interval));
  ImGui::PushItemWidth(-1);
  if (ImGui::SliderInt("##moment", &now, 0, last, "")) {
    session.pacer.paused = true;
    session.seek(static_cast<std::uint64_t>(now) * interval);
  }
  mark("timeline");
  ImGui::PopItemWidth();
  const ImVec2 line_from = ImGui::GetItemRectMin(), line_to = ImGui::GetItemRectMax();
  timeline_marks(moments, static_cast<std::uint64_t>(last) * interval,
                 {line_from.x, line_from.y, line_to.x, line_to.y});
  if (world.diverged() > 0 && whole > 0) {
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const float at = from.x + (to.x - from.x) * static_cast<float>(world.diverged()) / static_cast<float>(whole);
    ImGui::GetWindowDrawList()->AddRectFilled({at, from.y}, {to.x, from.y + 4}, IM_COL32(230, 60, 40, 255));
    ImGui::GetWindowDrawList()->AddRectFilled({at - 1, from.y}, {at + 2, to.y}, IM_COL32(230, 60, 40, 255));
    places["divergence"] = {at - 1, from.y, at + 2, to.y};
  }
  ImGui::AlignTextToFramePadding();
  if (world.recording()) {
    ImGui::TextUnformatted("recording; stop it to go back");
  } else if (whole > 0) {
    const char* const found = world.diverged() > 0                                   ? "; red: differs"
                              : world.step() >= whole && !world.replay_has_skipped() ? "; the same bits"
                                                                                     : "";
    ImGui::Text("step %llu of %llu of the recording%s", static_cast<unsigned long long>(world.step()),
                static_cast<unsigned long long>(whole), found);
    ImGui::SameLine();
    loop_box(session);
  } else {
    ImGui::Text("%.2f s of %.2f s; drag to go back", world.time(), std::max(world.time(), moments.back().time));
    ImGui::SameLine();
    if (ImGui::Button("< step")) session.step_back();
    mark("step_back");
    ImGui::SameLine();
    loop_box(session);
    ImGui::SameLine();
    ImGui::TextColored(themed_vector(Tone::faint), "bars: impacts, dots: stops");
  }
  ImGui::End();
}

}  // namespace sandbox::live
