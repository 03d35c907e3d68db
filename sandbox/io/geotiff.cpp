#include "io/geotiff.h"

#include <tiffio.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

constexpr ttag_t tag_pixel_scale = 33550;
constexpr ttag_t tag_tie_point = 33922;
constexpr ttag_t tag_transformation = 34264;
constexpr ttag_t tag_geo_keys = 34735;
constexpr ttag_t tag_no_data = 42113;
constexpr unsigned key_model_type = 1024;
constexpr unsigned key_raster_type = 1025;

thread_local std::string last_message;

void remember(const char*, const char* format, va_list arguments) {
  char text[256];
  std::vsnprintf(text, sizeof text, format, arguments);
  last_message = text;
}

void add_tags(TIFF* tiff) {
  static char scale[] = "ModelPixelScale", tie[] = "ModelTiepoint", transformation[] = "ModelTransformation",
              keys[] = "GeoKeyDirectory", hole[] = "GDAL_NODATA";
  static const TIFFFieldInfo fields[] = {
      {tag_pixel_scale, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, scale},
      {tag_tie_point, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, tie},
      {tag_transformation, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, transformation},
      {tag_geo_keys, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, keys},
      {tag_no_data, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, hole},
  };
  TIFFMergeFieldInfo(tiff, fields, static_cast<std::uint32_t>(sizeof fields / sizeof fields[0]));
}

using Tiff = std::unique_ptr<TIFF, decltype(&TIFFClose)>;

Tiff open_tiff(const std::string& file) {
  TIFFSetErrorHandler(remember);
  TIFFSetWarningHandler(nullptr);
  TIFFSetTagExtender(add_tags);
  last_message.clear();
  Tiff tiff(TIFFOpen(file.c_str(), "rm"), TIFFClose);
  if (!tiff) throw InputError(file + ": not a readable TIFF: " + last_message);
  return tiff;
}

/** Count and values of a tag with several numbers. */
template <class Number>
std::pair<unsigned, const Number*> numbers_of(TIFF* tiff, ttag_t tag) {
  std::uint16_t count = 0;
  const Number* numbers = nullptr;
  if (TIFFGetField(tiff, tag, &count, &numbers) != 1 || numbers == nullptr) return {0, nullptr};
  return {count, numbers};
}

unsigned geo_key(TIFF* tiff, unsigned wanted) {
  const auto [count, words] = numbers_of<std::uint16_t>(tiff, tag_geo_keys);
  for (unsigned i = 4; i + 3 < count; i += 4) {
    if (words[i] == wanted && words[i + 1] == 0) return words[i + 3];
  }
  return 0;
}

/** Sets cells and the position of node (0, 0) from the tags. */
void place(TIFF* tiff, Raster& raster, const std::string& file) {
  const auto scale = numbers_of<double>(tiff, tag_pixel_scale);
  const auto tie = numbers_of<double>(tiff, tag_tie_point);
  const auto matrix = numbers_of<double>(tiff, tag_transformation);
  double left = 0;
  double top = 0;
  if (scale.first >= 2 && tie.first >= 6) {
    raster.cell_x = scale.second[0];
    raster.cell_y = scale.second[1];
    left = tie.second[3] - tie.second[0] * raster.cell_x;
    top = tie.second[4] + tie.second[1] * raster.cell_y;
  } else if (matrix.first >= 16) {
    if (matrix.second[1] != 0 || matrix.second[4] != 0) {
      throw InputError(file + ": the raster is rotated; make it north-up with gdalwarp");
    }
    raster.cell_x = matrix.second[0];
    raster.cell_y = -matrix.second[5];
    left = matrix.second[3];
    top = matrix.second[7];
  } else {
    throw InputError(file + ": a TIFF without position and cell size, not a GeoTIFF");
  }
  if (geo_key(tiff, key_model_type) == 2) {
    throw InputError(file + ": its coordinates are degrees; project it to metres with gdalwarp -t_srs");
  }
  // PixelIsPoint (2) puts the tie point on the node itself, PixelIsArea on the corner of the pixel around it.
  const double inset = geo_key(tiff, key_raster_type) == 2 ? 0.0 : 0.5;
  raster.x0 = left + inset * raster.cell_x;
  raster.y0 = top - (raster.rows - 1 + inset) * raster.cell_y;
}

struct Format {
  std::uint16_t bits = 1;
  std::uint16_t kind = SAMPLEFORMAT_UINT;
  std::size_t bytes() const { return bits / 8u; }
};

Format format_of(TIFF* tiff, const std::string& file) {
  Format format;
  std::uint16_t samples = 1;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &format.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format.kind);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  if (samples != 1) throw InputError(file + ": has " + std::to_string(samples) + " bands, heights need one");
  const bool whole = (format.kind == SAMPLEFORMAT_UINT || format.kind == SAMPLEFORMAT_INT) &&
                     (format.bits == 8 || format.bits == 16 || format.bits == 32);
  const bool real = format.kind == SAMPLEFORMAT_IEEEFP && (format.bits == 32 || format.bits == 64);
  if (!whole && !real) {
    throw InputError(file + ": values of " + std::to_string(format.bits) +
                     " bits in this format are not supported; integers of 8, 16, 32 and floats of 32, 64 bits are");
  }
  return format;
}

template <class Number>
double take(const unsigned char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

double value_at(const unsigned char* bytes, const Format& format) {
  if (format.kind == SAMPLEFORMAT_IEEEFP) return format.bits == 32 ? take<float>(bytes) : take<double>(bytes);
  const bool sign = format.kind == SAMPLEFORMAT_INT;
  if (format.bits == 8) return sign ? take<std::int8_t>(bytes) : take<std::uint8_t>(bytes);
  if (format.bits == 16) return sign ? take<std::int16_t>(bytes) : take<std::uint16_t>(bytes);
  return sign ? take<std::int32_t>(bytes) : take<std::uint32_t>(bytes);
}

/** A block is a strip or tile of pixels; blocks at the right and lower edge may extend beyond the raster. */
struct Blocks {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<unsigned char> bytes;
};

void copy_block(const Blocks& block, std::uint32_t left, std::uint32_t top, std::size_t have, const Format& format,
                Raster& raster) {
  for (std::uint32_t j = 0; j < block.height && top + j < raster.rows; ++j) {
    const std::size_t row = raster.rows - 1 - (top + j);
    for (std::uint32_t i = 0; i < block.width && left + i < raster.columns; ++i) {
      const std::size_t at = (std::size_t{j} * block.width + i) * format.bytes();
      if (at + format.bytes() > have) return;
      raster.values[row * raster.columns + left + i] = value_at(&block.bytes[at], format);
    }
  }
}

void read_blocks(TIFF* tiff, const Format& format, Raster& raster, const std::string& file) {
  const bool tiled = TIFFIsTiled(tiff) != 0;
  Blocks block;
  block.width = raster.columns;
  if (tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &block.width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &block.height);
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &block.height);
    block.height = std::min(block.height, raster.rows);
  }
  const auto size = tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
  const bool sane = block.width > 0 && block.height > 0 && block.width <= 2 * max_raster_side &&
                    block.height <= 2 * max_raster_side && size > 0;
  if (!sane || static_cast<std::size_t>(size) > (std::size_t{1} << 33)) {
    throw InputError(file + ": broken: strips or tiles of impossible size");
  }
  block.bytes.resize(static_cast<std::size_t>(size));
  for (std::uint32_t top = 0; top < raster.rows; top += block.height) {
    for (std::uint32_t left = 0; left < raster.columns; left += block.width) {
      last_message.clear();
      const auto got = tiled
                           ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, left, top, 0, 0), block.bytes.data(), size)
                           : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, top, 0), block.bytes.data(), size);
      const std::size_t rows = std::min(block.height, raster.rows - top);
      const std::size_t need = tiled ? static_cast<std::size_t>(size) : rows * block.width * format.bytes();
      if (got < 0 || static_cast<std::size_t>(got) < need) {
        throw InputError(file + ": cut short or broken at row " + std::to_string(top) + ": " + last_message);
      }
      copy_block(block, left, top, static_cast<std::size_t>(got), format, raster);
    }
  }
}

/** The no-data value in the number type of the raster. */
double hole_of(TIFF* tiff, const Format& format, const std::string& file) {
  const char* text = nullptr;
  double hole = std::numeric_limits<double>::quiet_NaN();
  if (TIFFGetField(tiff, tag_no_data, &text) != 1 || text == nullptr) return hole;
  const auto words = split_words(text);
  if (words.size() != 1 || !parse_number(words[0], hole)) {
    throw InputError(file + ": its no-data value is not a number");
  }
  const bool single = format.kind == SAMPLEFORMAT_IEEEFP && format.bits == 32;
  return single && std::fabs(hole) <= 3.4028234663852886e38 ? static_cast<double>(static_cast<float>(hole)) : hole;
}

}  // namespace

bool has_geotiff() { return true; }

Raster read_geotiff(const std::filesystem::path& path) {
  const std::string file = path.string();
  const Tiff tiff = open_tiff(file);
  Raster raster;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &raster.columns);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &raster.rows);
  const Format format = format_of(tiff.get(), file);
  if (raster.columns >= 2 && raster.rows >= 2) place(tiff.get(), raster, file);
  check_raster_frame(raster, file);
  const std::size_t count = std::size_t{raster.columns} * raster.rows;
  // No common compression exceeds a factor of about 1000: do not allocate for a header that announces more.
  const double most = 4096.0 * static_cast<double>(std::filesystem::file_size(path));
  if (static_cast<double>(count * format.bytes()) > most) {
    throw InputError(file + ": cut short: the header announces " + std::to_string(raster.columns) + " x " +
                     std::to_string(raster.rows) + " values, more than the file can hold");
  }
  raster.values.assign(count, std::numeric_limits<double>::quiet_NaN());
  read_blocks(tiff.get(), format, raster, file);
  const double hole = hole_of(tiff.get(), format, file);
  for (double& value : raster.values) {
    if (value == hole) value = std::numeric_limits<double>::quiet_NaN();
  }
  check_raster_values(raster, file);
  return raster;
}

}  // namespace sandbox
