// The ground at a terrain vertex.
#pragma once

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

}  // namespace rockfall
