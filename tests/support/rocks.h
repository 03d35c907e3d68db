// Cooked rocks that own their block, for tests.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/rock.h>

#include <string>
#include <vector>

namespace support {

struct alignas(RF_MEMORY_ALIGNMENT) Line {
  unsigned char bytes[RF_MEMORY_ALIGNMENT];
};

class Rock {
 public:
  explicit Rock(const rf_rock_def& def) {
    rf_error error;
    size_t bytes = 0;
    REQUIRE(rf_rock_memory(&def, &bytes, &error) == RF_OK);
    block_.resize(bytes / sizeof(Line) + 1);
    const rf_status status = rf_cook_rock(&def, block_.data(), bytes, &rock_, &error);
    INFO(std::string(error.text));
    REQUIRE(status == RF_OK);
    REQUIRE(rf_rock_get(rock_, &properties_) == RF_OK);
  }
  Rock(const Rock&) = delete;
  Rock(Rock&& other) = default;  // the block stays where it is
  Rock& operator=(const Rock&) = delete;

  const rf_rock* get() const { return rock_; }
  const rf_rock& operator*() const { return *rock_; }
  const rf_rock_properties* operator->() const { return &properties_; }

 private:
  std::vector<Line> block_;
  const rf_rock* rock_ = nullptr;
  rf_rock_properties properties_ = {};
};

inline rf_rock_def def_of(const std::vector<double>& points) {
  rf_rock_def def = rf_default_rock_def();
  def.points = points.data();
  def.point_count = static_cast<uint32_t>(points.size() / 3);
  return def;
}

inline Rock cloud_rock(const std::vector<double>& points) { return Rock(def_of(points)); }

inline std::vector<double> shape_cloud(int32_t kind, double x, double y, double z, uint32_t count = 32,
                                       uint64_t seed = 1) {
  rf_shape_def def = rf_default_shape_def();
  def.kind = kind;
  def.size[0] = x;
  def.size[1] = y;
  def.size[2] = z;
  def.point_count = count;
  def.seed = seed;
  std::vector<double> points(3 * 65535);
  uint32_t written = 0;
  REQUIRE(rf_shape_points(&def, points.data(), 65535, &written, nullptr) == RF_OK);
  points.resize(3 * static_cast<size_t>(written));
  return points;
}

inline Rock shape_rock(int32_t kind, double x, double y, double z, uint32_t count = 32, uint64_t seed = 1) {
  return cloud_rock(shape_cloud(kind, x, y, z, count, seed));
}

inline Rock box_rock(double x, double y, double z) { return shape_rock(RF_SHAPE_BOX, x, y, z); }

}  // namespace support
