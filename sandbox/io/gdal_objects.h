// Objects of GDAL that are owned here, and the points of its geometries.
#ifndef ROCKFALL_SANDBOX_IO_GDAL_OBJECTS_H
#define ROCKFALL_SANDBOX_IO_GDAL_OBJECTS_H

#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include <memory>
#include <type_traits>
#include <vector>

#include "io/crs.h"
#include "io/raster.h"
#include "io/vectors.h"

namespace sandbox {

struct CloseDataset {
  void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
using GdalDataset = std::unique_ptr<std::remove_pointer_t<GDALDatasetH>, CloseDataset>;

struct DestroyFeature {
  void operator()(OGRFeatureH feature) const { OGR_F_Destroy(feature); }
};
using OgrFeature = std::unique_ptr<std::remove_pointer_t<OGRFeatureH>, DestroyFeature>;

struct DestroyGeometry {
  void operator()(OGRGeometryH geometry) const { OGR_G_DestroyGeometry(geometry); }
};
using OgrGeometry = std::unique_ptr<std::remove_pointer_t<OGRGeometryH>, DestroyGeometry>;

struct DestroySystem {
  void operator()(OGRSpatialReferenceH system) const { OSRDestroySpatialReference(system); }
};
using OgrSystem = std::unique_ptr<std::remove_pointer_t<OGRSpatialReferenceH>, DestroySystem>;

/** The names that GDAL gives to the two numbers with which a GeoPackage says that it has no coordinate system. */
constexpr const char *undefined_cartesian = "Undefined Cartesian SRS",
                     *undefined_geographic = "Undefined geographic SRS";

/** The coordinates of the system are x and y, whatever order the registry gives its axes. Null if it is unknown or not
 *  valid. */
OgrSystem system_of(const Crs& crs);

/** Gives a dataset position and size of the cells of a frame, the first row in the north. False if GDAL fails. */
inline bool set_frame(GDALDatasetH dataset, const Raster& frame) {
  double place[6] = {
      frame.x0 - 0.5 * frame.cell_x, frame.cell_x, 0, frame.y0 + (frame.rows - 0.5) * frame.cell_y, 0, -frame.cell_y};
  return GDALSetGeoTransform(dataset, place) == CE_None;
}

inline std::vector<Position> points_of(OGRGeometryH geometry) {
  std::vector<Position> points;
  for (int i = 0; i < OGR_G_GetPointCount(geometry); ++i) {
    points.push_back({OGR_G_GetX(geometry, i), OGR_G_GetY(geometry, i)});
  }
  return points;
}

/** Points of a closed ring, the first one once. */
inline std::vector<Position> ring_of(OGRGeometryH geometry) {
  std::vector<Position> ring = points_of(geometry);
  if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  return ring;
}

}  // namespace sandbox
#endif
