// Loops over the vertices of one rock near the ground, and over the ground below it. They are compiled for several
// instruction sets and called through pointers; all versions give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/processor.h"
#include "rock/rock.h"
#include "terrain/grid.h"
#include "terrain/relief_cell.h"

namespace rockfall {

/// The vertices of a rock, one array for each coordinate in K; see rf_rock.
struct VertexArrays {
  VertexArrays() = default;
  explicit VertexArrays(const rf_rock& rock)
      : x(rock.padded_x()),
        y(rock.padded_y()),
        z(rock.padded_z()),
        count(rock.vertex_count),
        padded_count(rock.padded_count) {}

  const double *x, *y, *z;
  uint32_t count;
  uint32_t padded_count;  // a multiple of 8; the last vertex is repeated
};

/// A rock over the ground. Only vertices with direction . vertex <= limit may lie at or below the ground.
struct VertexSearch {
  VertexArrays vertices;
  const GridView* grid;      // for find_not_above, as the next three
  const ReliefView* relief;  // nullable: over the grid; the rock is over its nodes
  const double* position;    // of S, I
  const double* rotation;    // A_IK, by columns
  const double* direction;   // K
  double limit;
};

/// Vertices that may lie at or below the ground, and the ground below them.
struct FoundVertices {
  static constexpr uint32_t kMost = 32;
  static constexpr uint32_t kRoom = kMost + 8;  // vectors are written as a whole

  uint32_t not_above;  // bit i is set if vertex i of these is at or below the ground
  uint32_t index[kRoom];
  double place[3][kRoom];  // I
  double height[kRoom];    // of the ground
  double normal[3][kRoom];
};

/// A rock with its StarBlocks; see rf_rock.
struct HullArrays {
  HullArrays() = default;
  explicit HullArrays(const rf_rock& rock)
      : vertices(rock),
        block_first(rock.star_block_first()),
        blocks(rock.has_star_blocks() ? rock.star_blocks() : nullptr) {}

  VertexArrays vertices;
  const uint32_t* block_first;
  const StarBlock* blocks;  // null if the rock has none
};

/// For a vertex r (K): height + height_gradient . r over a plane, of which it loses approach + approach_gradient . r
/// per step.
struct HeightCoefficients {
  double height_gradient[3], approach_gradient[3];
  double height, approach;
};

/// Heights of vertices over a plane, and the height that each loses per step.
struct MovingVertices {
  static constexpr uint32_t kMost = 64;

  uint32_t count;   // at least 1
  uint32_t lowest;  // index into the arrays
  double height[kMost];
  double approach[kMost];
};

/// Depth along the normal of the ground above, in bounding radii, from which on a steep face is searched
/// (contact/steep_face.h). In soil vertices are deep without a face nearby.
constexpr double kDeepVertex = 0.1, kDeepVertexInSoil = 0.5;

/// Nodes of a grid next to each other in a row: first, first + 1, ... Node number i is above the line if it is higher
/// than height + i rise, and in the circle, in the vertical plane of the row, if (x + i cell)^2 + (z - centre)^2 <
/// square, with its height z.
struct NodeRow {
  size_t first;
  uint32_t count;  // at most 64
  double height, rise;
  double x, cell, centre, square;
};

struct VertexKernels {
  /// The next vertices with direction . vertex <= limit, in ascending order.
  /// @param cursor  0 in the first call; padded_count at the end
  /// @param index   room for FoundVertices::kRoom
  /// @return        their number, at most FoundVertices::kMost
  uint32_t (*find_candidates)(const VertexSearch& search, uint32_t& cursor, uint32_t* index);
  /// These vertices and the grid below them.
  void (*find_not_above)(const VertexSearch& search, uint32_t& cursor, FoundVertices& found);
  /// submerged_area() of contact/soil_layer.h.
  /// @param normal     of the plane, K
  /// @param clearance  of S over the plane, m
  double (*submerged_area)(const HullArrays& hull, const double normal[3], double clearance, const double direction[3]);
  /// Find the heights of the vertices first, first + 1, ...; `first` is a multiple of 8.
  void (*find_heights)(const VertexArrays& vertices, const HeightCoefficients& of, uint32_t first,
                       MovingVertices& found);
  /// Bit i is set for the vertices without height > 0 and height - steps (approach + more) > 0.
  uint64_t (*find_approaching)(const MovingVertices& of, double steps, double more);
  /// Bits of the nodes of a part of a row that are above its line and in its circle.
  uint64_t (*find_high_nodes)(const GridView& grid, const NodeRow& row);
};

extern const VertexKernels kBaselineKernels;
#ifdef ROCKFALL_X86_LANES
extern const VertexKernels kAvx2Kernels, kAvx512Kernels;
#endif

/// The fastest kernels on this machine. Wider vectors would be slower: few vertices of a rock are near the ground.
inline const VertexKernels& fastest_kernels() {
#ifdef ROCKFALL_X86_LANES
  if (runs_avx2_lanes()) return kAvx2Kernels;
#endif
  return kBaselineKernels;
}

}  // namespace rockfall
