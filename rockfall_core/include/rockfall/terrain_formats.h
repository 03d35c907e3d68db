/* rockfall/terrain_formats.h: terrains in the memory layouts of engines and rasters, edits of heights, a check of
 * terrains of callbacks, and upper planes for terrains that have none.
 *
 * rf_height_field reads the samples where they are: doubles, floats, or 16-bit numbers with scale and offset, with any
 * stride, rows from south to north or from north to south, interpolated by two triangles per cell, as a renderer draws
 * them, or bilinearly. Nothing is copied. For the fastest steps use rf_grid where its layout fits. */
#ifndef ROCKFALL_TERRAIN_FORMATS_H
#define ROCKFALL_TERRAIN_FORMATS_H

#include "base.h"
#include "terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Type of the samples of a height field. */
typedef enum rf_height_format {
  RF_HEIGHT_FLOAT64 = 0, /**< double; NaN marks a hole */
  RF_HEIGHT_FLOAT32 = 1, /**< float; NaN marks a hole */
  RF_HEIGHT_UINT16 = 2,  /**< uint16_t; rf_height_field::hole marks a hole */
  RF_HEIGHT_INT16 = 3    /**< int16_t; rf_height_field::hole marks a hole */
} rf_height_format;

/** Number of formats: 0 to RF_HEIGHT_FORMAT_COUNT - 1 are an rf_height_format. */
#define RF_HEIGHT_FORMAT_COUNT 4

/** Surface between the nodes of a cell. Column and row are those of rf_height_field, in memory. */
typedef enum rf_interpolation {
  RF_INTERPOLATION_BILINEAR = 0,      /**< as rf_grid */
  RF_INTERPOLATION_DIAGONAL_DOWN = 1, /**< two triangles; the diagonal from (column, row) to (column + 1, row + 1) */
  RF_INTERPOLATION_DIAGONAL_UP = 2    /**< two triangles; the diagonal from (column + 1, row) to (column, row + 1) */
} rf_interpolation;

/** Number of interpolations: 0 to RF_INTERPOLATION_COUNT - 1 are an rf_interpolation. */
#define RF_INTERPOLATION_COUNT 3

/** Order of the rows in memory. */
typedef enum rf_row_order {
  RF_ROWS_TO_NORTH = 0, /**< row 0 has the smallest y, as rf_grid */
  RF_ROWS_TO_SOUTH = 1  /**< row 0 has the largest y: rasters with north up, and arrays along z of Godot and three.js,
                             whose z is -y of I */
} rf_row_order;

/** A height field over samples of the caller: they do not overlap, are borrowed, and must outlive its terrain.
 *
 *  The node of column c and row r in memory lies at x = x0 + c cell_x, y = y0 + r cell_y, or y = y0 + (rows - 1 - r)
 *  cell_y for RF_ROWS_TO_SOUTH: (x0, y0) is always the south-west corner. Its height is offset + scale * sample. */
typedef struct rf_height_field {
  uint32_t struct_size;      /**< set by rf_init_height_field(); checked */
  uint32_t columns;          /**< nodes along x, 2 to 65536 */
  uint32_t rows;             /**< nodes along y, 2 to 65536 */
  int32_t format;            /**< an rf_height_format; default RF_HEIGHT_FLOAT32 */
  int32_t interpolation;     /**< an rf_interpolation; default RF_INTERPOLATION_DIAGONAL_DOWN */
  int32_t row_order;         /**< an rf_row_order; default RF_ROWS_TO_NORTH */
  int32_t has_hole;          /**< 1: `hole` marks holes of the 16-bit formats; 0: they have none; default 0 */
  int32_t hole;              /**< sample without ground, in the range of the format, e.g. 65535 or -32768 */
  const void* heights;       /**< sample of column 0, row 0 in memory, aligned to its type */
  size_t column_stride;      /**< bytes from one column to the next; 0: the size of a sample; default 0 */
  size_t row_stride;         /**< bytes from one row to the next; 0: columns * column_stride; default 0 */
  double scale;              /**< m per unit of the samples, not 0; default 1 */
  double offset;             /**< height of the sample 0, m; default 0 */
  double x0, y0;             /**< local position of the south-west node, m */
  double cell_x;             /**< distance of nodes along x, m, as of rf_grid; default 1 */
  double cell_y;             /**< distance of nodes along y, m, as cell_x; default 1 */
  rf_ground ground;          /**< ground parameters everywhere, or where `grounds` is null */
  const rf_ground* grounds;  /**< nullable: ground parameters by material number; ground_count elements, borrowed.
                                  Materials from ground_count on have `ground` */
  uint32_t ground_count;     /**< number of elements of `grounds` */
  uint32_t reserved;         /**< 0 */
  const uint32_t* materials; /**< nullable: material number of each cell in the row order of the samples, (columns - 1)
                              * (rows - 1), borrowed; it is returned in rf_contact and rf_event */
  double origin[3];          /**< world coordinates of the local origin, m */
} rf_height_field;

/** Float samples without an array, triangles, cells of 1 m, default ground. `size` and errors: see base.h. */
RF_API rf_status rf_init_height_field(rf_height_field* field, size_t size);

/** rf_init_height_field() as a value. */
static inline rf_height_field rf_default_height_field(void) {
  rf_height_field field;
  rf_init_height_field(&field, sizeof field);
  return field;
}

/** Check a height field and make a terrain from it; `field` becomes the terrain's `user`. Reads every sample once and
 *  stores a hash of them, of the ground and of the materials in rf_terrain::identity. Bounds of the heights are found
 *  from the samples at every step, so that edits of samples between steps need no other call; make the terrain again if
 *  a recording is to know them. After a change of ground make the terrain again, and the relief or bounds over it: the
 *  bounds of drag, roughness and beta are those of the ground at this call. A cell with a hole at a corner is a hole.
 *  Thread-safe. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (the text gives the member, or the node of a sample
 *  that is infinite), RF_MEMORY_MISALIGNED (samples or strides). */
RF_API rf_status rf_height_field_terrain(const rf_height_field* field, rf_terrain* terrain, rf_error* error);

/** Change heights in a rectangle of nodes of a height field, e.g. for a crater or a track. Not during a step.
 *  @param samples  the samples of the field, writable: the memory of rf_height_field::heights
 *  @param column, row, columns, rows  the nodes, in memory order
 *  @param heights  columns * rows heights in m, row by row in memory order; NaN makes a hole
 *  @param changed  nullable, out: area whose surface changed, for rf_wake()
 *  @param error    nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (nodes outside the field; a height that is infinite, that a
 *  16-bit sample cannot hold, or that is the mark of a hole; NaN where the samples have no such mark). The text gives
 *  its place in `heights`. Nothing is written then. 16-bit samples are rounded to the nearest. Heights that
 *  rf_height_field_heights() gave are written back exactly. Slopes beyond 1e150 and a field of holes only are found by
 *  rf_height_field_terrain() alone. Thread-safe for different fields. */
RF_API rf_status rf_height_field_edit(const rf_height_field* field, void* samples, uint32_t column, uint32_t row,
                                      uint32_t columns, uint32_t rows, const double* heights, rf_rectangle* changed,
                                      rf_error* error);

/** Read heights in a rectangle of nodes, for example before an edit, for rf_recorder_heights().
 *  @param column, row, columns, rows  the nodes, in memory order
 *  @param heights  out: columns * rows heights in m, row by row in memory order; NaN: a hole
 *  @param error    nullable
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (nodes outside the field). Thread-safe. */
RF_API rf_status rf_height_field_heights(const rf_height_field* field, uint32_t column, uint32_t row, uint32_t columns,
                                         uint32_t rows, double* heights, rf_error* error);

/** What rf_terrain_check() found. */
typedef struct rf_terrain_findings {
  uint64_t samples;        /**< positions sampled */
  uint64_t bounds;         /**< rectangles whose upper plane was compared with samples */
  uint64_t below_ground;   /**< samples above an upper plane that should be above all ground */
  double worst_below;      /**< by how much at most, m */
  double worst_at[2];      /**< where, m */
  uint64_t wrong_normals;  /**< normals that are not of unit length, not upwards, or differ by more than 0.01 rad from
                              the slope of the heights on both sides along x and y, and from that of each triangle
                              beside a line along x or y; where three triangles of an irregular mesh meet in a quadrant,
                              the normal of the middle one is counted, too */
  double normal_at[2];     /**< the first of them */
  uint64_t not_finite;     /**< samples that exist with a height, normal or ground that is not finite */
  uint64_t impure;         /**< repeated calls, or batches in another order, that gave different bits */
  uint64_t wrong_holes;    /**< holes inside a rectangle that claims hole_free */
  uint64_t wrong_spread;   /**< slopes outside rf_upper_plane::slope_spread */
  uint64_t wrong_vertices; /**< terrain vertices outside their rectangle, or more than 1e-6 (1 m + |z|) off the
                                surface, or a number of them above the capacity */
  uint64_t wrong_grounds;  /**< grounds that rf_ground_check() refuses, or above layer_height_max,
                                contact_drag_height_max, contact_drag_max, roughness_max, or with another beta than
                                uniform_beta */
  uint64_t wrong_planes;   /**< upper planes with a member out of its range, see rf_upper_plane; not compared with
                                samples. Planes of height +infinity, which say that no bound is known, are right */
} rf_terrain_findings;

/** Sample a terrain in an area and compare its callbacks with each other. Costs about 30 calls of `sample` per
 *  position, at nodes of triangles up to 46.
 *  @param area           m
 *  @param columns, rows  positions along x and y, 2 to 4096
 *  @param findings       nullable, out; also set where RF_BAD_VALUE is returned for a finding
 *  @param error          nullable: names the first kind of finding, with its place
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (an argument, or anything found). A terrain that passes may still
 *  be wrong between the samples. Thread-safe. */
RF_API rf_status rf_terrain_check(const rf_terrain* terrain, const rf_rectangle* area, uint32_t columns, uint32_t rows,
                                  rf_terrain_findings* findings, rf_error* error);

/** Upper planes for a terrain of callbacks that has none: the highest samples of coarse cells, in memory of the
 *  caller. Make it with rf_default_terrain_bounds(), set the members marked "in", then call rf_bounded_terrain().
 */
typedef struct rf_terrain_bounds {
  uint32_t struct_size; /**< set by rf_init_terrain_bounds(); checked */
  uint32_t columns;     /**< in: coarse cells along x, 1 to 65536 */
  uint32_t rows;        /**< in: coarse cells along y, 1 to 65536 */
  uint32_t samples;     /**< in: samples along each side of a coarse cell, 2 to 1024; default 9 */
  rf_terrain base;      /**< in: the terrain, by value; its upper_plane is not used */
  rf_rectangle area;    /**< in: m; outside it the terrain has no known bound, and is sampled as without one */
  double margin;        /**< in: m, added to the highest sample of a cell: how far the ground may rise between samples.
                             Negative: the largest difference of neighbouring samples in the cell; default -1 */
  float* highest;       /**< in: array of the caller, columns * rows elements; set by rf_bounded_terrain() */
} rf_terrain_bounds;

/** 9 samples per side, margin from the slopes. `size` and errors: see base.h. */
RF_API rf_status rf_init_terrain_bounds(rf_terrain_bounds* bounds, size_t size);

/** rf_init_terrain_bounds() as a value. */
static inline rf_terrain_bounds rf_default_terrain_bounds(void) {
  rf_terrain_bounds bounds;
  rf_init_terrain_bounds(&bounds, sizeof bounds);
  return bounds;
}

/** Sample the base in the area and make a terrain with upper planes from it; `bounds` becomes the terrain's `user`, and
 *  must outlive it with its array. Heights and contacts are those of the base (up to rounding in the RocFall3 models
 *  around a grid, and where more than 256 terrain vertices lie below a rock, which are found in another order; in a
 *  step of these models with work_limited others may be left out), as long as the ground rises by no more than
 *  `margin` above the samples and none lies between them alone. The ground below the vertices of a rock in flight is
 *  then not sampled where the rock is above the highest sample of the cells below it, unless they are more than 16384;
 *  one sample below S in each step, for holes, remains. Choose cells not much
 * smaller than a hundredth of the largest rock, and on steep ground not much larger than the radius of the rocks, which
 * otherwise are rarely above these samples. Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE (a member; a base that
 * was made from these bounds; `terrain` is the base itself). Thread-safe. */
RF_API rf_status rf_bounded_terrain(rf_terrain_bounds* bounds, rf_terrain* terrain, rf_error* error);

/** Sample the coarse cells that an area touches again, after the base changed there. Not during a step. The area may be
 *  a line or a point.
 *  Errors: RF_NULL_ARGUMENT, RF_BAD_DEF, RF_BAD_VALUE. Thread-safe for different bounds. */
RF_API rf_status rf_terrain_bounds_update(rf_terrain_bounds* bounds, const rf_rectangle* area, rf_error* error);

#ifdef __cplusplus
}
#endif
#endif
