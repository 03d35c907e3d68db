#include "drawing.h"

namespace rockfall_viewer {
namespace {

void add_cost(const Drawing& drawing, GLsizei triangles, std::size_t instances) {
  ++drawing.cost->calls;
  drawing.cost->triangles += static_cast<std::uint64_t>(triangles) * instances;
}

}  // namespace

void draw_elements(const Drawing& drawing, GLsizei indices, std::size_t instances) {
  if (instances == 0) return;
  glDrawElementsInstanced(GL_TRIANGLES, indices, GL_UNSIGNED_SHORT, nullptr, static_cast<GLsizei>(instances));
  add_cost(drawing, indices / 3, instances);
}

void draw_arrays(const Drawing& drawing, GLenum mode, GLsizei vertices, std::size_t instances) {
  if (instances == 0) return;
  glDrawArraysInstanced(mode, 0, vertices, static_cast<GLsizei>(instances));
  add_cost(drawing, mode == GL_TRIANGLE_STRIP ? vertices - 2 : vertices / 3, instances);
}

}  // namespace rockfall_viewer
