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
uniform float near_plane;
uniform vec4 quantity;    // 1 for the quantity shown, 0 for the others
uniform float maximum, now, fade;
out float fraction, strength;
flat out int series;
void main() {
  vec4 a = projection * vec4(from + origin, 1.0), b = projection * vec4(to + origin, 1.0);
  // Clip segments at the near plane.
  if (a.w < near_plane && b.w < near_plane) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < near_plane) a = mix(a, b, (near_plane - a.w) / (b.w - a.w));
  if (b.w < near_plane) b = mix(b, a, (near_plane - b.w) / (a.w - b.w));
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

// Needs scale_size and scale, see scale_source().
const char* const ribbon_fragment_source = R"(
in float fraction, strength;
flat in int series;
uniform int colouring;  // 0: by quantity; 1: by series; 2: grey
out vec4 colour;
void main() {
  if (colouring == 1) { colour = vec4(series_colours[series % series_size], strength); return; }
  if (colouring == 2) { colour = vec4(vec3(0.25), 0.45); return; }
  float position = float(scale_size - 1) * fraction;
  int below = int(min(float(scale_size - 2), floor(position)));
  colour = vec4(mix(scale[below], scale[below + 1], position - float(below)), strength);
}
)";

/** The colours of scale_colour() and series_colour() as constants in GLSL. */
std::string scale_source() {
  std::string source = "const int scale_size = " + std::to_string(scale_colour_count) + ";\n";
  source += "const vec3 scale[scale_size] = vec3[scale_size](";
  for (std::size_t i = 0; i < scale_colour_count; ++i) {
    const Colour& c = scale_colours[i];
    source += (i == 0 ? "vec3(" : ", vec3(") + std::to_string(c[0]) + ", " + std::to_string(c[1]) + ", " +
              std::to_string(c[2]) + ")";
  }
  source += ");\nconst int series_size = " + std::to_string(series_colour_count) + ";\n";
  source += "const vec3 series_colours[series_size] = vec3[series_size](";
  for (std::size_t i = 0; i < series_colour_count; ++i) {
    const Colour c = series_colour(i);
    source += (i == 0 ? "vec3(" : ", vec3(") + std::to_string(c[0]) + ", " + std::to_string(c[1]) + ", " +
              std::to_string(c[2]) + ")";
  }
  return source + ");\n";
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
  program_.set("near_plane", 0.05f);
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
