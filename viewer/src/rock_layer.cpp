#include "rock_layer.h"

#include <algorithm>

namespace rockfall_viewer {
namespace {

const char* const rock_vertex_source = R"(
layout(location = 0) in vec3 corner;       // in K
layout(location = 1) in vec3 face_normal;  // in K
layout(location = 2) in vec3 centre;       // relative to the eye
layout(location = 3) in vec4 orientation;  // quaternion, real part first
layout(location = 4) in vec3 instance_colour;
uniform mat4 projection;
uniform float min_radius;  // minimum radius of the image at a distance of 1 m, m
uniform float radius;      // of the shape, m
uniform float outline;     // m at a distance of 1 m, by which the shape is enlarged
out vec3 position, body;
flat out vec3 normal;
flat out vec3 rock_colour;
vec3 rotated(vec3 v) {
  return v + 2.0 * cross(orientation.yzw, cross(orientation.yzw, v) + orientation.x * v);
}
void main() {
  float scale = max(1.0, min_radius * length(centre) / radius) + outline * length(centre) / radius;
  body = corner / radius;
  position = centre + scale * rotated(corner);
  normal = rotated(face_normal);
  rock_colour = instance_colour;
  gl_Position = projection * vec4(position, 1.0);
}
)";

const char* const rock_fragment_source = R"(
in vec3 position, body;
flat in vec3 normal;
flat in vec3 rock_colour;
uniform int grain;
uniform float outline;
uniform vec3 outline_colour;
out vec4 colour;
void main() {
  if (outline > 0.0) { colour = vec4(outline_colour, 1.0); return; }
  vec3 stone = rock_colour;
  if (grain != 0) {
    // Speckles, and a light and a dark vein across the rock, so that its rotation is seen.
    stone *= 0.82 + 0.36 * noise(9.0 * body) * (0.6 + 0.8 * noise(31.0 * body));
    float wave = 0.10 * (noise(4.0 * body) - 0.5);
    stone = mix(stone, vec3(0.93, 0.91, 0.86), 0.75 * (1.0 - smoothstep(0.05, 0.08, abs(dot(body, vec3(0.8, 0.36, 0.48)) + wave))));
    stone = mix(stone, stone * 0.35, 0.8 * (1.0 - smoothstep(0.03, 0.05, abs(dot(body, vec3(-0.36, 0.8, 0.48)) - 0.25 + wave))));
  }
  colour = vec4(shade(stone, normal, position, 1.0), 1.0);
}
)";

struct RockCorner {
  std::array<float, 3> position, normal;
};

}  // namespace

RockLayer::RockLayer() : program_("rock", rock_vertex_source, std::string(lighting_source) + rock_fragment_source) {}

std::unique_ptr<RockLayer::Mesh> RockLayer::make_mesh(const rf_rock_properties& rock) {
  std::vector<RockCorner> corners;
  corners.reserve(3 * std::size_t{rock.triangle_count});
  for (std::uint32_t t = 0; t < rock.triangle_count; ++t) {
    const std::uint32_t* const index = rock.triangles + 3 * std::size_t{t};
    const Vec3 a = vec3(rock.vertices + 3 * std::size_t{index[0]});
    const Vec3 b = vec3(rock.vertices + 3 * std::size_t{index[1]});
    const Vec3 c = vec3(rock.vertices + 3 * std::size_t{index[2]});
    const Vec3 n = unit(cross(b - a, c - a));
    for (const Vec3& v : {a, b, c}) corners.push_back({in_single_precision(v), in_single_precision(n)});
  }
  auto mesh = std::make_unique<Mesh>();
  mesh->radius = rock.bounding_radius;
  mesh->vertex_count = static_cast<GLsizei>(corners.size());
  glBindVertexArray(mesh->array.name());
  upload(mesh->vertices, corners.data(), corners.size() * sizeof(RockCorner), GL_STATIC_DRAW);
  declare_attributes(mesh->vertices, 0, sizeof(RockCorner), Per::vertex,
                     {{3, offsetof(RockCorner, position)}, {3, offsetof(RockCorner, normal)}});
  declare_attributes(
      mesh->instances, 2, sizeof(Instance), Per::instance,
      {{3, offsetof(Instance, position)}, {4, offsetof(Instance, orientation)}, {3, offsetof(Instance, colour)}});
  return mesh;
}

void RockLayer::set(const rf_rock* const* rocks, std::uint32_t count) {
  std::vector<std::unique_ptr<Mesh>> meshes;
  for (std::uint32_t i = 0; i < count; ++i) {
    rf_rock_properties properties{};
    if (rf_rock_get(rocks[i], &properties) != RF_OK) throw ViewerError("rocks: a shape is null");
    meshes.push_back(make_mesh(properties));
  }
  meshes_ = std::move(meshes);
}

void RockLayer::prepare(const Frame& frame, const Vec3& eye) {
  for (const auto& mesh : meshes_) mesh->visible.clear();
  outlined_ = {none, 0};
  for (std::size_t i = 0; i < frame.rock_count; ++i) {
    const RockInstance& rock = frame.rocks[i];
    if (rock.shape >= meshes_.size()) continue;
    Instance instance{in_single_precision(vec3(rock.position) - eye), {}, {}};
    for (std::size_t k = 0; k < 4; ++k) instance.orientation[k] = static_cast<float>(rock.orientation[k]);
    if (i == frame.outlined) outlined_ = {rock.shape, static_cast<GLsizei>(meshes_[rock.shape]->visible.size())};
    std::copy(rock.colour.begin(), rock.colour.end(), instance.colour);
    meshes_[rock.shape]->visible.push_back(instance);
  }
  for (const auto& mesh : meshes_) {
    if (!mesh->visible.empty()) {
      upload(mesh->instances, mesh->visible.data(), mesh->visible.size() * sizeof(Instance), GL_STREAM_DRAW);
    }
  }
}

void RockLayer::draw(const Drawing& drawing) {
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("min_radius", drawing.depth_only ? 0.0 : 0.5 * drawing.look->min_rock_size * drawing.pixel);
  set_lighting(program_, drawing);
  program_.set("outline", 0.0f);
  program_.set("grain", drawing.look->grain ? 1 : 0);
  for (const auto& mesh : meshes_) {
    if (mesh->visible.empty()) continue;
    program_.set("radius", mesh->radius);
    glBindVertexArray(mesh->array.name());
    draw_arrays(drawing, GL_TRIANGLES, mesh->vertex_count, mesh->visible.size());
  }
}

void RockLayer::draw_outline(const Drawing& drawing) {
  if (outlined_.shape >= meshes_.size()) return;
  Mesh& mesh = *meshes_[outlined_.shape];
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("min_radius", 0.5 * drawing.look->min_rock_size * drawing.pixel);
  program_.set("outline", 3 * drawing.pixel);
  program_.set("outline_colour", Vec3{1, 0.72, 0.1});
  program_.set("radius", mesh.radius);
  glBindVertexArray(mesh.array.name());
  // The rear faces of an enlarged copy are seen around the rock only. OpenGL 3.3 has no base instance: the instance is
  // uploaded alone, and the others are not needed any more.
  const Instance instance = mesh.visible[static_cast<std::size_t>(outlined_.instance)];
  upload(mesh.instances, &instance, sizeof(Instance), GL_STREAM_DRAW);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  draw_arrays(drawing, GL_TRIANGLES, mesh.vertex_count, 1);
  glDisable(GL_CULL_FACE);
}

}  // namespace rockfall_viewer
