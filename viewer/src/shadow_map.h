// Shadow map: depths as seen from the sun, around the target of the camera.
#ifndef ROCKFALL_VIEWER_SHADOW_MAP_H
#define ROCKFALL_VIEWER_SHADOW_MAP_H

#include "gl_objects.h"
#include "rockfall_viewer/camera.h"

namespace rockfall_viewer {

class ShadowMap {
 public:
  ShadowMap();
  /** Projection of positions relative to the eye, for light from `sun`, of a cube of half side `radius` around the
   *  target. */
  static Matrix projection(const Camera& camera, const Vec3& sun, double radius);
  /** Binds the map for drawing and clears it. */
  void begin() const;
  void bind_texture() const;

 private:
  Framebuffer framebuffer_;
  Texture depth_;
};

}  // namespace rockfall_viewer
#endif
