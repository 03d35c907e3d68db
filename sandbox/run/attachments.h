// Files of a scene, kept behind the bytes of a recording, so that it can be replayed without them.
#ifndef ROCKFALL_SANDBOX_RUN_ATTACHMENTS_H
#define ROCKFALL_SANDBOX_RUN_ATTACHMENTS_H

#include <filesystem>
#include <string>
#include <vector>

#include "common/temporary_folder.h"
#include "scenario/scenario.h"

namespace sandbox {

/** A file of a scene and its place in it: "terrain", "image", "runs", "rock0", "field3". */
struct SceneFile {
  std::string slot;
  std::filesystem::path* file;
};

/** The files that a scene names, in a fixed order. */
std::vector<SceneFile> files_of(Scenario& scene);

/** Appends the files of a scene to a recording, those of a Shapefile and of an Esri ASCII grid with the files beside
 *  them. Files that cannot be read or are empty, virtual rasters (.vrt), and all beyond 256 MB are left out.
 *  @return the files that are left out */
std::vector<std::filesystem::path> attach_files(std::vector<unsigned char>& recording, Scenario scene);

/** Removes the files from the end of a recording and writes them to a temporary folder. Returns the folder; none if the
 *  recording has no files. Throws InputError if they are damaged. */
TemporaryFolder detach_files(std::vector<unsigned char>& recording);

/** Lets a scene use the files of a folder made by detach_files(). */
void use_attached(Scenario& scene, const std::filesystem::path& folder);

/** Copies the files that a scene uses of such a folder beside `file`, as STEM_terrain.asc and so on, and lets the scene
 *  use the copies. Other files are not replaced: a copy then has a number. Throws RunError. */
void copy_attached_beside(Scenario& scene, const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace sandbox
#endif
