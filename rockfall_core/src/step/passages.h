// Passages of rocks over cells of the map, collected while the rocks are stepped.
#pragma once

#include <rockfall/observe.h>

#include "numerics/inline_calls.h"
#include "numerics/quaternion_of.h"
#include "numerics/vector_of.h"

namespace rockfall {

/// Largest value before the first step of a passage.
constexpr double kNoMaximum = -1e300;

/// Position in cells from the corner of the first one, along x or y.
ROCKFALL_ALWAYS_INLINE double in_cells(double x, double x0, double size) { return (x - x0) / size; }

/// The direction in K that is upward in I.
template <class Real>
VectorOf<Real> upward_in_body(const QuatOf<Real>& orientation) {
  Real rows[9];
  write_rotation_matrix(orientation, rows);
  return {{rows[6], rows[7], rows[8]}};
}

/// Height above S of vertices: of one, or of several, or one in each lane. @param up  upward direction in K
template <class Up, class X>
ROCKFALL_ALWAYS_INLINE auto height_of(const Up& up, const X& x, const X& y, const X& z) {
  return up[0] * x + (up[1] * y + up[2] * z);
}

/// The passage of rock number i over the cell at a position, a new one without steps if none of its last ones is there.
/// Null outside of the cells, and without room.
rf_cell_passage* passage_at(const rf_observation& observation, uint32_t i, double x, double y);

/// The largest height of the highest vertex in a passage. Null if it is not wanted.
double* top_of(const rf_observation& observation, const rf_cell_passage& passage);

/// Add the state of rock number i after a step.
/// @param quantity  of this state, in the order of rf_quantity
void observe_passage(const rf_observation& observation, uint32_t i, const rf_scene& scene, const rf_state& state,
                     const double quantity[RF_QUANTITY_COUNT]);

}  // namespace rockfall
