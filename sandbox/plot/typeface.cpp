#include "plot/typeface.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "common/text.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include <stb/stb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sandbox {
namespace {

struct Glyph {
  int left = 0, top = 0, width = 0, height = 0;  ///< pixels from the place on the baseline
  std::vector<unsigned char> cover;
};

struct Typeface {
  std::vector<unsigned char> file;
  stbtt_fontinfo font{};
  bool good = false;
  std::mutex mutex;
  std::map<std::pair<int, int>, Glyph> glyphs;  ///< by letter and size in 1/16 pixels

  Typeface() {
    std::ifstream in(ROCKFALL_FONT, std::ios::binary);
    file.assign(std::istreambuf_iterator<char>(in), {});
    good = file.size() > 1000 && stbtt_InitFont(&font, file.data(), stbtt_GetFontOffsetForIndex(file.data(), 0)) != 0;
  }

  float scale(double size) const { return stbtt_ScaleForMappingEmToPixels(&font, static_cast<float>(size)); }

  double advance(int letter, double size) const {
    int width = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font, letter, &width, &bearing);
    return width * static_cast<double>(scale(size));
  }

  const Glyph& glyph(int letter, double size) {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto [place, added] = glyphs.try_emplace({letter, static_cast<int>(std::lround(16 * size))});
    Glyph& glyph = place->second;
    if (!added) return glyph;
    const float factor = scale(size);
    unsigned char* bitmap =
        stbtt_GetCodepointBitmap(&font, factor, factor, letter, &glyph.width, &glyph.height, &glyph.left, &glyph.top);
    if (bitmap != nullptr) glyph.cover.assign(bitmap, bitmap + glyph.width * glyph.height);
    stbtt_FreeBitmap(bitmap, nullptr);
    return glyph;
  }
};

Typeface& typeface() {
  static Typeface made;
  return made;
}

/** The letters of a text in UTF-8; bytes that are none are question marks. */
std::vector<int> letters_of(std::string_view text) {
  std::vector<int> letters;
  while (!text.empty()) {
    const std::size_t length = utf8_letter_length(text);
    int letter = length == 0 ? '?' : static_cast<unsigned char>(text[0]);
    if (length > 1) letter &= 0x7f >> length;
    for (std::size_t k = 1; k < length; ++k) letter = letter << 6 | (static_cast<unsigned char>(text[k]) & 0x3f);
    letters.push_back(letter);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return letters;
}

}  // namespace

bool has_typeface() { return typeface().good; }

double typeface_width(const std::string& text, double size) {
  double width = 0;
  for (const int letter : letters_of(text)) width += typeface().advance(letter, size);
  return width;
}

void draw_with_typeface(const std::string& text, double x, double y, double size, const Ink& draw) {
  const int base = static_cast<int>(std::lround(y));
  for (const int letter : letters_of(text)) {
    const Glyph& glyph = typeface().glyph(letter, size);
    const int left = static_cast<int>(std::lround(x)) + glyph.left;
    for (int j = 0; j < glyph.height && !glyph.cover.empty(); ++j) {
      for (int i = 0; i < glyph.width; ++i) {
        const unsigned char cover = glyph.cover[static_cast<std::size_t>(j * glyph.width + i)];
        if (cover > 0) draw(left + i, base + glyph.top + j, cover / 255.0);
      }
    }
    x += typeface().advance(letter, size);
  }
}

}  // namespace sandbox
