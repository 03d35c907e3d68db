// Draws trees as instances of one mesh of few triangles.
#ifndef ROCKFALL_VIEWER_TREE_LAYER_H
#define ROCKFALL_VIEWER_TREE_LAYER_H

#include "drawing.h"

namespace rockfall_viewer {

class TreeLayer {
 public:
  TreeLayer();
  void set(const Tree* trees, std::size_t count);
  void draw(const Drawing& drawing);

 private:
  Program program_;
  VertexArray array_;
  Buffer corners_, instances_;
  GLsizei corner_count_ = 0;
  std::size_t count_ = 0;
};

}  // namespace rockfall_viewer
#endif
