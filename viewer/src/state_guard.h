// Saves and restores the OpenGL state of the caller.
#ifndef ROCKFALL_VIEWER_STATE_GUARD_H
#define ROCKFALL_VIEWER_STATE_GUARD_H

#include <glad/gl.h>

#include <array>

#include "drawing.h"

namespace rockfall_viewer {

/** Saves the state that drawing changes in the constructor and restores it in the destructor. */
class StateGuard {
 public:
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

  GLint framebuffer() const { return draw_framebuffer_; }
  const GLint* viewport() const { return viewport_; }

 private:
  static constexpr std::array<GLenum, 8> capabilities = {
      GL_DEPTH_TEST,          GL_BLEND,       GL_CULL_FACE,         GL_SCISSOR_TEST, GL_STENCIL_TEST,
      GL_POLYGON_OFFSET_FILL, GL_MULTISAMPLE, GL_PROGRAM_POINT_SIZE};
  std::array<GLboolean, capabilities.size()> enabled_{};
  GLint program_ = 0, vertex_array_ = 0, array_buffer_ = 0, draw_framebuffer_ = 0, read_framebuffer_ = 0;
  GLint viewport_[4]{}, blend_[4]{}, depth_function_ = 0, polygon_mode_[2]{}, active_texture_ = 0,
                                     textures_[texture_unit_count]{}, samplers_[texture_unit_count]{};
  GLint cull_face_ = 0, front_face_ = 0, unpack_alignment_ = 4;
  GLboolean depth_mask_ = GL_TRUE;
  GLboolean colour_mask_[4]{};
  GLfloat clear_colour_[4]{};
};

}  // namespace rockfall_viewer
#endif
