#include "rock/vertex_tree.h"

#include <algorithm>

namespace rockfall {

size_t VertexTree::doubles(uint32_t count) {
  size_t nodes = 2;
  for (uint32_t size = count; size > kLeaf; size -= size / 2) nodes *= 2;
  return nodes * (sizeof(Box) / sizeof(double)) + 3 * static_cast<size_t>(count);
}

VertexTree::VertexTree(const double* vertices, uint32_t count, uint32_t* order, double* memory)
    : vertices_(vertices),
      count_(count),
      order_(order),
      sorted_(memory),
      boxes_(reinterpret_cast<Box*>(memory + 3 * static_cast<size_t>(count))) {
  for (uint32_t i = 0; i < count; ++i) order_[i] = i;
  measure_scale();
  build(kRoot, 0, count);
  for (uint32_t i = 0; i < count; ++i) {
    store3(load3(vertices + 3 * static_cast<size_t>(order_[i])), sorted_ + 3 * static_cast<size_t>(i));
  }
  const Box& root = boxes_[kRoot];
  margin_ = 1e-14 * scale_.maxCoeff() * (root.centre.norm() + root.half.norm());
}

void VertexTree::measure_scale() {
  Vec3 low = load3(vertices_), high = low;
  for (uint32_t i = 1; i < count_; ++i) {
    const Vec3 p = load3(vertices_ + 3 * static_cast<size_t>(i));
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  for (int k = 0; k < 3; ++k) scale_[k] = high[k] > low[k] ? high[k] - low[k] : 1;
}

Vec3 VertexTree::scaled(uint32_t i) const {
  const Vec3 p = load3(vertices_ + 3 * static_cast<size_t>(i));
  return {p[0] / scale_[0], p[1] / scale_[1], p[2] / scale_[2]};
}

// Any orthonormal axes are valid. These are along the widest directions of the points.
VertexTree::Box VertexTree::box_of(uint32_t first, uint32_t last, const Vec3& centre) const {
  const auto from_centre = [&](uint32_t i) { return Vec3(scaled(order_[i]) - centre); };
  Vec3 longest(0, 0, 0), across(0, 0, 0);
  for (uint32_t i = first; i < last; ++i) {
    const Vec3 p = from_centre(i);
    if (p.squaredNorm() > longest.squaredNorm()) longest = p;
  }
  for (uint32_t i = first; i < last; ++i) {
    const Vec3 candidate = longest.cross(from_centre(i));
    if (candidate.squaredNorm() > across.squaredNorm()) across = candidate;
  }
  Box box = {centre, {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}, Vec3(0, 0, 0)};
  const double length = longest.norm(), area = across.norm();
  if (area > 1e-12 * length * length) {
    box.axes[0] = longest / length;
    const Vec3 normal = across / area;  // perpendicular to the first axis except for the rounding of a small area
    box.axes[2] = (normal - normal.dot(box.axes[0]) * box.axes[0]).normalized();
    box.axes[1] = box.axes[2].cross(box.axes[0]);
  }
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (uint32_t i = first; i < last; ++i) {
    const Vec3 p = from_centre(i);
    const Vec3 along(p.dot(box.axes[0]), p.dot(box.axes[1]), p.dot(box.axes[2]));
    low = low.cwiseMin(along);
    high = high.cwiseMax(along);
  }
  for (int k = 0; k < 3; ++k) box.centre += 0.5 * (low[k] + high[k]) * box.axes[k];
  box.half = 0.5 * (high - low);
  return box;
}

void VertexTree::build(size_t node, uint32_t first, uint32_t last) {
  Vec3 low = scaled(order_[first]), high = low;
  for (uint32_t i = first + 1; i < last; ++i) {
    const Vec3 p = scaled(order_[i]);
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  boxes_[node] = box_of(first, last, 0.5 * (low + high));
  if (last - first <= kLeaf) return;
  const Vec3 size = high - low;
  const size_t axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
  const uint32_t middle = first + (last - first) / 2;
  std::nth_element(order_ + first, order_ + middle, order_ + last, [this, axis](uint32_t i, uint32_t j) {
    return vertices_[3 * static_cast<size_t>(i) + axis] < vertices_[3 * static_cast<size_t>(j) + axis];
  });
  build(2 * node, first, middle);
  build(2 * node + 1, middle, last);
}

}  // namespace rockfall
