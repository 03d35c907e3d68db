#include "live/legend.h"

#include <imgui.h>
#include <rockfall/ground.h>

#include <algorithm>
#include <string>
#include <vector>

#include "live/panels.h"

namespace sandbox::live {
namespace {

constexpr ImU32 backdrop = IM_COL32(20, 22, 26, 190);

ImU32 packed(const rockfall_viewer::Colour& c) { return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1}); }

void ribbon_scale(const rockfall_viewer::Look& look, float left, float top, float width) {
  static constexpr const char* names[4] = {"velocity, m/s", "kinetic energy, J", "jump height, m", "rotation, rad/s"};
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, top + px(50)}, backdrop, px(4));
  const float from = left + px(6), to = left + width - px(6), bar = top + px(20);
  list->AddText({from, top + px(3)}, IM_COL32_WHITE, names[static_cast<std::size_t>(look.ribbon_colour) % 4]);
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
    list->AddText({x, bar + px(13)}, IM_COL32_WHITE, text);
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
  list->AddRectFilled({left, top}, {left + width, bottom}, backdrop, px(4));
  for (std::size_t i = 0; i <= count; ++i) {
    const rf_ground_preset* const preset = i < count ? classes[i] : nullptr;
    rf_ground ground = preset != nullptr ? preset->ground : rf_default_ground();
    if (preset == nullptr) ground.layer_drag = 500, ground.layer_height = 1;
    const float x = left + px(6), y = top + px(4) + line * static_cast<float>(i);
    list->AddRectFilled({x, y + px(2)}, {x + px(18), y + px(13)}, packed(rockfall_viewer::ground_colour(ground)));
    std::string name = preset != nullptr ? preset->name : "with a drag layer";
    std::replace(name.begin(), name.end(), '_', ' ');
    list->AddText({x + px(24), y + px(1)}, IM_COL32_WHITE, name.c_str());
  }
}

}  // namespace

void legends(const rockfall_viewer::Look& look, float left, float bottom) {
  const float width = px(192), height = px(50);
  if (look.ribbons) ribbon_scale(look, left, bottom - height, width);
  if (look.terrain_colour != rockfall_viewer::TerrainColour::ground) return;
  ground_classes(left, look.ribbons ? bottom - height - px(6) : bottom, width);
}

}  // namespace sandbox::live
