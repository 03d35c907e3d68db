// Draws arrows: contact normals, percussions, velocities.
#ifndef ROCKFALL_VIEWER_ARROW_LAYER_H
#define ROCKFALL_VIEWER_ARROW_LAYER_H

#include <vector>

#include "drawing.h"

namespace rockfall_viewer {

class ArrowLayer {
 public:
  ArrowLayer();
  void draw(const Drawing& drawing, const Arrow* arrows, std::size_t count);

 private:
  struct Instance {
    float from[3];
    float vector[3];
    float colour[4];
  };
  Program program_;
  VertexArray array_;
  Buffer corners_, instances_;
  GLsizei corner_count_ = 0;
  std::vector<Instance> visible_;
};

}  // namespace rockfall_viewer
#endif
