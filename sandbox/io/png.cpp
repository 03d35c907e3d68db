#include "io/png.h"

#include "common/output_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include "common/error.h"

namespace sandbox {
namespace {

// Two thirds of the time of the default, for one percent more bytes.
[[maybe_unused]] const int compression_level = stbi_write_png_compression_level = 5;

}  // namespace

void write_png(const std::filesystem::path& file, int width, int height, const std::vector<std::uint8_t>& bytes) {
  write_file(file, [&](std::ostream& out) {
    const auto put = [](void* stream, void* data, int size) {
      static_cast<std::ostream*>(stream)->write(static_cast<const char*>(data), size);
    };
    if (stbi_write_png_to_func(put, &out, width, height, 3, bytes.data(), 3 * width) == 0) {
      throw RunError(file.string() + ": the picture could not be packed");
    }
  });
}

}  // namespace sandbox
