// Vector files that cannot be written leave nothing open.
#include "io/vector_writer.h"

#include <doctest/doctest.h>
#include <gdal.h>
#include <ogr_api.h>

#include <filesystem>

#include "common/error.h"
#include "io/crs.h"
#include "io/gdal.h"
#include "io/gdal_objects.h"
#include "io/vectors.h"
#include "temporary.h"

namespace {

int open_datasets() {
  sandbox::use_gdal();
  GDALDatasetH* list = nullptr;
  int count = 0;
  GDALGetOpenDatasets(&list, &count);
  return count;
}

/** A GeoPackage with a point in metres and no coordinate system, as other programs write it. */
void write_point_without_system(const std::filesystem::path& file) {
  sandbox::use_gdal();
  const sandbox::GdalDataset dataset(
      GDALCreate(GDALGetDriverByName("GPKG"), file.string().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
  REQUIRE(dataset);
  OGRLayerH layer = GDALDatasetCreateLayer(dataset.get(), "points", nullptr, wkbPoint, nullptr);
  REQUIRE(layer != nullptr);
  const sandbox::OgrFeature feature(OGR_F_Create(OGR_L_GetLayerDefn(layer)));
  const sandbox::OgrGeometry place(OGR_G_CreateGeometry(wkbPoint));
  OGR_G_SetPoint_2D(place.get(), 0, 2683400, 1157400);
  REQUIRE(OGR_F_SetGeometry(feature.get(), place.get()) == OGRERR_NONE);
  REQUIRE(OGR_L_CreateFeature(layer, feature.get()) == OGRERR_NONE);
}

}  // namespace

TEST_CASE("a vector file whose coordinate system is not valid is refused and not left open") {
  const Temporary temporary;
  const int before = open_datasets();
  CHECK_THROWS_AS(sandbox::VectorWriter(temporary.folder / "v.gpkg", {"no system"}), sandbox::RunError);
  CHECK(open_datasets() == before);
  {
    const sandbox::VectorWriter writer(temporary.folder / "w.gpkg", {});
    CHECK(open_datasets() == before + 1);
  }
  CHECK(open_datasets() == before);
}

TEST_CASE("a GeoPackage without coordinate system counts as one of the terrain") {
  const Temporary temporary;
  {
    sandbox::VectorWriter writer(temporary.folder / "own.gpkg", {});
    writer.layer("points", sandbox::VectorWriter::Geometry::point_z, {});
    writer.point({2683400, 1157400, 0}, {});
    writer.close();
  }
  write_point_without_system(temporary.folder / "other.gpkg");
  for (const char* name : {"own.gpkg", "other.gpkg"}) {
    CAPTURE(name);
    sandbox::VectorFile vectors = sandbox::read_vectors(temporary.folder / name);
    CHECK_FALSE(vectors.crs.known());
    sandbox::bring_to(sandbox::crs_from_text("EPSG:2056"), true, name, vectors);
    REQUIRE(vectors.features.size() == 1);
    CHECK(vectors.features[0].shapes[0].points[0] == sandbox::Position{2683400, 1157400});
    sandbox::bring_to({}, false, name, vectors);
    CHECK(vectors.warnings.empty());
  }
}
