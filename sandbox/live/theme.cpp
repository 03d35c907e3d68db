#include "live/theme.h"

#include <rockfall_viewer/colours.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

namespace sandbox::live {
namespace {

bool light_theme = false;

const char* const font_files[] = {
    "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
};

/** The first font file that is installed; empty if there is none. */
std::string installed_font() {
  for (const char* const file : font_files) {
    std::error_code failed;
    if (std::filesystem::is_regular_file(file, failed)) return file;
  }
  return {};
}

}  // namespace

void set_interface_scale(float scale) {
  scale = std::clamp(scale, 0.5f, 4.0f);
  ImFontConfig letters;
  letters.SizePixels = std::floor(13 * scale);
  ImFontAtlas* const fonts = ImGui::GetIO().Fonts;
  const std::string file = installed_font();
  // A pixel more than the built-in font, whose letters are larger for the same height of line.
  ImFont* font = nullptr;
  if (!file.empty()) {
    letters.OversampleH = 2;
    font = fonts->AddFontFromFileTTF(file.c_str(), std::floor(14 * scale), &letters);
  }
  if (font == nullptr) fonts->AddFontDefault(&letters);
  ImGui::GetStyle().ScaleAllSizes(scale);
}

void set_theme(bool light) {
  light_theme = light;
  light ? ImGui::StyleColorsLight() : ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.Colors[ImGuiCol_WindowBg].w = 1;
  if (light) return;
  style.Colors[ImGuiCol_WindowBg] = {0.09f, 0.10f, 0.12f, 1};
  style.Colors[ImGuiCol_FrameBg] = {0.19f, 0.23f, 0.30f, 1};
  style.Colors[ImGuiCol_Header] = {0.18f, 0.27f, 0.40f, 1};
}

ImVec4 themed_vector(Tone tone) {
  switch (tone) {
    case Tone::text:
      return light_theme ? ImVec4(0, 0, 0, 1) : ImVec4(1, 1, 1, 1);
    case Tone::faint:
      return light_theme ? ImVec4(0.25f, 0.25f, 0.25f, 1) : ImVec4(0.66f, 0.68f, 0.72f, 1);
    case Tone::grid:
      return light_theme ? ImVec4(0.75f, 0.75f, 0.75f, 0.7f) : ImVec4(0.32f, 0.34f, 0.38f, 0.7f);
    case Tone::plot:
      return light_theme ? ImVec4(1, 1, 1, 0.9f) : ImVec4(0.06f, 0.07f, 0.08f, 0.8f);
    case Tone::backdrop:
      return light_theme ? ImVec4(0.95f, 0.95f, 0.95f, 0.85f) : ImVec4(0.08f, 0.09f, 0.10f, 0.75f);
    case Tone::accent:
      return light_theme ? ImVec4(0.70f, 0.33f, 0, 1) : ImVec4(1, 0.76f, 0.30f, 1);
    case Tone::warning:
      return light_theme ? ImVec4(0.75f, 0.1f, 0.05f, 1) : ImVec4(1, 0.5f, 0.35f, 1);
  }
  return {1, 1, 1, 1};
}

ImU32 themed(Tone tone) { return ImGui::ColorConvertFloat4ToU32(themed_vector(tone)); }

void note(const std::string& text, Tone tone) {
  ImGui::PushStyleColor(ImGuiCol_Text, themed_vector(tone));
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

void leave_room_for(const char* label) {
  ImGui::SetNextItemWidth(-ImGui::CalcTextSize(label).x - ImGui::GetStyle().ItemInnerSpacing.x);
}

ImU32 curve_colour(std::size_t number) {
  const rockfall_viewer::Colour c = rockfall_viewer::series_colour(number);
  // Dark colours are lightened on a dark panel, light ones darkened on a light panel.
  const float lightness = 0.3f * c[0] + 0.59f * c[1] + 0.11f * c[2];
  const float lift = light_theme ? 0.0f : std::clamp(0.55f - lightness, 0.0f, 0.4f);
  const float dim = light_theme ? std::min(1.0f, 0.6f / std::max(lightness, 0.01f)) : 1.0f;
  const auto tuned = [&](float v) { return std::min(1.0f, (v + lift * (1 - v)) * dim); };
  return ImGui::ColorConvertFloat4ToU32({tuned(c[0]), tuned(c[1]), tuned(c[2]), 1});
}

}  // namespace sandbox::live
