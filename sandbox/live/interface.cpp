#include "live/interface.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "live/theme.h"

namespace sandbox::live {

Interface::Interface(int width, int height, double scale) {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  set_interface_scale(static_cast<float>(scale));
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Interface::~Interface() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Interface::build(Panels& panels, Session& session, Stage& stage, double seconds) {
  ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
  // ImGui knows the length of panels, and whether they need a scroll bar, only after the first frame.
  for (int time = laid_out_ ? 1 : 0; time < 2; ++time) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    panels.draw(session, stage);
    ImGui::Render();
  }
  laid_out_ = true;
}

void Interface::render() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }

void Interface::draw(Panels& panels, Session& session, Stage& stage, double seconds) {
  build(panels, session, stage, seconds);
  render();
}

}  // namespace sandbox::live
