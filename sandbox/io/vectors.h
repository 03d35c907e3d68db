// Vector files: points, lines and polygons with attributes, in every format that GDAL knows.
#ifndef ROCKFALL_SANDBOX_IO_VECTORS_H
#define ROCKFALL_SANDBOX_IO_VECTORS_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/crs.h"

namespace sandbox {

using Position = std::array<double, 2>;

/** One part of a feature. */
struct Shape {
  enum class Kind { point, line, polygon };
  Kind kind = Kind::point;
  std::vector<Position> points;              ///< of a polygon: the outer ring, not closed
  std::vector<std::vector<Position>> holes;  ///< of a polygon
};

struct Feature {
  std::vector<Shape> shapes;
  std::map<std::string, std::string> attributes;  ///< as text; absent where they are null
  std::int64_t id = 0;                            ///< in the file
};

struct VectorFile {
  Crs crs;
  std::vector<Feature> features;
  std::vector<std::string> fields;  ///< names of all attributes
  std::vector<std::string> warnings;
};

/** Reads a layer of a GeoPackage, GeoJSON, Shapefile or another format of GDAL.
 *  @param layer  name; empty: the only one with geometries
 *  Throws InputError, also for crossing rings of polygons and holes outside of them. Holes that cover nothing are left
 *  out. */
VectorFile read_vectors(const std::filesystem::path& path, const std::string& layer = {});

/** "feature 3", in messages. */
std::string name_of(const Feature& feature);

/** Throws InputError for another kind of shape. @param user  what needs this kind: "a soil" */
void need_kind(Shape::Kind kind, const std::string& user, const std::filesystem::path& file, const VectorFile& vectors);

/** Throws InputError unless the system is that of the terrain or unknown; converts the positions if `reproject`. Adds a
 * warning if the system of the terrain is unknown. */
void bring_to(const Crs& terrain, bool reproject, const std::filesystem::path& file, VectorFile& vectors);

/** True inside the outer ring and outside of the holes. */
bool contains(const Shape& polygon, double x, double y);

/** Throws InputError, beginning with `name`, for a line whose points coincide. */
void check_length(const std::vector<Position>& line, const std::string& name);

/** Area inside a ring that does not cross itself, m2. */
double area_of(const std::vector<Position>& ring);

/** False for fewer than 3 different corners, which cover nothing. */
bool is_ring(const std::vector<Position>& corners);

/** Decimals of positions in messages: centimetres, and about decimetres in degrees. */
constexpr int decimals_of_metres = 2, decimals_of_degrees = 6;

/** Throws InputError, beginning with `name`, for a ring that crosses itself or has no area.
 *  @param decimals  of positions in the message */
void check_area(const std::vector<Position>& ring, const std::string& name, int decimals = decimals_of_metres);

/** Throws InputError, beginning with `name`, for a hole that crosses itself or is not inside the outer ring. It may
 * touch the outer ring; a part outside up to a thousandth of the size of the polygon counts as rounding.
 *  @param decimals  of positions in the message */
void check_hole(const std::vector<Position>& outer, const std::vector<Position>& hole, const std::string& name,
                int decimals = decimals_of_metres);

}  // namespace sandbox
#endif
