// The timeline.
#include <imgui.h>

#include <algorithm>

#include "live/panels.h"

namespace sandbox::live {

void Panels::timeline(Session& session) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({px(8), screen.y - px(86)}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({screen.x - px(16), px(78)}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin("timeline", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  const ImVec2 panel_at = ImGui::GetWindowPos(), panel_size = ImGui::GetWindowSize();
  places["timeline.panel"] = {panel_at.x, panel_at.y, panel_at.x + panel_size.x, panel_at.y + panel_size.y};
  const World& world = session.world();
  const std::vector<Moment>& moments = world.timeline().moments();
  int now = std::max(0, static_cast<int>(world.timeline().first_after(world.step())) - 1);
  int last = std::max(1, static_cast<int>(moments.size()) - 1);
  // The slider spans the whole recording, including steps that have not been played yet.
  const std::uint64_t whole = world.replay_steps();
  if (whole > 0) last = std::max(last, static_cast<int>(whole / world.timeline().interval()));
  ImGui::PushItemWidth(-1);
  if (ImGui::SliderInt("##moment", &now, 0, last, "")) {
    session.pacer.paused = true;
    session.world().seek(static_cast<std::size_t>(now));
  }
  mark("timeline");
  ImGui::PopItemWidth();
  if (world.diverged() > 0 && whole > 0) {
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const float at = from.x + (to.x - from.x) * static_cast<float>(world.diverged()) / static_cast<float>(whole);
    ImGui::GetWindowDrawList()->AddRectFilled({at, from.y}, {to.x, from.y + 4}, IM_COL32(230, 60, 40, 255));
    ImGui::GetWindowDrawList()->AddRectFilled({at - 1, from.y}, {at + 2, to.y}, IM_COL32(230, 60, 40, 255));
    places["divergence"] = {at - 1, from.y, at + 2, to.y};
  }
  if (world.recording()) {
    ImGui::TextUnformatted("recording; stop it to go back");
  } else if (whole > 0) {
    ImGui::Text("step %llu of %llu of the recording%s", static_cast<unsigned long long>(world.step()),
                static_cast<unsigned long long>(whole), world.diverged() > 0 ? "; red: differs" : "");
  } else {
    ImGui::Text("%.2f s of %.2f s; drag to go back, run to continue from there with the present parameters",
                world.time(), std::max(world.time(), moments.back().time));
  }
  ImGui::End();
}

}  // namespace sandbox::live
