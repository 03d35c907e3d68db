// Files of a scene, kept behind the bytes of a recording, so that it can be replayed without them.
#ifndef ROCKFALL_SANDBOX_RUN_ATTACHMENTS_H
#define ROCKFALL_SANDBOX_RUN_ATTACHMENTS_H

#include <filesystem>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace sandbox {

/** A file of a scene and its place in it: "terrain", "image", "runs", "rock0", "field3". */
struct SceneFile {
  std::string slot;
  std::filesystem::path* file;
};

/** The files that a scene names, in a fixed order. */
std::vector<SceneFile> files_of(Scenario& scene);

/** Appends the files of a scene to a recording. Files that cannot be read, and all beyond 256 MB, are left out. */
void attach_files(std::vector<unsigned char>& recording, Scenario scene);

/** Removes the files from the end of a recording and writes them to a folder of their own among the temporary files.
 *  Returns the folder; empty if the recording has no files. Throws InputError if they are damaged. */
std::filesystem::path detach_files(std::vector<unsigned char>& recording);

/** Lets a scene use the files of a folder made by detach_files(). */
void use_attached(Scenario& scene, const std::filesystem::path& folder);

}  // namespace sandbox
#endif
