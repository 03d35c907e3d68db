// Eigenvalues and axes of a symmetric 3 x 3 tensor, the same bits everywhere.
#pragma once

#include "numerics/linear.h"

namespace rockfall {

struct SymmetricEigen {
  Vec3 values;  // ascending
  Mat3 axes;    // unit eigenvectors as columns, right-handed
};

/// Cyclic Jacobi method with + - * / and sqrt only.
///
/// Axes are not unique where values (nearly) coincide, and must not depend on rounding. Therefore off-diagonal elements
/// below 1e-14 of the trace count as zero, and values within 1e-12 of the trace as equal. Axes of equal values are
/// those nearest to the coordinate axes, x before y before z. Every other axis has a positive largest component, except
/// the last, which completes a right-handed frame.
/// @param tensor  symmetric, finite; the upper triangle is read
SymmetricEigen symmetric_eigen(const Mat3& tensor);

}  // namespace rockfall
