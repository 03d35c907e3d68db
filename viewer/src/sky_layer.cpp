#include "sky_layer.h"

#include <cmath>

namespace rockfall_viewer {
namespace {

const char* const sky_vertex_source = R"(
uniform vec3 right, up, forward;  // right and up: half of the image size at a distance of 1 m
uniform vec2 shift;
out vec3 direction;
void main() {
  vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  direction = forward + (at.x - shift.x) * right + (at.y - shift.y) * up;
  gl_Position = vec4(at, 1.0, 1.0);
}
)";

const char* const sky_fragment_source = R"(
in vec3 direction;
uniform vec3 sun;
out vec4 colour;
void main() {
  vec3 d = normalize(direction);
  vec3 above = mix(vec3(0.80, 0.86, 0.92), vec3(0.33, 0.53, 0.80), smoothstep(0.0, 0.6, d.z));
  vec3 below = mix(vec3(0.80, 0.86, 0.92), vec3(0.60, 0.66, 0.72), smoothstep(0.0, 0.9, -d.z));
  vec3 sky = d.z > 0.0 ? above : below;
  sky += 0.25 * pow(max(dot(d, sun), 0.0), 64.0);
  colour = vec4(sky, 1.0);
}
)";

}  // namespace

SkyLayer::SkyLayer() : program_("sky", sky_vertex_source, sky_fragment_source) {}

void SkyLayer::draw(const Drawing& drawing, const Camera& camera) {
  const CameraAxes axes = axes_of(camera);
  const double t = std::tan(0.5 * camera.field_of_view);
  program_.use();
  program_.set("right", (t * drawing.width / drawing.height) * axes.right);
  program_.set("up", t * axes.up);
  program_.set("forward", axes.forward);
  program_.set("shift", camera.shift_x, camera.shift_y);
  program_.set("sun", drawing.sun);
  glBindVertexArray(array_.name());
  glDepthFunc(GL_LEQUAL);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++drawing.cost->calls;
}

}  // namespace rockfall_viewer
