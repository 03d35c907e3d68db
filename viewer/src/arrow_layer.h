// Draws arrows: contact normals, percussions, velocities.
#ifndef ROCKFALL_VIEWER_ARROW_LAYER_H
#define ROCKFALL_VIEWER_ARROW_LAYER_H

#include <array>
#include <vector>

#include "drawing.h"

namespace rockfall_viewer {

class ArrowLayer {
 public:
  ArrowLayer();
  void draw(const Drawing& drawing, const Arrow* arrows, std::size_t count);

 private:
  struct Instance {
    std::array<float, 3> from, vector;
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
