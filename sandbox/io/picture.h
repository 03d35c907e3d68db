// Pictures read from files.
#ifndef ROCKFALL_SANDBOX_IO_PICTURE_H
#define ROCKFALL_SANDBOX_IO_PICTURE_H

#include <cstdint>
#include <filesystem>
#include <vector>

namespace sandbox {

/** Rows from the top, three bytes (red, green, blue) per pixel. */
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;
};

/** Reads a PNG or JPEG file of at most 8192 x 8192 pixels. Throws InputError. */
Picture read_picture(const std::filesystem::path& file);

}  // namespace sandbox
#endif
