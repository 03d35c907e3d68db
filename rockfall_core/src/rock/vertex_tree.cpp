#include "rock/vertex_tree.h"

#include <algorithm>

namespace rockfall {
namespace {

// A box thicker than this share of its second longest side contains more than a piece of a smooth surface.
constexpr double kThickBox = 0.7;

// Points of a box that are enough to find in which direction the surface is curved.
constexpr uint32_t kFitted = 64;

// Least squares of z = a x^2 + b x y + c y^2 + d x + e y + f.
class QuadraticFit {
 public:
  void add(double x, double y, double z) {
    const double row[kColumns] = {1, x, y, x * x, x * y, y * y, z};
    for (int i = 0; i < kRows; ++i) {
      for (int k = i; k < kColumns; ++k) sums_[i][k] += row[i] * row[k];
    }
  }

  // Sets form to a, b and c. False if the points do not determine them.
  bool solve(double form[3]) {
    for (int i = 0; i < kRows; ++i) {
      for (int k = 0; k < i; ++k) sums_[i][k] = sums_[k][i];
    }
    for (int i = 0; i < kRows; ++i) {
      if (!(sums_[i][i] > 1e-9 * sums_[0][0])) return false;
      for (int j = i + 1; j < kRows; ++j) {
        const double factor = sums_[j][i] / sums_[i][i];
        for (int k = i; k < kColumns; ++k) sums_[j][k] -= factor * sums_[i][k];
      }
    }
    for (int i = kRows - 1; i >= 3; --i) {
      double rest = sums_[i][kRows];
      for (int k = i + 1; k < kRows; ++k) rest -= sums_[i][k] * form[k - 3];
      form[i - 3] = rest / sums_[i][i];
    }
    return true;
  }

 private:
  static constexpr int kRows = 6, kColumns = 7;
  double sums_[kRows][kColumns] = {};
};

// Unit vector in which a x^2 + b x y + c y^2 is largest in absolute value.
Vec2 largest_direction(const double form[3]) {
  const double half_sum = 0.5 * (form[0] + form[2]), half_difference = 0.5 * (form[0] - form[2]), b = 0.5 * form[1];
  const double radius = std::sqrt(half_difference * half_difference + b * b);
  if (!(radius > 0)) return Vec2(1, 0);
  // The angle of the direction of the larger eigenvalue is half of that of (half_difference, b).
  const double cosine = half_difference / radius;
  const double x = std::sqrt(0.5 * (1 + cosine)), y = std::sqrt(std::max(0.0, 0.5 * (1 - cosine)));
  const Vec2 larger(x, b < 0 ? -y : y);
  return half_sum >= 0 ? larger : Vec2(-larger[1], larger[0]);
}

}  // namespace

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

Vec3 VertexTree::middle_of(uint32_t first, uint32_t last) const {
  Vec3 low = scaled(order_[first]), high = low;
  for (uint32_t i = first + 1; i < last; ++i) {
    const Vec3 p = scaled(order_[i]);
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return 0.5 * (low + high);
}

void VertexTree::build(size_t node, uint32_t first, uint32_t last) {
  boxes_[node] = box_of(first, last, middle_of(first, last));
  if (last - first <= kLeaf) return;
  const Vec3 along = most_curved(boxes_[node], first, last);
  const uint32_t middle = first + (last - first) / 2;
  std::nth_element(order_ + first, order_ + middle, order_ + last,
                   [&](uint32_t i, uint32_t j) { return along.dot(scaled(i)) < along.dot(scaled(j)); });
  build(2 * node, first, middle);
  build(2 * node + 1, middle, last);
}

// Direction whose halves are the thinnest boxes: along a line on a developable surface they need not be short. That of
// the largest coefficient of the quadratic surface through the points, in the coordinates in which the box is a cube.
Vec3 VertexTree::most_curved(const Box& box, uint32_t first, uint32_t last) const {
  if (!(box.half[2] > 0)) return box.axes[0];
  if (box.half[2] > kThickBox * box.half[1]) return box.axes[2];
  QuadraticFit fit;
  const uint32_t step = std::max(1u, (last - first) / kFitted);
  for (uint32_t i = first; i < last; i += step) {
    const Vec3 p = scaled(order_[i]) - box.centre;
    fit.add(p.dot(box.axes[0]) / box.half[0], p.dot(box.axes[1]) / box.half[1], p.dot(box.axes[2]) / box.half[2]);
  }
  double form[3];
  if (!fit.solve(form)) return box.axes[0];
  const Vec2 direction = largest_direction(form);
  return direction[0] / box.half[0] * box.axes[0] + direction[1] / box.half[1] * box.axes[1];
}

}  // namespace rockfall
