// The ground at a terrain vertex.
#pragma once

#include <rockfall/terrain.h>

#include <cmath>

#include "numerics/linear.h"

namespace rockfall {

/// True as soon as use(x, y) is true, at a terrain vertex or in one of the cells around it: it belongs to one of them,
/// which at the rim of a hole may be the hole.
/// @param radius  bounding radius of the rock: the places in the cells lie a millionth of it beside the vertex
template <class Use>
bool at_terrain_vertex(double x, double y, double radius, Use use) {
  if (use(x, y)) return true;
  const double distance = 1e-6 * radius;
  return use(x + distance, y + distance) || use(x - distance, y + distance) || use(x + distance, y - distance) ||
         use(x - distance, y - distance);
}

/// Unit normal of the ground at a terrain vertex: the mean of those of the cells around it, so that it does not depend
/// on which of them the vertex belongs to. @param own  normal at the vertex, where no cell has ground
template <class Terrain>
Vec3 normal_at_terrain_vertex(const Terrain& terrain, double x, double y, double radius, const Vec3& own) {
  const double distance = 1e-6 * radius;
  Vec3 sum(0, 0, 0);
  for (int cell = 0; cell < 4; ++cell) {
    double height, normal[3];
    const double at_x = x + (cell & 1 ? distance : -distance), at_y = y + (cell & 2 ? distance : -distance);
    if (terrain.surface_at(at_x, at_y, height, normal)) sum += load3(normal);
  }
  const double square = sum.squaredNorm();
  return square > 0 ? Vec3(sum / std::sqrt(square)) : own;
}

}  // namespace rockfall
