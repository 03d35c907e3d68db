#include "pin_layer.h"

namespace rockfall_viewer {
namespace {

const char* const vertex_source = R"(
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 tint;
layout(location = 2) in float size;
uniform mat4 projection;
out vec3 tinted;
void main() {
  gl_Position = projection * vec4(place, 1.0);
  gl_Position.z -= 0.001 * gl_Position.w;
  gl_PointSize = size;
  tinted = tint;
}
)";

const char* const fragment_source = R"(
in vec3 tinted;
out vec4 colour;
void main() {
  float r = length(2.0 * gl_PointCoord - 1.0);
  if (r > 1.0) discard;
  colour = vec4(r > 0.7 ? vec3(0.1) : tinted, 1.0);
}
)";

}  // namespace

PinLayer::PinLayer() : program_("pin", vertex_source, fragment_source) {
  glBindVertexArray(array_.name());
  send(points_, nullptr, sizeof(Point), GL_STREAM_DRAW);
  attribute(0, 3, sizeof(Point), offsetof(Point, place), 0);
  attribute(1, 3, sizeof(Point), offsetof(Point, colour), 0);
  attribute(2, 1, sizeof(Point), offsetof(Point, size), 0);
}

void PinLayer::draw(const Drawing& drawing, const Pin* pins, std::size_t count) {
  if (count == 0) return;
  chosen_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 place = vec3(pins[i].position) - drawing.eye;
    chosen_.push_back({{static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)},
                       {pins[i].colour[0], pins[i].colour[1], pins[i].colour[2]},
                       pins[i].size});
  }
  program_.use();
  program_.set("projection", drawing.projection);
  glBindVertexArray(array_.name());
  send(points_, chosen_.data(), chosen_.size() * sizeof(Point), GL_STREAM_DRAW);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(chosen_.size()));
  ++drawing.cost->calls;
}

}  // namespace rockfall_viewer
