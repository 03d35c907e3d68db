#include "io/png.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include "common/error.h"
#include "common/output_file.h"
#include "common/threads.h"

namespace sandbox {
namespace {

constexpr std::size_t channels = 3;
constexpr std::size_t filter_count = 5;  // none, left, above, mean, Paeth: PNG specification, section 9.2
// Smaller files take twice the time from level 7 on.
constexpr int compression_level = 5;

using Byte = std::uint8_t;

/** Paeth's filter: subtracts the neighbour that is nearest to left + above - corner. */
Byte paeth(Byte value, Byte left, Byte above, Byte corner) {
  // Numbers of 16 bits, of which a vector register holds many.
  const auto to_left = static_cast<std::int16_t>(std::abs(above - corner));
  const auto to_above = static_cast<std::int16_t>(std::abs(left - corner));
  const auto to_corner = static_cast<std::int16_t>(std::abs(left + above - 2 * corner));
  const Byte second = to_above <= to_corner ? above : corner;
  return static_cast<Byte>(value - (((to_left <= to_above) & (to_left <= to_corner)) ? left : second));
}

/** Filters a row. The loops are simple, so that compilers vectorise them. */
void apply_filter(std::size_t type, const Byte* row, const Byte* above, Byte* out, std::size_t count) {
  const Byte* const left = row - channels;
  const Byte* const corner = above - channels;
  if (type == 0) {
    for (std::size_t i = 0; i < count; ++i) out[i] = row[i];
  } else if (type == 1) {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Byte>(row[i] - left[i]);
  } else if (type == 2) {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Byte>(row[i] - above[i]);
  } else if (type == 3) {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Byte>(row[i] - ((left[i] + above[i]) >> 1));
  } else {
    for (std::size_t i = 0; i < count; ++i) out[i] = paeth(row[i], left[i], above[i], corner[i]);
  }
}

/** Sum of the bytes as signed numbers without their signs. */
std::uint32_t size_of(const std::vector<Byte>& bytes) {
  std::uint32_t sum = 0;
  for (const Byte byte : bytes) sum += std::min(byte, static_cast<Byte>(-byte));
  return sum;
}

/** Filters rows of a picture, each with the filter whose bytes are smallest, after the number of the filter.
 *  @param first, end  rows
 *  @param out         of the first one */
void filter_rows(const std::vector<Byte>& bytes, std::size_t row_bytes, std::size_t first, std::size_t end, Byte* out) {
  // Rows with the pixel left of the first and the row above the first: zeros.
  std::vector<Byte> row(channels + row_bytes, 0), above(channels + row_bytes, 0);
  if (first > 0) std::copy_n(bytes.data() + (first - 1) * row_bytes, row_bytes, above.data() + channels);
  std::array<std::vector<Byte>, filter_count> trial;
  for (auto& one : trial) one.resize(row_bytes);
  for (std::size_t j = first; j < end; ++j) {
    std::copy_n(bytes.data() + j * row_bytes, row_bytes, row.data() + channels);
    std::size_t best = 0;
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t type = 0; type < filter_count; ++type) {
      apply_filter(type, row.data() + channels, above.data() + channels, trial[type].data(), row_bytes);
      const std::uint32_t size = size_of(trial[type]);
      if (size >= least) continue;
      least = size;
      best = type;
    }
    *out++ = static_cast<Byte>(best);
    out = std::copy(trial[best].begin(), trial[best].end(), out);
    row.swap(above);
  }
}

std::vector<Byte> filtered(int width, int height, const std::vector<Byte>& bytes, unsigned threads) {
  constexpr std::size_t rows = 64;  // filtered at a time
  const std::size_t row_bytes = channels * static_cast<std::size_t>(width), count = static_cast<std::size_t>(height);
  std::vector<Byte> out((row_bytes + 1) * count);
  const auto parts = static_cast<std::uint32_t>((count + rows - 1) / rows);
  ThreadPool(std::min(parts, std::max(1u, threads))).run(parts, [&](std::uint32_t part) {
    const std::size_t first = part * rows, end = std::min(count, first + rows);
    filter_rows(bytes, row_bytes, first, end, out.data() + first * (row_bytes + 1));
  });
  return out;
}

/** Empty where memory ran out. */
std::string deflated(const std::vector<std::uint8_t>& bytes) {
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
      libdeflate_alloc_compressor(compression_level), libdeflate_free_compressor);
  if (compressor == nullptr) return {};
  std::string out(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()), '\0');
  out.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  return out;
}

std::string big_endian(std::uint32_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 255u);
  return text;
}

void put_chunk(std::ostream& out, const std::string& type, const std::string& data) {
  std::uint32_t check = libdeflate_crc32(0, type.data(), type.size());
  check = libdeflate_crc32(check, data.data(), data.size());
  out << big_endian(static_cast<std::uint32_t>(data.size())) << type << data << big_endian(check);
}

}  // namespace

void write_png(const std::filesystem::path& file, int width, int height, const std::vector<std::uint8_t>& bytes,
               unsigned threads) {
  const std::string data = deflated(filtered(width, height, bytes, threads));
  if (data.empty()) throw RunError(file.string() + ": the picture could not be packed");
  // 8 bits per component, colours without palette, deflate, the five filters, rows in order.
  const std::string properties("\x08\x02\x00\x00\x00", 5);
  write_file(file, [&](std::ostream& out) {
    out << "\x89PNG\r\n\x1a\n";
    put_chunk(
        out, "IHDR",
        big_endian(static_cast<std::uint32_t>(width)) + big_endian(static_cast<std::uint32_t>(height)) + properties);
    put_chunk(out, "IDAT", data);
    put_chunk(out, "IEND", "");
  });
}

}  // namespace sandbox
