// Rendering without a screen: an OpenGL context through EGL without a window system, and a render target.
#ifndef ROCKFALL_VIEWER_OFFSCREEN_H
#define ROCKFALL_VIEWER_OFFSCREEN_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer.h"

namespace rockfall_viewer {

/** An image: rows from the top, three bytes (red, green, blue) per pixel. */
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;
};

/** An OpenGL 3.3 core context without a window, current on the thread that created it. Contexts are independent of each
 *  other; the last one closes the surfaceless EGL display, which the whole program shares. */
class OffscreenContext {
 public:
  /** Null if the machine has no surfaceless EGL; `reason` (nullable) then says what is missing. */
  static std::unique_ptr<OffscreenContext> make(bool debug, std::string* reason);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  /** Makes the context current on the calling thread. Throws ViewerError if EGL refuses, for example because it is
   *  current on another thread. */
  void make_current();
  /** Address of an OpenGL function, for Viewer's constructor. */
  static Viewer::Function function(const char* name);

 private:
  OffscreenContext() = default;
  void* display_ = nullptr;
  void* context_ = nullptr;
};

/** A multisampled framebuffer with colour and depth. Needs a current context and a Viewer, which loads OpenGL. */
class OffscreenTarget {
 public:
  /** Throws ViewerError if OpenGL does not support the size. */
  OffscreenTarget(int width, int height, int samples = 4);
  ~OffscreenTarget();
  OffscreenTarget(const OffscreenTarget&) = delete;
  OffscreenTarget& operator=(const OffscreenTarget&) = delete;

  /** Binds the framebuffer for drawing and sets the viewport. */
  void bind() const;
  /** Resolves multisampling and returns the pixels. */
  Image read() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/** Pixels of the framebuffer that is bound for reading. */
Image read_framebuffer(int width, int height);

}  // namespace rockfall_viewer
#endif
