#include "live/plot.h"

#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "live/panels.h"
#include "live/stage.h"

namespace sandbox::live {
namespace {

struct Range {
  double low = DBL_MAX, high = -DBL_MAX;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/** With one variant, a colour per quantity; with several, a colour per variant and a shade per quantity. */
ImU32 colour_of(std::size_t variant, std::size_t variants, std::size_t quantity) {
  const rockfall_viewer::Colour c = rockfall_viewer::series_colour(variants > 1 ? variant : quantity);
  const float shade = variants > 1 ? 1.0f - 0.25f * static_cast<float>(quantity) : 1.0f;
  return ImGui::ColorConvertFloat4ToU32({std::min(1.0f, 1.2f * c[0] * shade), std::min(1.0f, 1.2f * c[1] * shade),
                                         std::min(1.0f, 1.2f * c[2] * shade), 1.0f});
}

/** A curve with at most two points per pixel: the least and the greatest value. */
void curve(ImDrawList* list, const std::vector<Sample>& samples, Quantity quantity, ImVec2 at, ImVec2 size,
           const Range& time, const Range& value, ImU32 colour) {
  const auto x_of = [&](double t) {
    return at.x + size.x * static_cast<float>((t - time.low) / std::max(time.high - time.low, 1e-9));
  };
  const auto y_of = [&](double v) {
    return at.y + size.y * static_cast<float>((value.high - v) / (value.high - value.low));
  };
  const std::size_t bucket =
      std::max<std::size_t>(1, samples.size() / static_cast<std::size_t>(std::max(size.x, 1.0f)));
  ImVec2 last{};
  for (std::size_t i = 0; i < samples.size(); i += bucket) {
    Range inside;
    const std::size_t end = std::min(samples.size(), i + bucket);
    for (std::size_t k = i; k < end; ++k) inside.add(static_cast<double>(samples[k].value[quantity]));
    const ImVec2 low(x_of(samples[i].time), y_of(inside.low)), high(x_of(samples[i].time), y_of(inside.high));
    if (i > 0) list->AddLine(last, low, colour, 1.2f);
    if (bucket > 1) list->AddLine(low, high, colour, 1.2f);
    last = high;
  }
}

/** Tooltip with the values at the time of the cursor. */
void values_at(const World& world, std::initializer_list<Quantity> quantities, double time) {
  ImGui::BeginTooltip();
  ImGui::Text("%.3f s", time);
  for (const Variant& variant : world.variants()) {
    const std::vector<Sample>& samples = variant.series.samples();
    const auto at = std::lower_bound(samples.begin(), samples.end(), time,
                                     [](const Sample& sample, double t) { return sample.time < t; });
    if (at == samples.end()) continue;
    std::string text = world.variants().size() > 1 ? variant.name : "";
    for (const Quantity quantity : quantities) {
      char number[32];
      snprintf(number, sizeof number, " %.5g", static_cast<double>(at->value[quantity]));
      text += number;
    }
    ImGui::TextUnformatted(text.c_str());
  }
  ImGui::EndTooltip();
}

}  // namespace

void plot(const char* title, const char* unit, const World& world, std::initializer_list<Quantity> quantities,
          std::initializer_list<const char*> names) {
  Range time, value;
  for (const Variant& variant : world.variants()) {
    for (const Sample& sample : variant.series.samples()) {
      time.add(sample.time);
      for (const Quantity quantity : quantities) value.add(static_cast<double>(sample.value[quantity]));
    }
  }
  if (!(time.low <= time.high)) time = {0, 1};
  if (!(value.low <= value.high)) value = {0, 1};
  const double margin = std::max(0.05 * (value.high - value.low), 1e-6 * std::max(1.0, std::fabs(value.high)));
  value = {value.low - margin, value.high + margin};
  ImGui::Text("%s (%s)", title, unit);
  std::size_t named = 0;
  for (const char* const name : names) {
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour_of(0, world.variants().size(), named++)), "%s", name);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(std::max(50.0f, ImGui::GetContentRegionAvail().x), px(70));
  ImDrawList* const list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, ImVec2(at.x + size.x, at.y + size.y), IM_COL32(20, 22, 26, 200));
  for (std::size_t variant = 0; variant < world.variants().size(); ++variant) {
    std::size_t number = 0;
    for (const Quantity quantity : quantities) {
      curve(list, world.variants()[variant].series.samples(), quantity, at, size, time, value,
            colour_of(variant, world.variants().size(), number++));
    }
  }
  const float now =
      at.x + size.x * static_cast<float>((world.time() - time.low) / std::max(time.high - time.low, 1e-9));
  if (now >= at.x && now <= at.x + size.x)
    list->AddLine({now, at.y}, {now, at.y + size.y}, IM_COL32(255, 255, 255, 90));
  // The range in the corners, which fits the narrowest panel.
  char text[32];
  snprintf(text, sizeof text, "%.4g", value.high - margin);
  list->AddText({at.x + px(3), at.y + px(1)}, IM_COL32(255, 255, 255, 130), text);
  snprintf(text, sizeof text, "%.4g", value.low + margin);
  list->AddText({at.x + px(3), at.y + size.y - px(14)}, IM_COL32(255, 255, 255, 130), text);
  ImGui::Dummy(size);
  if (!ImGui::IsItemHovered()) return;
  const double share = static_cast<double>((ImGui::GetIO().MousePos.x - at.x) / size.x);
  values_at(world, quantities, time.low + share * (time.high - time.low));
}

}  // namespace sandbox::live
