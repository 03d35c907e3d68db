// Points and normals of the surface of one cell of a grid.
#pragma once

#include "numerics/linear.h"
#include "terrain/grid.h"

namespace rockfall {

/// @param u, w  from the low corner of the cell, m
inline Vec3 patch_point(const GridPatch& patch, double u, double w) {
  return Vec3(patch.x0 + u, patch.y0 + w, patch.height(u, w));
}

/// Upward unit normal. @param u, w  from the low corner of the cell, m
inline Vec3 patch_normal(const GridPatch& patch, double u, double w) {
  return Vec3(-(patch.p + patch.s * w), -(patch.q + patch.s * u), 1).normalized();
}

}  // namespace rockfall
