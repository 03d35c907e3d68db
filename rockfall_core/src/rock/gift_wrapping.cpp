#include "rock/gift_wrapping.h"

#include "numerics/linear.h"

namespace rockfall {
namespace {

class GiftWrapping {
 public:
  GiftWrapping(const double* points, uint32_t count, uint32_t* triangles)
      : points_(points), count_(count), triangles_(triangles) {}

  uint32_t wrap() {
    const uint32_t a = first_corner(), b = second_corner(a);
    if (!add(a, b)) return 0;
    for (uint32_t t = 0; t < found_; ++t) {
      for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t from = corner(t, k), to = corner(t, (k + 1) % 3);
        if (!has_edge(to, from) && !add(to, from)) return 0;
      }
    }
    // Points in one plane can close the surface too early.
    return found_ >= 4 && found_ == 2 * corner_count() - 4 ? found_ : 0;
  }

 private:
  Vec3 at(uint32_t i) const { return load3(points_ + 3 * static_cast<size_t>(i)); }
  uint32_t corner(uint32_t triangle, uint32_t k) const { return triangles_[3 * static_cast<size_t>(triangle) + k]; }

  // Returns the point with the smallest x, which is a corner of the hull.
  uint32_t first_corner() const {
    uint32_t first = 0;
    for (uint32_t i = 1; i < count_; ++i) {
      if (at(i).x() < at(first).x()) first = i;
    }
    return first;
  }

  // All points lie to the left of the edge, seen from above: a vertical plane through it touches the hull.
  uint32_t second_corner(uint32_t a) const {
    uint32_t b = a == 0 ? 1 : 0;
    for (uint32_t i = 0; i < count_; ++i) {
      if (i == a || i == b) continue;
      const Vec3 edge = at(b) - at(a), other = at(i) - at(a);
      if (edge.x() * other.y() - edge.y() * other.x() < 0) b = i;
    }
    return b;
  }

  // The point that together with the edge has all others below.
  uint32_t third_corner(uint32_t a, uint32_t b) const {
    uint32_t c = count_;
    const Vec3 edge = at(b) - at(a);
    Vec3 normal = edge;
    for (uint32_t i = 0; i < count_; ++i) {
      if (i == a || i == b) continue;
      if (c < count_ && !(normal.dot(at(i) - at(a)) > 0)) continue;
      c = i;
      normal = edge.cross(at(c) - at(a));
    }
    return c;
  }

  // Points that are corners of triangles. All have at least three, so the first one of each is enough.
  uint32_t corner_count() const {
    uint32_t corners = 0;
    for (uint32_t i = 0; i < count_; ++i) corners += is_corner(i);
    return corners;
  }
  bool is_corner(uint32_t point) const {
    for (uint32_t i = 0; i < 3 * found_; ++i) {
      if (triangles_[i] == point) return true;
    }
    return false;
  }

  bool has_edge(uint32_t from, uint32_t to) const {
    for (uint32_t t = 0; t < found_; ++t) {
      for (uint32_t k = 0; k < 3; ++k) {
        if (corner(t, k) == from && corner(t, (k + 1) % 3) == to) return true;
      }
    }
    return false;
  }

  // Adds the triangle to the left of an edge. False if it overlaps others.
  bool add(uint32_t a, uint32_t b) {
    const uint32_t c = third_corner(a, b);
    if (found_ == 2 * count_ - 4 || has_edge(a, b) || has_edge(b, c) || has_edge(c, a)) return false;
    uint32_t* const triangle = triangles_ + 3 * static_cast<size_t>(found_++);
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
    return true;
  }

  const double* points_;
  uint32_t count_;
  uint32_t* triangles_;
  uint32_t found_ = 0;
};

}  // namespace

uint32_t wrap_points(const double* points, uint32_t count, uint32_t* triangles) {
  return GiftWrapping(points, count, triangles).wrap();
}

}  // namespace rockfall
