#include "live/plot.h"

#include <imgui.h>
#include <rockfall_viewer/colours.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "common/scale.h"
#include "live/panels.h"
#include "live/readable.h"
#include "live/theme.h"

namespace sandbox::live {
namespace {

struct Range {
  double low = DBL_MAX, high = -DBL_MAX;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/** A curve of a plot. */
struct Curve {
  const Variant* variant;
  Quantity quantity;
  std::string name;  // of its legend entry
  ImU32 colour;
  std::size_t dash;
};

/** The rectangle of a plot with its axes. */
struct Frame {
  ImVec2 at, size;
  double from = 0, to = 1;  // s
  AxisRange value;
  float x(double time) const { return at.x + size.x * static_cast<float>((time - from) / (to - from)); }
  float y(double v) const { return at.y + size.y * static_cast<float>((value.high - v) / (value.high - value.low)); }
  double time(float place) const { return from + static_cast<double>((place - at.x) / size.x) * (to - from); }
};

/** The hue shows the variant, the dash pattern the quantity. With one variant the hue shows the quantity as well. */
std::vector<Curve> curves_of(const PlotSpec& spec, const World& world) {
  std::vector<Curve> curves;
  const std::vector<Variant>& variants = world.variants();
  for (std::size_t i = 0; i < variants.size(); ++i) {
    for (std::size_t k = 0; k < spec.quantities.size(); ++k) {
      const ImU32 colour = curve_colour(variants.size() > 1 ? i : k);
      curves.push_back({&variants[i], spec.quantities[k], spec.names.empty() ? spec.title : spec.names[k], colour, k});
    }
  }
  return curves;
}

bool hidden(const PlotSpec& spec, const PlotView& view, const Curve& curve) {
  return view.hidden.count(std::string(spec.name) + "." + curve.name) > 0;
}

/** Draws lines with a dash pattern: 0 solid, 1 dashed, 2 dotted. */
class Pen {
 public:
  Pen(ImDrawList* list, ImU32 colour, std::size_t dash) : list_(list), colour_(colour), dash_(dash % 3) {}
  void move(ImVec2 to) { at_ = to; }
  void line(ImVec2 to) {
    if (dash_ == 0) {
      list_->AddLine(at_, to, colour_, px(1.4f));
    } else {
      dashes(to);
    }
    at_ = to;
  }
  void point(ImVec2 at) { list_->AddCircleFilled(at, px(1.3f), colour_, 6); }

 private:
  void dashes(ImVec2 to) {
    const float on = dash_ == 1 ? px(6) : px(2), whole = on + px(dash_ == 1 ? 4.0f : 3.0f);
    const float length = std::hypot(to.x - at_.x, to.y - at_.y);
    for (float from = 0; from < length;) {
      const float phase = std::fmod(dashed_length_ + from, whole);
      const float step = std::max((phase < on ? on : whole) - phase, px(0.1f)), end = std::min(length, from + step);
      const auto place = [&](float s) {
        return ImVec2(at_.x + (to.x - at_.x) * s / length, at_.y + (to.y - at_.y) * s / length);
      };
      if (phase < on) list_->AddLine(place(from), place(end), colour_, px(1.4f));
      from = end;
    }
    dashed_length_ = std::fmod(dashed_length_ + length, whole);
  }

  ImDrawList* list_;
  ImU32 colour_;
  std::size_t dash_;
  ImVec2 at_{};
  float dashed_length_ = 0;  ///< of the curve, modulo one dash and its gap
};

/** At most one vertical line per pixel: from the least to the greatest value. */
void draw_curve(ImDrawList* list, const Curve& curve, const Frame& frame) {
  const double pixel = (frame.to - frame.from) / static_cast<double>(std::max(frame.size.x, 1.0f));
  Pen pen(list, curve.colour, curve.dash);
  for (const Span& span : spans_of(curve.variant->series.samples(), curve.quantity, frame.from, frame.to, pixel)) {
    const ImVec2 low(frame.x(span.time), frame.y(span.low)), high(frame.x(span.time), frame.y(span.high));
    if (span.joined) {
      pen.line(low);
    } else {
      pen.point(low);
    }
    pen.move(low);
    if (high.y != low.y) pen.line(high);
  }
}

Range values_of(const std::vector<Curve>& curves, const PlotSpec& spec, const PlotView& view, double from, double to) {
  Range range;
  for (const Curve& curve : curves) {
    if (hidden(spec, view, curve)) continue;
    const std::vector<Sample>& samples = curve.variant->series.samples();
    for (const Sample* s = first_from(samples, from); s < samples.data() + samples.size() && s->time <= to; ++s) {
      const float v = s->value[curve.quantity];
      if (!std::isnan(v)) range.add(static_cast<double>(v));
    }
  }
  return range;
}

Range times_of(const World& world) {
  Range range;
  for (const Variant& variant : world.variants()) {
    const std::vector<Sample>& samples = variant.series.samples();
    if (samples.empty()) continue;
    range.add(samples.front().time);
    range.add(samples.back().time);
  }
  if (!(range.low < range.high)) range = {0, 1};
  return range;
}

/** Ticks with their numbers, which stand outside of the curves. */
void draw_axes(ImDrawList* list, const Frame& frame) {
  const ImU32 grid = themed(Tone::grid), ink = themed(Tone::faint);
  char text[32];
  const auto first = [](double low, double tick) { return std::ceil(low / tick - 1e-9) * tick; };
  for (double v = first(frame.value.low, frame.value.tick); v <= frame.value.high; v += frame.value.tick) {
    const float y = frame.y(v);
    list->AddLine({frame.at.x, y}, {frame.at.x + frame.size.x, y}, grid);
    const std::string number = tick_text(std::fabs(v) < 1e-9 * frame.value.tick ? 0.0 : v);
    const ImVec2 size = ImGui::CalcTextSize(number.c_str());
    list->AddText({frame.at.x - size.x - px(3), y - 0.5f * size.y}, ink, number.c_str());
  }
  const double tick = round_up((frame.to - frame.from) * 42 * static_cast<double>(px(1) / frame.size.x));
  for (double t = first(frame.from, tick); t <= frame.to; t += tick) {
    const float x = frame.x(t);
    list->AddLine({x, frame.at.y}, {x, frame.at.y + frame.size.y}, grid);
    snprintf(text, sizeof text, "%.4g s", std::fabs(t) < 1e-9 * tick ? 0.0 : t);
    const ImVec2 size = ImGui::CalcTextSize(text);
    if (x - 0.5f * size.x < frame.at.x || x + 0.5f * size.x > frame.at.x + frame.size.x) continue;
    list->AddText({x - 0.5f * size.x, frame.at.y + frame.size.y + px(1)}, ink, text);
  }
  list->AddRect(frame.at, {frame.at.x + frame.size.x, frame.at.y + frame.size.y}, themed(Tone::faint));
}

/** Entries of the legend after the title; a click hides a curve. */
void legend(const PlotSpec& spec, const std::vector<Curve>& curves, PlotView& view,
            std::map<std::string, std::array<float, 4>>& places) {
  const std::size_t shown = spec.quantities.size();
  for (std::size_t k = 0; k < shown && shown > 1; ++k) {
    const Curve& curve = curves[k];
    const std::string key = std::string(spec.name) + "." + curve.name;
    const bool off = hidden(spec, view, curve);
    const ImVec2 size(ImGui::CalcTextSize(curve.name.c_str()).x + px(20), ImGui::GetTextLineHeight());
    ImGui::SameLine(0, px(6));
    if (ImGui::GetContentRegionAvail().x < size.x) ImGui::NewLine();
    ImGui::PushID(key.c_str());
    if (ImGui::InvisibleButton("entry", size)) off ? (void)view.hidden.erase(key) : (void)view.hidden.insert(key);
    ImGui::PopID();
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    places["legend." + key] = {a.x, a.y, b.x, b.y};
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const ImU32 ink = off ? themed(Tone::grid) : themed(Tone::text);
    Pen pen(list, off ? themed(Tone::grid) : curve.variant == curves.back().variant ? curve.colour : ink, curve.dash);
    pen.move({a.x, 0.5f * (a.y + b.y)});
    pen.line({a.x + px(16), 0.5f * (a.y + b.y)});
    list->AddText({a.x + px(19), a.y}, ink, curve.name.c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("click to %s this curve", off ? "show" : "hide");
  }
}

void zoom_and_pan(const Frame& frame, const Range& whole, PlotView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const double at = frame.time(io.MousePos.x);
  if (ImGui::IsItemHovered()) {
    view.pointed = at;
    if (io.MouseWheel != 0) {
      const double factor = std::pow(0.8, static_cast<double>(io.MouseWheel));
      view.from = at + (frame.from - at) * factor;
      view.to = at + (frame.to - at) * factor;
      view.all = view.from <= whole.low && view.to >= whole.high;
    }
    if (ImGui::IsMouseDoubleClicked(0)) view.all = true;
  }
  if (ImGui::IsItemActive() && io.MouseDelta.x != 0 && !ImGui::IsMouseDoubleClicked(0)) {
    const double by = -static_cast<double>(io.MouseDelta.x / frame.size.x) * (frame.to - frame.from);
    view.from = frame.from + by;
    view.to = frame.to + by;
    view.all = false;
  }
  if (!view.all && view.to - view.from < 1e-3) view.to = view.from + 1e-3;
}

/** The values under the mouse, for every curve that is shown. */
void read_out(const PlotSpec& spec, const PlotView& view, const std::vector<Curve>& curves, const World& world) {
  ImGui::BeginTooltip();
  ImGui::Text("%s at %.3f s", spec.title, view.pointed);
  for (const Curve& curve : curves) {
    if (hidden(spec, view, curve)) continue;
    const Sample* const sample = known_at(curve.variant->series.samples(), curve.quantity, view.pointed);
    const std::string name = world.variants().size() > 1 ? curve.variant->name + ", " + curve.name : curve.name;
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(curve.colour);
    if (sample == nullptr) {
      ImGui::TextColored(colour, "%s: not known", name.c_str());
    } else {
      ImGui::TextColored(colour, "%s: %.5g %s", name.c_str(), static_cast<double>(sample->value[curve.quantity]),
                         spec.unit);
    }
  }
  ImGui::TextDisabled("wheel: zoom, drag: move, double click: all");
  ImGui::EndTooltip();
}

void menu(const PlotSpec& spec, const World& world) {
  if (!ImGui::BeginPopupContextItem("menu")) return;
  if (ImGui::Selectable("copy the values as CSV")) ImGui::SetClipboardText(csv(spec, world).c_str());
  ImGui::EndPopup();
}

void draw_time_line(ImDrawList* list, const Frame& frame, double time, ImU32 colour) {
  if (time < frame.from || time > frame.to) return;
  list->AddLine({frame.x(time), frame.at.y}, {frame.x(time), frame.at.y + frame.size.y}, colour);
}

}  // namespace

void plot(const PlotSpec& spec, const World& world, PlotView& view, float height,
          std::map<std::string, std::array<float, 4>>& places) {
  const std::vector<Curve> curves = curves_of(spec, world);
  ImGui::PushID(spec.name);
  ImGui::Text("%s, %s", spec.title, spec.unit);
  legend(spec, curves, view, places);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight(), margin = ImGui::CalcTextSize("-0.0000").x + px(4);
  Frame frame;
  frame.at = {corner.x + margin, corner.y + px(3)};
  frame.size = {std::max(px(40), ImGui::GetContentRegionAvail().x - margin - px(2)), height};
  const Range whole = times_of(world);
  frame.from = view.all ? whole.low : view.from;
  frame.to = view.all ? whole.high : view.to;
  const Range values = values_of(curves, spec, view, frame.from, frame.to);
  frame.value = axis_range_for(values.low, values.high, spec.least_span, static_cast<double>(height / (1.6f * line)));
  ImDrawList* const list = ImGui::GetWindowDrawList();
  list->AddRectFilled(frame.at, {frame.at.x + frame.size.x, frame.at.y + frame.size.y}, themed(Tone::plot));
  draw_axes(list, frame);
  list->PushClipRect(frame.at, {frame.at.x + frame.size.x, frame.at.y + frame.size.y}, true);
  for (const Curve& curve : curves) {
    if (!hidden(spec, view, curve)) draw_curve(list, curve, frame);
  }
  draw_time_line(list, frame, world.time(), themed(Tone::faint));
  if (view.pointed >= 0) draw_time_line(list, frame, view.pointed, themed(Tone::text));
  list->PopClipRect();
  ImGui::SetCursorScreenPos(frame.at);
  ImGui::InvisibleButton("area", frame.size);
  places[std::string("plot.") + spec.name] = {frame.at.x, frame.at.y, frame.at.x + frame.size.x,
                                              frame.at.y + frame.size.y};
  zoom_and_pan(frame, whole, view);
  if (ImGui::IsItemHovered()) read_out(spec, view, curves, world);
  menu(spec, world);
  ImGui::SetCursorScreenPos({corner.x, frame.at.y + frame.size.y + line + px(2)});
  ImGui::PopID();
}

}  // namespace sandbox::live
