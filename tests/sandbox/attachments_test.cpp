#include "run/attachments.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "temporary.h"

namespace fs = std::filesystem;

TEST_CASE("a recording holds a Shapefile and an Esri ASCII grid with the files that belong to them") {
  const Temporary temporary;
  sandbox::Scenario scene;
  scene.terrain.file = temporary.write("hill.asc", "heights");
  temporary.write("hill.prj", "system");
  scene.soils.resize(3);
  scene.soils[0].file = temporary.write("meadow.shp", "shapes");
  for (const char* name : {"meadow.shx", "meadow.dbf", "meadow.prj", "meadow.cpg"}) temporary.write(name, name);
  scene.soils[1].file = temporary.write("ROCK.SHP", "other shapes");
  for (const char* name : {"ROCK.SHX", "ROCK.DBF"}) temporary.write(name, name);
  scene.soils[2].file = temporary.write("mosaic.vrt", "names of other files");
  std::vector<unsigned char> recording = {'r', 'e', 'c'};
  CHECK(sandbox::attach_files(recording, scene) == std::vector<fs::path>{scene.soils[2].file});
  const sandbox::TemporaryFolder folder = sandbox::detach_files(recording);
  CHECK(recording.size() == 3);
  sandbox::use_attached(scene, folder.path());
  CHECK(scene.terrain.file.parent_path() == folder.path());
  CHECK(read_all(fs::path(scene.terrain.file).replace_extension(".prj")) == "system");
  CHECK(read_all(scene.soils[0].file) == "shapes");
  for (const char* ending : {".shx", ".dbf", ".prj", ".cpg"}) {
    CHECK(read_all(fs::path(scene.soils[0].file).replace_extension(ending)) == std::string("meadow") + ending);
  }
  for (const char* ending : {".SHX", ".DBF"}) {
    CHECK(read_all(fs::path(scene.soils[1].file).replace_extension(ending)) == std::string("ROCK") + ending);
  }
  // The original of a file that names others is used where it is.
  CHECK(scene.soils[2].file.filename() == "mosaic.vrt");
}
