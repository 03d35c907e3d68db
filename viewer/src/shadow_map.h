// The depths seen from the sun around the place that is looked at.
#ifndef ROCKFALL_VIEWER_SHADOW_MAP_H
#define ROCKFALL_VIEWER_SHADOW_MAP_H

#include "drawing.h"

namespace rockfall_viewer {

class ShadowMap {
 public:
  ShadowMap();
  /** Projection from places relative to the eye, for a light from `sun` over a ball around the target. */
  static Matrix projection(const Camera& camera, const Vec3& sun, double reach);
  /** Binds the map for drawing and clears it. */
  void begin() const;
  void bind_texture() const;

 private:
  Framebuffer framebuffer_;
  Texture depths_;
};

}  // namespace rockfall_viewer
#endif
