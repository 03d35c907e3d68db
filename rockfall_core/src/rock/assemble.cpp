#include "rock/assemble.h"

#include "numerics/linear.h"
#include "numerics/status.h"
#include "numerics/symmetric_eigen.h"
#include "rock/mass_properties.h"
#include "rotation/quaternion.h"
#include "rotation/quaternion_of_matrix.h"

#include <cmath>
#include <cstring>

namespace rockfall {
namespace {

constexpr uint32_t kUnused = 0xffffffffu;
// Triangles whose normals agree to this are one face.
constexpr double kCoplanar = 1e-7;

uint32_t lanes_for(uint32_t count) { return (count + 7u) / 8u * 8u; }

uint32_t max_triangles(uint32_t point_count) { return 2 * point_count; }

// Where each array starts for this many vertices and triangles.
void lay_out(rf_rock& rock, uint32_t vertices, uint32_t triangles) {
  uint32_t at = static_cast<uint32_t>(sizeof(rf_rock));
  rock.vertices_at = at;
  at += vertices * 3 * 8;
  rock.lanes_at = at;
  at += lanes_for(vertices) * 3 * 8;
  rock.faces_at = at;
  at += triangles * 4 * 8;
  rock.triangles_at = at;
  at += triangles * 3 * 4;
  rock.bytes = at;
}

double* doubles(rf_rock& rock, uint32_t at) {
  return reinterpret_cast<double*>(reinterpret_cast<unsigned char*>(&rock) + at);
}

uint32_t* words(rf_rock& rock, uint32_t at) {
  return reinterpret_cast<uint32_t*>(reinterpret_cast<unsigned char*>(&rock) + at);
}

// Number the points that triangles use, in their own order.
uint32_t number_vertices(const uint32_t* triangles, uint32_t triangle_count, uint32_t point_count, uint32_t* number) {
  for (uint32_t i = 0; i < point_count; ++i) number[i] = kUnused;
  for (size_t i = 0; i < 3 * static_cast<size_t>(triangle_count); ++i) number[triangles[i]] = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < point_count; ++i) {
    if (number[i] != kUnused) number[i] = count++;
  }
  return count;
}

// Factor on lengths, and density, from the volume as given. RF_BAD_VALUE where they do not come out as numbers.
rf_status size_of(const rf_rock_def& def, double volume, double* scale, double* density, rf_error* error) {
  *scale = 1;
  *density = def.density;
  if (def.sizing == RF_SIZE_BY_MASS) *density = def.mass / volume;
  // Halley's iteration for the cube root: no library function, since bits count.
  if (def.sizing == RF_SIZE_SCALE_TO_MASS) {
    const double ratio = def.mass / (def.density * volume);
    double x = 1;
    for (int i = 0; i < 2000; ++i) {
      const double cube = x * x * x;
      const double next = x * (cube + 2 * ratio) / (2 * cube + ratio);
      if (std::fabs(next - x) <= 1e-16 * x) break;
      x = next;
    }
    *scale = x;
  }
  if (*scale > 0 && is_finite(*scale) && *density > 0 && is_finite(*density)) return RF_OK;
  return fail(error, RF_BAD_VALUE, "density and mass do not give a finite size for this volume");
}

void write_vertices(const rf_rock_def& def, const uint32_t* number, const Vec3& centre, const Mat3& frame,
                    double scale, rf_rock& rock) {
  double* const vertices = doubles(rock, rock.vertices_at);
  double* const lanes = doubles(rock, rock.lanes_at);
  Vec3 low(1e300, 1e300, 1e300), high = -low, v(0, 0, 0);
  double radius = 0;
  for (uint32_t i = 0; i < def.point_count; ++i) {
    if (number[i] == kUnused) continue;
    v = scale * (frame.transpose() * (load3(def.points + 3 * static_cast<size_t>(i)) - centre));
    store3(v, vertices + 3 * static_cast<size_t>(number[i]));
    for (uint32_t k = 0; k < 3; ++k) lanes[k * rock.lane_count + number[i]] = v[static_cast<int>(k)];
    radius = std::fmax(radius, v.norm());
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  for (uint32_t i = rock.vertex_count; i < rock.lane_count; ++i) {
    for (uint32_t k = 0; k < 3; ++k) lanes[k * rock.lane_count + i] = v[static_cast<int>(k)];
  }
  rock.bounding_radius = radius;
  store3(high - low, rock.extent);
}

// One plane for each set of coplanar triangles.
void write_faces(rf_rock& rock) {
  double* const faces = doubles(rock, rock.faces_at);
  rock.face_count = 0;
  for (uint32_t i = 0; i < rock.triangle_count; ++i) {
    const uint32_t* t = rock.triangles() + 3 * static_cast<size_t>(i);
    const Vec3 a = load3(rock.vertex(t[0]));
    const Vec3 cross = (load3(rock.vertex(t[1])) - a).cross(load3(rock.vertex(t[2])) - a);
    const double area = cross.norm();
    if (!(area > 1e-12 * rock.bounding_radius * rock.bounding_radius)) continue;
    const Vec3 n = cross / area;
    bool known = false;
    for (uint32_t k = 0; k < rock.face_count && !known; ++k) {
      known = (load3(rock.face(k)) - n).norm() < kCoplanar &&
              std::fabs(rock.face(k)[3] - n.dot(a)) < kCoplanar * rock.bounding_radius;
    }
    if (known) continue;
    double* f = faces + 4 * static_cast<size_t>(rock.face_count++);
    store3(n, f);
    // Through the outermost vertex, so that no vertex is outside by rounding.
    f[3] = n.dot(a);
    for (uint32_t k = 0; k < rock.vertex_count; ++k) f[3] = std::fmax(f[3], n.dot(load3(rock.vertex(k))));
  }
}

}  // namespace

size_t rock_bytes(uint32_t point_count) {
  const size_t n = point_count, t = max_triangles(point_count);
  // Scratch at the end: the hull's triangles before they are renumbered, and the number of each point.
  return sizeof(rf_rock) + n * 24 + (n + 8) * 24 + t * 32 + t * 12 + t * 12 + n * 4;
}

rf_status assemble_rock(const rf_rock_def& def, const uint32_t* triangles, uint32_t triangle_count, void* memory,
                        rf_error* error) {
  rf_rock& rock = *static_cast<rf_rock*>(memory);
  std::memset(memory, 0, sizeof(rf_rock));
  unsigned char* const end = static_cast<unsigned char*>(memory) + rock_bytes(def.point_count);
  uint32_t* const number = reinterpret_cast<uint32_t*>(end - 4 * static_cast<size_t>(def.point_count));

  const MassProperties shape = mass_properties(def.points, triangles, triangle_count);
  if (!(shape.volume > 0)) return fail(error, RF_BAD_HULL, "the hull encloses no volume");
  double scale, density;
  const rf_status sized = size_of(def, shape.volume, &scale, &density, error);
  if (sized != RF_OK) return sized;
  const SymmetricEigen frame = symmetric_eigen(shape.inertia);

  rock.vertex_count = number_vertices(triangles, triangle_count, def.point_count, number);
  rock.lane_count = lanes_for(rock.vertex_count);
  rock.triangle_count = triangle_count;
  lay_out(rock, rock.vertex_count, triangle_count);
  uint32_t* const numbered = words(rock, rock.triangles_at);
  for (size_t i = 0; i < 3 * static_cast<size_t>(triangle_count); ++i) numbered[i] = number[triangles[i]];

  rock.volume = scale * scale * scale * shape.volume;
  rock.density = density;
  rock.mass = density * rock.volume;
  if (def.sizing != RF_SIZE_BY_DENSITY) rock.mass = def.mass;
  for (int k = 0; k < 3; ++k) {
    rock.inertia[k] = rock.mass * (scale * scale) * (frame.values[k] / shape.volume);
    rock.inverse_inertia[k] = 1 / rock.inertia[k];
  }
  store3(scale * shape.centre, rock.centre_of_mass);
  store_quat(quaternion_of(frame.vectors), rock.frame);
  write_vertices(def, number, shape.centre, frame.vectors, scale, rock);
  write_faces(rock);
  return RF_OK;
}

}  // namespace rockfall
