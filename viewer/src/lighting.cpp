#include "drawing.h"

namespace rockfall_viewer {

const char* const lighting_source = R"(
uniform vec3 sun;
uniform mat4 shadow;
uniform sampler2DShadow shadow_map;
uniform int shadows;

// Fraction of the sunlight that reaches a position: 0 in shadow, 1 in light.
float sun_visibility(vec3 position) {
  if (shadows == 0) return 1.0;
  vec4 projected = shadow * vec4(position, 1.0);
  vec3 at = 0.5 * projected.xyz + 0.5;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  float texel = 1.0 / float(textureSize(shadow_map, 0).x);
  at.z -= 0.0008;
  float sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    vec2 offset = vec2(float(i & 1) - 0.5, float(i >> 1) - 0.5) * 1.5 * texel;
    sum += texture(shadow_map, vec3(at.xy + offset, at.z));
  }
  // Shadows fade out at the border of the map.
  vec2 edge = smoothstep(0.42, 0.5, abs(at.xy - 0.5));
  return mix(0.25 * sum, 1.0, max(edge.x, edge.y));
}

// Colour of a surface under sun and ambient light.
vec3 shade(vec3 colour, vec3 normal, vec3 position) {
  float direct = max(dot(normal, sun), 0.0);
  if (direct > 0.0) direct *= sun_visibility(position);
  float sky = 0.5 + 0.5 * normal.z;
  // Ambient light from the ground below and the sky above.
  vec3 ambient = mix(vec3(0.34, 0.32, 0.28), vec3(0.40, 0.44, 0.48), sky);
  vec3 light = 0.66 * direct * vec3(1.0, 0.96, 0.88) + ambient;
  return colour * light;
}

// Blends distant surfaces with the colour of the horizon.
vec3 apply_haze(vec3 colour, vec3 position, float scale) {
  float amount = 1.0 - exp(-length(position) / scale);
  return mix(colour, vec3(0.80, 0.86, 0.92), 0.7 * amount);
}
)";

void set_lighting(const Program& program, const Drawing& drawing) {
  program.set("sun", drawing.sun);
  program.set("shadow", drawing.shadow);
  program.set("shadow_map", shadow_unit);
  program.set("shadows", drawing.look->shadows ? 1 : 0);
}

void draw_instances(const Drawing& drawing, GLsizei indices, GLenum index_type, GLsizei instances) {
  if (instances <= 0 || indices <= 0) return;
  glDrawElementsInstanced(GL_TRIANGLES, indices, index_type, nullptr, instances);
  ++drawing.cost->calls;
  drawing.cost->triangles += static_cast<std::uint64_t>(indices / 3) * static_cast<std::uint64_t>(instances);
}

}  // namespace rockfall_viewer
