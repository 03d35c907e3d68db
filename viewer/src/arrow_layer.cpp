#include "arrow_layer.h"

#include <cmath>

namespace rockfall_viewer {
namespace {

// A shaft and a head about the axis z from 0 to 1. The thickness follows the distance, so that arrows stay readable.
const char* const vertex_source = R"(
layout(location = 0) in vec3 corner;  // radius in units of the thickness: xy; share of the length: z
layout(location = 1) in float head;   // 1: measured back from the tip in units of the thickness
layout(location = 2) in vec3 from;
layout(location = 3) in vec3 along;
layout(location = 4) in vec4 tint;
uniform mat4 projection;
uniform float pixel;  // size of a pixel at a distance of 1 m, m
out vec4 tinted;
out vec3 side;
void main() {
  float size = length(along);
  vec3 z = along / size;
  vec3 x = normalize(abs(z.z) < 0.9 ? cross(z, vec3(0.0, 0.0, 1.0)) : cross(z, vec3(1.0, 0.0, 0.0)));
  vec3 y = cross(z, x);
  float thick = min(1.6 * pixel * length(from), 0.2 * size);
  float at = head > 0.5 ? size - (1.0 - corner.z) * 7.0 * thick : corner.z * (size - 7.0 * thick);
  at = max(at, 0.0);
  side = x * corner.x + y * corner.y;
  vec3 place = from + z * at + side * thick;
  tinted = tint;
  gl_Position = projection * vec4(place, 1.0);
  gl_Position.z -= 0.0008 * gl_Position.w;
}
)";

const char* const fragment_source = R"(
in vec4 tinted;
in vec3 side;
uniform vec3 sun;
out vec4 colour;
void main() {
  float light = length(side) > 1e-3 ? 0.75 + 0.25 * dot(normalize(side), sun) : 1.0;
  colour = vec4(tinted.rgb * light, tinted.a);
}
)";

struct Corner {
  float place[3];
  float head;
};

std::vector<Corner> make_arrow() {
  constexpr int sides = 8;
  std::vector<Corner> corners;
  const auto around = [](int k, float radius, float z, float head) {
    const double angle = 2 * 3.14159265358979 * k / sides;
    return Corner{{radius * static_cast<float>(std::cos(angle)), radius * static_cast<float>(std::sin(angle)), z},
                  head};
  };
  for (int k = 0; k < sides; ++k) {
    const Corner shaft[4] = {around(k, 1, 0, 0), around(k + 1, 1, 0, 0), around(k + 1, 1, 1, 0), around(k, 1, 1, 0)};
    for (const int i : {0, 1, 2, 0, 2, 3}) corners.push_back(shaft[i]);
    const Corner cone[3] = {around(k, 2.6f, 0, 1), around(k + 1, 2.6f, 0, 1), {{0, 0, 1}, 1}};
    for (const Corner& corner : cone) corners.push_back(corner);
  }
  return corners;
}

}  // namespace

ArrowLayer::ArrowLayer() : program_("arrow", vertex_source, fragment_source) {
  const std::vector<Corner> corners = make_arrow();
  corner_count_ = static_cast<GLsizei>(corners.size());
  glBindVertexArray(array_.name());
  send(corners_, corners.data(), corners.size() * sizeof(Corner), GL_STATIC_DRAW);
  attribute(0, 3, sizeof(Corner), offsetof(Corner, place), 0);
  attribute(1, 1, sizeof(Corner), offsetof(Corner, head), 0);
  send(instances_, nullptr, sizeof(Instance), GL_STREAM_DRAW);
  attribute(2, 3, sizeof(Instance), offsetof(Instance, from), 1);
  attribute(3, 3, sizeof(Instance), offsetof(Instance, along), 1);
  attribute(4, 4, sizeof(Instance), offsetof(Instance, colour), 1);
}

void ArrowLayer::draw(const Drawing& drawing, const Arrow* arrows, std::size_t count) {
  chosen_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Arrow& a = arrows[i];
    if (length(vec3(a.vector)) < 1e-3) continue;
    const Vec3 from = vec3(a.from) - drawing.eye;
    chosen_.push_back(
        {{static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(from.z)},
         {static_cast<float>(a.vector[0]), static_cast<float>(a.vector[1]), static_cast<float>(a.vector[2])},
         {a.colour[0], a.colour[1], a.colour[2], a.colour[3]}});
  }
  if (chosen_.empty()) return;
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("sun", drawing.sun);
  program_.set("pixel", drawing.pixel);
  glBindVertexArray(array_.name());
  send(instances_, chosen_.data(), chosen_.size() * sizeof(Instance), GL_STREAM_DRAW);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArraysInstanced(GL_TRIANGLES, 0, corner_count_, static_cast<GLsizei>(chosen_.size()));
  glDisable(GL_BLEND);
  ++drawing.cost->calls;
  drawing.cost->triangles += static_cast<std::uint64_t>(corner_count_ / 3) * chosen_.size();
}

}  // namespace rockfall_viewer
