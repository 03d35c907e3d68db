/* rockfall/rock.h: rock shapes. A shape is the convex hull of a point cloud with homogeneous density. It is cooked once
 * (hull, mass properties, principal frame) into a memory block of the caller; any number of rocks and threads share it.
 */
#ifndef ROCKFALL_ROCK_H
#define ROCKFALL_ROCK_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Computation of size and mass from a point cloud. */
typedef enum rf_sizing {
  RF_SIZE_BY_DENSITY = 0,   /**< points as given; mass = density * volume */
  RF_SIZE_BY_MASS = 1,      /**< points as given; density = mass / volume */
  RF_SIZE_SCALE_TO_MASS = 2 /**< points scaled about the origin of B such that density * volume = mass */
} rf_sizing;

/** Definition of a shape. Make it with rf_default_rock_def(), then set the points. */
typedef struct rf_rock_def {
  uint32_t struct_size;      /**< set by rf_init_rock_def(); checked */
  uint32_t point_count;      /**< number of points, 4 to 1000000 */
  const double* points;      /**< 3 * point_count coordinates in B, m, finite and at most 1e12 in absolute value; owned
                                  by the caller, read during the call */
  const uint32_t* triangles; /**< null: the convex hull is computed. Otherwise 3 * triangle_count point indices of a
                                  given convex hull, counter-clockwise seen from outside; read during the call */
  uint32_t triangle_count;   /**< number of given triangles; 0 if triangles is null */
  int32_t sizing;            /**< an rf_sizing; default RF_SIZE_BY_DENSITY */
  double density;            /**< kg/m3, > 0; default 2700 */
  double mass;               /**< kg, > 0 where the sizing uses it; default 0 */
} rf_rock_def;

/** One cooked shape. Opaque; stored in a memory block of the caller. It contains no pointers: a copy of its bytes in
 *  another block aligned to RF_MEMORY_ALIGNMENT is valid. Read-only after cooking, hence thread-safe. */
typedef struct rf_rock rf_rock;

/** Properties of a cooked shape. The pointers point into the memory block of the shape and are valid as long as it is.
 */
typedef struct rf_rock_properties {
  double mass;       /**< kg */
  double volume;     /**< m3 */
  double density;    /**< kg/m3 */
  double inertia[3]; /**< principal moments of inertia about S, kg m2, ascending: A <= B <= C along x, y, z of K */
  double centre_of_mass[3];  /**< S in B (after scaling), m */
  double frame[4];           /**< unit quaternion A_BK, real part first: takes K components to B components */
  double extent[3];          /**< overall length of the hull along x, y, z of K, m */
  double bounding_radius;    /**< largest distance of a vertex from S, m */
  uint32_t vertex_count;     /**< hull vertices */
  uint32_t triangle_count;   /**< triangles of the hull */
  uint32_t face_count;       /**< flat faces of the hull (coplanar triangles count once) */
  const double* vertices;    /**< 3 * vertex_count coordinates in K, m */
  const uint32_t* triangles; /**< 3 * triangle_count vertex indices, counter-clockwise seen from outside */
} rf_rock_properties;

/** A definition without points, density 2700 kg/m3, sizing by density. `size` and errors: see base.h. */
RF_API rf_status rf_init_rock_def(rf_rock_def* def, size_t size);

/** rf_init_rock_def() as a value. */
static inline rf_rock_def rf_default_rock_def(void) {
  rf_rock_def def;
  rf_init_rock_def(&def, sizeof def);
  return def;
}

/** Bytes that rf_cook_rock needs for this def: an upper bound that depends on point_count only.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_TOO_FEW_POINTS, RF_BAD_VALUE (point_count). Thread-safe. */
RF_API rf_status rf_rock_memory(const rf_rock_def* def, size_t* bytes, rf_error* error);

/** Cook a shape: convex hull (unless its triangles are given), mass, centre of mass and inertia by exact surface
 *  integrals, principal frame K, vertices in K.
 *  @param def     the definition; its arrays are read during the call only
 *  @param memory  block of the caller, aligned to RF_MEMORY_ALIGNMENT, at least rf_rock_memory() bytes
 *  @param bytes   size of the block
 *  @param rock    on success set to the shape inside the block, otherwise to null
 *  @param error   nullable
 *  Allocates and frees heap memory to compute a hull; allocates nothing if the triangles are given. Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a coordinate, density, mass, sizing), RF_TOO_FEW_POINTS,
 *  RF_FLAT_CLOUD, RF_BAD_HULL, RF_NO_HULL_LIBRARY, RF_HULL_FAILED, RF_MEMORY_TOO_SMALL, RF_MEMORY_MISALIGNED. */
RF_API rf_status rf_cook_rock(const rf_rock_def* def, void* memory, size_t bytes, const rf_rock** rock,
                              rf_error* error);

/** Get the properties of a cooked shape. Of a block that was read from a file the head is checked, not the arrays: a
 *  shape of another build, or of a file that was not written to its end, is refused.
 *  Errors: RF_NULL_ARGUMENT, RF_MEMORY_MISALIGNED, RF_CORRUPTED (no shape cooked by this build). Thread-safe. */
RF_API rf_status rf_rock_get(const rf_rock* rock, rf_rock_properties* properties);

/** 1 if this build computes convex hulls (with Qhull), 0 if triangles must be given. Thread-safe. */
RF_API int32_t rf_has_hull_library(void);

/** Standard shapes, as point clouds in B centred on the origin. */
typedef enum rf_shape_kind {
  RF_SHAPE_BOX = 0,         /**< 8 corners of a box */
  RF_SHAPE_TETRAHEDRON = 1, /**< 4 corners of a regular tetrahedron inscribed in a cube, scaled to size */
  RF_SHAPE_OCTAHEDRON = 2,  /**< 6 corners on the axes */
  RF_SHAPE_EOTA = 3,        /**< 24-point test body of the European approval: permutations of (1/2, 1/4, 1/4) * size.
                                 Size in the ratio 1:1:1 gives EOTA111, 2:2:1 the plate EOTA221 */
  RF_SHAPE_DISC = 4,        /**< cylinder along z with point_count / 2 corners on each rim */
  RF_SHAPE_ELLIPSOID = 5,   /**< point_count evenly distributed points on an ellipsoid (spherical Fibonacci lattice) */
  RF_SHAPE_RANDOM = 6       /**< point_count seeded random points on an ellipsoid, moved inwards by random amounts, then
                                 scaled to the exact size */
} rf_shape_kind;

/** Definition of a standard shape. Make it with rf_default_shape_def(). */
typedef struct rf_shape_def {
  uint32_t struct_size; /**< set by rf_init_shape_def(); checked */
  int32_t kind;         /**< an rf_shape_kind; default RF_SHAPE_BOX */
  double size[3]; /**< overall dimensions along x, y, z of B, m, > 0; disc and ellipsoid: diameters of the ellipse or
                       ellipsoid on which the points lie; default 1 1 1 */
  uint32_t point_count; /**< disc (even, >= 6), ellipsoid (>= 8), random (>= 8); at most 1000000; default 32 */
  uint64_t seed;        /**< random: seed of the random numbers; default 1 */
} rf_shape_def;

/** A box of 1 x 1 x 1 m. `size` and errors: see base.h. */
RF_API rf_status rf_init_shape_def(rf_shape_def* def, size_t size);

/** rf_init_shape_def() as a value. */
static inline rf_shape_def rf_default_shape_def(void) {
  rf_shape_def def;
  rf_init_shape_def(&def, sizeof def);
  return def;
}

/** Compute the points of a standard shape.
 *  @param points    array of 3 * capacity doubles; null: only the count is computed
 *  @param capacity  number of points that fit
 *  @param count     set to the number of points of the shape, also for RF_MEMORY_TOO_SMALL; 0 on other failures
 *  @param error     nullable
 *  The same def gives the same bits on every platform. Allocates nothing. Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE, RF_MEMORY_TOO_SMALL. */
RF_API rf_status rf_shape_points(const rf_shape_def* def, double* points, uint32_t capacity, uint32_t* count,
                                 rf_error* error);

/** Compute the triangles of a standard shape, for rf_rock_def::triangles: it is then cooked without a hull library and
 *  without heap memory. Those of RF_SHAPE_ELLIPSOID and RF_SHAPE_RANDOM are computed by gift wrapping, in a time that
 *  grows with the square of point_count (100 points: 1 ms), with heap memory for the points during the call.
 *  @param triangles  array of 3 * capacity indices into the points of rf_shape_points(), counter-clockwise seen from
 *                    outside; null: only the count is computed
 *  @param capacity   number of triangles that fit; 2 * (number of points) - 4 are enough
 *  @param count      set to the number of triangles of the shape; with null, and for RF_MEMORY_TOO_SMALL, to the
 *                    capacity needed, which is more than RF_SHAPE_RANDOM fills; 0 on other failures
 *  @param error      nullable
 *  Thread-safe. Errors: those of rf_shape_points(), RF_UNSUPPORTED (more than 8192 points of RF_SHAPE_ELLIPSOID or
 *  RF_SHAPE_RANDOM), RF_HULL_FAILED (four of their points lie in one plane, or no memory). */
RF_API rf_status rf_shape_triangles(const rf_shape_def* def, uint32_t* triangles, uint32_t capacity, uint32_t* count,
                                    rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
