// From a place in the window to a place on the terrain.
#ifndef ROCKFALL_VIEWER_PICKING_H
#define ROCKFALL_VIEWER_PICKING_H

#include <rockfall/terrain.h>

#include "camera.h"

namespace rockfall_viewer {

/** A half line. */
struct Ray {
  Vec3 from;
  Vec3 direction;  ///< unit
};

/** The line of sight through a pixel; (0, 0) is the top left corner of a picture of width x height pixels. */
Ray pixel_ray(const Camera& camera, double x, double y, double width, double height);

/** Where a place appears, in pixels. False if it lies behind the eye. */
bool pixel_of(const Camera& camera, const Vec3& place, double width, double height, double* x, double* y);

/** First point of the ray on the terrain, found in steps of `step` m (> 0) up to `farthest` m and then halved down to
 *  a millimetre. False if there is none. */
bool hit_terrain(const rf_terrain& terrain, const Ray& ray, double step, double farthest, Vec3* hit);

}  // namespace rockfall_viewer
#endif
