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

  /** Lays the panels out, `seconds` after the previous picture; the stage then knows the space between them. */
  void build(Panels& panels, Session& session, Stage& stage, double seconds);
  /** Draws what was laid out over the bound framebuffer. */
  void render();
  /** build() and render(). */
  void draw(Panels& panels, Session& session, Stage& stage, double seconds);

 private:
  bool laid_out_ = false;
};

}  // namespace sandbox::live
#endif
