/* rockfall/render.h: rocks for a renderer: float32 transforms of many rocks, interpolated between two states, in the
 * axes of an engine, and the hull as a triangle mesh. Nothing here changes a state; no call allocates.
 *
 *   convention             axes of the engine from I (x, y, z)   hand   up  unit  front faces
 *   RF_CONVENTION_ROCKFALL ( x,  y,  z)                          right  z   m     counter-clockwise
 *   RF_CONVENTION_GLTF     ( x,  z, -y)  glTF, three.js          right  y   m     counter-clockwise
 *   RF_CONVENTION_GODOT    ( x,  z, -y)                          right  y   m     clockwise
 *   RF_CONVENTION_UNITY    ( x,  z,  y)                          left   y   m     clockwise
 *   RF_CONVENTION_UNREAL   ( x, -y,  z) * 100                    left   z   cm    counter-clockwise
 *
 * Transforms and meshes of one convention belong together: a vertex of rf_rock_get_mesh() times the transform of a
 * state is the point of the rock in the engine. */
#ifndef ROCKFALL_RENDER_H
#define ROCKFALL_RENDER_H

#include "base.h"
#include "rock.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Axes, unit and order of triangle corners of an engine; see the table above. */
typedef enum rf_convention {
  RF_CONVENTION_ROCKFALL = 0, /**< as the library: z up, right-handed, m */
  RF_CONVENTION_GLTF = 1,     /**< glTF and three.js: y up, right-handed, m */
  RF_CONVENTION_GODOT = 2,    /**< Godot: as glTF, front faces clockwise */
  RF_CONVENTION_UNITY = 3,    /**< Unity: y up, left-handed, m */
  RF_CONVENTION_UNREAL = 4    /**< Unreal: z up, left-handed, cm */
} rf_convention;

/** Number of conventions: 0 to RF_CONVENTION_COUNT - 1 are an rf_convention. */
#define RF_CONVENTION_COUNT 5

/** Numbers of one transform. */
typedef enum rf_transform_format {
  RF_TRANSFORM_POSITION_QUATERNION = 0, /**< 7 floats: x y z, then the quaternion x y z w (real part last) */
  RF_TRANSFORM_COLUMNS_4X4 = 1,         /**< 16 floats, column by column: glTF, OpenGL, Matrix4 of three.js, Matrix4x4
                                             of Unity; also FMatrix of Unreal (row vectors, row by row) */
  RF_TRANSFORM_ROWS_3X4 = 2             /**< 12 floats, the first three rows: MultiMesh of Godot, instances of Vulkan */
} rf_transform_format;

/** Number of formats: 0 to RF_TRANSFORM_FORMAT_COUNT - 1 are an rf_transform_format. */
#define RF_TRANSFORM_FORMAT_COUNT 3

/** How to write transforms. Make it with rf_default_render_def(). */
typedef struct rf_render_def {
  uint32_t struct_size; /**< set by rf_init_render_def(); checked */
  int32_t convention;   /**< an rf_convention; default RF_CONVENTION_ROCKFALL */
  int32_t format;       /**< an rf_transform_format; default RF_TRANSFORM_POSITION_QUATERNION */
  uint32_t stride;      /**< bytes from one transform to the next, a multiple of 4, at least the size of one; 0: packed;
                             default 0 */
  double origin[3]; /**< point in I that becomes the origin of the engine, m: subtracted in double precision, so that
                         floats near a camera far from the origin of I stay exact; default 0 */
} rf_render_def;

/** Packed position and quaternion, axes of the library, no shift. `size` and errors: see base.h. */
RF_API rf_status rf_init_render_def(rf_render_def* def, size_t size);

/** rf_init_render_def() as a value. */
static inline rf_render_def rf_default_render_def(void) {
  rf_render_def def;
  rf_init_render_def(&def, sizeof def);
  return def;
}

/** Write the transforms of `count` rocks from K to the engine.
 *  @param previous  nullable: states before `current`, of the same rocks in the same order
 *  @param current   array of `count` states
 *  @param blend     0 to 1: 0 is `previous`, 1 is `current`; positions linearly, orientations by the normalised linear
 *                   interpolation on the shorter arc; not used if previous is null
 *  @param out       out: transforms at the stride of `def`, aligned to 4 bytes
 *  @param bytes     size of `out`, at least (count - 1) * stride + the size of one transform
 *  @param error     nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (def, blend, or a position or orientation that is not finite; the
 *  text gives the number of the rock), RF_MEMORY_TOO_SMALL, RF_MEMORY_MISALIGNED. Nothing is written then.
 *  Thread-safe. */
RF_API rf_status rf_render_transforms(const rf_render_def* def, const rf_state* previous, const rf_state* current,
                                      uint32_t count, double blend, void* out, size_t bytes, rf_error* error);

/** As rf_render_transforms(), of the rocks of one shape only, one after the other: the instances of one mesh.
 *  @param shape    index in rf_scene::rocks
 *  @param bytes    size of `out`, for as many transforms as there are rocks of the shape
 *  @param written  nullable, out: number of rocks of the shape, also for RF_MEMORY_TOO_SMALL; 0 on other failures
 *  Errors: as rf_render_transforms; only rocks of the shape are checked. Nothing is written to `out` then.
 *  Thread-safe. */
RF_API rf_status rf_render_transforms_of_shape(const rf_render_def* def, uint32_t shape, const rf_state* previous,
                                               const rf_state* current, uint32_t count, double blend, void* out,
                                               size_t bytes, uint32_t* written, rf_error* error);

/** Transform points from I to the engine; `origin` of the def is subtracted.
 *  @param points  3 * count coordinates in I, m
 *  @param out     out: 3 * count coordinates in the engine
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text gives the number of the point). Thread-safe. */
RF_API rf_status rf_render_points(const rf_render_def* def, const double* points, uint32_t count, float* out,
                                  rf_error* error);

/** Transform points from the engine to I, the inverse of rf_render_points().
 *  @param points  3 * count coordinates in the engine
 *  @param out     out: 3 * count coordinates in I, m
 *  Errors: as rf_render_points. Thread-safe. */
RF_API rf_status rf_world_points(const rf_render_def* def, const float* points, uint32_t count, double* out,
                                 rf_error* error);

/** Normals of a mesh. */
typedef enum rf_shading {
  RF_SHADING_FLAT = 0,  /**< each triangle has three vertices of its own, with its normal */
  RF_SHADING_SMOOTH = 1 /**< one vertex for each hull vertex, with the mean normal of its triangles, weighted by area */
} rf_shading;

/** The hull of a shape as a triangle mesh. Make it with rf_default_rock_mesh(); set the members marked "in". */
typedef struct rf_rock_mesh {
  uint32_t struct_size;     /**< set by rf_init_rock_mesh(); checked */
  int32_t convention;       /**< in: an rf_convention; default RF_CONVENTION_ROCKFALL */
  int32_t shading;          /**< in: an rf_shading; default RF_SHADING_FLAT */
  uint32_t vertex_capacity; /**< in: number of vertices that fit into positions and normals; default 0 */
  uint32_t index_capacity;  /**< in: number of indices that fit; default 0 */
  uint32_t vertex_count;    /**< out */
  uint32_t index_count;     /**< out: three per triangle */
  float* positions;         /**< in: nullable, array of the caller: x y z of each vertex; null: only the counts */
  float* normals;           /**< in: nullable, array of the caller: outward unit normal of each vertex */
  uint32_t* indices;        /**< in: nullable, array of the caller: corners of each triangle */
} rf_rock_mesh;

/** Flat shading, axes of the library, no arrays. `size` and errors: see base.h. */
RF_API rf_status rf_init_rock_mesh(rf_rock_mesh* mesh, size_t size);

/** rf_init_rock_mesh() as a value. */
static inline rf_rock_mesh rf_default_rock_mesh(void) {
  rf_rock_mesh mesh;
  rf_init_rock_mesh(&mesh, sizeof mesh);
  return mesh;
}

/** Write the hull of a shape as a mesh around its centre of mass. Call it without arrays for the counts, then with
 *  them.
 *  @param mesh   in and out
 *  @param error  nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE, RF_MEMORY_TOO_SMALL (a capacity; nothing is written).
 *  Thread-safe. */
RF_API rf_status rf_rock_get_mesh(const rf_rock* rock, rf_rock_mesh* mesh, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
