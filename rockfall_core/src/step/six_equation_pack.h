// numerics/six.h in SIMD lanes: vectors of six numbers and systems of six equations of several rocks. Everything has
// internal linkage.
#pragma once

#include "step/one_contact_pack.h"

namespace rockfall {
namespace {

struct SixPack {
  Pack x[6];
  const Pack& operator[](int i) const { return x[i]; }
  Pack& operator[](int i) { return x[i]; }
};

// The linear and angular part of a motion as one vector of six numbers.
struct MotionView {
  const VectorPack& linear;
  const VectorPack& angular;
  const Pack& operator[](int i) const { return i < 3 ? linear[i] : angular[i - 3]; }
};

// In the order of dot() in numerics/six.h.
inline Pack dot(const MotionView& x, const SixPack& y) {
  return ((x[0] * y[0] + x[2] * y[2]) + x[4] * y[4]) + ((x[1] * y[1] + x[3] * y[3]) + x[5] * y[5]);
}

// The same for a motion x without linear part, only a rotation.
inline Pack dot_of_turn(const VectorPack& x, const SixPack& y) { return x[1] * y[4] + (x[0] * y[3] + x[2] * y[5]); }

// The matrix x y^T. @tparam kFirst  the elements of x and y before this one are zero, and not set
template <int kFirst>
struct ProductPack {
  static constexpr int first = kFirst;
  SixPack x, y;

  // Make it a matrix that changes no number when added, outside the given lanes: none of those numbers is -0. There y
  // must be finite.
  void keep_only(const PackMask& lanes) {
    for (int k = kFirst; k < 6; ++k) x[k] = select(lanes, x[k], packed(0.0));
  }
};

// Six equations A x = b in each lane.
class SixEquationPack {
 public:
  SixPack right;  // b

  // 1 x = 0.
  void set_identity() {
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < 6; ++i) columns_[j][i] = packed(i == j ? 1.0 : 0.0);
      right[j] = packed(0.0);
    }
  }

  // A += x y^T for all products, one after the other.
  template <class... Products>
  void add_products(const Products&... products) {
    add_block<0, 0>(products...);
    add_block<3, 0>(products...);
    add_block<0, 3>(products...);
    add_block<3, 3>(products...);
  }

  // SixEquations::solved(), column by column: a column stays in registers while all eliminations before it are applied.
  // Destroys the equations.
  SixPack solve() {
    eliminate<0>();
    reduce<6>(right);
    SixPack solution;
    for (int k = 5; k >= 0; --k) {
      Pack rest = right[k];
      for (int j = k + 1; j < 6; ++j) rest = rest - columns_[j][k] * solution[j];
      solution[k] = rest * inverse_pivot_[k];
    }
    return solution;
  }

 private:
  // Add the products to a block of three rows and columns. Numbers to which zeros would be added stay as they are: none
  // of them is -0.
  template <int Row, int Column, class... Products>
  void add_block(const Products&... products) {
    for (int j = Column; j < Column + 3; ++j) {
      for (int i = Row; i < Row + 3; ++i) {
        Pack sum = columns_[j][i];
        ((sum = with_element<(Row >= Products::first && Column >= Products::first)>(sum, products, i, j)), ...);
        columns_[j][i] = sum;
      }
    }
  }
  template <bool Set, class Product>
  static Pack with_element(const Pack& sum, const Product& product, int i, int j) {
    if constexpr (Set) return sum + product.x[i] * product.y[j];
    return sum;
  }

  // Eliminate unknown K and those after it.
  template <int K>
  void eliminate() {
    SixPack column = columns_[K];
    reduce<K>(column);
    inverse_pivot_[K] = 1.0 / column[K];
    for (int i = K + 1; i < 6; ++i) column[i] = column[i] * inverse_pivot_[K];
    columns_[K] = column;
    if constexpr (K + 1 < 6) eliminate<K + 1>();
  }

  // Apply the eliminations of the unknowns before K to a column.
  template <int K>
  void reduce(SixPack& column) const {
    if constexpr (K > 0) {
      reduce<K - 1>(column);
      for (int i = K; i < 6; ++i) column[i] = column[i] - columns_[K - 1][i] * column[K - 1];
    }
  }

  SixPack columns_[6];  // of A; once eliminated, below the diagonal the multiples of that row which were subtracted
  Pack inverse_pivot_[6];
};

}  // namespace
}  // namespace rockfall
