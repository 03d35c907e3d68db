// Arc tangent in SIMD lanes. Everything has internal linkage.
#pragma once

#include "numerics/arctangent_of.h"
#include "numerics/lanes.h"

namespace rockfall {
namespace {

template <int N>
inline ArctangentNode<LanesOf<N>> arctangent_node(const LanesOf<N>& z) {
  const LanesOf<N> zero = filled<N>(0.0), scaled = z * 8.0 + 0.5;
  ArctangentNode<LanesOf<N>> node = {zero, zero, zero};
  for (int k = 1; k < kArctangentNodes; ++k) {
    const MaskOf<N> reached = scaled >= static_cast<double>(k);
    node.at = select(reached, filled<N>(0.125 * k), node.at);
    node.high = select(reached, filled<N>(kArctangentHigh[k]), node.high);
    node.low = select(reached, filled<N>(kArctangentLow[k]), node.low);
  }
  return node;
}

}  // namespace
}  // namespace rockfall
