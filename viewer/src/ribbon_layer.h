// Draws trajectories as ribbons that face the camera.
#ifndef ROCKFALL_VIEWER_RIBBON_LAYER_H
#define ROCKFALL_VIEWER_RIBBON_LAYER_H

#include "drawing.h"

namespace rockfall_viewer {

class RibbonLayer {
 public:
  RibbonLayer();
  void set(const RibbonSegment* segments, std::size_t count, std::uint64_t generation);
  /** `grey`: all segments in one faint colour. */
  void draw(const Drawing& drawing, std::size_t count, bool grey = false);

 private:
  Program program_;
  VertexArray array_;
  Buffer segments_;
  std::size_t uploaded_ = 0, capacity_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace rockfall_viewer
#endif
