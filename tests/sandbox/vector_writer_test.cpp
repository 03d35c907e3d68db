// Vector files that cannot be written leave nothing open.
#include "io/vector_writer.h"

#include <doctest/doctest.h>
#include <gdal.h>

#include <filesystem>

#include "common/error.h"
#include "io/crs.h"
#include "io/gdal.h"
#include "temporary.h"

namespace {

int open_datasets() {
  sandbox::use_gdal();
  GDALDatasetH* list = nullptr;
  int count = 0;
  GDALGetOpenDatasets(&list, &count);
  return count;
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
