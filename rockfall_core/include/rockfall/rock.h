/* rockfall/rock.h: rock shapes. A rock is the convex hull of a point cloud with homogeneous density; it is cooked
 * once into a block of the caller's memory and then read by any number of rocks and threads. */
#ifndef ROCKFALL_ROCK_H
#define ROCKFALL_ROCK_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the size and the mass of a rock follow from its point cloud. */
typedef enum rf_sizing {
  RF_SIZE_BY_DENSITY = 0,   /**< points as given; mass = density * volume */
  RF_SIZE_BY_MASS = 1,      /**< points as given; density = mass / volume */
  RF_SIZE_SCALE_TO_MASS = 2 /**< points scaled about the origin of B until density * volume = mass */
} rf_sizing;

/** What a rock is made from. Make it with rf_default_rock_def(), then set the points. */
typedef struct rf_rock_def {
  uint32_t struct_size;      /**< set by rf_default_rock_def(); checked */
  uint32_t point_count;      /**< number of points, 4 to 65535 */
  const double* points;      /**< 3 * point_count coordinates in B, m; read during the call only */
  const uint32_t* triangles; /**< null: the convex hull is computed. Otherwise 3 * triangle_count indices of a
                                  finished convex hull, counter-clockwise seen from outside */
  uint32_t triangle_count;   /**< number of triangles handed in; 0 with triangles == null */
  int32_t sizing;            /**< an rf_sizing; default RF_SIZE_BY_DENSITY */
  double density;            /**< kg/m3, > 0; default 2700 */
  double mass;               /**< kg, > 0 where the sizing uses it; default 0 */
} rf_rock_def;

/** One cooked shape. Opaque; lives in the caller's block, holds no pointers, may be copied as bytes to another
 *  block aligned to RF_MEMORY_ALIGNMENT. Read-only after cooking, hence safe for all threads. */
typedef struct rf_rock rf_rock;

/** What can be read from a cooked rock. The pointers lead into the rock's block and live as long as it does. */
typedef struct rf_rock_properties {
  double mass;       /**< kg */
  double volume;     /**< m3 */
  double density;    /**< kg/m3 */
  double inertia[3]; /**< principal moments of inertia about S, kg m2, ascending: A <= B <= C along x, y, z of K */
  double centre_of_mass[3];  /**< S in B (after scaling), m */
  double frame[4];           /**< quaternion A_BK, real part first: takes K coordinates to B directions */
  double extent[3];          /**< overall length of the hull along x, y, z of K, m */
  double bounding_radius;    /**< largest distance of a vertex from S, m */
  uint32_t vertex_count;     /**< hull vertices */
  uint32_t triangle_count;   /**< triangles of the hull */
  uint32_t face_count;       /**< flat faces of the hull (coplanar triangles count once) */
  const double* vertices;    /**< 3 * vertex_count coordinates in K, m */
  const uint32_t* triangles; /**< 3 * triangle_count vertex indices, counter-clockwise seen from outside */
} rf_rock_properties;

/** A def with defaults: no points, density 2700 kg/m3, sizing by density. */
RF_API rf_rock_def rf_default_rock_def(void);

/** Bytes that rf_cook_rock needs for this def: an upper bound from point_count alone.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_TOO_FEW_POINTS, RF_BAD_VALUE (point_count). Thread-safe. */
RF_API rf_status rf_rock_memory(const rf_rock_def* def, size_t* bytes, rf_error* error);

/** Cook a rock: convex hull (unless handed in), mass, centre of mass and inertia by exact surface sums, principal
 *  frame K, vertices in K.
 *  @param def     the def; its arrays are read during the call only
 *  @param memory  block of the caller, aligned to RF_MEMORY_ALIGNMENT, at least rf_rock_memory() bytes
 *  @param bytes   size of the block
 *  @param rock    set to the rock inside the block on success, to null otherwise
 *  @param error   nullable
 *  Computing a hull allocates and frees heap memory; a finished hull does not. Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a coordinate, density, mass, sizing), RF_TOO_FEW_POINTS,
 *  RF_FLAT_CLOUD, RF_BAD_HULL, RF_NO_HULL_LIBRARY, RF_HULL_FAILED, RF_MEMORY_TOO_SMALL, RF_MEMORY_MISALIGNED. */
RF_API rf_status rf_cook_rock(const rf_rock_def* def, void* memory, size_t bytes, const rf_rock** rock,
                              rf_error* error);

/** Read a cooked rock. Errors: RF_NULL_ARGUMENT. Thread-safe. */
RF_API rf_status rf_rock_get(const rf_rock* rock, rf_rock_properties* properties);

/** 1 if this build computes convex hulls (Qhull), 0 if it needs finished ones. Thread-safe. */
RF_API int32_t rf_has_hull_library(void);

/** Standard shapes, as point clouds in B centred on the origin. */
typedef enum rf_shape_kind {
  RF_SHAPE_BOX = 0,         /**< 8 corners of a box */
  RF_SHAPE_TETRAHEDRON = 1, /**< 4 corners of a regular tetrahedron inscribed in a cube, stretched to size */
  RF_SHAPE_OCTAHEDRON = 2,  /**< 6 corners on the axes */
  RF_SHAPE_EOTA = 3,        /**< 24-point test body of the European approval: permutations of (1/2, 1/4, 1/4) * size.
                                 Size in the ratio 1:1:1 gives EOTA111, 2:2:1 the plate EOTA221 */
  RF_SHAPE_DISC = 4,        /**< cylinder along z with point_count / 2 corners on each rim */
  RF_SHAPE_ELLIPSOID = 5,   /**< point_count points spread evenly over an ellipsoid (spherical Fibonacci lattice) */
  RF_SHAPE_RANDOM = 6       /**< point_count seeded random points on an ellipsoid, pushed in at random, then stretched
                                 to size exactly */
} rf_shape_kind;

/** Which standard shape. Make it with rf_default_shape_def(). */
typedef struct rf_shape_def {
  uint32_t struct_size; /**< set by rf_default_shape_def(); checked */
  int32_t kind;         /**< an rf_shape_kind; default RF_SHAPE_BOX */
  double size[3];       /**< overall dimensions along x, y, z of B, m, > 0; default 1 1 1 */
  uint32_t point_count; /**< disc (even, >= 6), ellipsoid (>= 8), random (>= 8); at most 65534; default 32 */
  uint64_t seed;        /**< random: which rock; default 1 */
} rf_shape_def;

/** A def with defaults: a box of 1 x 1 x 1 m. */
RF_API rf_shape_def rf_default_shape_def(void);

/** Points of a standard shape.
 *  @param points    room for 3 * capacity doubles; may be null to ask for the count only
 *  @param capacity  number of points that fit
 *  @param count     set to the number of points of the shape
 *  Same def, same bits on every platform. Allocates nothing. Thread-safe.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE, RF_MEMORY_TOO_SMALL. */
RF_API rf_status rf_shape_points(const rf_shape_def* def, double* points, uint32_t capacity, uint32_t* count,
                                 rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
