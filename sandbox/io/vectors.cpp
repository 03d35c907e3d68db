#include "io/vectors.h"

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>

#include "common/error.h"
#include "common/text.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"

namespace sandbox {
namespace {

/** @param name  of the feature, for messages, with this number of decimals of positions */
Shape polygon_of(OGRGeometryH geometry, const std::string& name, int decimals) {
  Shape shape;
  shape.kind = Shape::Kind::polygon;
  shape.points = ring_of(OGR_G_GetGeometryRef(geometry, 0));
  check_area(shape.points, name, decimals);
  for (int i = 1; i < OGR_G_GetGeometryCount(geometry); ++i) {
    std::vector<Position> hole = ring_of(OGR_G_GetGeometryRef(geometry, i));
    if (!is_ring(hole)) continue;
    check_hole(shape.points, hole, name + ": hole " + std::to_string(i), decimals);
    shape.holes.push_back(std::move(hole));
  }
  return shape;
}

/** Adds the parts of a geometry; collections are taken apart. */
void add_shapes(OGRGeometryH geometry, const std::string& name, int decimals, std::vector<Shape>& shapes) {
  if (geometry == nullptr || OGR_G_IsEmpty(geometry) != 0) return;
  const OGRwkbGeometryType type = OGR_GT_Flatten(OGR_G_GetGeometryType(geometry));
  Shape shape;
  if (type == wkbPoint || type == wkbLineString) {
    shape.kind = type == wkbPoint ? Shape::Kind::point : Shape::Kind::line;
    shape.points = points_of(geometry);
    if (type == wkbLineString) check_length(shape.points, name);
  } else if (type == wkbPolygon) {
    shape = polygon_of(geometry, name, decimals);
  } else if (OGR_G_GetGeometryCount(geometry) > 0) {
    for (int i = 0; i < OGR_G_GetGeometryCount(geometry); ++i) {
      add_shapes(OGR_G_GetGeometryRef(geometry, i), name, decimals, shapes);
    }
    return;
  } else {
    throw InputError(name + ": geometries of the type " + OGR_G_GetGeometryName(geometry) + " are not supported");
  }
  shapes.push_back(std::move(shape));
}

/** Arcs become lines. */
void add_linear_shapes(OGRGeometryH geometry, const std::string& name, int decimals, std::vector<Shape>& shapes) {
  if (geometry == nullptr) return;
  if (OGR_G_HasCurveGeometry(geometry, 0) == 0) return add_shapes(geometry, name, decimals, shapes);
  const OgrGeometry linear(OGR_G_GetLinearGeometry(geometry, 0, nullptr));
  if (!linear) throw InputError(name + ": its arcs cannot be made lines");
  add_shapes(linear.get(), name, decimals, shapes);
}

Feature feature_of(OGRFeatureH from, const std::string& file, int decimals) {
  Feature feature;
  feature.id = OGR_F_GetFID(from);
  const std::string name = file + ": " + name_of(feature);
  for (int i = 0; i < OGR_F_GetFieldCount(from); ++i) {
    if (OGR_F_IsFieldSetAndNotNull(from, i) == 0) continue;
    feature.attributes[OGR_Fld_GetNameRef(OGR_F_GetFieldDefnRef(from, i))] = OGR_F_GetFieldAsString(from, i);
  }
  add_linear_shapes(OGR_F_GetGeometryRef(from), name, decimals, feature.shapes);
  return feature;
}

std::string warning_of(const std::vector<Feature>& features, const std::string& file) {
  const auto empty = static_cast<std::size_t>(
      std::count_if(features.begin(), features.end(), [](const Feature& feature) { return feature.shapes.empty(); }));
  if (empty == 0) return "";
  return file + ": " + std::to_string(empty) + " of " + counted(features.size(), "feature") +
         (empty == 1 ? " has" : " have") + " no geometry and no effect";
}

void convert(const Transformation& transformation, std::vector<Feature>& features) {
  const auto apply = [&](std::vector<Position>& points) {
    for (Position& point : points) transformation.apply(point[0], point[1]);
  };
  for (Feature& feature : features) {
    for (Shape& shape : feature.shapes) {
      apply(shape.points);
      for (auto& hole : shape.holes) apply(hole);
    }
  }
}

/** The layer of a name; without a name the only one that can have geometries. */
OGRLayerH find_layer(GDALDatasetH dataset, const std::string& layer, const std::string& file) {
  std::vector<std::string> names;
  OGRLayerH found = layer.empty() ? nullptr : GDALDatasetGetLayerByName(dataset, layer.c_str());
  for (int i = 0; i < GDALDatasetGetLayerCount(dataset); ++i) {
    OGRLayerH one = GDALDatasetGetLayer(dataset, i);
    // QGIS keeps the styles of a file in a table without geometries.
    if (layer.empty() && OGR_L_GetGeomType(one) == wkbNone) continue;
    names.emplace_back(OGR_L_GetName(one));
    if (layer.empty()) found = one;
  }
  if (layer.empty() && names.size() > 1) {
    throw InputError(file + ": has " + std::to_string(names.size()) +
                     " layers; name one of them by layer: " + join(names));
  }
  if (found != nullptr) return found;
  if (layer.empty()) throw InputError(file + ": has no layer with geometries");
  throw InputError(file + ": there is no layer '" + layer + "'; its layers: " + join(names));
}

/** The coordinate system of a layer; unknown if the file says that it has none. */
Crs system_of_layer(OGRLayerH layer) {
  OGRSpatialReferenceH system = OGR_L_GetSpatialRef(layer);
  if (system == nullptr) return {};
  const char* const name = OSRGetName(system);
  const std::string known = name == nullptr ? "" : name;
  if (known == undefined_cartesian || known == undefined_geographic) return {};
  char* wkt = nullptr;
  OSRExportToWkt(system, &wkt);
  Crs crs{wkt == nullptr ? "" : wkt};
  CPLFree(wkt);
  return crs;
}

/** Refuses metres in a file that counts as one of degrees. */
void check_degrees(const std::string& file, const VectorFile& vectors) {
  if (!is_geographic(vectors.crs)) return;
  for (const Feature& feature : vectors.features) {
    for (const Shape& shape : feature.shapes) {
      const Position& first = shape.points.front();
      if (std::fabs(first[0]) <= 360 && std::fabs(first[1]) <= 360) continue;
      throw InputError(file + ": its coordinate system is " + crs_name(vectors.crs) + ", but (" +
                       format_fixed(first[0], 2) + ", " + format_fixed(first[1], 2) +
                       ") is no longitude and latitude; a GeoJSON file without \"crs\" counts as one of degrees: add "
                       "\"crs\", or use GeoPackage");
    }
  }
}

}  // namespace

VectorFile read_vectors(const std::filesystem::path& path, const std::string& layer) {
  use_gdal();
  const GdalMessages messages;
  const std::string file = path.string();
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) throw InputError(file + ": there is no such file");
  const GdalDataset dataset(
      GDALOpenEx(file.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, nullptr, nullptr, nullptr));
  if (!dataset) throw InputError(file + ": not a vector file that can be read: " + messages.text());
  OGRLayerH from = find_layer(dataset.get(), layer, file);
  VectorFile result;
  result.crs = system_of_layer(from);
  const int decimals = is_geographic(result.crs) ? decimals_of_degrees : decimals_of_metres;
  OGRFeatureDefnH definition = OGR_L_GetLayerDefn(from);
  for (int i = 0; i < OGR_FD_GetFieldCount(definition); ++i) {
    result.fields.emplace_back(OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i)));
  }
  OGR_L_ResetReading(from);
  while (const OgrFeature feature{OGR_L_GetNextFeature(from)}) {
    result.features.push_back(feature_of(feature.get(), file, decimals));
  }
  if (messages.failed()) throw InputError(file + ": cannot be read: " + messages.text());
  if (result.features.empty()) throw InputError(file + ": the layer '" + OGR_L_GetName(from) + "' is empty");
  const std::string warning = warning_of(result.features, file);
  if (!warning.empty()) result.warnings.push_back(warning);
  return result;
}

std::string name_of(const Feature& feature) { return "feature " + std::to_string(feature.id); }

void need_kind(Shape::Kind kind, const std::string& user, const std::filesystem::path& file,
               const VectorFile& vectors) {
  static constexpr const char* names[] = {"points", "lines", "polygons"};
  for (const Feature& feature : vectors.features) {
    for (const Shape& shape : feature.shapes) {
      if (shape.kind == kind) continue;
      throw InputError(file.string() + ": " + name_of(feature) + ": has " + names[static_cast<int>(shape.kind)] + "; " +
                       user + " needs " + names[static_cast<int>(kind)]);
    }
  }
}

void bring_to(const Crs& terrain, bool reproject, const std::filesystem::path& file, VectorFile& vectors) {
  const std::string warning = warning_of_unknown(terrain, vectors.crs, file.string());
  if (!warning.empty()) vectors.warnings.push_back(warning);
  if (may_be_same(vectors.crs, terrain)) return;
  check_degrees(file.string(), vectors);
  if (!reproject) {
    throw InputError(file.string() + ": its coordinate system is " + crs_name(vectors.crs) + ", that of the terrain " +
                     crs_name(terrain) + "; set reproject = true in [terrain] to convert it");
  }
  try {
    convert(Transformation(vectors.crs, terrain), vectors.features);
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

}  // namespace sandbox
