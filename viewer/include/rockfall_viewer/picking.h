// Conversion between pixels and positions on the terrain.
#ifndef ROCKFALL_VIEWER_PICKING_H
#define ROCKFALL_VIEWER_PICKING_H

#include <rockfall/terrain.h>

#include "camera.h"

namespace rockfall_viewer {

/** A ray. */
struct Ray {
  Vec3 from;
  Vec3 direction;  ///< unit
};

/** The ray through a pixel; (0, 0) is the top left corner of an image of width x height pixels. */
Ray pixel_ray(const Camera& camera, double x, double y, double width, double height);

/** Pixel coordinates of a position. False if it is nearer than the near plane or behind the eye. */
bool pixel_of(const Camera& camera, const Vec3& position, double width, double height, double* x, double* y);

/** The first point of the ray on the terrain within `max_distance` m (> 0); see rf_cast_rays_on_terrain. False if there
 *  is none, or if the ray hits the ground from below. */
bool hit_terrain(const rf_terrain& terrain, const Ray& ray, double max_distance, Vec3* hit);

}  // namespace rockfall_viewer
#endif
