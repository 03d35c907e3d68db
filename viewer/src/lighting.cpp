#include "drawing.h"

namespace rockfall_viewer {
const char* const lighting_source = R"(
uniform vec3 sun;
uniform mat4 shadow;
uniform sampler2DShadow shadow_map;
#ifdef PLAIN  // see terrain_layer.cpp
const int shadows = 0;
#else
uniform int shadows;
#endif

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

// Colour of a surface under sun and ambient light, of which it sees a part.
vec3 shade(vec3 colour, vec3 normal, vec3 position, float sky_seen) {
  float direct = max(dot(normal, sun), 0.0);
  if (direct > 0.0) direct *= sun_visibility(position);
  float sky = 0.5 + 0.5 * normal.z;
  // Ambient light from the ground below and the sky above.
  vec3 ambient = mix(vec3(0.30, 0.27, 0.23), vec3(0.40, 0.44, 0.50), sky) * sky_seen;
  vec3 light = 0.78 * direct * vec3(1.0, 0.92, 0.76) + ambient;
  return colour * light;
}

// Pseudo-random number from 0 to 1 of a point.
float hash31(vec3 p) {
  p = fract(p * vec3(0.1031, 0.1030, 0.0973));
  p += dot(p, p.yzx + 33.33);
  return fract((p.x + p.y) * p.z);
}
// Values from 0 to 1, continuous; 1 apart they are independent.
float noise(vec3 p) {
  vec3 cell = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec4 low = vec4(hash31(cell), hash31(cell + vec3(1, 0, 0)), hash31(cell + vec3(0, 1, 0)), hash31(cell + vec3(1, 1, 0)));
  vec4 high = vec4(hash31(cell + vec3(0, 0, 1)), hash31(cell + vec3(1, 0, 1)), hash31(cell + vec3(0, 1, 1)),
                   hash31(cell + vec3(1, 1, 1)));
  vec4 v = mix(low, high, f.z);
  return mix(mix(v.x, v.y, f.x), mix(v.z, v.w, f.x), f.y);
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

}  // namespace rockfall_viewer
