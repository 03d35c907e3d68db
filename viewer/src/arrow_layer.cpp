#include "arrow_layer.h"

#include <cmath>

namespace rockfall_viewer {
namespace {

// A shaft and a head about the z axis from 0 to 1. The thickness is proportional to the distance from the eye.
const char* const arrow_vertex_source = R"(
layout(location = 0) in vec3 corner;  // xy: offset in units of the thickness; z: fraction of the length
layout(location = 1) in float head;   // 1: part of the head, whose length is 7 times the thickness
layout(location = 2) in vec3 from;
layout(location = 3) in vec3 vector;
layout(location = 4) in vec4 instance_colour;
uniform mat4 projection;
uniform float pixel;  // size of a pixel at a distance of 1 m, m
out vec4 arrow_colour;
out vec3 outward;
void main() {
  float size = length(vector);
  vec3 z = vector / size;
  vec3 x = normalize(abs(z.z) < 0.9 ? cross(z, vec3(0.0, 0.0, 1.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  vec3 y = cross(z, x);
  float thickness = min(1.6 * pixel * length(from), 0.2 * size);
  float at = head > 0.5 ? size - (1.0 - corner.z) * 7.0 * thickness : corner.z * (size - 7.0 * thickness);
  at = max(at, 0.0);
  outward = x * corner.x + y * corner.y;
  vec3 position = from + z * at + outward * thickness;
  arrow_colour = instance_colour;
  gl_Position = projection * vec4(position, 1.0);
  gl_Position.z -= 0.0008 * gl_Position.w;
}
)";

const char* const arrow_fragment_source = R"(
in vec4 arrow_colour;
in vec3 outward;
uniform vec3 sun;
out vec4 colour;
void main() {
  float light = length(outward) > 1e-3 ? 0.75 + 0.25 * dot(normalize(outward), sun) : 1.0;
  colour = vec4(arrow_colour.rgb * light, arrow_colour.a);
}
)";

struct ArrowCorner {
  float position[3];
  float head;
};

std::vector<ArrowCorner> make_arrow() {
  constexpr int sides = 8;
  std::vector<ArrowCorner> corners;
  const auto on_circle = [](int k, float radius, float z, float head) {
    const double angle = 2 * pi * k / sides;
    return ArrowCorner{{radius * static_cast<float>(std::cos(angle)), radius * static_cast<float>(std::sin(angle)), z},
                       head};
  };
  for (int k = 0; k < sides; ++k) {
    const ArrowCorner shaft[4] = {on_circle(k, 1, 0, 0), on_circle(k + 1, 1, 0, 0), on_circle(k + 1, 1, 1, 0),
                                  on_circle(k, 1, 1, 0)};
    for (const int i : {0, 1, 2, 0, 2, 3}) corners.push_back(shaft[i]);
    const ArrowCorner cone[3] = {on_circle(k, 2.6f, 0, 1), on_circle(k + 1, 2.6f, 0, 1), {{0, 0, 1}, 1}};
    for (const ArrowCorner& corner : cone) corners.push_back(corner);
  }
  return corners;
}

}  // namespace

ArrowLayer::ArrowLayer() : program_("arrow", arrow_vertex_source, arrow_fragment_source) {
  const std::vector<ArrowCorner> corners = make_arrow();
  corner_count_ = static_cast<GLsizei>(corners.size());
  glBindVertexArray(array_.name());
  upload(corners_, corners.data(), corners.size() * sizeof(ArrowCorner), GL_STATIC_DRAW);
  declare_attributes(corners_, 0, sizeof(ArrowCorner), Per::vertex,
                     {{3, offsetof(ArrowCorner, position)}, {1, offsetof(ArrowCorner, head)}});
  declare_attributes(instances_, 2, sizeof(Instance), Per::instance,
                     {{3, offsetof(Instance, from)}, {3, offsetof(Instance, vector)}, {4, offsetof(Instance, colour)}});
}

void ArrowLayer::draw(const Drawing& drawing, const Arrow* arrows, std::size_t count) {
  visible_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Arrow& a = arrows[i];
    if (length(vec3(a.vector)) < 1e-3) continue;
    visible_.push_back({in_single_precision(vec3(a.from) - drawing.eye),
                        in_single_precision(vec3(a.vector)),
                        {a.colour[0], a.colour[1], a.colour[2], a.colour[3]}});
  }
  if (visible_.empty()) return;
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("sun", drawing.sun);
  program_.set("pixel", drawing.pixel);
  glBindVertexArray(array_.name());
  upload(instances_, visible_.data(), visible_.size() * sizeof(Instance), GL_STREAM_DRAW);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  draw_arrays(drawing, GL_TRIANGLES, corner_count_, visible_.size());
  glDisable(GL_BLEND);
}

}  // namespace rockfall_viewer
