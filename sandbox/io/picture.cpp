#include "io/picture.h"

#include <limits>

#include "common/error.h"
#include "common/text.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sandbox {

Picture read_picture(const std::filesystem::path& file) {
  constexpr int most = 8192;
  const std::string text = read_text(file);
  const auto* const data = reinterpret_cast<const stbi_uc*>(text.data());
  if (text.size() > std::numeric_limits<int>::max()) throw InputError(file.string() + ": is too large for a picture");
  Picture picture;
  int channels = 0;
  const int bytes = static_cast<int>(text.size());
  if (stbi_info_from_memory(data, bytes, &picture.width, &picture.height, &channels) == 0) {
    throw InputError(file.string() + ": is no PNG or JPEG picture");
  }
  if (picture.width > most || picture.height > most) {
    throw InputError(file.string() + ": has more than 8192 x 8192 pixels");
  }
  stbi_uc* const pixels = stbi_load_from_memory(data, bytes, &picture.width, &picture.height, &channels, 3);
  if (pixels == nullptr) throw InputError(file.string() + ": " + stbi_failure_reason());
  picture.bytes.assign(pixels, pixels + 3 * std::size_t(picture.width) * std::size_t(picture.height));
  stbi_image_free(pixels);
  return picture;
}

}  // namespace sandbox
