#include "rock/shape_triangles.h"

#include <cstdlib>

#include "numerics/linear.h"
#include "rock/gift_wrapping.h"
#include "rock/shapes.h"

namespace rockfall {
namespace {

struct TriangleWriter {
  uint32_t* next;
  void add(uint32_t a, uint32_t b, uint32_t c) {
    *next++ = a;
    *next++ = b;
    *next++ = c;
  }
};

// Points 2 i and 2 i + 1 are corner i of the lower and of the upper rim, counter-clockwise from above.
void disc_triangles(TriangleWriter& writer, uint32_t corners) {
  for (uint32_t i = 1; i + 1 < corners; ++i) {
    writer.add(0, 2 * i + 2, 2 * i);
    writer.add(1, 2 * i + 1, 2 * i + 3);
  }
  for (uint32_t i = 0; i < corners; ++i) {
    const uint32_t j = (i + 1) % corners;
    writer.add(2 * i, 2 * j, 2 * j + 1);
    writer.add(2 * i, 2 * j + 1, 2 * i + 1);
  }
}

// The faces of a small polyhedron whose coordinates are small whole numbers, so that all products are exact. A scaled
// shape has the faces of the unscaled one.
class Faces {
 public:
  static constexpr uint32_t kMaxPoints = 24;

  explicit Faces(rf_shape_def def) : count_(shape_point_count(def)) {
    for (double& length : def.size) length = 4;
    shape_points(def, points_);
  }

  void write(TriangleWriter& writer) const {
    for (uint32_t i = 0; i < count_; ++i) {
      for (uint32_t j = i + 1; j < count_; ++j) {
        for (uint32_t k = j + 1; k < count_; ++k) write_face(i, j, k, writer);
      }
    }
  }

 private:
  Vec3 at(uint32_t i) const { return load3(points_ + 3 * i); }

  // The face through three points, if they are its first ones. No three corners of a face lie on a line.
  void write_face(uint32_t i, uint32_t j, uint32_t k, TriangleWriter& writer) const {
    Vec3 normal = (at(j) - at(i)).cross(at(k) - at(i));
    uint32_t corners[kMaxPoints], corner_count = 0;
    int side = 0;
    for (uint32_t p = 0; p < count_; ++p) {
      const double above = normal.dot(at(p) - at(i));
      if (above == 0) {
        corners[corner_count++] = p;
        continue;
      }
      const int its_side = above > 0 ? 1 : -1;
      if (side != 0 && its_side != side) return;  // points on both sides
      side = its_side;
    }
    if (side == 0 || corners[0] != i || corners[1] != j || corners[2] != k) return;
    if (side > 0) normal = -normal;  // outwards
    sort_around(normal, corners, corner_count);
    for (uint32_t c = 1; c + 1 < corner_count; ++c) writer.add(corners[0], corners[c], corners[c + 1]);
  }

  // Counter-clockwise around the first corner, seen against the normal.
  void sort_around(const Vec3& normal, uint32_t* corners, uint32_t count) const {
    const Vec3 first = at(corners[0]);
    for (uint32_t i = 2; i < count; ++i) {
      const uint32_t corner = corners[i];
      uint32_t place = i;
      while (place > 1 && normal.dot((at(corner) - first).cross(at(corners[place - 1]) - first)) > 0) {
        corners[place] = corners[place - 1];
        --place;
      }
      corners[place] = corner;
    }
  }

  uint32_t count_;
  double points_[3 * kMaxPoints];
};

// The hull of the scaled points has the triangles of that of the unscaled ones.
uint32_t wrapped_triangles(rf_shape_def def, uint32_t* triangles) {
  // Not operator new, which would need the C++ run time.
  double* const points = static_cast<double*>(std::malloc(3 * sizeof(double) * shape_point_count(def)));
  if (!points) return 0;
  for (double& length : def.size) length = 1;
  shape_points(def, points);
  const uint32_t count = wrap_points(points, shape_point_count(def), triangles);
  std::free(points);
  return count;
}

}  // namespace

uint32_t shape_triangle_limit(const rf_shape_def& def) {
  return 2 * shape_point_count(def) - 4;  // Euler's formula
}

uint32_t shape_triangles(const rf_shape_def& def, uint32_t* triangles) {
  if (is_wrapped(def)) return wrapped_triangles(def, triangles);
  TriangleWriter writer = {triangles};
  if (def.kind == RF_SHAPE_DISC) {
    disc_triangles(writer, def.point_count / 2);
  } else {
    Faces(def).write(writer);
  }
  return shape_triangle_limit(def);
}

}  // namespace rockfall
