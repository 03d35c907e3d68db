#include "io/crs.h"

#include <cpl_conv.h>
#include <ogr_srs_api.h>

#include <cmath>
#include <cstring>

#include "common/error.h"
#include "common/text.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"

namespace sandbox {

OgrSystem system_of(const Crs& crs) {
  use_gdal();
  if (!crs.known()) return nullptr;
  OgrSystem system(OSRNewSpatialReference(crs.wkt.c_str()));
  if (system) OSRSetAxisMappingStrategy(system.get(), OAMS_TRADITIONAL_GIS_ORDER);
  return system;
}

namespace {

/** A compound system without its vertical one; null for an unknown system. */
OgrSystem horizontal_system_of(const Crs& crs) {
  OgrSystem system = system_of(crs);
  if (system && OSRIsCompound(system.get()) != 0) OSRStripVertical(system.get());
  return system;
}

std::string code_of(OGRSpatialReferenceH system) {
  const char* authority = OSRGetAuthorityName(system, nullptr);
  const char* code = OSRGetAuthorityCode(system, nullptr);
  return authority != nullptr && code != nullptr && std::strcmp(authority, "EPSG") == 0 ? code : "";
}

/** Systems of .prj files have no code: the registry is searched for them. */
std::string found_code(OGRSpatialReferenceH system) {
  int count = 0;
  int* confidence = nullptr;
  OGRSpatialReferenceH* matches = OSRFindMatches(system, nullptr, &count, &confidence);
  std::string code;
  if (count > 0 && confidence[0] >= 70) code = code_of(matches[0]);
  OSRFreeSRSArray(matches);
  CPLFree(confidence);
  return code;
}

}  // namespace

Crs crs_from_text(const std::string& text) {
  use_gdal();
  const GdalMessages messages;
  const OgrSystem system(OSRNewSpatialReference(nullptr));
  if (OSRSetFromUserInput(system.get(), text.c_str()) != OGRERR_NONE) {
    throw InputError("'" + shortened(text) + "' is not a coordinate system; examples: EPSG:2056, EPSG:25832");
  }
  char* wkt = nullptr;
  OSRExportToWkt(system.get(), &wkt);
  Crs crs{wkt == nullptr ? "" : wkt};
  CPLFree(wkt);
  return crs;
}

std::string epsg_code(const Crs& crs) {
  const GdalMessages messages;
  const OgrSystem system = system_of(crs);
  if (!system) return {};
  const std::string code = code_of(system.get());
  return code.empty() ? found_code(system.get()) : code;
}

std::string crs_name(const Crs& crs) {
  const GdalMessages messages;
  const OgrSystem system = system_of(crs);
  if (!system) return "unknown";
  const char* name = OSRGetName(system.get());
  const std::string code = epsg_code(crs);
  const std::string text = name == nullptr ? "unnamed" : name;
  return code.empty() ? text : "EPSG:" + code + " (" + text + ")";
}

bool may_be_same(const Crs& a, const Crs& b) {
  const GdalMessages messages;
  const OgrSystem first = system_of(a), second = system_of(b);
  if (!first || !second || OSRIsSame(first.get(), second.get()) != 0) return true;
  const std::string code = epsg_code(a);
  return !code.empty() && code == epsg_code(b);
}

bool is_geographic(const Crs& crs) {
  const GdalMessages messages;
  const OgrSystem system = system_of(crs);
  return system && OSRIsGeographic(system.get()) != 0;
}

std::string warning_of_unknown(const Crs& terrain, const Crs& crs, const std::string& file) {
  // GeoJSON in any coordinates counts as geographic; real degrees lie far from the terrain, which is reported.
  if (terrain.known() || !crs.known() || is_geographic(crs)) return "";
  return file + ": its coordinate system is " + crs_name(crs) +
         ", that of the terrain is unknown: they count as the same; give terrain.crs";
}

LengthUnit vertical_unit(const Crs& crs) {
  const GdalMessages messages;
  const OgrSystem system = system_of(crs);
  if (!system || OSRIsCompound(system.get()) == 0) return {};
  char* name = nullptr;  // owned by the system
  const double metres = OSRGetTargetLinearUnits(system.get(), "VERT_CS", &name);
  return {name == nullptr ? "" : name, metres};
}

void check_metres(const Crs& crs, const std::string& file) {
  const GdalMessages messages;
  const OgrSystem system = horizontal_system_of(crs);  // a compound one does not count as local
  if (!system) return;
  if (OSRIsGeographic(system.get()) != 0) {
    throw InputError(file + ": its coordinates are degrees (" + crs_name(crs) +
                     "); project it to metres with gdalwarp -t_srs");
  }
  if (OSRIsProjected(system.get()) == 0 && OSRIsLocal(system.get()) == 0) {
    throw InputError(file + ": its coordinates are no projected ones (" + crs_name(crs) +
                     "); a projected system in metres is needed, such as EPSG:2056");
  }
  const double metres = OSRGetLinearUnits(system.get(), nullptr);
  if (std::fabs(metres - 1) > 1e-9) {
    throw InputError(file + ": the unit of its coordinates (" + crs_name(crs) + ") is " + format_number(metres, 6) +
                     " m; project it to metres with gdalwarp -t_srs");
  }
}

Transformation::Transformation(const Crs& from, const Crs& to) {
  const GdalMessages messages;
  const OgrSystem first = system_of(from), second = system_of(to);
  handle_ = first && second ? OCTNewCoordinateTransformation(first.get(), second.get()) : nullptr;
  if (handle_ == nullptr) {
    throw InputError("there is no conversion from " + crs_name(from) + " to " + crs_name(to) + ": " + messages.text());
  }
}

Transformation::~Transformation() {
  OCTDestroyCoordinateTransformation(static_cast<OGRCoordinateTransformationH>(handle_));
}

void Transformation::apply(double& x, double& y) const {
  const GdalMessages messages;
  const double before[2] = {x, y};
  if (OCTTransform(static_cast<OGRCoordinateTransformationH>(handle_), 1, &x, &y, nullptr) == 0 || !std::isfinite(x) ||
      !std::isfinite(y)) {
    throw InputError("position (" + format_fixed(before[0], 3) + ", " + format_fixed(before[1], 3) +
                     ") cannot be converted: " + messages.text());
  }
}

}  // namespace sandbox
