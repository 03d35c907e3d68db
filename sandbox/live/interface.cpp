#include "live/interface.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace sandbox::live {

Interface::Interface(int width, int height) {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Interface::~Interface() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Interface::draw(Panels& panels, Session& session, Stage& stage, double seconds) {
  ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  panels.draw(session, stage);
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace sandbox::live
