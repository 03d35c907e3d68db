// Draws soft spots of a size in metres: scars on the ground and dust in the air.
#ifndef ROCKFALL_VIEWER_SPOT_LAYER_H
#define ROCKFALL_VIEWER_SPOT_LAYER_H

#include <array>
#include <vector>

#include "drawing.h"

namespace rockfall_viewer {

class SpotLayer {
 public:
  SpotLayer();
  void draw(const Drawing& drawing, const Camera& camera, const Spot* spots, std::size_t count);

 private:
  struct Instance {
    std::array<float, 3> centre, a, b;
    float colour[4];
  };
  Program program_;
  VertexArray array_;
  Buffer instances_;
  std::vector<Instance> visible_;
};

}  // namespace rockfall_viewer
#endif
