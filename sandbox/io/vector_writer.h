// Writing vector files: layers of points, lines and polygons with attributes.
#ifndef ROCKFALL_SANDBOX_IO_VECTOR_WRITER_H
#define ROCKFALL_SANDBOX_IO_VECTOR_WRITER_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "io/crs.h"
#include "io/vectors.h"

namespace sandbox {

using Attribute = std::variant<std::int64_t, double, std::string>;

/** A GeoPackage. The same calls give the same bytes. Every call throws RunError if it cannot be written. */
class VectorWriter {
 public:
  enum class Geometry { point_z, line_zm, line, polygon, any };

  struct Field {
    std::string name;
    Attribute kind;  ///< a value of the type of the field
  };

  VectorWriter(const std::filesystem::path& file, const Crs& crs);
  ~VectorWriter();
  VectorWriter(const VectorWriter&) = delete;
  VectorWriter& operator=(const VectorWriter&) = delete;

  /** Begins a layer; features are added to the last one. */
  void layer(const std::string& name, Geometry geometry, const std::vector<Field>& fields);
  void point(const std::array<double, 3>& position, const std::vector<Attribute>& attributes);
  /** @param points  x, y, z and a measure */
  void line(const std::vector<std::array<double, 4>>& points, const std::vector<Attribute>& attributes);
  void shape(const Shape& shape, const std::vector<Attribute>& attributes);
  /** Writes what is left. */
  void close();

 private:
  struct Parts;
  void add(void* geometry, const std::vector<Attribute>& attributes);
  void check(bool good) const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace sandbox
#endif
