// The arrays of a rock that follow from its vertices and triangles: padded vertices, areas, stars.
#pragma once

#include "rock/layout.h"

namespace rockfall {

/// Computes these arrays; the vertices are final, and the indices of the triangles valid.
void compute_derived_arrays(const rf_rock& rock, const RockArrays& arrays);

}  // namespace rockfall
