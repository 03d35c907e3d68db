// Parameters that every layer gets when it draws, its lighting, and draw calls that are counted.
#ifndef ROCKFALL_VIEWER_DRAWING_H
#define ROCKFALL_VIEWER_DRAWING_H

#include "gl_objects.h"
#include "rockfall_viewer/viewer.h"

namespace rockfall_viewer {

/** One pass over the layers: the colour pass, or the depth pass of the shadow map. Positions are relative to the eye.
 */
struct Drawing {
  const Look* look = nullptr;
  Vec3 eye;
  Matrix projection;             ///< of this pass
  Matrix shadow;                 ///< from positions relative to the eye to the shadow map
  Vec3 sun;                      ///< unit vector towards the light
  double width = 1, height = 1;  ///< pixels
  double pixel = 0;              ///< size of a pixel at a distance of 1 m, m
  bool depth_only = false;
  DrawCost* cost = nullptr;
};

/** Texture units. */
constexpr int heights_unit = 0, ground_unit = 1, shadow_unit = 2, sky_unit = 3, image_unit = 4, overlay_unit = 5,
              contour_unit = 6;
constexpr std::size_t texture_unit_count = 7;

/** GLSL functions for lighting, shared by terrain and rocks; positions are relative to the eye. */
extern const char* const lighting_source;

/** Sets the uniforms of lighting_source. */
void set_lighting(const Program& program, const Drawing& drawing);

/** Draws instances of triangles with 16-bit indices and adds them to the cost. */
void draw_elements(const Drawing& drawing, GLsizei indices, std::size_t instances);

/** Draws instances of GL_TRIANGLES or a GL_TRIANGLE_STRIP without indices and adds them to the cost. */
void draw_arrays(const Drawing& drawing, GLenum mode, GLsizei vertices, std::size_t instances);

}  // namespace rockfall_viewer
#endif
