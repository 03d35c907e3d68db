// Eigenvalues and axes of a symmetric 3 x 3 tensor, the same bits everywhere.
#pragma once

#include "numerics/linear.h"

namespace rockfall {

struct SymmetricEigen {
  Vec3 values;  // ascending
  Mat3 axes;    // unit eigenvectors as columns, right-handed
};

/// Cyclic Jacobi with + - * / and sqrt alone.
///
/// Axes are a choice where values (nearly) coincide, and the choice must not hang on rounding: off-diagonal elements
/// below 1e-14 of the trace count as zero, and values within 1e-12 of it as equal. Equal values get axes next to the
/// coordinate axes, x before y before z. Each other axis has its largest component positive, save that the last one
/// follows from the right hand.
/// @param tensor  symmetric, finite; the upper triangle is read
SymmetricEigen symmetric_eigen(const Mat3& tensor);

}  // namespace rockfall
