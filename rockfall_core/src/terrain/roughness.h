// Random relief over another terrain, as callbacks.
#pragma once

#include <rockfall/terrain.h>

#include "terrain/relief_cell.h"
#include "terrain/surface_memory.h"

namespace rockfall {

/// Node indices beyond this are too coarse in double precision; there is no relief there.
constexpr double kMostReliefNode = 17592186044416;  // 2^44

/// The nodes of the lattice and the surface between them. Their heights are functions of their indices; the caller may
/// have stored some of them.
class Relief {
 public:
  explicit Relief(const rf_roughness& roughness);

  /// Height above the base at (x, y), and the slopes of that height.
  struct Point {
    double height, slope_x, slope_y;
  };

  /// Largest height above the base, and largest |slope| along x or y.
  struct Extent {
    double height, slope;
  };

  /// Columns or rows of nodes, ends included.
  struct Range {
    int64_t first, last;
  };

  /// Heights of width x depth nodes from (column, row) on, row by row. Nodes are counted from x = y = 0.
  void node_heights(int64_t column, int64_t row, int64_t width, int64_t depth, double* heights) const;
  /// The same, whether they are stored or not.
  void compute_heights(int64_t column, int64_t row, int64_t width, int64_t depth, double* heights) const;

  /// @param cell  the cell of an earlier call; changed if (x, y) lies in another one
  Point at(double x, double y, ReliefCell& cell) const;
  /// Only the height.
  double height_at(double x, double y, ReliefCell& cell) const;

  /// The stored heights, which must exist.
  ReliefView stored() const;

  /// Over a rectangle: exact at the nodes around it where there are few, else from rf_terrain::roughness_max.
  Extent extent(const rf_rectangle& area) const;

  /// Nodes with low <= position <= high; false beyond the largest index.
  bool nodes_inside(double low, double high, Range& nodes) const;
  /// True for a point at a node, up to rounding.
  bool has_node_at(double x, double y) const;

  double spacing() const { return spacing_; }
  /// The ground is the same at every node, so that no node needs a sample of it.
  bool is_uniform() const { return uniform_ != nullptr; }

 private:
  /// A position inside a cell, 0 to 1.
  struct Place {
    double eta, xi;
  };
  bool find(double x, double y, ReliefCell& cell, Place& place) const;
  static ReliefCorners<double> corners_of(const ReliefCell& cell, const Place& place) {
    return {cell.h[0], cell.h[1], cell.h[2], cell.h[3], place.eta, place.xi};
  }
  bool stores(int64_t column, int64_t row, int64_t width, int64_t depth) const;
  double node_height(int64_t column, int64_t row, uint32_t random) const;
  bool obstacles_at(int64_t column, int64_t row, double obstacles[3]) const;
  double obstacle_height(const double obstacles[3], uint32_t random) const;
  bool cells_around(double low, double high, Range& cells) const;

  const rf_roughness& roughness_;
  const rf_terrain& base_;    // below all relief
  const rf_ground* uniform_;  // ground of every node; null: differs from node to node
  double spacing_;
  double highest_;  // bound of the node heights
  uint64_t seed_;
  int64_t column_, row_;  // of the lattice, at x = y = 0
};

/// Height and normal of the surface at (x, y), from those of the base.
/// @param cell  see Relief::at
void raise_surface(const Relief& relief, double x, double y, ReliefCell& cell, double& height, double normal[3]);

/// An upper plane of the surface, from that of the base. A slope_spread of 0 stays 0.
void raise_plane(const rf_roughness& roughness, const rf_rectangle& area, rf_upper_plane& plane);

// Callbacks of an rf_terrain made from an rf_roughness; roughness_of() (terrain/dispatch.h) recognises one by the
// first.
void rough_sample(void* user, const double* xy, uint32_t count, rf_terrain_sample* out);
uint32_t rough_material(void* user, double x, double y);
void rough_upper_plane(void* user, const rf_rectangle* area, rf_upper_plane* out);
uint32_t rough_vertices(void* user, const rf_rectangle* area, double* xyz, uint32_t capacity);

}  // namespace rockfall
