// Dear ImGui without a window, for pictures and tests.
#ifndef ROCKFALL_SANDBOX_LIVE_INTERFACE_H
#define ROCKFALL_SANDBOX_LIVE_INTERFACE_H

#include "live/panels.h"

namespace sandbox::live {

/** Owns the ImGui context. Needs a current OpenGL context; nothing is read from or written to files. */
class Interface {
 public:
  /** `scale`: see set_interface_scale(). */
  Interface(int width, int height, double scale = 1);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /** Draws the panels over the bound framebuffer, `seconds` after the previous picture. */
  void draw(Panels& panels, Session& session, Stage& stage, double seconds);

 private:
  bool laid_out_ = false;
};

}  // namespace sandbox::live
#endif
