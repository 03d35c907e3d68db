// Cooked rocks for tests.
#pragma once

#include <doctest/doctest.h>

#include <rockfall/rockfall.hpp>
#include <string>
#include <utility>
#include <vector>

namespace support {

struct alignas(RF_MEMORY_ALIGNMENT) Line {
  unsigned char bytes[RF_MEMORY_ALIGNMENT];
};

using rf::Rock;

inline Rock cooked_rock(const rf_rock_def& def) {
  rf::Result<Rock> rock = Rock::cook(def);
  INFO(std::string(rock.text()));
  REQUIRE(rock.ok());
  return std::move(*rock);
}

using rf::rock_def;

inline Rock cloud_rock(const std::vector<double>& points) { return cooked_rock(rock_def(points)); }

inline std::vector<double> shape_cloud(int32_t kind, double x, double y, double z, uint32_t count = 32,
                                       uint64_t seed = 1) {
  rf::Result<std::vector<double>> points =
      rf::shape_points(rf::shape_def(static_cast<rf_shape_kind>(kind), x, y, z, count, seed));
  REQUIRE(points.ok());
  return std::move(*points);
}

inline Rock shape_rock(int32_t kind, double x, double y, double z, uint32_t count = 32, uint64_t seed = 1) {
  return cloud_rock(shape_cloud(kind, x, y, z, count, seed));
}

inline Rock box_rock(double x, double y, double z) { return shape_rock(RF_SHAPE_BOX, x, y, z); }

}  // namespace support
