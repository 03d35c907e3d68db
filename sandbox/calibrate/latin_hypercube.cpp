#include "calibrate/latin_hypercube.h"

#include <random>
#include <utility>

namespace sandbox::calibrate {

std::vector<Point> latin_hypercube(std::size_t dimensions, std::uint32_t count, std::uint64_t seed) {
  // The engine is the same everywhere, the distributions of the standard library are not.
  std::mt19937_64 random(seed);
  std::vector<Point> points(count, Point(dimensions));
  for (std::size_t k = 0; k < dimensions; ++k) {
    std::vector<std::uint32_t> slice(count);
    for (std::uint32_t i = 0; i < count; ++i) slice[i] = i;
    for (std::uint32_t i = count; i > 1; --i) std::swap(slice[i - 1], slice[random() % i]);
    for (std::uint32_t i = 0; i < count; ++i) {
      const double inside = static_cast<double>(random() >> 11) * 0x1p-53;
      points[i][k] = (slice[i] + inside) / count;
    }
  }
  return points;
}

}  // namespace sandbox::calibrate
