// Draws markers of constant size on the screen, such as deposits and release points.
#ifndef ROCKFALL_VIEWER_MARKER_LAYER_H
#define ROCKFALL_VIEWER_MARKER_LAYER_H

#include <array>
#include <vector>

#include "drawing.h"

namespace rockfall_viewer {

class MarkerLayer {
 public:
  MarkerLayer();
  void draw(const Drawing& drawing, const Marker* markers, std::size_t count);

 private:
  struct Point {
    std::array<float, 3> position;
    float colour[3];
    float size;
    float shape;
  };
  Program program_;
  VertexArray array_;
  Buffer points_;
  std::vector<Point> points_data_;
};

}  // namespace rockfall_viewer
#endif
