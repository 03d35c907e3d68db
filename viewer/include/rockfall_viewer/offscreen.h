// Pictures without a screen: an OpenGL context through EGL that needs no window system, and a target to draw to.
#ifndef ROCKFALL_VIEWER_OFFSCREEN_H
#define ROCKFALL_VIEWER_OFFSCREEN_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer.h"

namespace rockfall_viewer {

/** A picture: rows from the top, three bytes (red, green, blue) a pixel. */
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;
};

/** An OpenGL 3.3 core context without a window, current on the thread that made it. */
class OffscreenContext {
 public:
  /** Null where the machine has no surfaceless EGL; `why` (nullable) then says what is missing. */
  static std::unique_ptr<OffscreenContext> make(bool debug, std::string* why);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  void make_current();
  /** Address of an OpenGL function, for Viewer's constructor. */
  static Viewer::Function function(const char* name);

 private:
  OffscreenContext() = default;
  void* display_ = nullptr;
  void* context_ = nullptr;
};

/** A framebuffer with colour and depth, antialiased. Needs a current context whose functions a Viewer has loaded. */
class OffscreenTarget {
 public:
  /** Throws ViewerError if the size is refused. */
  OffscreenTarget(int width, int height, int samples = 4);
  ~OffscreenTarget();
  OffscreenTarget(const OffscreenTarget&) = delete;
  OffscreenTarget& operator=(const OffscreenTarget&) = delete;

  /** Binds it for drawing, with its viewport. */
  void bind() const;
  /** What was drawn. */
  Image read() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/** Pixels of the framebuffer bound for reading. */
Image read_framebuffer(int width, int height);

}  // namespace rockfall_viewer
#endif
