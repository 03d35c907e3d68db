#include "live/panels.h"

#include <imgui.h>

#include <algorithm>

#include "live/fuzzy.h"
#include "live/plot.h"
#include "samples/samples.h"

namespace sandbox::live {

void Panels::mark(const char* name) {
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  places[name] = {a.x, a.y, b.x, b.y};
}

bool Panels::section(const char* title, bool open) {
  if (unfolded) ImGui::SetNextItemOpen(true);
  const bool shown = ImGui::CollapsingHeader(title, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  mark((std::string("section.") + title).c_str());
  return shown;
}

void Panels::draw(Session& session, Stage& stage) {
  places.clear();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  if (visible) {
    ImGui::SetNextWindowPos({8, 8}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({310, screen.y - 86}, ImGuiCond_Always);
    ImGui::SetNextWindowBgAlpha(0.85f);
    ImGui::Begin("rockfall", nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse);
    ImGui::PushItemWidth(150);
    pace(session);
    samples(session);
    ground(session);
    settings(session);
    rock(session);
    view(stage);
    recording(session);
    ImGui::PopItemWidth();
    ImGui::End();
    ImGui::SetNextWindowPos({screen.x - 338, 8}, ImGuiCond_Always);
    ImGui::SetNextWindowSize({330, screen.y - 86}, ImGuiCond_Always);
    ImGui::SetNextWindowBgAlpha(0.85f);
    ImGui::Begin("over time", nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse);
    plots(session, stage);
    ledger(session.world());
    ImGui::End();
    timeline(session);
  }
  if (stage.display.look.ribbons) legend(stage);
  message(session);
  if (help) keys();
}

void Panels::pace(Session& session) {
  Pacer& pacer = session.pacer;
  if (ImGui::Button(pacer.paused ? "run" : "pause", {60, 0})) pacer.paused = !pacer.paused;
  mark("pause");
  ImGui::SameLine();
  if (ImGui::Button("step", {60, 0})) {
    pacer.paused = true;
    pacer.single_step();
  }
  mark("step");
  ImGui::SameLine();
  if (ImGui::Button("restart", {60, 0})) session.restart();
  mark("restart");
  ImGui::SameLine();
  if (ImGui::Button("keys", {60, 0})) help = !help;
  mark("keys");
  float scale = static_cast<float>(pacer.time_scale);
  if (ImGui::SliderFloat("time scale", &scale, 0.01f, 4.0f, "%.2f", ImGuiSliderFlags_Logarithmic)) {
    pacer.time_scale = static_cast<double>(scale);
  }
  mark("time_scale");
  const World& world = session.world();
  ImGui::Text("%.3f s, step %llu, %u of %zu moving", world.time(), static_cast<unsigned long long>(world.step()),
              world.moving(), world.lanes()[0].states.size());
}

void Panels::samples(Session& session) {
  if (!section("Samples", true)) return;
  ImGui::InputTextWithHint("##find", "find a sample", filter, sizeof filter);
  mark("find");
  const std::string typed = filter;
  std::vector<std::pair<int, const samples::Sample*>> found;
  for (const samples::Sample& sample : samples::all()) {
    if (const auto score = fuzzy_score(typed, sample.name)) found.emplace_back(*score, &sample);
  }
  if (!typed.empty()) {
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  }
  ImGui::BeginChild("list", {0, 150}, true);
  const char* category = nullptr;
  std::string chosen;
  for (const auto& [score, sample] : found) {
    if (typed.empty() && (category == nullptr || std::string(category) != sample->category)) {
      category = sample->category;
      ImGui::TextDisabled("%s", category);
    }
    if (ImGui::Selectable(sample->name, session.sample() == sample->name)) chosen = sample->name;
    mark((std::string("sample.") + sample->name).c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", sample->description);
  }
  ImGui::EndChild();
  if (!chosen.empty()) session.open_sample(chosen);
}

void Panels::view(Stage& stage) {
  if (!section("View", false)) return;
  Display& display = stage.display;
  int camera = static_cast<int>(display.camera);
  if (ImGui::Combo("camera", &camera, "orbit\0fly\0follow\0")) stage.choose(static_cast<CameraKind>(camera));
  mark("camera");
  int terrain = static_cast<int>(display.look.terrain_colour);
  if (ImGui::Combo("terrain", &terrain, "relief\0ground\0plain\0")) {
    display.look.terrain_colour = static_cast<rockfall_viewer::TerrainColour>(terrain);
  }
  int ribbon = static_cast<int>(display.look.ribbon_colour);
  if (ImGui::Combo("ribbons", &ribbon, "velocity\0energy\0jump height\0rotation\0")) {
    display.look.ribbon_colour = static_cast<rockfall_viewer::RibbonColour>(ribbon);
    static constexpr double maxima[4] = {30, 1e6, 10, 30};
    display.look.ribbon_maximum = maxima[ribbon];
  }
  const double smallest = 0;
  ImGui::InputDouble("red end", &display.look.ribbon_maximum, 0, 0, "%.4g");
  ImGui::InputDouble("contours, m", &display.look.contour_interval, 0, 0, "%.4g");
  display.look.contour_interval = std::max(display.look.contour_interval, smallest);
  ImGui::Checkbox("trajectories", &display.look.ribbons);
  ImGui::SameLine();
  ImGui::Checkbox("shadows", &display.look.shadows);
  ImGui::Checkbox("contacts", &display.contacts);
  ImGui::SameLine();
  ImGui::Checkbox("percussions", &display.percussions);
  ImGui::Checkbox("deposits", &display.deposits);
  ImGui::SameLine();
  ImGui::Checkbox("mesh", &display.look.wireframe);
}

void Panels::recording(Session& session) {
  if (!section("Recording", true)) return;
  const World& world = session.world();
  if (world.recording()) {
    if (ImGui::Button("stop and save")) session.stop_recording(recording_file);
    mark("record");
  } else {
    if (ImGui::Button("record")) session.start_recording();
    mark("record");
    ImGui::SameLine();
    if (ImGui::Button("play")) session.open_file(recording_file);
    mark("play");
  }
  ImGui::SameLine();
  ImGui::TextDisabled("%s", recording_file.c_str());
  if (world.replaying()) replay(session);
}

void Panels::replay(Session& session) {
  const World& world = session.world();
  const Divergence& divergence = world.divergence();
  if (divergence.step > 0) {
    ImGui::TextColored({1, 0.4f, 0.3f, 1}, "differs from step %llu on (%llu was the same)",
                       static_cast<unsigned long long>(divergence.step),
                       static_cast<unsigned long long>(divergence.last_same));
    std::string rocks;
    for (std::size_t i = 0; i < std::min<std::size_t>(divergence.rocks.size(), 8); ++i) {
      rocks += " " + std::to_string(divergence.rocks[i]);
    }
    if (divergence.rocks.size() > 8) rocks += " and " + std::to_string(divergence.rocks.size() - 8) + " more";
    if (divergence.told_at > 0) {
      ImGui::TextWrapped("rocks that differ at step %llu:%s", static_cast<unsigned long long>(divergence.told_at),
                         rocks.c_str());
    }
  } else {
    ImGui::Text("%s", world.replay_finished() ? "played to its end: the same bits" : "playing: the same bits so far");
  }
  if (ImGui::Button("go on from here by hand")) session.leave_replay();
  mark("leave_replay");
}

void Panels::plots(Session& session, Stage& stage) {
  const World& world = session.world();
  int rock = static_cast<int>(world.watched());
  ImGui::PushItemWidth(110);
  if (ImGui::InputInt("rock", &rock) && rock >= 0) session.world().watch(static_cast<std::uint32_t>(rock));
  mark("watch");
  ImGui::PopItemWidth();
  for (std::size_t i = 0; i < world.lanes().size() && world.lanes().size() > 1; ++i) {
    const rockfall_viewer::Colour c = lane_colour(i);
    ImGui::TextColored({c[0], c[1], c[2], 1}, "%s", world.lanes()[i].name.c_str());
    if (i + 1 < world.lanes().size() && i % 2 == 0) ImGui::SameLine();
  }
  plot("angular velocity in K", "rad/s", world, {omega_x, omega_y, omega_z});
  plot("kinetic, potential, total energy", "J", world, {kinetic, potential, total});
  plot("slippage", "m", world, {slippage});
  plot("friction mu(s)", "1", world, {friction});
  plot("jump height", "m", world, {jump_height});
  plot("percussion", "N s", world, {percussion});
  plot("sweeps of the solver", "1", world, {sweeps});
  ImGui::TextDisabled("%u draw calls, %.2f M triangles, %.2f ms sent", stage.cost().calls,
                      static_cast<double>(stage.cost().triangles) / 1e6, 1e3 * stage.cost().submit_seconds);
}

void Panels::ledger(const World& world) {
  if (!section("Energy ledger", true)) return;
  for (const Lane& lane : world.lanes()) {
    if (world.lanes().size() > 1) ImGui::TextDisabled("%s", lane.name.c_str());
    ImGui::Text("kinetic change    %14.6g J", lane.ledger.kinetic_change);
    ImGui::Text("potential change  %14.6g J", lane.ledger.potential_change);
    ImGui::Text("contact work      %14.6g J", lane.ledger.contact_work);
    ImGui::Text("drag work         %14.6g J", lane.ledger.drag_work);
    ImGui::Text("largest residual  %14.3g J", lane.ledger.largest_residual);
    if (lane.report.converged == 0 && lane.report.contact_count > 0) ImGui::Text("the solver stopped at its bound");
  }
}

void Panels::timeline(Session& session) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({8, screen.y - 70}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({screen.x - 16, 62}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin("timeline", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  const World& world = session.world();
  const auto& history = world.history();
  const auto later = std::upper_bound(history.begin(), history.end(), world.step(),
                                      [](std::uint64_t step, const Moment& moment) { return step < moment.step; });
  int now = std::max(0, static_cast<int>(later - history.begin()) - 1);
  int last = std::max(1, static_cast<int>(history.size()) - 1);
  // A recording's whole length is shown, also what has not been played yet.
  const std::uint64_t whole = world.replay_steps();
  if (whole > 0) last = std::max(last, static_cast<int>(whole / world.moment_interval()));
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
    ImGui::TextUnformatted("recording; stop it to look back");
  } else if (whole > 0) {
    ImGui::Text("step %llu of %llu of the recording%s", static_cast<unsigned long long>(world.step()),
                static_cast<unsigned long long>(whole), world.diverged() > 0 ? "; red: differs" : "");
  } else {
    ImGui::Text("%.2f s of %.2f s; drag to look back, run to go on from there with the parameters as they are now",
                world.time(), history.back().time);
  }
  ImGui::End();
}

void Panels::legend(const Stage& stage) {
  const rockfall_viewer::Look& look = stage.display.look;
  static constexpr const char* names[4] = {"velocity, m/s", "kinetic energy, J", "jump height, m", "rotation, rad/s"};
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float left = visible ? 330.0f : 12.0f, width = 180, top = screen.y - (visible ? 122.0f : 50.0f);
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left - 6, top - 20}, {left + width + 6, top + 30}, IM_COL32(20, 22, 26, 190), 4);
  list->AddText({left, top - 17}, IM_COL32_WHITE, names[static_cast<std::size_t>(look.ribbon_colour) % 4]);
  for (int i = 0; i < 60; ++i) {
    const rockfall_viewer::Colour c = rockfall_viewer::scale_colour((i + 0.5) / 60);
    const float x = left + width * static_cast<float>(i) / 60;
    list->AddRectFilled({x, top}, {x + width / 60 + 1, top + 10},
                        ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1}));
  }
  char text[32];
  snprintf(text, sizeof text, "%.4g", look.ribbon_maximum);
  list->AddText({left, top + 13}, IM_COL32_WHITE, "0");
  list->AddText({left + width - ImGui::CalcTextSize(text).x, top + 13}, IM_COL32_WHITE, text);
}

void Panels::message(Session& session) {
  if (session.message().empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 14}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSizeConstraints({200, 0}, {std::max(250.0f, screen.x - 700), 300});
  ImGui::Begin("message", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PushTextWrapPos(440);
  ImGui::TextColored({1, 0.75f, 0.4f, 1}, "%s", session.message().c_str());
  ImGui::PopTextWrapPos();
  if (ImGui::Button("close")) session.say("");
  mark("message");
  ImGui::End();
}

void Panels::keys() {
  ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.5f * ImGui::GetIO().DisplaySize.y}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  ImGui::Begin("keys", &help, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
  ImGui::TextUnformatted(
      "space          pause, run\n"
      "right arrow    a single step\n"
      "R              restart\n"
      "1  2  3        camera: orbit, fly, follow\n"
      "W A S D Q E    fly\n"
      "Tab            show or hide the panels\n"
      "F12            save a picture\n"
      "F1  H          these keys\n"
      "Esc            leave\n\n"
      "left drag      turn          right drag   shift\n"
      "wheel          nearer, farther\n"
      "Ctrl + click   release a rock; drag to throw it\n\n"
      "Drop a .toml, .asc, .tif, .pts, .xyz, .obj or .rfrec file on the window to open it.");
  ImGui::End();
}

}  // namespace sandbox::live
