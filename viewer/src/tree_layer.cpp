#include "tree_layer.h"

#include <cmath>
#include <string>
#include <vector>

namespace rockfall_viewer {
namespace {

const char* const tree_vertex_source = R"(
layout(location = 0) in vec3 corner;        // of a tree of height 1
layout(location = 1) in vec3 corner_normal;
layout(location = 2) in vec4 root;          // position relative to the origin, height
layout(location = 3) in float tint;
uniform mat4 projection;
uniform vec3 origin;  // local origin relative to the eye
out vec3 position, normal, tree_colour;
void main() {
  float angle = 40.0 * tint;
  mat2 turn = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
  position = root.xyz + origin + root.w * vec3(turn * corner.xy, corner.z);
  normal = vec3(turn * corner_normal.xy, corner_normal.z);
  vec3 leaf = mix(vec3(0.13, 0.27, 0.12), vec3(0.24, 0.38, 0.15), tint);
  tree_colour = corner.z < 0.2 ? vec3(0.30, 0.22, 0.15) : leaf * (0.75 + 0.5 * corner.z);
  gl_Position = projection * vec4(position, 1.0);
}
)";

const char* const tree_fragment_source = R"(
in vec3 position, normal, tree_colour;
out vec4 colour;
void main() { colour = vec4(shade(tree_colour, normalize(normal), position, 1.0), 1.0); }
)";

struct TreeCorner {
  float position[3];
  float normal[3];
};

/** A cone without bottom. */
void add_cone(std::vector<TreeCorner>& corners, float radius, float from, float to) {
  constexpr int sides = 6;
  const auto at = [&](double angle, float r, float z) {
    const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    const float slope = radius / (to - from), size = std::sqrt(1 + slope * slope);
    return TreeCorner{{r * c, r * s, z}, {c / size, s / size, slope / size}};
  };
  for (int k = 0; k < sides; ++k) {
    const double a = 2 * pi * k / sides, b = 2 * pi * (k + 1) / sides;
    corners.push_back(at(a, radius, from));
    corners.push_back(at(b, radius, from));
    corners.push_back(at(0.5 * (a + b), 0, to));
  }
}

}  // namespace

TreeLayer::TreeLayer() : program_("tree", tree_vertex_source, std::string(lighting_source) + tree_fragment_source) {
  std::vector<TreeCorner> corners;
  add_cone(corners, 0.03f, 0, 0.4f);
  add_cone(corners, 0.22f, 0.2f, 0.75f);
  add_cone(corners, 0.15f, 0.5f, 1);
  corner_count_ = static_cast<GLsizei>(corners.size());
  glBindVertexArray(array_.name());
  upload(corners_, corners.data(), corners.size() * sizeof(TreeCorner), GL_STATIC_DRAW);
  declare_attributes(corners_, 0, sizeof(TreeCorner), Per::vertex,
                     {{3, offsetof(TreeCorner, position)}, {3, offsetof(TreeCorner, normal)}});
  declare_attributes(instances_, 2, sizeof(Tree), Per::instance,
                     {{4, offsetof(Tree, root)}, {1, offsetof(Tree, tint)}});
}

void TreeLayer::set(const Tree* trees, std::size_t count) {
  upload(instances_, trees, count * sizeof(Tree), GL_STATIC_DRAW);
  count_ = count;
}

void TreeLayer::draw(const Drawing& drawing) {
  if (count_ == 0 || !drawing.look->trees) return;
  program_.use();
  program_.set("projection", drawing.projection);
  program_.set("origin", Vec3{} - drawing.eye);
  set_lighting(program_, drawing);
  glBindVertexArray(array_.name());
  draw_arrays(drawing, GL_TRIANGLES, corner_count_, count_);
}

}  // namespace rockfall_viewer
