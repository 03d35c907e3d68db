// Draws the terrain: one patch mesh, instanced over the patches of a quadtree, with heights from a texture.
#ifndef ROCKFALL_VIEWER_TERRAIN_LAYER_H
#define ROCKFALL_VIEWER_TERRAIN_LAYER_H

#include <memory>
#include <vector>

#include "drawing.h"
#include "terrain_tree.h"

namespace rockfall_viewer {

class TerrainLayer {
 public:
  TerrainLayer();
  void set(TerrainData data);
  void set_ground(const rf_terrain& terrain);
  void set_overlay(int columns, int rows, const std::uint8_t* bytes);
  void set_image(int width, int height, const std::uint8_t* bytes);
  /** Draws the visible patches; nothing before set(). */
  void draw(const Drawing& drawing);
  bool empty() const { return tree_ == nullptr; }
  const TerrainData& data() const { return data_; }

 private:
  void upload_ground();
  TerrainColour colour_of(const Look& look) const;
  const Program& program_for(const Drawing& drawing) const;
  void set_uniforms(const Program& program, const Drawing& drawing) const;

  TerrainData data_;
  std::unique_ptr<TerrainTree> tree_;
  Program program_, plain_program_, depth_program_;
  VertexArray array_;
  Buffer corners_, indices_, patches_;
  Texture heights_, contour_heights_, ground_, sky_, image_, overlay_;
  bool has_image_ = false, has_overlay_ = false;
  std::vector<TerrainPatch> visible_;
  GLsizei index_count_ = 0;
};

}  // namespace rockfall_viewer
#endif
