#include "live/legend.h"

#include <imgui.h>
#include <rockfall/ground.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "common/scale.h"
#include "live/panels.h"
#include "live/theme.h"
#include "run/statistics.h"

namespace sandbox::live {
namespace {

ImU32 packed(const rockfall_viewer::Colour& c) { return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1}); }

constexpr float scale_height = 50;

/** A colour bar with its title and three numbers, scale_height px() units high. */
void colour_scale(const char* title, double maximum, int digits, float left, float top, float width) {
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, top + px(scale_height)}, themed(Tone::backdrop), px(4));
  const float from = left + px(6), to = left + width - px(6), bar = top + px(20);
  list->AddText({from, top + px(3)}, themed(Tone::text), title);
  constexpr int parts = 60;
  const float step = (to - from) / parts;
  for (int i = 0; i < parts; ++i) {
    const float x = from + step * static_cast<float>(i);
    list->AddRectFilled({x, bar}, {x + step + 1, bar + px(10)},
                        packed(rockfall_viewer::scale_colour((i + 0.5) / parts)));
  }
  for (int i = 0; i <= 2; ++i) {
    char number[32];
    snprintf(number, sizeof number, "%.*g", digits, 0.5 * i * maximum);
    const float x = from + 0.5f * static_cast<float>(i) * (to - from - ImGui::CalcTextSize(number).x);
    list->AddText({x, bar + px(13)}, themed(Tone::text), number);
  }
}

void ribbon_scale(const rockfall_viewer::Look& look, float left, float top, float width) {
  static constexpr const char* names[] = {"velocity, m/s", "kinetic energy, J", "jump height, m", "rotation, rad/s"};
  colour_scale(names[static_cast<std::size_t>(look.ribbon_colour) % 4], look.ribbon_maximum, 4, left, top, width);
}

/** A name beside its colour, 16 px() units high. */
void entry(const rockfall_viewer::Colour& colour, const std::string& name, float left, float top) {
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left + px(6), top + px(3)}, {left + px(24), top + px(13)}, packed(colour));
  list->AddText({left + px(30), top + px(1)}, themed(Tone::text), name.c_str());
}

/** The scale of the overlay, above it whose rocks it is of. */
float overlay_scale(const World& world, const Display& display, float left, float bottom, float width) {
  if (display.hazard == HazardQuantity::none) return 0;
  static constexpr const char* names[] = {"", "reach, share of the rocks", "largest energy, kJ",
                                          "largest jump height, m", "overlay of the file"};
  const double unit = display.hazard == HazardQuantity::energy ? 1000 : 1;
  colour_scale(names[static_cast<std::size_t>(display.hazard) % 5], display.hazard_maximum / unit, 6, left,
               bottom - px(scale_height), width);
  if (!display.hazard_of_rocks() || world.variants().size() < 2) return px(scale_height + 6);
  const std::size_t variant = std::min(display.hazard_variant, world.variants().size() - 1);
  const float top = bottom - px(scale_height + 18);
  ImGui::GetBackgroundDrawList()->AddRectFilled({left, top}, {left + width, top + px(18)}, themed(Tone::backdrop));
  entry(rockfall_viewer::series_colour(variant), world.variants()[variant].name, left, top);
  return px(scale_height + 24);
}

/** The presets of [ground] and [[soil]]. */
std::vector<std::pair<std::string, rf_ground>> presets_of_soils(const World& world) {
  std::vector<std::string> names = world.built().soil_presets();
  const std::string& base = world.setup().scenario.ground.preset;
  if (std::find(names.begin(), names.end(), base) == names.end()) names.insert(names.begin(), base);
  std::vector<std::pair<std::string, rf_ground>> entries;
  for (const std::string& name : names) {
    const rf_ground_preset* const preset = rf_ground_preset_find(name.c_str());
    if (preset != nullptr) entries.emplace_back(name, preset->ground);
  }
  return entries;
}

/** Entries of the grounds on the terrain: those of [[soil]]; else the uniform one by the name of its preset, or with
 *  rasters all soil classes; their ramms_ presets have the same colours. */
std::vector<std::pair<std::string, rf_ground>> grounds(const World& world) {
  if (!world.built().soil_presets().empty()) return presets_of_soils(world);
  std::vector<std::pair<std::string, rf_ground>> entries;
  const bool uniform = world.setup().scenario.ground.fields.empty();
  for (std::uint32_t i = 0; i < rf_ground_preset_count(); ++i) {
    const rf_ground_preset* const preset = rf_ground_preset_at(i);
    const bool is_class = rf_ground_preset_find((std::string("ramms_") + preset->name).c_str()) != nullptr;
    if (!uniform && is_class) entries.emplace_back(preset->name, preset->ground);
    if (uniform && std::memcmp(&preset->ground, &world.ground(), sizeof(rf_ground)) == 0) {
      entries.emplace_back(preset->name, preset->ground);
    }
  }
  if (entries.empty()) entries.emplace_back("ground of own values", world.ground());
  return entries;
}

/** The grounds in their colours on the terrain. */
void ground_classes(const World& world, float left, float bottom, float width) {
  const auto classes = grounds(world);
  const float line = px(16), top = bottom - line * static_cast<float>(classes.size()) - px(8);
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, bottom}, themed(Tone::backdrop), px(4));
  float y = top + px(4);
  for (const auto& [key, ground] : classes) {
    std::string name = key;
    std::replace(name.begin(), name.end(), '_', ' ');
    entry(rockfall_viewer::ground_colour(ground), name, left, y);
    y += line;
  }
}

/** How rocks ended, in the shapes of their marks; only what has happened. */
float ends(const World& world, float left, float bottom, float width) {
  std::vector<std::pair<rf_end, std::size_t>> seen;
  for (const rf_end end : {RF_ENDED_STOPPED, RF_ENDED_LEFT_TERRAIN, RF_ENDED_TIME_LIMIT, RF_ENDED_FAULT}) {
    std::size_t count = 0;
    for (const Variant& variant : world.variants()) {
      for (const rf_state& state : variant.states) count += state.end == end ? 1 : 0;
    }
    if (count > 0) seen.emplace_back(end, count);
  }
  if (seen.empty() || world.all_rocks() < 2) return 0;
  const float line = px(16), height = line * static_cast<float>(seen.size()) + px(6), top = bottom - height;
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({left, top}, {left + width, bottom}, themed(Tone::backdrop), px(4));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const ImVec2 at(left + px(14), top + px(3) + line * (static_cast<float>(i) + 0.5f));
    const ImU32 colour = packed(rockfall_viewer::end_colour(seen[i].first));
    if (seen[i].first == RF_ENDED_LEFT_TERRAIN) {
      list->AddLine({at.x - px(4), at.y - px(4)}, {at.x + px(4), at.y + px(4)}, colour, px(2.5f));
      list->AddLine({at.x - px(4), at.y + px(4)}, {at.x + px(4), at.y - px(4)}, colour, px(2.5f));
    } else if (seen[i].first == RF_ENDED_TIME_LIMIT) {
      list->AddCircle(at, px(4), colour, 12, px(2));
    } else {
      list->AddCircleFilled(at, px(4), colour);
      list->AddCircle(at, px(4.5f), themed(Tone::faint), 12, px(1));
    }
    const std::string text = std::string(end_text(seen[i].first)) + ": " + std::to_string(seen[i].second);
    list->AddText({left + px(30), at.y - 0.5f * ImGui::GetTextLineHeight()}, themed(Tone::text), text.c_str());
  }
  return height + px(6);
}

/** The variants in their colours. */
float variants(const World& world, float left, float bottom, float width) {
  const std::vector<Variant>& all = world.variants();
  if (all.size() < 2) return 0;
  const float line = px(16), height = line * static_cast<float>(all.size()) + px(6), top = bottom - height;
  ImGui::GetBackgroundDrawList()->AddRectFilled({left, top}, {left + width, bottom}, themed(Tone::backdrop), px(4));
  for (std::size_t i = 0; i < all.size(); ++i) {
    entry(rockfall_viewer::series_colour(i), all[i].name, left, top + px(3) + line * static_cast<float>(i));
  }
  return height + px(6);
}

}  // namespace

void map_marks(const Stage& stage, float left, float right, float bottom) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const rockfall_viewer::Camera camera = stage.camera();
  const auto place = [&](const rockfall_viewer::Vec3& p, ImVec2& at) {
    double x = 0, y = 0;
    if (!pixel_of(camera, p, static_cast<double>(screen.x), static_cast<double>(screen.y), &x, &y)) return false;
    at = {static_cast<float>(x), static_cast<float>(y)};
    return true;
  };
  const rockfall_viewer::CameraAxes axes = axes_of(camera);
  const double distance = length(camera.target - camera.eye);
  ImVec2 middle{}, beside{}, north{};
  if (right - left < px(150) || !place(camera.target, middle)) return;
  if (!place(camera.target + 0.01 * distance * axes.right, beside)) return;
  const double pixels_per_metre =
      static_cast<double>(std::hypot(beside.x - middle.x, beside.y - middle.y)) / (0.01 * distance);
  // The longest round length that is shorter than 130 px() units.
  double length = round_up(static_cast<double>(px(130)) / pixels_per_metre);
  while (length * pixels_per_metre > static_cast<double>(px(130))) length = round_up(0.39 * length);
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  const auto width = static_cast<float>(length * pixels_per_metre);
  const float x = right - width - px(52), y = bottom;
  list->AddRectFilled({x - px(8), y - px(26)}, {right, y + px(8)}, themed(Tone::backdrop), px(4));
  list->AddLine({x, y}, {x + width, y}, themed(Tone::text), px(2));
  for (const float end : {x, x + width}) list->AddLine({end, y - px(5)}, {end, y + px(2)}, themed(Tone::text), px(2));
  char text[48];
  snprintf(text, sizeof text, length >= 1000 ? "%.4g km" : "%.4g m", length >= 1000 ? length / 1000 : length);
  list->AddText({x + 0.5f * (width - ImGui::CalcTextSize(text).x), y - px(22)}, themed(Tone::text), text);
  if (!place(camera.target + 0.01 * distance * rockfall_viewer::Vec3{0, 1, 0}, north)) return;
  const float dx = north.x - middle.x, dy = north.y - middle.y, size = std::hypot(dx, dy);
  if (size < 1e-3f) return;
  const ImVec2 centre(right - px(18), y - px(9)), along(px(10) * dx / size, px(10) * dy / size);
  list->AddTriangleFilled({centre.x + along.x, centre.y + along.y},
                          {centre.x - 0.6f * along.x - 0.5f * along.y, centre.y - 0.6f * along.y + 0.5f * along.x},
                          {centre.x - 0.6f * along.x + 0.5f * along.y, centre.y - 0.6f * along.y - 0.5f * along.x},
                          themed(Tone::accent));
  list->AddText({centre.x - px(19), centre.y - px(7)}, themed(Tone::text), "N");
}

void legends(const Session& session, const Display& display, float left, float right, float bottom) {
  const rockfall_viewer::Look& look = display.look;
  const float width = std::min(px(192), right - left);
  if (width < px(110)) return;
  ImGui::GetBackgroundDrawList()->PushClipRect({left, 0}, {left + width, bottom}, true);
  if (look.ribbons && look.ribbon_colour != rockfall_viewer::RibbonColour::series) {
    ribbon_scale(look, left, bottom - px(50), width);
    bottom -= px(56);
  }
  bottom -= overlay_scale(session.world(), display, left, bottom, width);
  bottom -= variants(session.world(), left, bottom, width);
  if (display.deposits) bottom -= ends(session.world(), left, bottom, width);
  if (look.terrain_colour == rockfall_viewer::TerrainColour::ground) {
    ground_classes(session.world(), left, bottom, width);
  }
  ImGui::GetBackgroundDrawList()->PopClipRect();
}

}  // namespace sandbox::live
