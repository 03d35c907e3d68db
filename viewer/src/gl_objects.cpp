#include "gl_objects.h"

#include <atomic>

#include "rockfall_viewer/viewer.h"

namespace rockfall_viewer {
namespace {

std::atomic<long> live{0};

GLuint compile(const char* name, GLenum stage, const std::string& source) {
  const GLuint shader = glCreateShader(stage);
  const std::string whole = "#version 330 core\n" + source;
  const char* text = whole.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok == GL_TRUE) return shader;
  char log[1000] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  throw ViewerError(std::string("shader ") + name + ": " + log);
}

}  // namespace

long live_gl_objects() { return live; }

template <GlKind kind>
GlObject<kind>::GlObject() {
  if constexpr (kind == GlKind::buffer) glGenBuffers(1, &name_);
  if constexpr (kind == GlKind::vertex_array) glGenVertexArrays(1, &name_);
  if constexpr (kind == GlKind::texture) glGenTextures(1, &name_);
  if constexpr (kind == GlKind::framebuffer) glGenFramebuffers(1, &name_);
  if constexpr (kind == GlKind::renderbuffer) glGenRenderbuffers(1, &name_);
  ++live;
}

template <GlKind kind>
GlObject<kind>::~GlObject() {
  if constexpr (kind == GlKind::buffer) glDeleteBuffers(1, &name_);
  if constexpr (kind == GlKind::vertex_array) glDeleteVertexArrays(1, &name_);
  if constexpr (kind == GlKind::texture) glDeleteTextures(1, &name_);
  if constexpr (kind == GlKind::framebuffer) glDeleteFramebuffers(1, &name_);
  if constexpr (kind == GlKind::renderbuffer) glDeleteRenderbuffers(1, &name_);
  --live;
}

template class GlObject<GlKind::buffer>;
template class GlObject<GlKind::vertex_array>;
template class GlObject<GlKind::texture>;
template class GlObject<GlKind::framebuffer>;
template class GlObject<GlKind::renderbuffer>;

Program::Program(const char* name, const std::string& vertex, const std::string& fragment) : name_(0) {
  const GLuint first = compile(name, GL_VERTEX_SHADER, vertex);
  GLuint second = 0;
  try {
    second = compile(name, GL_FRAGMENT_SHADER, fragment);
  } catch (...) {
    glDeleteShader(first);
    throw;
  }
  name_ = glCreateProgram();
  glAttachShader(name_, first);
  glAttachShader(name_, second);
  glLinkProgram(name_);
  glDeleteShader(first);
  glDeleteShader(second);
  GLint ok = 0;
  glGetProgramiv(name_, GL_LINK_STATUS, &ok);
  if (ok != GL_TRUE) {
    char log[1000] = "";
    glGetProgramInfoLog(name_, sizeof log, nullptr, log);
    glDeleteProgram(name_);
    throw ViewerError(std::string("shader ") + name + ": " + log);
  }
  ++live;
}

Program::~Program() {
  glDeleteProgram(name_);
  --live;
}

void attribute(GLuint index, GLint size, std::size_t stride, std::size_t offset, GLuint divisor) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));  // NOLINT: OpenGL's way to pass an offset
  glVertexAttribDivisor(index, divisor);
}

void send(const Buffer& buffer, const void* data, std::size_t bytes, GLenum usage) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), data, usage);
}

}  // namespace rockfall_viewer
