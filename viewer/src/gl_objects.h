// RAII types for OpenGL objects and shader programs.
#ifndef ROCKFALL_VIEWER_GL_OBJECTS_H
#define ROCKFALL_VIEWER_GL_OBJECTS_H

#include <glad/gl.h>

#include <cstddef>
#include <initializer_list>
#include <string>

#include "matrix.h"

namespace rockfall_viewer {

/** Number of OpenGL objects that exist in all viewers of the program, for leak tests. */
long live_gl_objects();

enum class GlKind { buffer, vertex_array, texture, framebuffer, renderbuffer };

/** One OpenGL object. */
template <GlKind kind>
class GlObject {
 public:
  GlObject();
  ~GlObject();
  GlObject(const GlObject&) = delete;
  GlObject& operator=(const GlObject&) = delete;
  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

using Buffer = GlObject<GlKind::buffer>;
using VertexArray = GlObject<GlKind::vertex_array>;
using Texture = GlObject<GlKind::texture>;
using Framebuffer = GlObject<GlKind::framebuffer>;
using Renderbuffer = GlObject<GlKind::renderbuffer>;

/** A linked vertex and fragment shader. */
class Program {
 public:
  /** Throws ViewerError with the message of the compiler or linker. */
  Program(const char* name, const std::string& vertex, const std::string& fragment);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void use() const { glUseProgram(name_); }
  // A uniform that the compiler removed has location -1, which OpenGL ignores.
  void set(const char* uniform, int value) const { glUniform1i(location(uniform), value); }
  void set(const char* uniform, float value) const { glUniform1f(location(uniform), value); }
  void set(const char* uniform, double value) const { glUniform1f(location(uniform), static_cast<float>(value)); }
  void set(const char* uniform, double x, double y) const {
    glUniform2f(location(uniform), static_cast<float>(x), static_cast<float>(y));
  }
  void set(const char* uniform, const Vec3& v) const {
    glUniform3f(location(uniform), static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
  }
  void set4(const char* uniform, const float value[4]) const { glUniform4fv(location(uniform), 1, value); }
  void set(const char* uniform, const Matrix& m) const { glUniformMatrix4fv(location(uniform), 1, GL_FALSE, m.data()); }

 private:
  GLint location(const char* uniform) const { return glGetUniformLocation(name_, uniform); }
  GLuint name_;
};

/** An attribute of a vertex or an instance: `size` floats at `offset` bytes. */
struct Attribute {
  GLint size;
  std::size_t offset;
};

enum class Per { vertex, instance };

/** Declares `first`, `first` + 1, ... of the current vertex array: they lie in the buffer, which is bound to
 *  GL_ARRAY_BUFFER, `stride` bytes from one vertex or instance to the next. */
void declare_attributes(const Buffer& buffer, GLuint first, std::size_t stride, Per advance,
                        std::initializer_list<Attribute> attributes);

/** Binds a buffer to GL_ARRAY_BUFFER and replaces its data. */
void upload(const Buffer& buffer, const void* data, std::size_t bytes, GLenum usage);

}  // namespace rockfall_viewer
#endif
