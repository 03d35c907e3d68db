#include "terrain_layer.h"

#include <algorithm>
#include <cmath>

#include "occlusion.h"

namespace rockfall_viewer {
namespace {

const char* const terrain_vertex_source = R"(
layout(location = 0) in vec3 corner;    // column and row in the patch; 1 on the skirt, else 0
layout(location = 1) in vec3 patch_at;  // first column and row, stride
uniform sampler2D heights;
uniform vec2 first;    // node (0, 0), relative to the eye
uniform vec2 cell;
uniform vec2 nodes;
uniform float base;    // relative to the eye
uniform mat4 projection;
out vec2 node;
out vec3 position;
uniform float plate;   // height of the base plate below the base; 0: none
out float skirt;  // 0 at the upper edge of the skirt, 1 at the lower
out float wall;   // the same for the side faces of the terrain
void main() {
  skirt = corner.z;
  node = min(patch_at.xy + corner.xy * patch_at.z, nodes - 1.0);
  float height = texelFetch(heights, ivec2(node), 0).r;
  // Skirts hide the gaps between patches of different stride.
  float depth = corner.z * patch_at.z * max(cell.x, cell.y);
  bool border = any(equal(node, vec2(0.0))) || any(equal(node, nodes - 1.0));
  wall = plate > 0.0 && border ? corner.z : 0.0;
  if (wall > 0.0) depth = height + plate;
  position = vec3(first + node * cell, base + height - depth);
  gl_Position = projection * vec4(position, 1.0);
}
)";

// With PLAIN, without shadows, occlusion, grain, image and overlay: software renderers execute both sides of every
// branch.
const char* const terrain_fragment_source = R"(
in vec2 node;
in vec3 position;
in float skirt, wall;
uniform sampler2D heights, contour_heights, ground, sky_seen, image, overlay;
#ifdef PLAIN
const int occlusion = 0, grain = 0, overlaid = 0;
#else
uniform int occlusion, grain, overlaid;
#endif
uniform vec2 cell;
uniform vec2 nodes;
uniform vec2 range;      // lowest and highest ground, relative to the base
uniform int colouring;
uniform float base, base_above_zero, contour, grid_interval, haze;
uniform vec2 eye_xy;
uniform float plate;
out vec4 colour;

float height_in(sampler2D map, vec2 at) {
  return textureLod(map, (clamp(at, vec2(0.0), nodes - 1.0) + 0.5) / nodes, 0.0).r;
}

float height_at(vec2 at) { return height_in(heights, at); }

vec3 normal_at(vec2 at) {
  // Differences over at least one pixel, so that distant slopes do not flicker.
  vec2 d = clamp(fwidth(at), vec2(0.7), vec2(16.0));
  float east = height_at(at + vec2(d.x, 0.0)) - height_at(at - vec2(d.x, 0.0));
  float north = height_at(at + vec2(0.0, d.y)) - height_at(at - vec2(0.0, d.y));
  return normalize(vec3(-east / (2.0 * d.x * cell.x), -north / (2.0 * d.y * cell.y), 1.0));
}

vec3 relief(float fraction) {
  vec3 low = vec3(0.47, 0.58, 0.36), middle = vec3(0.72, 0.66, 0.48), high = vec3(0.80, 0.78, 0.76);
  return fraction < 0.5 ? mix(low, middle, 2.0 * fraction) : mix(middle, high, 2.0 * fraction - 1.0);
}

// Opacity of lines where value is a multiple of the interval; each is about `pixels` wide.
float line(float value, float interval, float pixels) {
  float x = value / interval;
  float width = fwidth(x);
  float distance_to_line = abs(fract(x - 0.5) - 0.5);
  float opacity = 1.0 - smoothstep(0.0, pixels * max(width, 1e-6), distance_to_line);
  // No lines on level ground, and none where they would be denser than pixels.
  return width < 1e-5 ? 0.0 : opacity * (1.0 - smoothstep(0.15, 0.5, width));
}

void main() {
  vec4 ground_texel = textureLod(ground, (node + 0.5) / nodes, 0.0);
  if (ground_texel.a < 0.995) discard;
  float height = height_at(node);
  vec3 base_colour = vec3(0.72);
  float seen = occlusion != 0 ? textureLod(sky_seen, (node + 0.5) / nodes, 0.0).r : 1.0;
  seen *= seen;
  vec3 normal = normal_at(node);
  if (colouring == 0) base_colour = relief((height - range.x) / max(range.y - range.x, 1e-3));
  if (colouring == 1) base_colour = ground_texel.rgb;
#ifndef PLAIN
  if (colouring == 3) base_colour = texture(image, vec2(node.x, nodes.y - 1.0 - node.y) / (nodes - 1.0)).rgb;
#endif
  vec2 world = position.xy + eye_xy;
  // Steep ground is shown darker in its own colour: no other soil is suggested.
  if (colouring == 1) base_colour *= mix(0.78, 1.0, smoothstep(0.55, 0.95, normal.z));
  if (grain != 0 && colouring != 3) {
    float far = length(position);
    float fine = far < 200.0 ? noise(vec3(world * 2.3, 0.0)) : 0.5, coarse = noise(vec3(world * 0.11, 7.0));
    base_colour *= 1.0 + 0.16 * (fine - 0.5) * exp(-far / 60.0) + 0.12 * (coarse - 0.5);
  }
  if (wall > 0.02) {
    // Layers of earth on the side faces, not a soil of the physics.
    normal = normalize(cross(dFdx(position), dFdy(position)));
    if (dot(normal, position) > 0.0) normal = -normal;
    float above_base = position.z - base;  // does not change with the eye
    float layer = noise(vec3(world * 0.02, 0.35 * above_base / max(1.0, 0.02 * plate)));
    base_colour = mix(vec3(0.44, 0.36, 0.29), vec3(0.56, 0.48, 0.39), layer);
    seen = 1.0;
  }
  if (overlaid != 0 && wall <= 0.02) {
    vec4 over = texture(overlay, node / max(nodes - 1.0, vec2(1.0)));
    base_colour = mix(base_colour, over.rgb, over.a);
  }
  vec3 shaded = apply_haze(shade(base_colour, normal, position, seen), position, haze);
  bool on_skirt = skirt > 0.0;  // no lines on the side faces of the terrain
  if (contour > 0.0 && !on_skirt) {
    // The offset avoids a line across a plateau exactly at the height of a line.
    float z = height_in(contour_heights, node) + base_above_zero + 0.01 * contour;
    shaded *= 1.0 - 0.19 * line(z, contour, 1.0) - 0.16 * line(z, 5.0 * contour, 1.4);
  }
  if (grid_interval > 0.0 && !on_skirt) {
    shaded *= 1.0 - 0.2 * max(line(world.x, grid_interval, 1.2), line(world.y, grid_interval, 1.2));
  }
  colour = vec4(shaded, 1.0);
}
)";

const char* const depth_fragment_source = R"(
in vec2 node;
uniform sampler2D ground;
uniform vec2 nodes;
void main() {
  if (textureLod(ground, (node + 0.5) / nodes, 0.0).a < 0.995) discard;
}
)";

// A patch is refined if it is nearer than this number of its side lengths; cells are then about six pixels wide.
constexpr double detail = 2.5;

struct TerrainCorner {
  float column, row, skirt;
};

/** A patch of 32 x 32 cells with a skirt all around. */
void make_patch(std::vector<TerrainCorner>& corners, std::vector<std::uint16_t>& indices) {
  constexpr std::uint32_t n = patch_cells;
  // The skirt is a second copy of the border nodes, which the shader lowers.
  for (std::uint32_t r = 0; r < n + 3; ++r) {
    for (std::uint32_t c = 0; c < n + 3; ++c) {
      const auto clamped = [](std::uint32_t k) { return std::min(std::max(k, 1u), n + 1) - 1; };
      const bool skirt = r == 0 || c == 0 || r == n + 2 || c == n + 2;
      corners.push_back({static_cast<float>(clamped(c)), static_cast<float>(clamped(r)), skirt ? 1.0f : 0.0f});
    }
  }
  for (std::uint32_t r = 0; r < n + 2; ++r) {
    for (std::uint32_t c = 0; c < n + 2; ++c) {
      const std::uint32_t first = r * (n + 3) + c;
      for (const std::uint32_t k : {first, first + 1, first + n + 4, first, first + n + 4, first + n + 3}) {
        indices.push_back(static_cast<std::uint16_t>(k));
      }
    }
  }
}

/** Depth of the base plate below the reference of the heights, m: below the lowest ground by a part of the size. */
double plate_depth(const TerrainData& data) {
  const double side = std::max(data.columns * data.cell_x, data.rows * data.cell_y);
  const auto low = static_cast<double>(data.lowest), relief = static_cast<double>(data.highest) - low;
  return std::max(1.0, 0.03 * side + 0.1 * relief) - low;
}

/** The frustum planes of a projection, relative to the eye. */
std::vector<HalfSpace> frustum_planes(const Matrix& m) {
  std::vector<HalfSpace> planes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const float sign : {1.0f, -1.0f}) {
      HalfSpace plane{};
      for (std::size_t k = 0; k < 4; ++k) plane[k] = m[4 * k + 3] + sign * m[4 * k + axis];
      planes.push_back(plane);
    }
  }
  return planes;
}

void bind_texture(const Texture& texture, GLint filter) {
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace

TerrainLayer::TerrainLayer()
    : program_("terrain", terrain_vertex_source, std::string(lighting_source) + terrain_fragment_source),
      plain_program_("plain terrain", terrain_vertex_source,
                     std::string("#define PLAIN\n") + lighting_source + terrain_fragment_source),
      depth_program_("terrain depth", terrain_vertex_source, depth_fragment_source) {
  std::vector<TerrainCorner> corners;
  std::vector<std::uint16_t> indices;
  make_patch(corners, indices);
  index_count_ = static_cast<GLsizei>(indices.size());
  glBindVertexArray(array_.name());
  upload(corners_, corners.data(), corners.size() * sizeof(TerrainCorner), GL_STATIC_DRAW);
  declare_attributes(corners_, 0, sizeof(TerrainCorner), Per::vertex, {{3, 0}});
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.name());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint16_t)), indices.data(),
               GL_STATIC_DRAW);
  declare_attributes(patches_, 1, sizeof(TerrainPatch), Per::instance, {{3, 0}});
}

void TerrainLayer::set(TerrainData data) {
  data_ = std::move(data);
  tree_ = std::make_unique<TerrainTree>(data_, static_cast<float>(plate_depth(data_)) + data_.lowest);
  glActiveTexture(GL_TEXTURE0);
  const auto upload_heights = [&](const Texture& texture, const std::vector<float>& heights) {
    bind_texture(texture, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(data_.columns), static_cast<GLsizei>(data_.rows), 0,
                 GL_RED, GL_FLOAT, heights.data());
  };
  upload_heights(heights_, data_.heights);
  upload_heights(contour_heights_, smoothed_heights(data_));
  const Occlusion occlusion = occlusion_of(data_);
  bind_texture(sky_, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, static_cast<GLsizei>(occlusion.columns), static_cast<GLsizei>(occlusion.rows),
               0, GL_RED, GL_UNSIGNED_BYTE, occlusion.sky.data());
  has_image_ = has_overlay_ = false;
  upload_ground();
}

void TerrainLayer::set_overlay(int columns, int rows, const std::uint8_t* bytes) {
  has_overlay_ = bytes != nullptr && columns > 0 && rows > 0;
  if (!has_overlay_) return;
  glActiveTexture(GL_TEXTURE0);
  bind_texture(overlay_, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, columns, rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
}

void TerrainLayer::set_image(int width, int height, const std::uint8_t* bytes) {
  has_image_ = bytes != nullptr && width > 0 && height > 0;
  if (!has_image_) return;
  glActiveTexture(GL_TEXTURE0);
  bind_texture(image_, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes);
  glGenerateMipmap(GL_TEXTURE_2D);
}

void TerrainLayer::set_ground(const rf_terrain& terrain) {
  if (empty()) return;
  sample_ground(terrain, data_);
  upload_ground();
}

void TerrainLayer::upload_ground() {
  glActiveTexture(GL_TEXTURE0);
  bind_texture(ground_, GL_LINEAR);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(data_.columns), static_cast<GLsizei>(data_.rows), 0,
               GL_RGBA, GL_UNSIGNED_BYTE, data_.ground.data());
}

void TerrainLayer::set_uniforms(const Program& program, const Drawing& drawing) const {
  program.set("projection", drawing.projection);
  program.set("heights", heights_unit);
  program.set("ground", ground_unit);
  program.set("first", data_.x0 - drawing.eye.x, data_.y0 - drawing.eye.y);
  program.set("cell", data_.cell_x, data_.cell_y);
  program.set("nodes", data_.columns, data_.rows);
  program.set("base", data_.base - drawing.eye.z);
  program.set("plate", drawing.look->base ? plate_depth(data_) : 0.0);
  if (drawing.depth_only) return;
  set_lighting(program, drawing);
  const Look& look = *drawing.look;
  program.set("range", data_.lowest, data_.highest);
  program.set("colouring", static_cast<int>(colour_of(look)));
  program.set("sky_seen", sky_unit);
  program.set("contour_heights", contour_unit);
  program.set("image", image_unit);
  program.set("overlay", overlay_unit);
  program.set("overlaid", has_overlay_ ? 1 : 0);
  program.set("occlusion", look.occlusion ? 1 : 0);
  program.set("grain", look.grain ? 1 : 0);
  // Only the remainder is needed, which keeps contour lines exact in single precision at any height.
  const double major_interval = 5 * look.contour_interval;
  program.set("base_above_zero", major_interval > 0 ? std::fmod(data_.base, major_interval) : 0.0);
  program.set("contour", look.contour_interval);
  program.set("grid_interval", look.grid_interval);
  program.set("eye_xy", drawing.eye.x, drawing.eye.y);
  const double side = std::max(data_.columns * data_.cell_x, data_.rows * data_.cell_y);
  program.set("haze", 4 * side);
}

TerrainColour TerrainLayer::colour_of(const Look& look) const {
  const bool image_missing = look.terrain_colour == TerrainColour::image && !has_image_;
  return image_missing ? TerrainColour::plain : look.terrain_colour;
}

const Program& TerrainLayer::program_for(const Drawing& drawing) const {
  if (drawing.depth_only) return depth_program_;
  const Look& look = *drawing.look;
  const bool plain = !look.shadows && !look.occlusion && !look.grain && !has_overlay_;
  return plain && colour_of(look) != TerrainColour::image ? plain_program_ : program_;
}

void TerrainLayer::draw(const Drawing& drawing) {
  if (empty()) return;
  visible_.clear();
  tree_->choose(drawing.eye, frustum_planes(drawing.projection), detail, visible_);
  if (visible_.empty()) return;
  const Program& program = program_for(drawing);
  program.use();
  set_uniforms(program, drawing);
  const auto use_texture = [](int unit, const Texture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, texture.name());
  };
  use_texture(heights_unit, heights_);
  use_texture(ground_unit, ground_);
  use_texture(sky_unit, sky_);
  use_texture(image_unit, image_);
  use_texture(overlay_unit, overlay_);
  use_texture(contour_unit, contour_heights_);
  glBindVertexArray(array_.name());
  upload(patches_, visible_.data(), visible_.size() * sizeof(TerrainPatch), GL_STREAM_DRAW);
  glPolygonMode(GL_FRONT_AND_BACK, drawing.look->wireframe && !drawing.depth_only ? GL_LINE : GL_FILL);
  draw_elements(drawing, index_count_, visible_.size());
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

}  // namespace rockfall_viewer
