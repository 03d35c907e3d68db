#include "live/legend.h"

#include <imgui.h>
#include <rockfall/ground.h>

#include <algorithm>
#include <string>
#include <vector>

#include "live/panels.h"
#include "live/theme.h"

namespace sandbox::live {
namespace {

ImU32 packed(const rockfall_viewer::Colour& c) { return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1}); }

void ribbon_scale(const rockfall_viewer::Look& look, float left, float top, float width) {
  static constexpr const char* names[] = {"velocity, m/s", "kinetic energy, J", "jump height, m", "rotation, rad/s"};
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, top + px(50)}, themed(Tone::backdrop), px(4));
  const float from = left + px(6), to = left + width - px(6), bar = top + px(20);
  list->AddText({from, top + px(3)}, themed(Tone::text), names[static_cast<std::size_t>(look.ribbon_colour) % 4]);
  constexpr int parts = 60;
  for (int i = 0; i < parts; ++i) {
    const float step = (to - from) / parts, x = from + step * static_cast<float>(i);
    list->AddRectFilled({x, bar}, {x + step + 1, bar + px(10)},
                        packed(rockfall_viewer::scale_colour((i + 0.5) / parts)));
  }
  char text[32];
  for (int i = 0; i <= 2; ++i) {
    snprintf(text, sizeof text, "%.4g", 0.5 * i * look.ribbon_maximum);
    const float x = from + 0.5f * static_cast<float>(i) * (to - from - ImGui::CalcTextSize(text).x);
    list->AddText({x, bar + px(13)}, themed(Tone::text), text);
  }
}

/** The soil classes; their ramms_ presets have the same colours. */
std::vector<const rf_ground_preset*> soil_classes() {
  std::vector<const rf_ground_preset*> classes;
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* const preset = rf_ground_preset_at(i);
    if (std::string(preset->name).rfind("ramms_", 0) != 0) classes.push_back(preset);
  }
  return classes;
}

/** The soil classes in their colours on the terrain, and the colour of a drag layer. */
void ground_classes(float left, float bottom, float width) {
  const std::vector<const rf_ground_preset*> classes = soil_classes();
  const std::size_t count = classes.size();
  const float line = px(16), top = bottom - line * static_cast<float>(count + 1) - px(8);
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, bottom}, themed(Tone::backdrop), px(4));
  for (std::size_t i = 0; i <= count; ++i) {
    const rf_ground_preset* const preset = i < count ? classes[i] : nullptr;
    rf_ground ground = preset != nullptr ? preset->ground : rf_default_ground();
    if (preset == nullptr) ground.layer_drag = 500, ground.layer_height = 1;
    const float x = left + px(6), y = top + px(4) + line * static_cast<float>(i);
    list->AddRectFilled({x, y + px(2)}, {x + px(18), y + px(13)}, packed(rockfall_viewer::ground_colour(ground)));
    std::string name = preset != nullptr ? preset->name : "with a drag layer";
    std::replace(name.begin(), name.end(), '_', ' ');
    list->AddText({x + px(24), y + px(1)}, themed(Tone::text), name.c_str());
  }
}

/** How rocks ended, in the shapes of their marks; only what has happened. */
float ends(const World& world, float left, float bottom, float width) {
  struct Entry {
    rf_end end;
    const char* name;
  };
  static constexpr Entry all[] = {{RF_ENDED_STOPPED, "stopped"},
                                  {RF_ENDED_LEFT_TERRAIN, "left the terrain"},
                                  {RF_ENDED_TIME_LIMIT, "time limit"},
                                  {RF_ENDED_FAULT, "fault"}};
  std::vector<std::pair<Entry, std::size_t>> seen;
  for (const Entry& entry : all) {
    std::size_t count = 0;
    for (const rf_state& state : world.variants()[0].states) count += state.end == entry.end ? 1 : 0;
    if (count > 0) seen.emplace_back(entry, count);
  }
  if (seen.empty() || world.variants()[0].states.size() < 2) return 0;
  const float line = px(16), height = line * static_cast<float>(seen.size()) + px(6), top = bottom - height;
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, bottom}, themed(Tone::backdrop), px(4));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const ImVec2 at(left + px(14), top + px(3) + line * (static_cast<float>(i) + 0.5f));
    const ImU32 colour = packed(rockfall_viewer::end_colour(seen[i].first.end));
    if (seen[i].first.end == RF_ENDED_LEFT_TERRAIN) {
      list->AddLine({at.x - px(4), at.y - px(4)}, {at.x + px(4), at.y + px(4)}, colour, px(2.5f));
      list->AddLine({at.x - px(4), at.y + px(4)}, {at.x + px(4), at.y - px(4)}, colour, px(2.5f));
    } else if (seen[i].first.end == RF_ENDED_TIME_LIMIT) {
      list->AddCircle(at, px(4), colour, 12, px(2));
    } else {
      list->AddCircleFilled(at, px(4), colour);
    }
    const std::string text = std::string(seen[i].first.name) + ": " + std::to_string(seen[i].second);
    list->AddText({left + px(30), at.y - 0.5f * ImGui::GetTextLineHeight()}, themed(Tone::text), text.c_str());
  }
  return height + px(6);
}

/** The variants in their colours. */
float variants(const World& world, float left, float bottom, float width) {
  const std::vector<Variant>& all = world.variants();
  if (all.size() < 2) return 0;
  const float line = px(16), height = line * static_cast<float>(all.size()) + px(6), top = bottom - height;
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, bottom}, themed(Tone::backdrop), px(4));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float y = top + px(3) + line * static_cast<float>(i);
    list->AddRectFilled({left + px(6), y + px(3)}, {left + px(24), y + px(13)},
                        packed(rockfall_viewer::series_colour(i)));
    list->AddText({left + px(30), y + px(1)}, themed(Tone::text), all[i].name.c_str());
  }
  return height + px(6);
}

}  // namespace

void legends(const Session& session, const Display& display, float left, float bottom) {
  const rockfall_viewer::Look& look = display.look;
  const float width = px(192);
  if (look.ribbons && look.ribbon_colour != rockfall_viewer::RibbonColour::series) {
    ribbon_scale(look, left, bottom - px(50), width);
    bottom -= px(56);
  }
  bottom -= variants(session.world(), left, bottom, width);
  if (display.deposits) bottom -= ends(session.world(), left, bottom, width);
  if (look.terrain_colour == rockfall_viewer::TerrainColour::ground) ground_classes(left, bottom, width);
}

}  // namespace sandbox::live
