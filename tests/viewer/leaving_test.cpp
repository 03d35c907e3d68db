// Esc and the close button: nothing is lost.
#include "live/leaving.h"

#include <imgui.h>

#include "window.h"

using namespace sandbox;
using namespace sandbox::live;

TEST_CASE("Esc closes a popup, then the help, then asks, and a recording continues") {
  DebugContext debug;
  TestWindow window("first_fall", 1000, 700);
  Leaving& leaving = window.panels.leaving;
  REQUIRE(window.session.start_recording());
  window.frames(3, 1);
  REQUIRE(window.panels.help);
  window.interface.build(window.panels, window.session, window.stage, 0.01);
  // A popup as a combo box opens it.
  ImGui::NewFrame();
  ImGui::Begin("rockfall");
  ImGui::OpenPopup("list");
  CHECK(ImGui::BeginPopup("list"));
  ImGui::EndPopup();
  ImGui::End();
  leaving.escape(window.panels.help);
  CHECK_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
  ImGui::EndFrame();
  CHECK(window.panels.help);
  CHECK_FALSE(leaving.asking());
  leaving.escape(window.panels.help);
  CHECK_FALSE(window.panels.help);
  CHECK_FALSE(leaving.asking());
  leaving.escape(window.panels.help);
  CHECK(leaving.asking());
  const std::uint64_t step = window.session.world().step();
  window.frames(3, 1);
  CHECK(window.panels.places.count("leave.save") == 1);
  CHECK(window.session.world().recording());
  CHECK(window.session.world().step() > step);
  leaving.escape(window.panels.help);
  CHECK_FALSE(leaving.asking());
  CHECK_FALSE(leaving.decided());
  CHECK(window.session.world().recording());
  window.session.discard_recording();
}

TEST_CASE("the close button asks during a recording and leaves at once otherwise") {
  DebugContext debug;
  TestWindow window("first_fall");
  Leaving& leaving = window.panels.leaving;
  REQUIRE(window.session.start_recording());
  leaving.close(window.session);
  CHECK(leaving.asking());
  CHECK_FALSE(leaving.decided());
  CHECK(window.session.world().recording());
  window.session.discard_recording();
  leaving.close(window.session);
  CHECK(leaving.decided());
}
