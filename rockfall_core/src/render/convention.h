// Axes and units of the engines: a signed permutation of the axes of I, and a length.
#pragma once

#include <rockfall/render.h>

#include <cstdint>

#include "numerics/linear.h"

namespace rockfall {

/// The axes of an engine: coordinate k is scale * sign[k] * (coordinate source[k] in I).
struct Axes {
  int source[3];
  double sign[3];
  double scale;        // units per metre
  double determinant;  // of the signed permutation: -1 where it changes the hand
  bool swap_corners;   // front faces: the order of the corners differs from counter-clockwise as seen from outside
};

/// @param convention  an rf_convention
inline const Axes& axes_of(int32_t convention) {
  static constexpr Axes kAxes[RF_CONVENTION_COUNT] = {
      {{0, 1, 2}, {1, 1, 1}, 1, 1, false},     // rockfall
      {{0, 2, 1}, {1, 1, -1}, 1, 1, false},    // glTF
      {{0, 2, 1}, {1, 1, -1}, 1, 1, true},     // Godot
      {{0, 2, 1}, {1, 1, 1}, 1, -1, true},     // Unity
      {{0, 1, 2}, {1, -1, 1}, 100, -1, false}  // Unreal
  };
  return kAxes[convention];
}

/// A direction in the axes of the engine, without the unit of length.
inline Vec3 to_engine(const Axes& axes, const Vec3& v) {
  return {axes.sign[0] * v[axes.source[0]], axes.sign[1] * v[axes.source[1]], axes.sign[2] * v[axes.source[2]]};
}

/// The inverse of to_engine().
inline Vec3 from_engine(const Axes& axes, const Vec3& v) {
  Vec3 out;
  for (int k = 0; k < 3; ++k) out[axes.source[k]] = axes.sign[k] * v[k];
  return out;
}

}  // namespace rockfall
