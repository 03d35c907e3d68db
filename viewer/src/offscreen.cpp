#include "rockfall_viewer/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "gl_objects.h"
#include "state_guard.h"

namespace rockfall_viewer {
namespace {

bool has_extension(const char* list, const char* name) { return list != nullptr && std::strstr(list, name) != nullptr; }

EGLContext make_context(EGLDisplay display, bool debug) {
  const EGLint requirements[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, requirements, &config, 1, &count) == EGL_FALSE || count < 1) return EGL_NO_CONTEXT;
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               3,
                               EGL_CONTEXT_MINOR_VERSION,
                               3,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_CONTEXT_OPENGL_DEBUG,
                               debug ? EGL_TRUE : EGL_FALSE,
                               EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
}

bool bind_context(EGLDisplay display, EGLContext context) {
  return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE;
}

// EGL gives the whole program the same surfaceless display and does not count who opens it.
std::mutex display_mutex;
int display_users = 0;

/** EGL_NO_DISPLAY if it cannot be opened; otherwise close_display() must be called. */
EGLDisplay open_display() {
  const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
  if (display == EGL_NO_DISPLAY) return EGL_NO_DISPLAY;
  const std::lock_guard<std::mutex> lock(display_mutex);
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return EGL_NO_DISPLAY;
  ++display_users;
  return display;
}

void close_display(EGLDisplay display) {
  const std::lock_guard<std::mutex> lock(display_mutex);
  if (--display_users == 0) eglTerminate(display);
}

}  // namespace

std::unique_ptr<OffscreenContext> OffscreenContext::make(bool debug, std::string* reason) {
  const auto fail = [&](const char* text) {
    if (reason != nullptr) *reason = text;
    return nullptr;
  };
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!has_extension(extensions, "EGL_MESA_platform_surfaceless")) return fail("EGL has no surfaceless platform");
  std::unique_ptr<OffscreenContext> offscreen(new OffscreenContext);
  offscreen->display_ = open_display();
  if (offscreen->display_ == EGL_NO_DISPLAY) return fail("the surfaceless EGL display cannot be opened");
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return fail("EGL does not support OpenGL");
  offscreen->context_ = make_context(offscreen->display_, debug);
  if (offscreen->context_ == EGL_NO_CONTEXT) return fail("EGL cannot create an OpenGL 3.3 core context");
  if (!bind_context(offscreen->display_, offscreen->context_)) {
    return fail("EGL cannot make a context current without a surface");
  }
  return offscreen;
}

OffscreenContext::~OffscreenContext() {
  if (display_ == EGL_NO_DISPLAY) return;
  if (context_ != EGL_NO_CONTEXT) {
    if (eglGetCurrentContext() == context_) bind_context(display_, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
  }
  close_display(display_);
  // Would also release a context of somebody else.
  if (eglGetCurrentContext() == EGL_NO_CONTEXT) eglReleaseThread();
}

void OffscreenContext::make_current() {
  if (!bind_context(display_, context_)) throw ViewerError("EGL cannot make the offscreen context current");
}

Viewer::Function OffscreenContext::function(const char* name) { return eglGetProcAddress(name); }

struct OffscreenTarget::Impl {
  Framebuffer multisampled, resolved;
  Renderbuffer colour, depth, resolved_colour;
  int width = 0, height = 0;
};

OffscreenTarget::OffscreenTarget(int width, int height, int samples) : impl_(std::make_unique<Impl>()) {
  GLint max_samples = 0, max_size = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &max_samples);
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &max_size);
  if (width < 1 || height < 1 || std::max(width, height) > max_size) {
    throw ViewerError("OpenGL does not support an image of " + std::to_string(width) + " x " + std::to_string(height) +
                      " pixels");
  }
  samples = std::clamp(samples, 0, static_cast<int>(max_samples));
  impl_->width = width;
  impl_->height = height;
  const auto attach = [&](const Renderbuffer& buffer, GLenum format, int count, GLenum attachment) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.name());
  };
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->resolved.name());
  attach(impl_->resolved_colour, GL_RGBA8, 0, GL_COLOR_ATTACHMENT0);
  const bool resolves = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->multisampled.name());
  attach(impl_->colour, GL_RGBA8, samples, GL_COLOR_ATTACHMENT0);
  attach(impl_->depth, GL_DEPTH24_STENCIL8, samples, GL_DEPTH_STENCIL_ATTACHMENT);
  if (!resolves || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw ViewerError("OpenGL does not support the framebuffer of the image");
  }
}

OffscreenTarget::~OffscreenTarget() = default;

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->multisampled.name());
  glViewport(0, 0, impl_->width, impl_->height);
}

Image OffscreenTarget::read() const {
  const int w = impl_->width, h = impl_->height;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, impl_->multisampled.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, impl_->resolved.name());
  glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, impl_->resolved.name());
  Image image = read_framebuffer(w, h);
  bind();
  return image;
}

Image read_framebuffer(int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  const std::size_t row = 3 * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> bottom_up(row * static_cast<std::size_t>(height));
  const PixelStoreGuard dense_rows(PixelStoreGuard::Way::pack);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, bottom_up.data());
  image.bytes.reserve(bottom_up.size());
  for (std::size_t y = static_cast<std::size_t>(height); y-- > 0;) {
    const auto from = bottom_up.begin() + static_cast<std::ptrdiff_t>(y * row);
    image.bytes.insert(image.bytes.end(), from, from + static_cast<std::ptrdiff_t>(row));
  }
  return image;
}

}  // namespace rockfall_viewer
