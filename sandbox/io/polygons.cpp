#include "io/polygons.h"

#include <gdal.h>
#include <gdal_alg.h>
#include <ogr_api.h>

#include <cmath>

#include "common/error.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"

namespace sandbox {
namespace {

/** Band 1: the values; band 2: the mask of the cells with values. */
GdalDataset in_memory(const Raster& frame, const std::vector<float>& values) {
  const auto columns = static_cast<int>(frame.columns), rows = static_cast<int>(frame.rows);
  GdalDataset dataset(GDALCreate(GDALGetDriverByName("MEM"), "", columns, rows, 2, GDT_Float32, nullptr));
  if (!dataset || !set_frame(dataset.get(), frame)) return nullptr;
  std::vector<float> line(frame.columns), mask(frame.columns);
  for (std::uint32_t row = 0; row < frame.rows; ++row) {
    const float* from = &values[std::size_t{frame.rows - 1 - row} * frame.columns];
    for (std::uint32_t k = 0; k < frame.columns; ++k) {
      mask[k] = std::isnan(from[k]) ? 0.0f : 1.0f;
      line[k] = std::isnan(from[k]) ? 0.0f : from[k];
    }
    const int y = static_cast<int>(row);
    float* const of_band[2] = {line.data(), mask.data()};
    for (int band = 0; band < 2; ++band) {
      if (GDALRasterIO(GDALGetRasterBand(dataset.get(), band + 1), GF_Write, 0, y, columns, 1, of_band[band], columns,
                       1, GDT_Float32, 0, 0) != CE_None) {
        return nullptr;
      }
    }
  }
  return dataset;
}

}  // namespace

std::vector<ValuePolygon> polygons_of_cells(const Raster& frame, const std::vector<float>& values) {
  use_gdal();
  const GdalMessages messages;
  const GdalDataset cells = in_memory(frame, values);
  const GdalDataset vectors(GDALCreate(GDALGetDriverByName("Memory"), "", 0, 0, 0, GDT_Unknown, nullptr));
  const auto check = [&](bool good) {
    if (!good) throw RunError("polygons of cells cannot be made: " + messages.text());
  };
  check(cells != nullptr && vectors != nullptr);
  OGRLayerH layer = GDALDatasetCreateLayer(vectors.get(), "cells", nullptr, wkbPolygon, nullptr);
  check(layer != nullptr);
  OGRFieldDefnH field = OGR_Fld_Create("value", OFTReal);
  const bool added = OGR_L_CreateField(layer, field, 0) == OGRERR_NONE;
  OGR_Fld_Destroy(field);
  check(added);
  check(GDALFPolygonize(GDALGetRasterBand(cells.get(), 1), GDALGetRasterBand(cells.get(), 2), layer, 0, nullptr,
                        nullptr, nullptr) == CE_None);
  std::vector<ValuePolygon> polygons;
  OGR_L_ResetReading(layer);
  while (const OgrFeature feature{OGR_L_GetNextFeature(layer)}) {
    OGRGeometryH geometry = OGR_F_GetGeometryRef(feature.get());
    ValuePolygon polygon;
    polygon.value = OGR_F_GetFieldAsDouble(feature.get(), 0);
    polygon.shape.kind = Shape::Kind::polygon;
    polygon.shape.points = ring_of(OGR_G_GetGeometryRef(geometry, 0));
    for (int i = 1; i < OGR_G_GetGeometryCount(geometry); ++i) {
      polygon.shape.holes.push_back(ring_of(OGR_G_GetGeometryRef(geometry, i)));
    }
    polygons.push_back(std::move(polygon));
  }
  return polygons;
}

}  // namespace sandbox
