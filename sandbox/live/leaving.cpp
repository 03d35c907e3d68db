#include "live/leaving.h"

#include <imgui.h>
#include <imgui_internal.h>

#include "common/output_file.h"

namespace sandbox::live {
namespace {

bool recording_at_stake(const Session& session) { return session.world().recording() || session.unsaved(); }

/** Closes the topmost popup. False if there is none. */
bool close_popup() {
  const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (open == 0) return false;
  ImGui::ClosePopupToLevel(open - 1, true);
  return true;
}

}  // namespace

void Leaving::escape(bool& help) {
  if (close_popup()) return;
  if (help && !asking_) {
    help = false;
    return;
  }
  asking_ = !asking_;
}

void Leaving::close(const Session& session) {
  if (recording_at_stake(session)) {
    asking_ = true;
  } else {
    decided_ = true;
  }
}

void Leaving::enter(Session& session, std::string& recording_file) {
  if (asking_) leave(session, recording_file);
}

void Leaving::leave(Session& session, std::string& recording_file) {
  // A recording that cannot be saved keeps the program open; the message says why.
  if (recording_at_stake(session) && !session.save_recording(recording_file)) return;
  decided_ = true;
}

void Leaving::draw(Session& session, std::string& recording_file, std::map<std::string, std::array<float, 4>>& places) {
  if (!asking_) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowFocus();
  ImGui::Begin("Leave rockfall?", nullptr,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove);
  const auto button = [&](const char* label, const char* name) {
    const bool pressed = ImGui::Button(label);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    places[name] = {a.x, a.y, b.x, b.y};
    ImGui::SameLine();
    return pressed;
  };
  if (recording_at_stake(session)) {
    ImGui::Text("A recording is not saved. It would be saved to\n%s", free_name(recording_file).string().c_str());
    if (button("save and leave", "leave.save")) leave(session, recording_file);
    if (button("discard and leave", "leave.discard")) {
      session.discard_recording();
      decided_ = true;
    }
  } else {
    ImGui::TextUnformatted("The scene and its timeline are not kept; settings of the view are.");
    if (button("leave", "leave.yes")) leave(session, recording_file);
  }
  if (button("stay", "leave.stay")) asking_ = false;
  ImGui::End();
}

}  // namespace sandbox::live
