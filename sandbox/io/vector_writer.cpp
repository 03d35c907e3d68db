#include "io/vector_writer.h"

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include <utility>

#include "common/error.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"

namespace sandbox {

struct VectorWriter::Parts {
  GdalMessages messages;
  std::string file;
  OgrSystem system;  // outlives the dataset
  GdalDataset dataset;
  OGRLayerH layer = nullptr;
};

namespace {

/** A system without a name for positions in metres. Without a system they would count as degrees. */
OgrSystem undefined_system() {
  OgrSystem system(OSRNewSpatialReference(nullptr));
  const bool good = system && OSRSetLocalCS(system.get(), undefined_cartesian) == OGRERR_NONE &&
                    OSRSetLinearUnits(system.get(), "metre", 1) == OGRERR_NONE;
  return good ? std::move(system) : nullptr;
}

}  // namespace

VectorWriter::VectorWriter(const std::filesystem::path& file, const Crs& crs) {
  use_gdal();
  // GeoPackages contain the date of the last change: the same results shall be the same file.
  CPLSetConfigOption("OGR_CURRENT_DATE", "2000-01-01T00:00:00.000Z");
  parts_ = std::make_unique<Parts>();
  parts_->file = file.string();
  parts_->dataset.reset(GDALCreate(GDALGetDriverByName("GPKG"), parts_->file.c_str(), 0, 0, 0, GDT_Unknown, nullptr));
  check(parts_->dataset != nullptr);
  parts_->system = crs.known() ? system_of(crs) : undefined_system();
  check(parts_->system != nullptr);
}

VectorWriter::~VectorWriter() = default;

void VectorWriter::check(bool good) const {
  if (good && !parts_->messages.failed()) return;
  throw RunError(parts_->file + ": cannot be written: " + parts_->messages.text());
}

void VectorWriter::layer(const std::string& name, Geometry geometry, const std::vector<Field>& fields) {
  static constexpr OGRwkbGeometryType types[] = {wkbPoint25D, wkbLineStringZM, wkbMultiLineString, wkbPolygon,
                                                 wkbUnknown};
  if (parts_->layer != nullptr) check(GDALDatasetCommitTransaction(parts_->dataset.get()) == OGRERR_NONE);
  parts_->layer = GDALDatasetCreateLayer(parts_->dataset.get(), name.c_str(), parts_->system.get(),
                                         types[static_cast<std::size_t>(geometry)], nullptr);
  check(parts_->layer != nullptr);
  for (const Field& field : fields) {
    static constexpr OGRFieldType kinds[] = {OFTInteger64, OFTReal, OFTString};
    OGRFieldDefnH made = OGR_Fld_Create(field.name.c_str(), kinds[field.kind.index()]);
    const bool good = OGR_L_CreateField(parts_->layer, made, 0) == OGRERR_NONE;
    OGR_Fld_Destroy(made);
    check(good);
  }
  check(GDALDatasetStartTransaction(parts_->dataset.get(), 0) == OGRERR_NONE);
}

void VectorWriter::add(void* geometry, const std::vector<Attribute>& attributes) {
  OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(parts_->layer));
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const int field = static_cast<int>(i);
    if (const auto* whole = std::get_if<std::int64_t>(&attributes[i])) {
      OGR_F_SetFieldInteger64(feature, field, *whole);
    } else if (const auto* number = std::get_if<double>(&attributes[i])) {
      OGR_F_SetFieldDouble(feature, field, *number);
    } else {
      OGR_F_SetFieldString(feature, field, std::get<std::string>(attributes[i]).c_str());
    }
  }
  OGR_F_SetGeometryDirectly(feature, static_cast<OGRGeometryH>(geometry));
  const bool good = OGR_L_CreateFeature(parts_->layer, feature) == OGRERR_NONE;
  OGR_F_Destroy(feature);
  check(good);
}

void VectorWriter::point(const std::array<double, 3>& position, const std::vector<Attribute>& attributes) {
  OGRGeometryH geometry = OGR_G_CreateGeometry(wkbPoint25D);
  OGR_G_SetPoint(geometry, 0, position[0], position[1], position[2]);
  add(geometry, attributes);
}

void VectorWriter::line(const std::vector<std::array<double, 4>>& points, const std::vector<Attribute>& attributes) {
  OGRGeometryH geometry = OGR_G_CreateGeometry(wkbLineStringZM);
  OGR_G_SetPointCount(geometry, static_cast<int>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    OGR_G_SetPointZM(geometry, static_cast<int>(i), points[i][0], points[i][1], points[i][2], points[i][3]);
  }
  add(geometry, attributes);
}

void VectorWriter::shape(const Shape& shape, const std::vector<Attribute>& attributes) {
  if (shape.kind == Shape::Kind::point) {
    OGRGeometryH geometry = OGR_G_CreateGeometry(wkbPoint);
    OGR_G_SetPoint_2D(geometry, 0, shape.points[0][0], shape.points[0][1]);
    return add(geometry, attributes);
  }
  const auto string_of = [](const std::vector<Position>& points, OGRwkbGeometryType type, bool closed) {
    OGRGeometryH line = OGR_G_CreateGeometry(type);
    for (const Position& point : points) OGR_G_AddPoint_2D(line, point[0], point[1]);
    if (closed) OGR_G_AddPoint_2D(line, points.front()[0], points.front()[1]);
    return line;
  };
  const bool polygon = shape.kind == Shape::Kind::polygon;
  OGRGeometryH geometry = OGR_G_CreateGeometry(polygon ? wkbPolygon : wkbMultiLineString);
  OGR_G_AddGeometryDirectly(geometry, string_of(shape.points, polygon ? wkbLinearRing : wkbLineString, polygon));
  for (const auto& hole : shape.holes) OGR_G_AddGeometryDirectly(geometry, string_of(hole, wkbLinearRing, true));
  add(geometry, attributes);
}

void VectorWriter::close() {
  if (parts_->layer != nullptr) check(GDALDatasetCommitTransaction(parts_->dataset.get()) == OGRERR_NONE);
  parts_->dataset.reset();
  check(true);
}

}  // namespace sandbox
