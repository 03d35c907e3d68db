#include "rock/shapes.h"

#include "numerics/elementary.h"
#include "numerics/philox.h"

#include <cmath>

namespace rockfall {
namespace {

void put(double*& out, double x, double y, double z) {
  *out++ = x;
  *out++ = y;
  *out++ = z;
}

// All in the cube of edge 1 about the origin; the caller stretches to size.
void box(double* out) {
  for (int i = 0; i < 8; ++i) put(out, i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
}

void tetrahedron(double* out) {
  put(out, 0.5, 0.5, 0.5);
  put(out, 0.5, -0.5, -0.5);
  put(out, -0.5, 0.5, -0.5);
  put(out, -0.5, -0.5, 0.5);
}

void octahedron(double* out) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const double end = side - 0.5;
      put(out, axis == 0 ? end : 0, axis == 1 ? end : 0, axis == 2 ? end : 0);
    }
  }
}

void eota(double* out) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 8; ++i) {
      double p[3];
      for (int k = 0; k < 3; ++k) p[k] = (i >> k & 1 ? 1 : -1) * (k == axis ? 0.5 : 0.25);
      put(out, p[0], p[1], p[2]);
    }
  }
}

void disc(uint32_t count, double* out) {
  const uint32_t rim = count / 2;
  for (uint32_t i = 0; i < count; ++i) {
    const SineCosine a = sine_cosine(2 * kPi * (i % rim) / rim);
    put(out, 0.5 * a.cosine, 0.5 * a.sine, i < rim ? -0.5 : 0.5);
  }
}

// Spherical Fibonacci lattice: equal steps in z, the golden angle in between.
void ellipsoid(uint32_t count, double* out) {
  const double golden = kPi * (3 - std::sqrt(5.0));
  for (uint32_t i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
    // Whole turns first, so that the angle stays small whatever the count.
    const double turns = i * (golden / (2 * kPi));
    const SineCosine a = sine_cosine(2 * kPi * (turns - static_cast<double>(static_cast<int64_t>(turns))));
    put(out, 0.5 * r * a.cosine, 0.5 * r * a.sine, 0.5 * z);
  }
}

// Uniform directions, pushed in by up to a third; then stretched so that each dimension is 1.
void random_rock(uint32_t count, uint64_t seed, double* out) {
  const uint32_t key[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
  double* p = out;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t words[4], more[4];
    const uint32_t first[4] = {i, 0, 0, 1}, second[4] = {i, 1, 0, 1};
    philox4x32(first, key, words);
    philox4x32(second, key, more);
    const double z = 2 * uniform53(words[0], words[1]) - 1, r = std::sqrt(1 - z * z);
    const SineCosine a = sine_cosine(2 * kPi * uniform53(words[2], words[3]));
    const double radius = 1 - uniform53(more[0], more[1]) / 3;
    put(p, radius * r * a.cosine, radius * r * a.sine, radius * z);
    for (int k = 0; k < 3; ++k) {
      low[k] = std::fmin(low[k], p[k - 3]);
      high[k] = std::fmax(high[k], p[k - 3]);
    }
  }
  for (uint32_t i = 0; i < 3 * count; ++i) {
    const uint32_t k = i % 3;
    out[i] = (out[i] - 0.5 * (low[k] + high[k])) / (high[k] - low[k]);
  }
}

}  // namespace

uint32_t shape_point_count(const rf_shape_def& def) {
  switch (def.kind) {
    case RF_SHAPE_BOX: return 8;
    case RF_SHAPE_TETRAHEDRON: return 4;
    case RF_SHAPE_OCTAHEDRON: return 6;
    case RF_SHAPE_EOTA: return 24;
    default: return def.point_count;
  }
}

void shape_points(const rf_shape_def& def, double* points) {
  switch (def.kind) {
    case RF_SHAPE_BOX: box(points); break;
    case RF_SHAPE_TETRAHEDRON: tetrahedron(points); break;
    case RF_SHAPE_OCTAHEDRON: octahedron(points); break;
    case RF_SHAPE_EOTA: eota(points); break;
    case RF_SHAPE_DISC: disc(def.point_count, points); break;
    case RF_SHAPE_ELLIPSOID: ellipsoid(def.point_count, points); break;
    default: random_rock(def.point_count, def.seed, points);
  }
  for (uint32_t i = 0; i < 3 * shape_point_count(def); ++i) points[i] *= def.size[i % 3];
}

}  // namespace rockfall
