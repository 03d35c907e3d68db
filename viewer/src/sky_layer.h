// Draws the sky where nothing else is drawn.
#ifndef ROCKFALL_VIEWER_SKY_LAYER_H
#define ROCKFALL_VIEWER_SKY_LAYER_H

#include "drawing.h"

namespace rockfall_viewer {

class SkyLayer {
 public:
  SkyLayer();
  void draw(const Drawing& drawing, const Camera& camera);

 private:
  Program program_;
  VertexArray array_;
};

}  // namespace rockfall_viewer
#endif
