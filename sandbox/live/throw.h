// Releasing a rock with the mouse: where it is pressed a rock begins, the line that is dragged is its velocity.
#ifndef ROCKFALL_SANDBOX_LIVE_THROW_H
#define ROCKFALL_SANDBOX_LIVE_THROW_H

#include <rockfall_viewer/picking.h>

#include <cstdint>

#include "live/panels.h"

namespace sandbox::live {

class MouseThrow {
 public:
  /** A throw has begun and not ended. */
  bool dragged() const { return dragged_; }
  /** Begins a throw where the ray meets the ground; otherwise the session says that there is none. */
  void begin(const rockfall_viewer::Ray& ray, Session& session, const Stage& stage);
  /** Moves the end of the dragged line to the ray: 1 m/s per metre in a horizontal plane. Shows the velocity; releases
   *  the rock where `released`. A throw that began in another scene ends without a rock. */
  void drag(const rockfall_viewer::Ray& ray, bool released, Session& session, Stage& stage, Panels& panels);

 private:
  void end(Stage& stage, Panels& panels);

  bool dragged_ = false;
  std::uint64_t scene_ = 0;
  rockfall_viewer::Vec3 from_{};
  double velocity_[3] = {0, 0, 0};  // m/s
};

}  // namespace sandbox::live
#endif
