// Point clouds of rocks: .pts and .xyz text, and the vertices of an OBJ mesh.
#ifndef ROCKFALL_SANDBOX_IO_POINTS_H
#define ROCKFALL_SANDBOX_IO_POINTS_H

#include <filesystem>
#include <vector>

namespace sandbox {

/** Points x y z x y z ... of a rock file, recognised by its extension (.pts, .xyz, .txt, .csv, .obj). Throws InputError
 *  naming file and line. */
std::vector<double> read_points(const std::filesystem::path& path);

}  // namespace sandbox
#endif
