#include "marker_layer.h"

namespace rockfall_viewer {
namespace {

const char* const marker_vertex_source = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 point_colour;
layout(location = 2) in float size;
layout(location = 3) in float shape;
uniform mat4 projection;
out vec3 marker_colour;
flat out int marker_shape;
void main() {
  gl_Position = projection * vec4(position, 1.0);
  gl_Position.z -= 0.001 * gl_Position.w;
  gl_PointSize = size;
  marker_colour = point_colour;
  marker_shape = int(shape + 0.5);
}
)";

const char* const marker_fragment_source = R"(
in vec3 marker_colour;
flat in int marker_shape;
out vec4 colour;
void main() {
  vec2 at = abs(2.0 * gl_PointCoord - 1.0);
  float r = length(at);
  if (marker_shape == 1) {  // a diagonal cross with a dark edge
    float off = abs(at.x - at.y);
    if (off > 0.55) discard;
    colour = vec4(off > 0.3 ? vec3(0.1) : marker_colour, 1.0);
    return;
  }
  if (marker_shape == 2 && r < 0.5) discard;
  if (r > 1.0) discard;
  colour = vec4(r > 0.7 ? vec3(0.1) : marker_colour, 1.0);
}
)";

}  // namespace

MarkerLayer::MarkerLayer() : program_("marker", marker_vertex_source, marker_fragment_source) {
  glBindVertexArray(array_.name());
  declare_attributes(points_, 0, sizeof(Point), Per::vertex,
                     {{3, offsetof(Point, position)},
                      {3, offsetof(Point, colour)},
                      {1, offsetof(Point, size)},
                      {1, offsetof(Point, shape)}});
}

void MarkerLayer::draw(const Drawing& drawing, const Marker* markers, std::size_t count) {
  if (count == 0) return;
  points_data_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    points_data_.push_back({in_single_precision(vec3(markers[i].position) - drawing.eye),
                            {markers[i].colour[0], markers[i].colour[1], markers[i].colour[2]},
                            markers[i].size,
                            static_cast<float>(markers[i].shape)});
  }
  program_.use();
  program_.set("projection", drawing.projection);
  glBindVertexArray(array_.name());
  upload(points_, points_data_.data(), points_data_.size() * sizeof(Point), GL_STREAM_DRAW);
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(points_data_.size()));
  ++drawing.cost->calls;
}

}  // namespace rockfall_viewer
