// The panels' library where there is no window: in pictures and in tests.
#ifndef ROCKFALL_SANDBOX_LIVE_INTERFACE_H
#define ROCKFALL_SANDBOX_LIVE_INTERFACE_H

#include "live/panels.h"

namespace sandbox::live {

/** Owns the library's context. Needs a current OpenGL context; nothing is read from or written to files. */
class Interface {
 public:
  /** `scale`: see set_interface_scale(). */
  Interface(int width, int height, double scale = 1);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /** Draws the panels over what the bound framebuffer holds, `seconds` after the picture before. */
  void draw(Panels& panels, Session& session, Stage& stage, double seconds);

 private:
  bool laid_out_ = false;
};

}  // namespace sandbox::live
#endif
