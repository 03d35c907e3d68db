// Draws rocks as instances of their hull meshes, with flat shading.
#ifndef ROCKFALL_VIEWER_ROCK_LAYER_H
#define ROCKFALL_VIEWER_ROCK_LAYER_H

#include <memory>
#include <vector>

#include "drawing.h"

namespace rockfall_viewer {

class RockLayer {
 public:
  RockLayer();
  void set(const rf_rock* const* rocks, std::uint32_t count);
  /** Groups the rocks of a frame by shape and uploads them, once for all passes. */
  void prepare(const Frame& frame, const Vec3& eye);
  void draw(const Drawing& drawing);
  /** Outlines the rock Frame::outlined; last of the passes over the rocks. */
  void draw_outline(const Drawing& drawing);

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Outlined {
    std::size_t shape = none;
    GLsizei instance = 0;
  };
  struct Instance {
    std::array<float, 3> position;
    float orientation[4];
    float colour[3];
  };
  struct Mesh {
    VertexArray array;
    Buffer vertices, instances;
    GLsizei vertex_count = 0;
    double radius = 1;  // m
    std::vector<Instance> visible;
  };
  static std::unique_ptr<Mesh> make_mesh(const rf_rock_properties& rock);

  Program program_;
  std::vector<std::unique_ptr<Mesh>> meshes_;
  Outlined outlined_;
};

}  // namespace rockfall_viewer
#endif
