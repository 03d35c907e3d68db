// Objects of GDAL that are owned here, and the points of its geometries.
#ifndef ROCKFALL_SANDBOX_IO_GDAL_OBJECTS_H
#define ROCKFALL_SANDBOX_IO_GDAL_OBJECTS_H

#include <gdal.h>
#include <ogr_api.h>

#include <memory>
#include <type_traits>
#include <vector>

#include "io/vectors.h"

namespace sandbox {

struct CloseDataset {
  void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
using GdalDataset = std::unique_ptr<std::remove_pointer_t<GDALDatasetH>, CloseDataset>;

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
