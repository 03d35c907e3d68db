// Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by Jacobi rotations: only + - * / and sqrt.
#pragma once

#include "numerics/linear.h"

namespace rockfall {

struct SymmetricEigen {
  Vec3 values;   // ascending
  Mat3 vectors;  // columns, a right-handed frame
};

/// A matrix that is already diagonal gives the coordinate axes, permuted; signs are chosen so that the largest
/// component of the first two vectors is positive.
SymmetricEigen symmetric_eigen(const Mat3& matrix);

}  // namespace rockfall
