#include "rock/shapes.h"

#include <cmath>
#include <cstddef>
#include <initializer_list>

#include "numerics/elementary.h"
#include "numerics/minmax.h"
#include "numerics/philox.h"

namespace rockfall {

namespace {

// Writes points given in units of the overall size.
class Writer {
 public:
  Writer(const rf_shape_def& def, double* points) : def_(def), out_(points) {}
  void add(double x, double y, double z) {
    *out_++ = x * def_.size[0];
    *out_++ = y * def_.size[1];
    *out_++ = z * def_.size[2];
  }
  // (±x, ±y, ±z)
  void add_all_signs(double x, double y, double z) {
    for (int i = 0; i < 8; ++i) add(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
  }

 private:
  const rf_shape_def& def_;
  double* out_;
};

void disc(Writer& writer, uint32_t corners) {
  for (uint32_t i = 0; i < corners; ++i) {
    const SineCosine angle = sine_cosine(2 * kPi * i / corners);
    writer.add(0.5 * angle.cosine, 0.5 * angle.sine, -0.5);
    writer.add(0.5 * angle.cosine, 0.5 * angle.sine, 0.5);
  }
}

// Gonzalez, Measurement of areas on a sphere using Fibonacci and latitude-longitude lattices (2010).
void ellipsoid(Writer& writer, uint32_t count) {
  const double golden_angle = 0.5 * (3 - std::sqrt(5.0));  // in turns
  for (uint32_t i = 0; i < count; ++i) {
    const double turns = i * golden_angle;
    const SineCosine angle = sine_cosine(2 * kPi * (turns - static_cast<double>(static_cast<int64_t>(turns))));
    const double z = 1 - (2.0 * i + 1) / count;
    const double r = std::sqrt(1 - z * z);
    writer.add(0.5 * r * angle.cosine, 0.5 * r * angle.sine, 0.5 * z);
  }
}

constexpr uint32_t kShapeStream = 0x726f636b;  // other random numbers than those of releases
constexpr double kMaxInset = 0.35;             // largest inward displacement, relative to the radius

void random_point(uint64_t seed, uint32_t i, double* point) {
  const uint32_t key[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  const uint32_t direction[4] = {i, 0, 0, kShapeStream}, inset[4] = {i, 1, 0, kShapeStream};
  uint32_t a[4], b[4];
  philox4x32(direction, key, a);
  philox4x32(inset, key, b);
  const double z = 2 * uniform53(a[0], a[1]) - 1;
  const SineCosine angle = sine_cosine(2 * kPi * uniform53(a[2], a[3]));
  const double radius = 1 - kMaxInset * uniform53(b[0], b[1]);
  const double r = radius * std::sqrt(1 - z * z);
  point[0] = r * angle.cosine;
  point[1] = r * angle.sine;
  point[2] = radius * z;
}

void random_rock(const rf_shape_def& def, double* points) {
  const size_t count = def.point_count;
  for (uint32_t i = 0; i < def.point_count; ++i) random_point(def.seed, i, points + 3 * static_cast<size_t>(i));
  for (size_t k = 0; k < 3; ++k) {
    double low = points[k], high = points[k];
    for (size_t i = 1; i < count; ++i) {
      low = smaller_of(low, points[3 * i + k]);
      high = larger_of(high, points[3 * i + k]);
    }
    for (size_t i = 0; i < count; ++i) {
      points[3 * i + k] = ((points[3 * i + k] - low) / (high - low) - 0.5) * def.size[k];
    }
  }
}

}  // namespace

uint32_t shape_point_count(const rf_shape_def& def) {
  switch (def.kind) {
    case RF_SHAPE_BOX:
      return 8;
    case RF_SHAPE_TETRAHEDRON:
      return 4;
    case RF_SHAPE_OCTAHEDRON:
      return 6;
    case RF_SHAPE_EOTA:
      return 24;
    default:
      return def.point_count;
  }
}

void shape_points(const rf_shape_def& def, double* points) {
  Writer writer(def, points);
  switch (def.kind) {
    case RF_SHAPE_BOX:
      writer.add_all_signs(0.5, 0.5, 0.5);
      break;
    case RF_SHAPE_TETRAHEDRON:
      writer.add(0.5, 0.5, 0.5);
      writer.add(0.5, -0.5, -0.5);
      writer.add(-0.5, 0.5, -0.5);
      writer.add(-0.5, -0.5, 0.5);
      break;
    case RF_SHAPE_OCTAHEDRON:
      for (const double half : {-0.5, 0.5}) {
        writer.add(half, 0, 0);
        writer.add(0, half, 0);
        writer.add(0, 0, half);
      }
      break;
    case RF_SHAPE_EOTA:
      writer.add_all_signs(0.5, 0.25, 0.25);
      writer.add_all_signs(0.25, 0.5, 0.25);
      writer.add_all_signs(0.25, 0.25, 0.5);
      break;
    case RF_SHAPE_DISC:
      disc(writer, def.point_count / 2);
      break;
    case RF_SHAPE_ELLIPSOID:
      ellipsoid(writer, def.point_count);
      break;
    default:
      random_rock(def, points);
      break;
  }
}

}  // namespace rockfall
