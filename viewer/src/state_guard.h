// Saves and restores the OpenGL state of the caller.
#ifndef ROCKFALL_VIEWER_STATE_GUARD_H
#define ROCKFALL_VIEWER_STATE_GUARD_H

#include <glad/gl.h>

#include <array>

#include "drawing.h"

namespace rockfall_viewer {

/** How OpenGL reads pixels from memory (uploads) or writes them (read-back). The constructor saves it and sets dense
 * rows in memory; the destructor restores it. */
class PixelStoreGuard {
 public:
  enum class Way { unpack, pack };
  explicit PixelStoreGuard(Way way);
  ~PixelStoreGuard();
  PixelStoreGuard(const PixelStoreGuard&) = delete;
  PixelStoreGuard& operator=(const PixelStoreGuard&) = delete;

 private:
  static constexpr std::size_t parameter_count = 5;
  Way way_;
  GLint buffer_ = 0, alignment_ = 4, values_[parameter_count]{};
};

/** The constructor saves the state that drawing changes or depends on and sets that in which drawing begins; the
 *  destructor restores it. */
class StateGuard {
 public:
  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

  GLint framebuffer() const { return draw_framebuffer_; }
  const GLint* viewport() const { return viewport_; }

 private:
  void save();
  static void begin();

  static constexpr std::size_t capability_count = 28;
  PixelStoreGuard unpack_{PixelStoreGuard::Way::unpack};
  std::array<GLboolean, capability_count> enabled_{};
  GLint program_ = 0, vertex_array_ = 0, array_buffer_ = 0, draw_framebuffer_ = 0, read_framebuffer_ = 0;
  GLint viewport_[4]{}, blend_[4]{}, blend_equation_[2]{}, depth_function_ = 0, polygon_mode_[2]{}, cull_face_ = 0,
                                                           front_face_ = 0;
  GLint active_texture_ = 0, textures_[texture_unit_count]{}, samplers_[texture_unit_count]{};
  GLboolean depth_mask_ = GL_TRUE, colour_mask_[4]{};
  GLfloat clear_colour_[4]{}, polygon_offset_factor_ = 0, polygon_offset_units_ = 0, line_width_ = 1;
  GLdouble clear_depth_ = 1, depth_range_[2]{};
};

}  // namespace rockfall_viewer
#endif
