/* rockfall/queries.h: questions of a host about terrain and rocks: rays, closest points, heights, and rocks that move
 * again after the ground changed. No call allocates; all but rf_wake and rf_lift_out_of_ground only read. */
#ifndef ROCKFALL_QUERIES_H
#define ROCKFALL_QUERIES_H

#include "base.h"
#include "step.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A ray: origin + distance * direction / |direction|, 0 <= distance <= length. */
typedef struct rf_ray {
  double origin[3];    /**< in I, m, at most 1e100 in absolute value */
  double direction[3]; /**< in I, any length > 0 */
  double length;       /**< m, > 0, at most 1e100 */
  double resolution;   /**< m, >= 0: on terrains of callbacks, ground narrower than this along the ray may be missed; at
                            most RF_RAY_SAMPLES_MAX samples per ray. 0: length / 1024. Not used on grids and planes,
                            where the hit is exact to rounding */
} rf_ray;

/** Maximum of rf_ray::length / rf_ray::resolution. */
#define RF_RAY_SAMPLES_MAX 1048576u

/** What a ray hit. */
typedef enum rf_hit {
  RF_HIT_NONE = 0,
  RF_HIT_TERRAIN = 1, /**< the surface of the ground, from above or from below */
  RF_HIT_ROCK = 2     /**< the hull of a rock */
} rf_hit;

/** The first hit of a ray. Without a hit `distance` is the length of the ray and the other members are 0. */
typedef struct rf_ray_hit {
  double distance;  /**< from the origin of the ray, m; 0 if the origin is inside a rock */
  double point[3];  /**< in I, m */
  double normal[3]; /**< unit normal in I: of the ground, upwards; of the rock, outwards; against the ray if its origin
                       is inside a rock */
  int32_t hit;      /**< an rf_hit */
  uint32_t rock;    /**< index of the rock in the array of states; 0 on terrain */
} rf_ray_hit;

/** Find the first hit of each ray with the terrain.
 *
 *  Grids and planes are intersected exactly. On other terrains the ray is cut into pieces not longer than
 *  rf_ray::resolution; pieces above an upper plane of the terrain are skipped, and a change of sign is refined by
 *  bisection to 1e-12 of the length. Holes are not hit.
 *  @param rays, count  array of the rays
 *  @param hits         out: array of `count`
 *  @param error        nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a ray; the text gives its number). Nothing is written then.
 *  Thread-safe. */
RF_API rf_status rf_cast_rays_on_terrain(const rf_terrain* terrain, const rf_ray* rays, uint32_t count,
                                         rf_ray_hit* hits, rf_error* error);

/** Find the first hit of each ray with the hulls of the rocks, exact to rounding. Every rock is tested against every
 *  ray, first by its bounding sphere.
 *  @param states, rock_count  the rocks; rf_ray_hit::rock is the index in this array
 *  Errors: as rf_cast_rays_on_terrain, and RF_BAD_VALUE for a state (its shape index, a number that is not finite,
 *  or a position above 1e100). Rocks that have ended with RF_ENDED_FAULT are not checked and not hit. Thread-safe. */
RF_API rf_status rf_cast_rays_on_rocks(const rf_scene* scene, const rf_state* states, uint32_t rock_count,
                                       const rf_ray* rays, uint32_t count, rf_ray_hit* hits, rf_error* error);

/** Find the first hit of each ray with terrain or rocks. Errors: as the two above. Thread-safe. */
RF_API rf_status rf_cast_rays(const rf_scene* scene, const rf_state* states, uint32_t rock_count, const rf_ray* rays,
                              uint32_t count, rf_ray_hit* hits, rf_error* error);

/** Sample the terrain at many points.
 *  @param xy       2 * count coordinates x y, m
 *  @param heights  out: array of `count`, m; NaN where there is no ground
 *  @param normals  nullable, out: 3 * count unit normals; NaN where there is no ground
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF. Coordinates that are not finite have no ground. Thread-safe. */
RF_API rf_status rf_terrain_heights(const rf_terrain* terrain, const double* xy, uint32_t count, double* heights,
                                    double* normals, rf_error* error);

/** The point of a surface closest to a given point. */
typedef struct rf_closest_point {
  double point[3];  /**< in I, m */
  double normal[3]; /**< unit normal of the surface there, in I */
  double distance;  /**< m; negative if the given point is inside the rock, or below the ground */
  int32_t found;    /**< 1; 0 if there is no surface within the distance, the other members are 0 */
} rf_closest_point;

/** Find the point of the terrain closest to a point.
 *
 *  On grids and planes it is exact to 1e-9 of the size of a cell. On other terrains 33 x 33 samples are taken, not
 *  farther away horizontally than the ground straight below (or max_distance), and the best eight are refined to 1e-9
 *  of their spacing: a peak or valley between the samples may be missed.
 *  @param point         in I, m, at most 1e100 in absolute value
 *  @param max_distance  m, > 0, at most 1e100: no farther point is returned; the time grows with its square
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. Thread-safe. */
RF_API rf_status rf_closest_on_terrain(const rf_terrain* terrain, const double point[3], double max_distance,
                                       rf_closest_point* closest, rf_error* error);

/** Find the point of the hull of a rock closest to a point, exact to rounding.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. Thread-safe. */
RF_API rf_status rf_closest_on_rock(const rf_scene* scene, const rf_state* state, const double point[3],
                                    rf_closest_point* closest, rf_error* error);

/** Let the stopped rocks over an area move again, after the ground below them changed. A rock is woken if it has
 *  RF_ENDED_STOPPED and its bounding sphere touches the area seen from above; its still_time becomes 0 and its
 *  phase RF_PHASE_FLIGHT.
 *  @param area   nullable: all rocks
 *  @param woken  nullable, out: number of rocks that move again
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (area, a shape index; no rock is woken). Thread-safe for
 *  different arrays of states. */
RF_API rf_status rf_wake(const rf_scene* scene, rf_state* states, uint32_t count, const rf_rectangle* area,
                         uint32_t* woken, rf_error* error);

/** Lift a rock that overlaps the ground, because it was placed there or the ground rose, until it touches it. Changes
 *  position[2] only: no velocity, hence no kinetic energy. A rock clear of the ground is not changed.
 *  Where the ground below S is soil a rock may overlap it by its scar: it is lifted until it is scar_depth deep, along
 *  the normal of that ground.
 *  @param lifted  nullable, out: by how much, m; 0 if the rock was clear
 *  Errors: as rf_place_above_ground. Thread-safe for different states. */
RF_API rf_status rf_lift_out_of_ground(const rf_scene* scene, rf_state* state, double* lifted, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
