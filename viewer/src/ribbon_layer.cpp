#include "ribbon_layer.h"

#include <algorithm>
#include <string>

namespace rockfall_viewer {
namespace {

// Each segment is a quad of constant width on the screen, slightly longer than the segment to fill the gaps at bends.
const char* const ribbon_vertex_source = R"(
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 from_value;
layout(location = 3) in vec4 to_value;
layout(location = 4) in vec2 tag;  // series, time
uniform mat4 projection;
uniform vec3 origin;      // local origin relative to the eye
uniform vec2 half_size;   // of the image, pixels
uniform float half_width; // pixels
uniform float least_w;
uniform vec4 quantity;    // 1 for the quantity shown, 0 for the others
uniform float maximum, now, fade;
out float fraction, strength;
flat out int series;
void main() {
  vec4 a = projection * vec4(from + origin, 1.0), b = projection * vec4(to + origin, 1.0);
  // What is behind the camera has no place on the screen: it is cut off before the division by w.
  if (a.w < least_w && b.w < least_w) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < least_w) a = mix(a, b, (least_w - a.w) / (b.w - a.w));
  if (b.w < least_w) b = mix(b, a, (least_w - b.w) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) * half_size;
  along = dot(along, along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  bool end = gl_VertexID >= 2;
  float side = (gl_VertexID & 1) == 0 ? 1.0 : -1.0;
  vec4 position = end ? b : a;
  vec2 offset = side * across + (end ? 0.5 : -0.5) * along;
  position.xy += offset * half_width / half_size * position.w;
  position.z -= 0.0005 * position.w;  // depth offset in front of the ground
  fraction = clamp(dot(end ? to_value : from_value, quantity) / maximum, 0.0, 1.0);
  series = int(tag.x + 0.5);
  strength = fade > 0.0 ? clamp(1.0 - (now - tag.y) / fade, 0.12, 1.0) : 1.0;
  gl_Position = position;
}
)";

// Needs the constants of scale_source().
const char* const ribbon_fragment_source = R"(
in float fraction, strength;
flat in int series;
uniform int colouring;  // 0: by quantity; 1: by series; 2: grey
out vec4 colour;
void main() {
  if (colouring == 1) { colour = vec4(series_colours[series % series_colours_size], strength); return; }
  if (colouring == 2) { colour = vec4(vec3(0.25), 0.45); return; }
  float position = float(scale_size - 1) * fraction;
  int below = int(min(float(scale_size - 2), floor(position)));
  colour = vec4(mix(scale[below], scale[below + 1], position - float(below)), strength);
}
)";

/** A number with a decimal point, whatever the locale of the host. @param value  0 to 1 */
std::string decimal(float value) {
  const std::string digits = std::to_string(1000000 + static_cast<int>(1e6f * value + 0.5f));
  return std::string(1, static_cast<char>(digits[0] - 1)) + "." + digits.substr(1);
}

/** An array of colours as constants in GLSL: NAME_size and NAME. */
template <class ColourAt>
std::string colour_array(const std::string& name, std::size_t count, ColourAt colour_at) {
  const std::string size = std::to_string(count), size_name = name + "_size";
  std::string source = "const int " + size_name + " = " + size + ";\nconst vec3 " + name + "[" + size_name +
                       "] = vec3[" + size_name + "](";
  for (std::size_t i = 0; i < count; ++i) {
    const Colour colour = colour_at(i);
    source += i == 0 ? "vec3(" : ", vec3(";
    for (std::size_t k = 0; k < 3; ++k) source += (k == 0 ? "" : ", ") + decimal(colour[k]);
    source += ")";
  }
  return source + ");\n";
}

/** The colours of scale_colour() and series_colour() as constants in GLSL. */
std::string scale_source() {
  return colour_array("scale", scale_colour_count, [](std::size_t i) { return scale_colours[i]; }) +
         colour_array("series_colours", series_colour_count, series_colour);
}

}  // namespace

RibbonLayer::RibbonLayer() : program_("ribbon", ribbon_vertex_source, scale_source() + ribbon_fragment_source) {
  glBindVertexArray(array_.name());
  declare_attributes(segments_, 0, sizeof(RibbonSegment), Per::instance,
                     {{3, offsetof(RibbonSegment, from)},
                      {3, offsetof(RibbonSegment, to)},
                      {4, offsetof(RibbonSegment, from_value)},
                      {4, offsetof(RibbonSegment, to_value)},
                      {2, offsetof(RibbonSegment, series)}});
}

void RibbonLayer::set(const RibbonSegment* segments, std::size_t count, std::uint64_t generation) {
  if (generation != generation_ || count < uploaded_) uploaded_ = 0;
  generation_ = generation;
  if (count == uploaded_) return;
  glBindBuffer(GL_ARRAY_BUFFER, segments_.name());
  if (count > capacity_) {
    // Geometric growth limits the number of full uploads.
    capacity_ = count + count / 2;
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_ * sizeof(RibbonSegment)), nullptr, GL_DYNAMIC_DRAW);
    uploaded_ = 0;
  }
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(uploaded_ * sizeof(RibbonSegment)),
                  static_cast<GLsizeiptr>((count - uploaded_) * sizeof(RibbonSegment)), segments + uploaded_);
  uploaded_ = count;
}

void RibbonLayer::draw(const Drawing& drawing, std::size_t count, bool grey) {
  count = std::min(count, uploaded_);
  const Look& look = *drawing.look;
  if (count == 0 || !look.ribbons) return;
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("origin", Vec3{} - drawing.eye);
  program_.set("half_size", 0.5 * drawing.width, 0.5 * drawing.height);
  program_.set("half_width", 0.5 * look.ribbon_width);
  program_.set("least_w", 0.05f);
  program_.set("maximum", std::max(look.ribbon_maximum, 1e-9));
  program_.set("now", look.ribbon_time);
  program_.set("fade", grey ? 0.0 : look.ribbon_fade);
  program_.set("colouring", grey ? 2 : look.ribbon_colour == RibbonColour::series ? 1 : 0);
  float quantity[4] = {0, 0, 0, 0};
  quantity[static_cast<std::size_t>(look.ribbon_colour) % 4] = 1;
  program_.set4("quantity", quantity);
  glBindVertexArray(array_.name());
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  draw_arrays(drawing, GL_TRIANGLE_STRIP, 4, count);
  glDisable(GL_BLEND);
}

}  // namespace rockfall_viewer
