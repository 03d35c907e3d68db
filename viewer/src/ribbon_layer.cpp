#include "ribbon_layer.h"

#include <algorithm>

namespace rockfall_viewer {
namespace {

// Each segment is a quad of constant width on the screen, a little longer than the segment to close the bends.
const char* const vertex_source = R"(
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 from_value;
layout(location = 3) in vec4 to_value;
uniform mat4 projection;
uniform vec3 origin;      // local origin relative to the eye
uniform vec2 half_size;   // of the picture, pixels
uniform float half_width; // pixels
uniform float nearest;
uniform vec4 chosen;      // picks the quantity
uniform float maximum;
out float share;
void main() {
  vec4 a = projection * vec4(from + origin, 1.0), b = projection * vec4(to + origin, 1.0);
  // A segment that passes the eye is cut in front of it.
  if (a.w < nearest && b.w < nearest) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < nearest) a = mix(a, b, (nearest - a.w) / (b.w - a.w));
  if (b.w < nearest) b = mix(b, a, (nearest - b.w) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) * half_size;
  along = dot(along, along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  bool end = gl_VertexID >= 2;
  float side = (gl_VertexID & 1) == 0 ? 1.0 : -1.0;
  vec4 place = end ? b : a;
  vec2 off = side * across + (end ? 0.5 : -0.5) * along;
  place.xy += off * half_width / half_size * place.w;
  place.z -= 0.0005 * place.w;  // over the ground that it touches
  share = clamp(dot(end ? to_value : from_value, chosen) / maximum, 0.0, 1.0);
  gl_Position = place;
}
)";

const char* const fragment_source = R"(
in float share;
out vec4 colour;
void main() {
  vec3 stops[5] = vec3[5](vec3(0.15, 0.25, 0.85), vec3(0.10, 0.70, 0.85), vec3(0.25, 0.75, 0.25),
                          vec3(0.95, 0.85, 0.15), vec3(0.90, 0.15, 0.10));
  float place = 4.0 * share;
  int below = int(min(3.0, floor(place)));
  colour = vec4(mix(stops[below], stops[below + 1], place - float(below)), 1.0);
}
)";

}  // namespace

RibbonLayer::RibbonLayer() : program_("ribbon", vertex_source, fragment_source) {
  glBindVertexArray(array_.name());
  send(segments_, nullptr, sizeof(RibbonSegment), GL_DYNAMIC_DRAW);
  capacity_ = 1;
  attribute(0, 3, sizeof(RibbonSegment), offsetof(RibbonSegment, from), 1);
  attribute(1, 3, sizeof(RibbonSegment), offsetof(RibbonSegment, to), 1);
  attribute(2, 4, sizeof(RibbonSegment), offsetof(RibbonSegment, from_value), 1);
  attribute(3, 4, sizeof(RibbonSegment), offsetof(RibbonSegment, to_value), 1);
}

void RibbonLayer::set(const RibbonSegment* segments, std::size_t count, std::uint64_t generation) {
  if (generation != generation_ || count < sent_) sent_ = 0;
  generation_ = generation;
  if (count == sent_) return;
  glBindBuffer(GL_ARRAY_BUFFER, segments_.name());
  if (count > capacity_) {
    // Growing by halves keeps the number of full transfers small.
    capacity_ = count + count / 2;
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_ * sizeof(RibbonSegment)), nullptr, GL_DYNAMIC_DRAW);
    sent_ = 0;
  }
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(sent_ * sizeof(RibbonSegment)),
                  static_cast<GLsizeiptr>((count - sent_) * sizeof(RibbonSegment)), segments + sent_);
  sent_ = count;
}

void RibbonLayer::draw(const Drawing& drawing, std::size_t count) {
  count = std::min(count, sent_);
  const Look& look = *drawing.look;
  if (count == 0 || !look.ribbons) return;
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("origin", Vec3{} - drawing.eye);
  program_.set("half_size", 0.5 * drawing.width, 0.5 * drawing.height);
  program_.set("half_width", 0.5 * look.ribbon_width);
  program_.set("nearest", 0.05f);
  program_.set("maximum", std::max(look.ribbon_maximum, 1e-9));
  float chosen[4] = {0, 0, 0, 0};
  chosen[static_cast<std::size_t>(look.ribbon_colour) % 4] = 1;
  program_.set4("chosen", chosen);
  glBindVertexArray(array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  ++drawing.cost->calls;
  drawing.cost->triangles += 2 * count;
}

}  // namespace rockfall_viewer
