/* rockfall/terrain.h: the ground surface, a struct of callbacks. Built in are a bilinear grid over arrays of the
 * caller, a plane, and random relief over another terrain; terrain_formats.h has height fields and bounds of callbacks.
 */
#ifndef ROCKFALL_TERRAIN_H
#define ROCKFALL_TERRAIN_H

#include "base.h"
#include "ground.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The terrain at one horizontal position. */
typedef struct rf_terrain_sample {
  double height;    /**< z of the surface, m */
  double normal[3]; /**< unit normal of the surface, z > 0 */
  rf_ground ground; /**< ground parameters */
  int32_t exists;   /**< 1: there is ground; 0: hole, no data or outside, the other members are ignored */
} rf_terrain_sample;

/** Horizontal rectangle, m, x_min <= x_max, y_min <= y_max. */
typedef struct rf_rectangle {
  double x_min, y_min, x_max, y_max;
} rf_rectangle;

/** A plane above all ground of a rectangle:
 *  z(x, y) <= height + slope_x (x - x_c) + slope_y (y - y_c), with (x_c, y_c) the centre of the rectangle.
 *  With zero slopes `height` is an upper bound of the height. */
typedef struct rf_upper_plane {
  double height;       /**< at the centre of the rectangle, m, finite; or +infinity: no bound is known, the other
                          members are ignored and every vertex is sampled */
  double slope_x;      /**< dz/dx, finite */
  double slope_y;      /**< dz/dy, finite */
  int32_t hole_free;   /**< 1: there is ground everywhere in the rectangle: a step need not look for holes
                          there; 0: not known */
  double slope_spread; /**< >= 0, finite: bound of |dz/dx - slope_x| and |dz/dy - slope_y| of the ground in the
                          rectangle. With it rf_step_many computes for how many steps a rock near the ground cannot
                          touch it; 0: not known */
} rf_upper_plane;

/** A terrain. Plain data that may be copied; `user` is owned by the caller and must outlive every scene that uses it.
 *
 *  Requirements on the callbacks: the same arguments give the same bits; they may be called from several threads at
 *  once; they do not call functions of the library; they do not throw and do not longjmp. They are called in the
 *  standard floating-point environment, whatever that of the host is (rounding, traps, subnormals; not that of the x87
 *  unit, which computes `long double` on x86). Coordinates are local, see `origin`. They may lie far outside of the
 *  terrain: compare them with its borders before computing an index. They are finite where positions and the motion of
 *  a rock in a step are below 1e300 m. Callbacks and bounds that a function of the library has set belong to its data:
 *  do not edit them. */
typedef struct rf_terrain {
  uint32_t struct_size; /**< set by rf_init_terrain(); checked */

  void* user; /**< passed to every callback */

  /** Writes height, normal, ground and hole flag of `count` positions (x y x y ...) to out[0..count-1]. Required. */
  void (*sample)(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);

  /** Writes a plane above all ground of the rectangle, which may extend beyond the terrain. A step then skips vertices
   *  that cannot touch the ground. All members are 0 before the call: slopes, hole_free and slope_spread that it does
   *  not write are 0. Nullable: every vertex is then sampled at every step. */
  void (*upper_plane)(void* user, const rf_rectangle* area, rf_upper_plane* out);

  /** Writes the vertices of the surface inside the rectangle (x y z x y z ...), at most `capacity` of them, and
   *  returns their number. They are tested against the faces of a rock; needed where the terrain is finer than the
   *  rocks. A result above `capacity` counts as `capacity`: the callback is then called once more with the same
   *  arguments, and what it does not write is no vertex. Where the array is full, the callback is called for 16
   *  parts of the rectangle. A callback that has searched only a part of the surface fills the array with points of
   *  z = -1e300, which are no vertices. Nullable: only the hull vertices are then tested. */
  uint32_t (*terrain_vertices)(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);

  /** Returns the material number of the ground at a position, any number of the host. It is returned in rf_contact
   *  and rf_event; the callback is called for contacts that are reported and, in calls with events, for those that may
   *  become the strongest of their phase. Nullable: 0 everywhere. */
  uint32_t (*material)(void* user, double x, double y);

  /** Upper bound of rf_ground::layer_height over the terrain, m; 0: no drag layer. Default 1e9: the ground is sampled
   *  at every step. */
  double layer_height_max;

  /** Upper bound of rf_ground::contact_drag_height over the terrain; 0: contact_drag acts in contact only. Default 1e9:
   *  the ground is sampled at every step. */
  double contact_drag_height_max;

  /** Upper bound of rf_ground::contact_drag over the terrain, 1/s; 0: none. Default 1e9: the ground below S is sampled
   *  at every step with contact. */
  double contact_drag_max;

  /** Upper bound of rf_ground::roughness_70, roughness_20 and roughness_10 over the terrain, m; used by
   *  rf_rough_terrain() only. Default 1e9: not known. */
  double roughness_max;

  /** Decay rate of slippage rf_ground::beta where it is uniform, 1/s; negative: not uniform or not known, the ground is
   *  then sampled while a rock in flight has slippage, which does not decay where there is no ground. Default -1. */
  double uniform_beta;

  /** World coordinates of the local origin, m: world = origin + local. Keeps local coordinates small, hence accurate,
   *  on national grids with coordinates of 1e6 to 1e7 m. Not used by the engine. Default 0 0 0. */
  double origin[3];

  /** For callbacks of the host: a number that changes whenever their results change, e.g. a hash of their data (see
   *  rf_hash_terrain_samples). Recordings store it. 0: none. Not used by the built-in terrains, whose content is
   *  hashed, and not used in a step. Default 0. */
  uint64_t identity;
} rf_terrain;

/** A terrain with no callbacks; layer_height_max, contact_drag_height_max, contact_drag_max and roughness_max 1e9,
 *  uniform_beta -1. `size` and errors: see base.h. */
RF_API rf_status rf_init_terrain(rf_terrain* terrain, size_t size);

/** rf_init_terrain() as a value. */
static inline rf_terrain rf_default_terrain(void) {
  rf_terrain terrain;
  rf_init_terrain(&terrain, sizeof terrain);
  return terrain;
}

/** Bilinear grid over arrays of the caller (Leine et al. 2014, section 3.2).
 *
 *      y
 *      ^   row 1  *-------*-------*        node (c, r) lies at x = x0 + c * cell_x,
 *      |          |  cell | cell  |                          y = y0 + r * cell_y
 *      |          |       |       |        and its values at index r * columns + c
 *      |   row 0  *-------*-------*
 *   (x0, y0)    col 0   col 1   col 2  --> x
 *
 *  Nothing is copied: the arrays and the struct are owned by the caller, must outlive the terrain made from them and
 *  must not change during a step. After a change make the terrain again. */
typedef struct rf_grid {
  uint32_t struct_size;      /**< set by rf_init_grid(); checked */
  uint32_t columns;          /**< nodes along x, 2 to 65536 */
  uint32_t rows;             /**< nodes along y, 2 to 65536 */
  double x0, y0;             /**< local position of node (0, 0), m */
  double cell_x;             /**< distance of nodes along x, m, > 0, at least 1e-11 of the largest coordinate, which is
                                  at most 1e300; default 0, which is refused */
  double cell_y;             /**< distance of nodes along y, m, as cell_x */
  const double* heights_f64; /**< heights, m; NaN marks a hole. Set exactly one of the two height arrays */
  const float* heights_f32;  /**< the same in single precision */
  rf_ground ground;          /**< ground parameters without a field */
  const float* fields[RF_GROUND_FIELD_COUNT]; /**< indexed by rf_ground_field, each nullable: values of one member of
                                                   rf_ground at the nodes, interpolated like the heights. In a cell
                                                   with soil and rigid corners (soil_strength 0) the interpolated
                                                   strength is divided by the square of the weight of the corners
                                                   with soil: soil becomes stronger towards rigid ground.
                                                   A field of one value may differ from the same value in `ground` by
                                                   the rounding of the interpolation */
  const uint32_t* materials;                  /**< nullable: material number of each cell, (columns - 1) * (rows - 1),
                                                   row by row; 0 without it */
  double origin[3];                           /**< world coordinates of the local origin, m */
} rf_grid;

/** A grid without arrays, with default ground. `size` and errors: see base.h. */
RF_API rf_status rf_init_grid(rf_grid* grid, size_t size);

/** rf_init_grid() as a value. */
static inline rf_grid rf_default_grid(void) {
  rf_grid grid;
  rf_init_grid(&grid, sizeof grid);
  return grid;
}

/** Check a grid and make a terrain from it; `grid` becomes the terrain's `user`. Reads every array once.
 *  A cell with a NaN height at a corner is a hole. Errors are infinite heights, slopes beyond 1e150, a
 *  grid of NaN only, and field values out of range; the text gives the node. Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. */
RF_API rf_status rf_grid_terrain(const rf_grid* grid, rf_terrain* terrain, rf_error* error);

/** Infinite inclined plane z = height + slope_x x + slope_y y with uniform ground. */
typedef struct rf_plane {
  uint32_t struct_size; /**< set by rf_init_plane(); checked */
  uint32_t material;    /**< material number of the ground; default 0 */
  double height;        /**< z at x = y = 0, m */
  double slope_x;       /**< dz/dx, -1e150 to 1e150 */
  double slope_y;       /**< dz/dy, -1e150 to 1e150 */
  rf_ground ground;     /**< ground parameters */
} rf_plane;

/** The plane z = 0 with default ground. `size` and errors: see base.h. */
RF_API rf_status rf_init_plane(rf_plane* plane, size_t size);

/** rf_init_plane() as a value. */
static inline rf_plane rf_default_plane(void) {
  rf_plane plane;
  rf_init_plane(&plane, sizeof plane);
  return plane;
}

/** Check a plane and make a terrain from it; `plane` becomes the terrain's `user` and must outlive it.
 *  The bounds of the terrain are those of its ground: after a change of rf_plane::ground make the terrain again, and
 *  the relief or bounds over it. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. Thread-safe. */
RF_API rf_status rf_plane_terrain(const rf_plane* plane, rf_terrain* terrain, rf_error* error);

/** Random relief over another terrain: obstacles below the resolution of its data.
 *
 *  Surface = height of the base + bilinear interpolation between the nodes of an endless square lattice; node (i, j)
 *  lies at x = (i - column) spacing, y = (j - row) spacing. The height of a node is u R: R is roughness_70,
 *  roughness_20 or roughness_10 of the ground at the node with probability 0.7, 0.2 and 0.1 (the classes of Dorren,
 *  Rockyfor3D, 2016), and u is uniform in [0, 1). Both come from counter-based random numbers of seed, i and j: the
 *  relief is the same for every rock, thread and order of calls. A node without ground has height 0, except over a grid
 *  or plane whose roughness is the same everywhere. Further than 2^44 spacings from the origin there is no relief. */
typedef struct rf_roughness {
  uint32_t struct_size;   /**< set by rf_init_roughness(); checked */
  rf_terrain base;        /**< the terrain below, by value; what its `user` points to must outlive the rough terrain. It
                               may itself be rough, for relief at two scales. Set base.roughness_max for own callbacks:
                               without it a step near the ground samples every vertex. Where it is above 0 the nodes of
                               the lattice are vertices of the surface, also where the heights of the relief are 0 */
  double spacing;         /**< distance of the nodes of the lattice, m, > 0; default 1 */
  uint64_t seed;          /**< another seed gives another relief of the same kind; default 1 */
  int64_t column, row;    /**< the node at x = y = 0, -2^44 to 2^44; default 0. A host that moves its local origin by
                               (n spacing, m spacing) adds n and m, and the relief stays where it is in the world */
  const double* heights;  /**< nullable, for speed: the heights of `columns` times `rows` nodes, row by row, as
                               rf_roughness_heights() writes them. They give the same bits as without, in about half the
                               time near the ground. Owned by the caller, who does not write to them while a terrain
                               uses them; default null. Obstacle heights and holes of the base that change later do not
                               change them: see rf_roughness_heights() */
  int64_t first_column;   /**< the first of them lies at x = first_column spacing, y = first_row spacing; */
  int64_t first_row;      /**< both -2^44 to 2^44 */
  uint32_t columns, rows; /**< at least 1 with `heights`. Nodes outside are computed at each use */
} rf_roughness;

/** No base, spacing 1 m, seed 1, node (0, 0) at x = y = 0. `size` and errors: see base.h. */
RF_API rf_status rf_init_roughness(rf_roughness* roughness, size_t size);

/** rf_init_roughness() as a value. */
static inline rf_roughness rf_default_roughness(void) {
  rf_roughness roughness;
  rf_init_roughness(&roughness, sizeof roughness);
  return roughness;
}

/** Compute the heights of nodes for rf_roughness::heights, which is not read: `count` rows from `row` on, of those that
 *  first_column, first_row, columns and rows tell. Several threads may compute different rows. After a change of the
 *  base, its ground, spacing, seed, column or row compute all heights again, or set rf_roughness::heights to null; a
 *  change of the base's heights alone that neither makes nor fills a hole changes none of them.
 *  @param row, count  row + count <= roughness->rows
 *  @param heights     room for count times roughness->columns numbers; the first is that of the first of these rows
 *  Thread-safe. Errors: those of rf_rough_terrain(); RF_NULL_ARGUMENT (heights); RF_BAD_VALUE (row, count). */
RF_API rf_status rf_roughness_heights(const rf_roughness* roughness, uint32_t row, uint32_t count, double* heights,
                                      rf_error* error);

/** Check the roughness and make a terrain from it; `roughness` becomes the terrain's `user` and must outlive it. The
 *  bounds and the origin are those of the base; its `identity` is combined with spacing, seed and nodes, and stays 0 if
 *  it is 0. Where base.roughness_max is 0 the terrain is a copy of the base. After a change of the base make the
 *  terrain again. Some of the stored heights are compared with computed ones. Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a member; heights of another roughness; a base that was made
 *  from this roughness; `terrain` is the base itself). */
RF_API rf_status rf_rough_terrain(const rf_roughness* roughness, rf_terrain* terrain, rf_error* error);

/** Material number of the ground at a position; 0 if the terrain has no materials, or is null, and at a position that
 * is not finite. Thread-safe. */
RF_API uint32_t rf_material_at(const rf_terrain* terrain, double x, double y);

/** Sample a terrain at one position; there is no ground at one that is not finite. Errors: RF_NULL_ARGUMENT (also if
 *  the sample callback is null), RF_BAD_DEF. Thread-safe. */
RF_API rf_status rf_terrain_at(const rf_terrain* terrain, double x, double y, rf_terrain_sample* sample);

#ifdef __cplusplus
}
#endif
#endif
