#include "live/panels.h"

#include <imgui.h>

#include <algorithm>

#include "common/text.h"
#include "live/fuzzy.h"
#include "live/legend.h"
#include "live/theme.h"

namespace sandbox::live {

float px(float length) { return length * ImGui::GetFontSize() / 13; }

void Panels::mark(const std::string& name) {
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  places[name] = {a.x, a.y, b.x, b.y};
}

void Panels::mark_slider(const std::string& name) {
  mark(name);
  places[name][2] = places[name][0] + ImGui::CalcItemWidth();
}

bool Panels::begin_side(const char* title, const char* name, bool right) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  float& chosen = right ? right_width : left_width;
  const float usual = right ? std::min(px(330), std::max(px(230), 0.25f * screen.x))
                            : std::min(px(310), std::max(px(284), 0.28f * screen.x));
  const float height = std::max(px(60), screen.y - px(90));
  // In a small window nearly half of the width remains for the scene. A larger window shows the chosen width again.
  const float width = std::min(chosen > 0 ? chosen : usual, std::max(px(150), 0.42f * screen.x));
  ImGui::SetNextWindowPos({right ? screen.x - px(8) - width : px(8), px(8)}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({width, height}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.9f);
  const bool open = ImGui::Begin(title, nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  places[name] = {at.x, at.y, at.x + size.x, at.y + size.y};
  if (open) splitter(name, right, width, chosen);
  return open;
}

void Panels::splitter(const char* name, bool right, float width, float& chosen) {
  // A bar along the inner edge of the panel, dragged to change its width.
  const auto& place = places[name];
  const float edge = right ? place[0] : place[2];
  ImGui::SetNextWindowPos({right ? edge - px(6) : edge, place[1]}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({px(6), place[3] - place[1]}, ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  const std::string bar = std::string("splitter.") + name;
  ImGui::Begin(bar.c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove);
  ImGui::InvisibleButton("bar", {px(6), place[3] - place[1]});
  mark(bar);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    chosen = std::max(px(150), width + (right ? -1.0f : 1.0f) * ImGui::GetIO().MouseDelta.x);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
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

std::uint32_t Panels::shape_to_release(const World& world) const {
  const auto shapes = static_cast<int>(world.built().scene().rock_count);
  return static_cast<std::uint32_t>(std::clamp(release_shape, 0, shapes - 1));
}

void Panels::begin_scene(const Session& session, Stage& stage) {
  if (!theme_set_ || theme_is_light_ != light_theme) set_theme(light_theme);
  theme_set_ = true;
  theme_is_light_ = light_theme;
  if (scene_ == session.scene_number()) return;
  scene_ = session.scene_number();
  plot_view = {};
  release_shape = 0;
  plots_shown.clear();
  for (const std::string& name : session.world().setup().plots) plots_shown[name] = true;
  stage.display.ribbon_colour_of_scene(session.world().variants().size());
}

void Panels::draw(Session& session, Stage& stage) {
  places.clear();
  begin_scene(session, stage);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  float left = 0, right = screen.x, top = 0, bottom = screen.y;
  if (visible) {
    if (begin_side("rockfall", "panel", false)) {
      ImGui::PushItemWidth(px(126));
      pace(session);
      samples(session);
      ground(session);
      settings(session);
      rock(session);
      compare(session);
      view(session, stage);
      files(session);
      recording(session);
      ImGui::PopItemWidth();
      left = places["panel"][2];
    }
    ImGui::End();
    if (begin_side("over time", "plots", true)) {
      inspector(session, stage);
      plots(session, stage);
      ledger(session.world());
      right = places["plots"][0];
    }
    ImGui::End();
    timeline(session);
    bottom = places["timeline.panel"][1];
    free_ = {left, 0, right, bottom};
    explain(session);
    // The size of the card is known after its first picture.
    if (places.count("card") > 0) top = std::max(places["card"][3], px(96));
  }
  free_ = {left, top, right, bottom};
  stage.set_free_area(left, right, screen.x, top, bottom, screen.y);
  legends(session, stage.display, left + px(10), right - px(10), bottom - px(10));
  map_marks(stage, left + px(212), right - px(10), bottom - px(12));
  if (!at_mouse.empty()) ImGui::SetTooltip("%s", at_mouse.c_str());
  message(session);
  if (help) keys();
  browse(session, stage);
  leaving.draw(session, recording_file, places);
  if (!ImGui::IsAnyItemActive()) session.end_gesture();
}

void Panels::undo_buttons(Session& session) {
  const History& history = session.history();
  const auto button = [&](const char* label, bool possible, const char* keys) {
    if (!possible) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.4f);
    const bool pressed = ImGui::Button(label, {px(60), 0}) && possible;
    if (!possible) ImGui::PopStyleVar();
    mark(label);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s (%s)", label, keys);
    return pressed;
  };
  if (button("undo", history.can_undo(), "Ctrl + Z")) session.undo();
  ImGui::SameLine();
  if (button("redo", history.can_redo(), "Ctrl + Y")) session.redo();
}

/** Title, sentence and suggestion of the sample, above the scene. */
void Panels::explain(Session& session) {
  const samples::Sample* const sample = session.sample();
  const Scenario& scenario = session.world().setup().scenario;
  if (!card || (sample == nullptr && scenario.description.empty())) return;
  const float width = std::min(px(430), free_[2] - free_[0] - px(20));
  if (width < px(180)) return;
  ImGui::SetNextWindowPos({0.5f * (free_[0] + free_[2]), px(8)}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSize({width, 0}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("explanation", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::TextColored(themed_vector(Tone::accent), "%s",
                     sample != nullptr ? sample->title : session.scene_name().c_str());
  ImGui::TextWrapped("%s", sample != nullptr ? sample->description : scenario.description.c_str());
  if (sample != nullptr) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(themed_vector(Tone::faint), "Try: %s", sample->hint);
    ImGui::PopTextWrapPos();
    if (const Parameter* const suggested = find_parameter(sample->suggested)) {
      ParameterSet set = session.present().set;
      ImGui::PushItemWidth(0.45f * width);
      ImGui::PushID("suggested");
      const auto known = places.find(suggested->name);
      const bool shown = known != places.end();
      const std::array<float, 4> place = shown ? known->second : std::array<float, 4>{};
      const bool moved = parameter(*suggested, set, session.opened_with().set);
      places["suggested"] = places[suggested->name];
      if (shown) places[suggested->name] = place;
      ImGui::PopID();
      ImGui::PopItemWidth();
      if (moved && suggested->field >= 0) session.set_ground(set.ground);
      if (moved && suggested->field < 0) session.set_settings(set.settings);
    }
  }
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  places["card"] = {at.x, at.y, at.x + size.x, at.y + size.y};
  ImGui::End();
}

void Panels::pace(Session& session) {
  Pacer& pacer = session.pacer;
  // Four buttons fill the line of a narrow panel.
  const float line = ImGui::GetContentRegionAvail().x - 3 * ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 size(std::min(px(60), 0.25f * line), 0);
  const char* const pause = session.at_end_of_recording() ? "again" : pacer.paused ? "run" : "pause";
  if (ImGui::Button(pause, size)) session.pause_or_run();
  mark("pause");
  ImGui::SameLine();
  if (ImGui::Button("step", size)) {
    pacer.paused = true;
    pacer.single_step();
  }
  mark("step");
  ImGui::SameLine();
  if (ImGui::Button("restart", size)) session.restart();
  mark("restart");
  ImGui::SameLine();
  if (ImGui::Button("keys", size)) help = !help;
  mark("keys");
  float scale = static_cast<float>(pacer.time_scale);
  if (ImGui::SliderFloat("time scale", &scale, 0.01f, 4.0f, "%.2f", ImGuiSliderFlags_Logarithmic)) {
    pacer.time_scale = static_cast<double>(scale);
  }
  mark_slider("time_scale");
  if (!timed) {
    note("picture without a window");
  } else if (session.at_end_of_recording()) {
    ImGui::TextDisabled("end of the recording");
  } else if (pacer.paused) {
    ImGui::TextDisabled("paused, %.0f pictures/s", pacer.pictures_per_second());
  } else {
    const bool behind = pacer.reached_scale() < 0.95 * pacer.time_scale;
    ImGui::TextColored(themed_vector(behind ? Tone::accent : Tone::faint), "runs at %.2f of %.2f, %.0f pictures/s",
                       pacer.reached_scale(), pacer.time_scale, pacer.pictures_per_second());
  }
  mark("reached");
  undo_buttons(session);
  const World& world = session.world();
  ImGui::TextWrapped("%.3f s, step %llu, %zu of %zu moving", world.time(),
                     static_cast<unsigned long long>(world.step()), world.all_moving(), world.all_rocks());
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
    const bool current = session.sample() == sample;
    if (ImGui::Selectable(sample->name, current)) chosen = sample->name;
    if (current && listed_ != sample) ImGui::SetScrollHereY(0.5f);
    mark(std::string("sample.") + sample->name);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", sample->description);
  }
  ImGui::EndChild();
  listed_ = session.sample();
  mark("list");
  if (entered && !found.empty()) {
    chosen = found.front().second->name;
    filter[0] = '\0';
  }
  if (!chosen.empty()) session.open_sample(chosen);
}

void Panels::message(Session& session) {
  if (session.message().empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const auto explained = places.find("card");
  const float top = explained != places.end() ? explained->second[3] + px(6) : px(14);
  ImGui::SetNextWindowPos({0.5f * screen.x, top}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSizeConstraints({px(200), 0}, {std::max(px(250), screen.x - px(700)), px(300)});
  ImGui::Begin("message", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PushTextWrapPos(std::max(px(240), std::min(px(440), screen.x - px(710))));
  ImGui::TextColored(themed_vector(Tone::accent), "%s", session.message().c_str());
  ImGui::PopTextWrapPos();
  if (ImGui::Button("close")) session.say("");
  mark("message");
  ImGui::End();
}

void Panels::keys() {
  ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.5f * ImGui::GetIO().DisplaySize.y}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  ImGui::Begin("keys", &help, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
  static constexpr const char* lines[][2] = {
      {"space", "pause, run"},
      {"right, left", "a single step forward, back"},
      {"L", "play the stored time again and again"},
      {"F", "show all rocks and trajectories"},
      {"Ctrl + Z, Y", "undo, redo"},
      {"Ctrl + 1 to 9", "store the view"},
      {"Shift + 1 to 9", "go to the view that was stored"},
      {"R", "restart"},
      {"1  2  3", "camera: orbit, fly, follow"},
      {"W A S D Q E", "fly"},
      {"Tab", "show or hide the panels"},
      {"Ctrl + O, S", "open a file, save the set-up as a scenario"},
      {"F12", "save a picture without panels, numbered"},
      {"F1  H", "these keys"},
      {"Esc", "close a list, these keys, or leave"},
      {"", ""},
      {"click a rock", "watch it: numbers and plots"},
      {"left drag", "turn"},
      {"right drag", "shift"},
      {"wheel", "nearer, farther"},
      {"Ctrl + click", "release a rock; drag to throw it"},
  };
  for (const auto& line : lines) {
    ImGui::TextUnformatted(line[0]);
    ImGui::SameLine(px(110));
    ImGui::TextUnformatted(line[1]);
  }
  ImGui::TextUnformatted(("Drop a file on the window to open it: " + join(opened_endings())).c_str());
  ImGui::End();
}

}  // namespace sandbox::live
