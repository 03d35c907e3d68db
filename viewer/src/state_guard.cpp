#include "state_guard.h"

#include <iterator>

namespace rockfall_viewer {
namespace {

struct Capability {
  GLenum name;
  bool drawing;  // whether drawing begins with it
};

constexpr Capability capabilities[] = {{GL_DEPTH_TEST, true},
                                       {GL_MULTISAMPLE, true},
                                       {GL_PROGRAM_POINT_SIZE, true},
                                       {GL_BLEND, false},
                                       {GL_CULL_FACE, false},
                                       {GL_SCISSOR_TEST, false},
                                       {GL_STENCIL_TEST, false},
                                       {GL_POLYGON_OFFSET_FILL, false},
                                       {GL_POLYGON_OFFSET_LINE, false},
                                       {GL_POLYGON_SMOOTH, false},
                                       {GL_LINE_SMOOTH, false},
                                       {GL_COLOR_LOGIC_OP, false},
                                       {GL_DEPTH_CLAMP, false},
                                       {GL_FRAMEBUFFER_SRGB, false},  // the shaders compute colours of the screen
                                       {GL_PRIMITIVE_RESTART, false},
                                       {GL_RASTERIZER_DISCARD, false},
                                       {GL_SAMPLE_ALPHA_TO_COVERAGE, false},
                                       {GL_SAMPLE_ALPHA_TO_ONE, false},
                                       {GL_SAMPLE_COVERAGE, false},
                                       {GL_SAMPLE_MASK, false},
                                       {GL_CLIP_DISTANCE0, false},
                                       {GL_CLIP_DISTANCE1, false},
                                       {GL_CLIP_DISTANCE2, false},
                                       {GL_CLIP_DISTANCE3, false},
                                       {GL_CLIP_DISTANCE4, false},
                                       {GL_CLIP_DISTANCE5, false},
                                       {GL_CLIP_DISTANCE6, false},
                                       {GL_CLIP_DISTANCE7, false}};

void set_enabled(GLenum capability, bool enabled) { enabled ? glEnable(capability) : glDisable(capability); }

GLuint name(GLint value) { return static_cast<GLuint>(value); }
GLenum code(GLint value) { return static_cast<GLenum>(value); }

constexpr GLenum unpack_parameters[] = {GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
                                        GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST};
constexpr GLenum pack_parameters[] = {GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_PACK_SWAP_BYTES,
                                      GL_PACK_LSB_FIRST};

}  // namespace

PixelStoreGuard::PixelStoreGuard(Way way) : way_(way) {
  const bool unpack = way == Way::unpack;
  glGetIntegerv(unpack ? GL_PIXEL_UNPACK_BUFFER_BINDING : GL_PIXEL_PACK_BUFFER_BINDING, &buffer_);
  glBindBuffer(unpack ? GL_PIXEL_UNPACK_BUFFER : GL_PIXEL_PACK_BUFFER, 0);
  const GLenum alignment = unpack ? GL_UNPACK_ALIGNMENT : GL_PACK_ALIGNMENT;
  glGetIntegerv(alignment, &alignment_);
  glPixelStorei(alignment, 1);
  for (std::size_t i = 0; i < parameter_count; ++i) {
    const GLenum parameter = unpack ? unpack_parameters[i] : pack_parameters[i];
    glGetIntegerv(parameter, &values_[i]);
    glPixelStorei(parameter, 0);
  }
}

PixelStoreGuard::~PixelStoreGuard() {
  const bool unpack = way_ == Way::unpack;
  glBindBuffer(unpack ? GL_PIXEL_UNPACK_BUFFER : GL_PIXEL_PACK_BUFFER, name(buffer_));
  glPixelStorei(unpack ? GL_UNPACK_ALIGNMENT : GL_PACK_ALIGNMENT, alignment_);
  for (std::size_t i = 0; i < parameter_count; ++i) {
    glPixelStorei(unpack ? unpack_parameters[i] : pack_parameters[i], values_[i]);
  }
}

StateGuard::StateGuard() {
  static_assert(std::size(capabilities) == capability_count);
  save();
  begin();
}

void StateGuard::save() {
  for (std::size_t i = 0; i < capability_count; ++i) enabled_[i] = glIsEnabled(capabilities[i].name);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_framebuffer_);
  glGetIntegerv(GL_VIEWPORT, viewport_);
  const GLenum blends[4] = {GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA};
  for (int i = 0; i < 4; ++i) glGetIntegerv(blends[i], &blend_[i]);
  glGetIntegerv(GL_BLEND_EQUATION_RGB, &blend_equation_[0]);
  glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &blend_equation_[1]);
  glGetIntegerv(GL_DEPTH_FUNC, &depth_function_);
  glGetDoublev(GL_DEPTH_CLEAR_VALUE, &clear_depth_);
  glGetDoublev(GL_DEPTH_RANGE, depth_range_);
  // The core profile has one mode for both sides, but Mesa writes two values.
  glGetIntegerv(GL_POLYGON_MODE, polygon_mode_);
  glGetFloatv(GL_POLYGON_OFFSET_FACTOR, &polygon_offset_factor_);
  glGetFloatv(GL_POLYGON_OFFSET_UNITS, &polygon_offset_units_);
  glGetFloatv(GL_LINE_WIDTH, &line_width_);
  glGetIntegerv(GL_CULL_FACE_MODE, &cull_face_);
  glGetIntegerv(GL_FRONT_FACE, &front_face_);
  glGetBooleanv(GL_DEPTH_WRITEMASK, &depth_mask_);
  glGetBooleanv(GL_COLOR_WRITEMASK, colour_mask_);
  glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_colour_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
  for (std::size_t i = 0; i < texture_unit_count; ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[i]);
    glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[i]);
  }
}

void StateGuard::begin() {
  for (const Capability& capability : capabilities) set_enabled(capability.name, capability.drawing);
  glBlendEquation(GL_FUNC_ADD);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthFunc(GL_LESS);
  glClearDepth(1);
  glDepthRange(0, 1);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glFrontFace(GL_CCW);
  glLineWidth(1);
  for (std::size_t i = 0; i < texture_unit_count; ++i) {
    glBindSampler(static_cast<GLuint>(i), 0);  // use the filters of the textures
  }
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < capability_count; ++i) set_enabled(capabilities[i].name, enabled_[i] == GL_TRUE);
  glUseProgram(name(program_));
  glBindVertexArray(name(vertex_array_));
  glBindBuffer(GL_ARRAY_BUFFER, name(array_buffer_));
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, name(draw_framebuffer_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name(read_framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glBlendFuncSeparate(code(blend_[0]), code(blend_[1]), code(blend_[2]), code(blend_[3]));
  glBlendEquationSeparate(code(blend_equation_[0]), code(blend_equation_[1]));
  glDepthFunc(code(depth_function_));
  glClearDepth(clear_depth_);
  glDepthRange(depth_range_[0], depth_range_[1]);
  glPolygonMode(GL_FRONT_AND_BACK, code(polygon_mode_[0]));
  glPolygonOffset(polygon_offset_factor_, polygon_offset_units_);
  glLineWidth(line_width_);
  glCullFace(code(cull_face_));
  glFrontFace(code(front_face_));
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
