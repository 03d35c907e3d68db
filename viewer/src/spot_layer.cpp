#include "spot_layer.h"

namespace rockfall_viewer {
namespace {

const char* const spot_vertex_source = R"(
layout(location = 0) in vec3 centre;  // relative to the eye
layout(location = 1) in vec3 a;       // half axes
layout(location = 2) in vec3 b;
layout(location = 3) in vec4 instance_colour;
uniform mat4 projection;
out vec2 place;
out vec4 spot_colour;
void main() {
  place = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0);
  spot_colour = instance_colour;
  gl_Position = projection * vec4(centre + place.x * a + place.y * b, 1.0);
  gl_Position.z -= 0.0006 * gl_Position.w;
}
)";

const char* const spot_fragment_source = R"(
in vec2 place;
in vec4 spot_colour;
out vec4 colour;
void main() {
  float r = dot(place, place);
  if (r > 1.0) discard;
  colour = vec4(spot_colour.rgb, spot_colour.a * (1.0 - smoothstep(0.3, 1.0, r)));
}
)";

}  // namespace

SpotLayer::SpotLayer() : program_("spot", spot_vertex_source, spot_fragment_source) {
  glBindVertexArray(array_.name());
  declare_attributes(instances_, 0, sizeof(Instance), Per::instance,
                     {{3, offsetof(Instance, centre)},
                      {3, offsetof(Instance, a)},
                      {3, offsetof(Instance, b)},
                      {4, offsetof(Instance, colour)}});
}

void SpotLayer::draw(const Drawing& drawing, const Camera& camera, const Spot* spots, std::size_t count) {
  if (count == 0) return;
  const CameraAxes axes = axes_of(camera);
  visible_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Spot& spot = spots[i];
    Instance instance{};
    instance.centre = in_single_precision(vec3(spot.centre) - drawing.eye);
    const bool facing = spot.radius > 0;
    instance.a = in_single_precision(facing ? spot.radius * axes.right : vec3(spot.a));
    instance.b = in_single_precision(facing ? spot.radius * axes.up : vec3(spot.b));
    for (std::size_t k = 0; k < 4; ++k) instance.colour[k] = spot.colour[k];
    visible_.push_back(instance);
  }
  program_.use();
  program_.set("projection", drawing.projection);
  glBindVertexArray(array_.name());
  upload(instances_, visible_.data(), visible_.size() * sizeof(Instance), GL_STREAM_DRAW);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  draw_arrays(drawing, GL_TRIANGLE_STRIP, 4, visible_.size());
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace rockfall_viewer
