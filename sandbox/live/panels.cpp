#include "live/panels.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "live/fuzzy.h"
#include "live/legend.h"
#include "live/plot.h"
#include "samples/samples.h"

namespace sandbox::live {

float px(float length) { return length * ImGui::GetFontSize() / 13; }

void set_interface_scale(float scale) {
  scale = std::clamp(scale, 0.5f, 4.0f);
  ImFontConfig letters;
  letters.SizePixels = std::floor(13 * scale);
  ImGui::GetIO().Fonts->AddFontDefault(&letters);
  ImGui::GetStyle().ScaleAllSizes(scale);
}

void Panels::mark(const std::string& name) {
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  places[name] = {a.x, a.y, b.x, b.y};
}

void Panels::mark_slider(const std::string& name) {
  mark(name);
  places[name][2] = places[name][0] + ImGui::CalcItemWidth();
}

void Panels::begin_side(const char* title, const char* name, float x, float width) {
  const ImVec2 at(x, px(8)), size(width, ImGui::GetIO().DisplaySize.y - px(86));
  ImGui::SetNextWindowPos(at, ImGuiCond_Always);
  ImGui::SetNextWindowSize(size, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin(title, nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse);
  places[name] = {at.x, at.y, at.x + size.x, at.y + size.y};
}

int Panels::choice(const char* label, const std::string& name, int chosen, const std::vector<std::string>& options,
                   const char* otherwise) {
  const bool known = chosen >= 0 && static_cast<std::size_t>(chosen) < options.size();
  const bool open = ImGui::BeginCombo(label, known ? options[static_cast<std::size_t>(chosen)].c_str() : otherwise);
  if (!open) return mark(name), chosen;
  int number = 0;
  for (const std::string& option : options) {
    if (ImGui::Selectable(option.c_str(), number == chosen)) chosen = number;
    mark(name + "." + option);
    ++number;
  }
  ImGui::EndCombo();
  return chosen;
}

bool Panels::section(const char* title, bool open) {
  if (unfolded) ImGui::SetNextItemOpen(true);
  const bool shown = ImGui::CollapsingHeader(title, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  mark(std::string("section.") + title);
  return shown;
}

void Panels::draw(Session& session, Stage& stage) {
  places.clear();
  if (visible) {
    const float wide = ImGui::GetIO().DisplaySize.x;
    // In a small window nearly half of the width remains for the scene.
    begin_side("rockfall", "panel", px(8), std::min(px(310), std::max(px(280), 0.28f * wide)));
    ImGui::PushItemWidth(px(126));
    pace(session);
    samples(session);
    ground(session);
    settings(session);
    rock(session);
    view(stage);
    recording(session);
    ImGui::PopItemWidth();
    ImGui::End();
    const float width = std::min(px(330), std::max(px(230), 0.25f * wide));
    begin_side("over time", "plots", wide - px(8) - width, width);
    plots(session, stage);
    ledger(session.world());
    ImGui::End();
    timeline(session);
  }
  const float left = visible ? places["panel"][2] + px(10) : px(12);
  legends(stage.display.look, left, ImGui::GetIO().DisplaySize.y - (visible ? px(84) : px(12)));
  message(session);
  if (help) keys();
}

void Panels::pace(Session& session) {
  Pacer& pacer = session.pacer;
  if (ImGui::Button(pacer.paused ? "run" : "pause", {px(60), 0})) pacer.paused = !pacer.paused;
  mark("pause");
  ImGui::SameLine();
  if (ImGui::Button("step", {px(60), 0})) {
    pacer.paused = true;
    pacer.single_step();
  }
  mark("step");
  ImGui::SameLine();
  if (ImGui::Button("restart", {px(60), 0})) session.restart();
  mark("restart");
  ImGui::SameLine();
  if (ImGui::Button("keys", {px(60), 0})) help = !help;
  mark("keys");
  float scale = static_cast<float>(pacer.time_scale);
  if (ImGui::SliderFloat("time scale", &scale, 0.01f, 4.0f, "%.2f", ImGuiSliderFlags_Logarithmic)) {
    pacer.time_scale = static_cast<double>(scale);
  }
  mark_slider("time_scale");
  const World& world = session.world();
  ImGui::Text("%.3f s, step %llu, %u of %zu moving", world.time(), static_cast<unsigned long long>(world.step()),
              world.moving(), world.variants()[0].states.size());
  mark("clock");
}

void Panels::samples(Session& session) {
  if (!section("Samples", true)) return;
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##find", "find; Enter opens the first", filter, sizeof filter,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  mark("find");
  const std::string typed = filter;
  std::vector<std::pair<int, const samples::Sample*>> found;
  for (const samples::Sample& sample : samples::all()) {
    if (const auto score = fuzzy_score(typed, sample.name)) found.emplace_back(*score, &sample);
  }
  if (!typed.empty()) {
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  }
  ImGui::BeginChild("list", {0, px(150)}, true);
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
  mark("list");
  if (entered && !found.empty()) {
    chosen = found.front().second->name;
    filter[0] = '\0';
  }
  if (!chosen.empty()) session.open_sample(chosen);
}

void Panels::view(Stage& stage) {
  if (!section("View", false)) return;
  Display& display = stage.display;
  const int camera = choice("camera", "camera", static_cast<int>(display.camera), {"orbit", "fly", "follow"});
  if (camera != static_cast<int>(display.camera)) stage.choose(static_cast<CameraKind>(camera));
  rockfall_viewer::Look& look = display.look;
  look.terrain_colour = static_cast<rockfall_viewer::TerrainColour>(
      choice("terrain", "terrain", static_cast<int>(look.terrain_colour), {"relief", "ground", "plain"}));
  const int ribbon = choice("ribbons", "ribbons", static_cast<int>(look.ribbon_colour),
                            {"velocity", "energy", "jump height", "rotation"});
  look.ribbon_colour = static_cast<rockfall_viewer::RibbonColour>(ribbon);
  if (ImGui::InputDouble("red end", &look.ribbon_maximum, 0, 0, "%.4g")) display.automatic_scale = false;
  mark("red_end");
  ImGui::InputDouble("contours, m", &look.contour_interval, 0, 0, "%.4g");
  mark("contours");
  look.contour_interval = std::max(look.contour_interval, 0.0);
  const auto tick = [&](const char* label, bool& value) {
    ImGui::Checkbox(label, &value);
    mark(label);
  };
  tick("automatic red end", display.automatic_scale);
  tick("trajectories", look.ribbons);
  ImGui::SameLine();
  tick("shadows", look.shadows);
  tick("contacts", display.contacts);
  ImGui::SameLine();
  tick("percussions", display.percussions);
  tick("deposits", display.deposits);
  tick("scars in the soil", display.scars);
  ImGui::SameLine();
  tick("mesh", look.wireframe);
  tick("level horizon", display.level_horizon);
}

void Panels::recording(Session& session) {
  if (!section("Recording", true)) return;
  const World& world = session.world();
  if (world.recording() || session.unsaved()) {
    if (ImGui::Button(world.recording() ? "stop and save" : "save")) session.stop_recording(recording_file);
    mark("record");
    ImGui::SameLine();
    if (ImGui::Button("discard")) session.discard_recording();
    mark("discard");
  } else {
    if (ImGui::Button("record")) session.start_recording();
    mark("record");
    ImGui::SameLine();
    if (ImGui::Button("play")) session.open_file(recording_file);
    mark("play");
  }
  char file[512];
  snprintf(file, sizeof file, "%s", recording_file.c_str());
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputText("##file", file, sizeof file)) recording_file = file;
  mark("recording_file");
  if (world.replaying()) replay(session);
}

void Panels::replay(Session& session) {
  const World& world = session.world();
  const Divergence& divergence = world.divergence();
  if (divergence.step > 0) {
    ImGui::TextColored({1, 0.4f, 0.3f, 1}, "differs from step %llu on (same until %llu)",
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
    ImGui::Text("%s",
                world.replay_finished() ? "replayed to the end: the same bits" : "replaying: the same bits so far");
  }
  if (ImGui::Button("continue without the recording")) session.leave_replay();
  mark("leave_replay");
}

void Panels::plots(Session& session, Stage& stage) {
  const World& world = session.world();
  int rock = static_cast<int>(world.watched());
  ImGui::PushItemWidth(px(110));
  if (ImGui::InputInt("rock", &rock) && rock >= 0) session.world().watch(static_cast<std::uint32_t>(rock));
  mark("watch");
  ImGui::PopItemWidth();
  for (std::size_t i = 0; i < world.variants().size() && world.variants().size() > 1; ++i) {
    const rockfall_viewer::Colour c = rockfall_viewer::series_colour(i);
    ImGui::TextColored({c[0], c[1], c[2], 1}, "%s", world.variants()[i].name.c_str());
    if (i + 1 < world.variants().size() && i % 2 == 0) ImGui::SameLine();
  }
  plot("angular velocity in K", "rad/s", world, {omega_x, omega_y, omega_z}, {"x", "y", "z"});
  plot("energy", "J", world, {kinetic, potential, total}, {"kinetic", "potential", "total"});
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
  for (const Variant& variant : world.variants()) {
    if (world.variants().size() > 1) ImGui::TextDisabled("%s", variant.name.c_str());
    ImGui::Text("kinetic change    %14.6g J", variant.ledger.kinetic_change);
    ImGui::Text("potential change  %14.6g J", variant.ledger.potential_change);
    ImGui::Text("contact work      %14.6g J", variant.ledger.contact_work);
    ImGui::Text("drag work         %14.6g J", variant.ledger.drag_work);
    ImGui::Text("largest residual  %14.3g J", variant.ledger.largest_residual);
    if (variant.report.converged == 0 && variant.report.contact_count > 0)
      ImGui::Text("the solver stopped at its bound");
  }
}

void Panels::timeline(Session& session) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({px(8), screen.y - px(70)}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({screen.x - px(16), px(62)}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.85f);
  ImGui::Begin("timeline", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
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

void Panels::message(Session& session) {
  if (session.message().empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, px(14)}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSizeConstraints({px(200), 0}, {std::max(px(250), screen.x - px(700)), px(300)});
  ImGui::Begin("message", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PushTextWrapPos(std::max(px(240), std::min(px(440), screen.x - px(710))));
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
