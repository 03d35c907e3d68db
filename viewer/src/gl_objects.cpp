#include "gl_objects.h"

#include <atomic>

#include "rockfall_viewer/viewer.h"

namespace rockfall_viewer {
namespace {

std::atomic<long> object_count{0};

GLuint compile(const char* name, GLenum stage, const std::string& source) {
  const GLuint shader = glCreateShader(stage);
  const std::string full_source = "#version 330 core\n" + source;
  const char* text = full_source.c_str();
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

long live_gl_objects() { return object_count; }

template <GlKind kind>
GlObject<kind>::GlObject() {
  if constexpr (kind == GlKind::buffer) glGenBuffers(1, &name_);
  if constexpr (kind == GlKind::vertex_array) glGenVertexArrays(1, &name_);
  if constexpr (kind == GlKind::texture) glGenTextures(1, &name_);
  if constexpr (kind == GlKind::framebuffer) glGenFramebuffers(1, &name_);
  if constexpr (kind == GlKind::renderbuffer) glGenRenderbuffers(1, &name_);
  ++object_count;
}

template <GlKind kind>
GlObject<kind>::~GlObject() {
  if constexpr (kind == GlKind::buffer) glDeleteBuffers(1, &name_);
  if constexpr (kind == GlKind::vertex_array) glDeleteVertexArrays(1, &name_);
  if constexpr (kind == GlKind::texture) glDeleteTextures(1, &name_);
  if constexpr (kind == GlKind::framebuffer) glDeleteFramebuffers(1, &name_);
  if constexpr (kind == GlKind::renderbuffer) glDeleteRenderbuffers(1, &name_);
  --object_count;
}

template class GlObject<GlKind::buffer>;
template class GlObject<GlKind::vertex_array>;
template class GlObject<GlKind::texture>;
template class GlObject<GlKind::framebuffer>;
template class GlObject<GlKind::renderbuffer>;

Program::Program(const char* name, const std::string& vertex, const std::string& fragment) : name_(0) {
  const GLuint vertex_shader = compile(name, GL_VERTEX_SHADER, vertex);
  GLuint fragment_shader = 0;
  try {
    fragment_shader = compile(name, GL_FRAGMENT_SHADER, fragment);
  } catch (...) {
    glDeleteShader(vertex_shader);
    throw;
  }
  name_ = glCreateProgram();
  glAttachShader(name_, vertex_shader);
  glAttachShader(name_, fragment_shader);
  glLinkProgram(name_);
  glDeleteShader(vertex_shader);
  glDeleteShader(fragment_shader);
  GLint ok = 0;
  glGetProgramiv(name_, GL_LINK_STATUS, &ok);
  if (ok != GL_TRUE) {
    char log[1000] = "";
    glGetProgramInfoLog(name_, sizeof log, nullptr, log);
    glDeleteProgram(name_);
    throw ViewerError(std::string("shader ") + name + ": " + log);
  }
  ++object_count;
}

Program::~Program() {
  glDeleteProgram(name_);
  --object_count;
}

void declare_attributes(const Buffer& buffer, GLuint first, std::size_t stride, Per advance,
                        std::initializer_list<Attribute> attributes) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  for (const Attribute& attribute : attributes) {
    glEnableVertexAttribArray(first);
    glVertexAttribPointer(first, attribute.size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(attribute.offset));  // NOLINT: OpenGL takes it as a pointer
    glVertexAttribDivisor(first, advance == Per::instance ? 1 : 0);
    ++first;
  }
}

void upload(const Buffer& buffer, const void* data, std::size_t bytes, GLenum usage) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), data, usage);
}

}  // namespace rockfall_viewer
