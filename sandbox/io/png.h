// PNG pictures.
#ifndef ROCKFALL_SANDBOX_IO_PNG_H
#define ROCKFALL_SANDBOX_IO_PNG_H

#include <cstdint>
#include <filesystem>
#include <vector>

namespace sandbox {

/** Writes rows from the top, three bytes (red, green, blue) per pixel, through a temporary file; filtered on several
 *  threads. Throws RunError. */
void write_png(const std::filesystem::path& file, int width, int height, const std::vector<std::uint8_t>& bytes,
               unsigned threads = 1);

}  // namespace sandbox
#endif
