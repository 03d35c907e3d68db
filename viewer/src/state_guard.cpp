#include "state_guard.h"

namespace rockfall_viewer {
namespace {

void set_enabled(GLenum capability, GLboolean enabled) {
  enabled == GL_TRUE ? glEnable(capability) : glDisable(capability);
}

GLuint name(GLint value) { return static_cast<GLuint>(value); }
GLenum code(GLint value) { return static_cast<GLenum>(value); }

}  // namespace

StateGuard::StateGuard() {
  for (std::size_t i = 0; i < capabilities.size(); ++i) enabled_[i] = glIsEnabled(capabilities[i]);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_framebuffer_);
  glGetIntegerv(GL_VIEWPORT, viewport_);
  const GLenum blends[4] = {GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA};
  for (int i = 0; i < 4; ++i) glGetIntegerv(blends[i], &blend_[i]);
  glGetIntegerv(GL_DEPTH_FUNC, &depth_function_);
  // The core profile has one mode for both sides, but Mesa writes two values.
  glGetIntegerv(GL_POLYGON_MODE, polygon_mode_);
  glGetIntegerv(GL_CULL_FACE_MODE, &cull_face_);
  glGetIntegerv(GL_FRONT_FACE, &front_face_);
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &unpack_alignment_);
  glGetBooleanv(GL_DEPTH_WRITEMASK, &depth_mask_);
  glGetBooleanv(GL_COLOR_WRITEMASK, colour_mask_);
  glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_colour_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
  for (std::size_t i = 0; i < texture_unit_count; ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[i]);
    glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[i]);
    glBindSampler(static_cast<GLuint>(i), 0);  // use the filters of the textures
  }
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < capabilities.size(); ++i) set_enabled(capabilities[i], enabled_[i]);
  glUseProgram(name(program_));
  glBindVertexArray(name(vertex_array_));
  glBindBuffer(GL_ARRAY_BUFFER, name(array_buffer_));
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, name(draw_framebuffer_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name(read_framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glBlendFuncSeparate(code(blend_[0]), code(blend_[1]), code(blend_[2]), code(blend_[3]));
  glDepthFunc(code(depth_function_));
  glPolygonMode(GL_FRONT_AND_BACK, code(polygon_mode_[0]));
  glCullFace(code(cull_face_));
  glFrontFace(code(front_face_));
  glPixelStorei(GL_UNPACK_ALIGNMENT, unpack_alignment_);
  glDepthMask(depth_mask_);
  glColorMask(colour_mask_[0], colour_mask_[1], colour_mask_[2], colour_mask_[3]);
  glClearColor(clear_colour_[0], clear_colour_[1], clear_colour_[2], clear_colour_[3]);
  for (std::size_t i = 0; i < texture_unit_count; ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glBindTexture(GL_TEXTURE_2D, name(textures_[i]));
    glBindSampler(static_cast<GLuint>(i), name(samplers_[i]));
  }
  glActiveTexture(code(active_texture_));
}

}  // namespace rockfall_viewer
