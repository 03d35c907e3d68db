#include <algorithm>
#include <cmath>

#include "engine.h"

namespace compare {

namespace {

struct Vector {
  double x, y, z;
};
Vector at(const double* p, uint32_t i) { return {p[3 * i], p[3 * i + 1], p[3 * i + 2]}; }
Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector cross(Vector a, Vector b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

// Sorts the corners counter-clockwise about the normal.
void sort_around(Face& face, const double* vertices) {
  const Vector normal = {face.normal[0], face.normal[1], face.normal[2]};
  Vector middle = {0, 0, 0};
  const double count = static_cast<double>(face.corners.size());
  for (const unsigned corner : face.corners) {
    const Vector p = at(vertices, corner);
    middle = {middle.x + p.x / count, middle.y + p.y / count, middle.z + p.z / count};
  }
  const Vector across = at(vertices, face.corners[0]) - middle, along = cross(normal, across);
  const auto angle = [&](unsigned corner) {
    const Vector arm = at(vertices, corner) - middle;
    return std::atan2(dot(arm, along), dot(arm, across));
  };
  std::sort(face.corners.begin(), face.corners.end(), [&](unsigned a, unsigned b) { return angle(a) < angle(b); });
}

Face& face_in_plane(std::vector<Face>& faces, Vector normal, double distance) {
  for (Face& face : faces) {
    const Vector other = {face.normal[0], face.normal[1], face.normal[2]};
    if (dot(other, normal) > 1 - 1e-9 && std::fabs(face.distance - distance) < 1e-6) return face;
  }
  faces.push_back({{normal.x, normal.y, normal.z}, distance, {}});
  return faces.back();
}

}  // namespace

std::vector<Face> faces_of(const rf_rock_properties& rock) {
  std::vector<Face> faces;
  for (uint32_t t = 0; t < rock.triangle_count; ++t) {
    const uint32_t* corner = rock.triangles + 3 * static_cast<std::size_t>(t);
    const Vector a = at(rock.vertices, corner[0]);
    Vector normal = cross(at(rock.vertices, corner[1]) - a, at(rock.vertices, corner[2]) - a);
    const double length = std::sqrt(dot(normal, normal));
    normal = {normal.x / length, normal.y / length, normal.z / length};
    Face& face = face_in_plane(faces, normal, dot(normal, a));
    for (int k = 0; k < 3; ++k) {
      if (std::find(face.corners.begin(), face.corners.end(), corner[k]) == face.corners.end()) {
        face.corners.push_back(corner[k]);
      }
    }
  }
  for (Face& face : faces) sort_around(face, rock.vertices);
  return faces;
}

Range heights_of(const rf_grid& grid) {
  const std::size_t nodes = static_cast<std::size_t>(grid.columns) * grid.rows;
  const auto ends = std::minmax_element(grid.heights_f32, grid.heights_f32 + nodes);
  return {*ends.first, *ends.second};
}

}  // namespace compare
