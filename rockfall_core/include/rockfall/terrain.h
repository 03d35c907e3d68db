/* rockfall/terrain.h: the ground surface as the engine sees it: a struct of callbacks. Two ready-made terrains fill
 * the struct: a bilinear grid over arrays of the caller, and an analytic plane. */
#ifndef ROCKFALL_TERRAIN_H
#define ROCKFALL_TERRAIN_H

#include "base.h"
#include "ground.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The terrain below one horizontal position. */
typedef struct rf_terrain_sample {
  double height;    /**< z of the surface, m */
  double normal[3]; /**< unit normal of the surface, z > 0 */
  rf_ground ground; /**< ground parameters there */
  int32_t exists;   /**< 1: there is ground here; 0: hole, no data or outside; the other members are then ignored */
} rf_terrain_sample;

/** Horizontal rectangle, m, x_min <= x_max, y_min <= y_max. */
typedef struct rf_rectangle {
  double x_min, y_min, x_max, y_max;
} rf_rectangle;

/** A plane that no ground of a rectangle rises above:
 *  z(x, y) <= height + slope_x (x - x_c) + slope_y (y - y_c), with (x_c, y_c) the centre of the rectangle.
 *  Slopes of zero make it a plain upper bound of the height. */
typedef struct rf_upper_plane {
  double height;     /**< m, at the centre of the rectangle */
  double slope_x;    /**< 1 */
  double slope_y;    /**< 1 */
  int32_t hole_free; /**< 1: there is ground everywhere in the rectangle, spares the engine the question at every step;
                      0: not known */
  double slope_spread; /**< 1. Nowhere in the rectangle does the slope of the ground along x differ by more than this
                          from slope_x, nor that along y from slope_y: tells rf_step_many how long a rock near the
                          ground is sure to fly; 0: not known */
} rf_upper_plane;

/** A terrain. Plain data, copied freely; `user` belongs to the caller and must outlive every scene that uses it.
 *
 *  Contract of the callbacks: pure (same question, same bits), safe to call from many threads at once, never calling
 *  back into the library, never throwing or jumping out. Coordinates are local: see `origin`. */
typedef struct rf_terrain {
  uint32_t struct_size; /**< set by rf_default_terrain(); checked */

  void* user; /**< handed to every callback */

  /** Height, normal, ground and hole flag for `count` positions (x y x y ...), written to out[0..count-1].
   *  Required. */
  void (*sample)(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);

  /** A plane above all ground of the rectangle (which may reach beyond the terrain; only ground counts). Spares the
   *  engine the test of vertices that cannot touch. Nullable: every vertex is then sampled at every step. */
  void (*upper_plane)(void* user, const rf_rectangle* area, rf_upper_plane* out);

  /** High points of the surface inside the rectangle that could enter a face of a rock between its vertices
   *  (x y z x y z ...), at most `capacity` of them; returns how many were written. Needed where the terrain is finer
   *  than the rocks. Nullable: only vertices are then tested. */
  uint32_t (*terrain_vertices)(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);

  /** No place of the terrain has a drag layer higher than this, m; 0 where there is none at all. Default 1e9: the
   *  ground is sampled at every step. */
  double layer_height_max;

  /** The decay of slippage rf_ground::beta where it is the same everywhere, 1/s; negative: different or not known, the
   *  ground is then sampled while a rock in flight still remembers its slippage. Default -1. */
  double uniform_beta;

  /** World coordinates of the local origin, m: world = origin + local. Keeps local numbers small, hence exact, for
   *  national grids of 1e6 to 1e7 m. Not read by the engine. Default 0 0 0. */
  double origin[3];

  /** For callbacks of the embedder: a number that changes with anything they answer, e.g. a hash of the data behind
   *  them (see rf_hash_terrain_samples); recordings carry it. 0: none. The library's own terrains are hashed by their
   *  content and do not use it. Not read while stepping. Default 0. */
  uint64_t identity;
} rf_terrain;

/** A terrain with no callbacks, layer_height_max 1e9, uniform_beta -1. */
RF_API rf_terrain rf_default_terrain(void);

/** Bilinear grid over arrays of the caller (Leine et al. 2014, section 3.2).
 *
 *      y
 *      ^   row 1  *-------*-------*        node (c, r) lies at x = x0 + c * cell_x,
 *      |          |  cell | cell  |                          y = y0 + r * cell_y
 *      |          |       |       |        and its values at index r * columns + c
 *      |   row 0  *-------*-------*
 *   (x0, y0)    col 0   col 1   col 2  --> x
 *
 *  Nothing is copied: arrays and struct must outlive the terrain made from them and stay unchanged meanwhile. */
typedef struct rf_grid {
  uint32_t struct_size;      /**< set by rf_default_grid(); checked */
  uint32_t columns;          /**< nodes along x, 2 to 65536 */
  uint32_t rows;             /**< nodes along y, 2 to 65536 */
  double x0, y0;             /**< local position of node (0, 0), m */
  double cell_x;             /**< distance of nodes along x, m, > 0 */
  double cell_y;             /**< distance of nodes along y, m, > 0 */
  const double* heights_f64; /**< heights, m; NaN marks a hole. Exactly one of the two height arrays is set */
  const float* heights_f32;  /**< the same in single precision */
  rf_ground ground;          /**< ground parameters where no field says otherwise */
  const float* fields[RF_GROUND_FIELD_COUNT]; /**< nullable each: values of one member of rf_ground at the nodes,
                                                   interpolated like the heights */
  double origin[3];                           /**< world coordinates of the local origin, m */
} rf_grid;

/** An empty grid with default ground. */
RF_API rf_grid rf_default_grid(void);

/** Check a grid and make the terrain of it; `grid` becomes the terrain's `user`.
 *  A cell with a NaN height at a corner is a hole. Infinite heights, and field values outside the range of their
 *  member, are refused naming the node (so every array is read once). Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. */
RF_API rf_status rf_grid_terrain(const rf_grid* grid, rf_terrain* terrain, rf_error* error);

/** Endless inclined plane z = height + slope_x x + slope_y y with the same ground everywhere. */
typedef struct rf_plane {
  uint32_t struct_size; /**< set by rf_default_plane(); checked */
  double height;        /**< z at x = y = 0, m */
  double slope_x;       /**< dz/dx */
  double slope_y;       /**< dz/dy */
  rf_ground ground;     /**< ground parameters */
} rf_plane;

/** The plane z = 0 with default ground. */
RF_API rf_plane rf_default_plane(void);

/** Check a plane and make the terrain of it; `plane` becomes the terrain's `user` and must outlive it.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. Thread-safe. */
RF_API rf_status rf_plane_terrain(const rf_plane* plane, rf_terrain* terrain, rf_error* error);

/** Ask a terrain for one position. Errors: RF_NULL_ARGUMENT (also for a missing sample callback). Thread-safe. */
RF_API rf_status rf_terrain_at(const rf_terrain* terrain, double x, double y, rf_terrain_sample* sample);

#ifdef __cplusplus
}
#endif
#endif
