// Coordinate reference systems.
#ifndef ROCKFALL_SANDBOX_IO_CRS_H
#define ROCKFALL_SANDBOX_IO_CRS_H

#include <string>

namespace sandbox {

/** A coordinate reference system; unknown if the text is empty. */
struct Crs {
  std::string wkt;

  bool known() const { return !wkt.empty(); }
};

/** Reads "EPSG:2056", WKT, a PROJ string or the name of a .prj file. Throws InputError. */
Crs crs_from_text(const std::string& text);

/** "EPSG:2056 (CH1903+ / LV95)"; the name alone without a known EPSG code; "unknown". */
std::string crs_name(const Crs& crs);

/** Code of the EPSG registry, e.g. "2056"; empty if it is not known. */
std::string epsg_code(const Crs& crs);

/** True if both describe the same system, or if one of them is unknown. */
bool may_be_same(const Crs& a, const Crs& b);

/** Warning that the projected system of a file counts as that of the terrain, which is unknown; empty: it does not. */
std::string warning_of_unknown(const Crs& terrain, const Crs& crs, const std::string& file);

/** True if the coordinates are longitude and latitude; false for an unknown system. */
bool is_geographic(const Crs& crs);

/** A unit of length. */
struct LengthUnit {
  std::string name;
  double metres = 0;  ///< per unit
};

/** Unit of the heights of a compound system; without a name for any other one. */
LengthUnit vertical_unit(const Crs& crs);

/** Throws InputError, with `file` in the message, unless the system is unknown, or projected or local in metres. */
void check_metres(const Crs& crs, const std::string& file);

/** Conversion of positions from one system to another. */
class Transformation {
 public:
  /** Throws InputError if there is no conversion. */
  Transformation(const Crs& from, const Crs& to);
  ~Transformation();
  Transformation(const Transformation&) = delete;
  Transformation& operator=(const Transformation&) = delete;

  /** Throws InputError if the position cannot be converted. */
  void apply(double& x, double& y) const;

 private:
  void* handle_;
};

}  // namespace sandbox
#endif
