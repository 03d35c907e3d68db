#include "io/esri_ascii.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

/** Words of the file with their line numbers. */
class Words {
 public:
  explicit Words(std::string_view text) : rest_(without_byte_order_mark(text)) {}

  std::string_view peek() {
    if (!word_.empty()) return word_;
    std::size_t from = 0;
    while (from < rest_.size() && blanks.find(rest_[from]) != std::string_view::npos) {
      if (rest_[from] == '\n') ++line_;
      ++from;
    }
    rest_.remove_prefix(from);
    word_ = rest_.substr(0, rest_.find_first_of(blanks));
    return word_;
  }
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    word_ = {};
    return word;
  }
  std::size_t line() const { return line_; }

 private:
  std::string_view rest_;
  std::string_view word_;
  std::size_t line_ = 1;
};

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& what) {
  throw InputError(file + ":" + std::to_string(line) + ": " + what);
}

struct Header {
  std::map<std::string, double> numbers;
  bool has(const std::string& key) const { return numbers.count(key) != 0; }
  double at(const std::string& key) const { return numbers.at(key); }
};

/** True for digits, which may have a plus before them and a point and zeros behind them. GDAL reads other numbers up to
 * the first letter: 4e1 as 4. */
bool is_plain_count(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const std::string_view whole = text.substr(0, text.find('.'));
  const std::string_view fraction = text.substr(std::min(whole.size() + 1, text.size()));
  return !whole.empty() && whole.find_first_not_of("0123456789") == std::string_view::npos &&
         fraction.find_first_not_of('0') == std::string_view::npos;
}

bool has_decimal_comma(std::string_view word) {
  std::string with_point(word);
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  double number = 0;
  return with_point != word && parse_number(with_point, number);
}

std::string no_number(std::string_view word) {
  return "'" + shortened(word) + "' is not a number" +
         (has_decimal_comma(word) ? "; write decimals with a point, as in 0.5" : "");
}

Header read_header(Words& words, const std::string& file) {
  static const std::string known = "ncols nrows xllcorner xllcenter yllcorner yllcenter cellsize dx dy nodata_value";
  Header header;
  while (true) {
    const std::string_view word = words.peek();
    double number = 0;
    if (word.empty() || parse_number(word, number)) return header;
    const std::string key = lower(word);
    if ((" " + known + " ").find(" " + key + " ") == std::string::npos) {
      if (has_decimal_comma(word)) refuse(file, words.line(), no_number(word));
      refuse(file, words.line(), "not an Esri ASCII grid: '" + shortened(word) + "' is no header key (" + known + ")");
    }
    words.next();
    const std::string_view value = words.next();
    const bool count = key == "ncols" || key == "nrows";
    if (count && !is_plain_count(value)) {
      refuse(file, words.line(), key + " must be a whole number written in digits, is '" + shortened(value) + "'");
    }
    if (!parse_number(value, number)) {
      refuse(file, words.line(), key + ": " + no_number(value));
    }
    if (!header.numbers.emplace(key, number).second) refuse(file, words.line(), key + " is given twice");
  }
}

std::uint32_t header_count(const Header& header, const std::string& key, const std::string& file) {
  if (!header.has(key)) throw InputError(file + ": the header lacks " + key);
  const double count = header.at(key);
  if (!(count >= 2) || !(count <= max_raster_side) || count != std::floor(count)) {
    throw InputError(file + ": " + key + " must be a whole number from 2 to " + std::to_string(max_raster_side) +
                     ", is " + format_number(count));
  }
  return static_cast<std::uint32_t>(count);
}

/** Sets the position of the first node. GDAL takes (0, 0) where one direction has a corner and the other a centre. */
void read_position(const Header& header, const std::string& file, Raster& raster) {
  if (header.has("xllcorner") && header.has("yllcorner")) {
    raster.x0 = header.at("xllcorner") + 0.5 * raster.cell_x;
    raster.y0 = header.at("yllcorner") + 0.5 * raster.cell_y;
  } else if (header.has("xllcenter") && header.has("yllcenter")) {
    raster.x0 = header.at("xllcenter");
    raster.y0 = header.at("yllcenter");
  } else {
    throw InputError(file + ": the header needs both xllcorner and yllcorner, or both xllcenter and yllcenter");
  }
}

Raster frame_of(const Header& header, const std::string& file) {
  Raster raster;
  raster.columns = header_count(header, "ncols", file);
  raster.rows = header_count(header, "nrows", file);
  if (!header.has("cellsize") && !(header.has("dx") && header.has("dy"))) {
    throw InputError(file + ": the header lacks cellsize");
  }
  raster.cell_x = header.at(header.has("cellsize") ? "cellsize" : "dx");
  raster.cell_y = header.at(header.has("cellsize") ? "cellsize" : "dy");
  read_position(header, file, raster);
  check_raster_frame(raster, file);
  return raster;
}

void check_value(std::string_view word, bool nan_is_hole, const std::string& file, std::size_t line) {
  double value = 0;
  if (!parse_number(word, value)) refuse(file, line, no_number(word));
  if (std::isnan(value) && !nan_is_hole) refuse(file, line, "value is NaN; mark places without data by NODATA_value");
  if (std::isinf(value)) refuse(file, line, "value is infinite");
}

}  // namespace

bool looks_like_esri_ascii(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char first[512] = {};
  file.read(first, sizeof first - 1);
  const std::string text = lower(std::string_view(first, static_cast<std::size_t>(file.gcount())));
  if (text.rfind("ii", 0) == 0 || text.rfind("mm", 0) == 0) return false;
  const std::size_t from = text.find_first_not_of(blanks);
  return path.extension() == ".asc" || (from != std::string::npos && text.compare(from, 5, "ncols") == 0);
}

Raster check_esri_ascii(const std::filesystem::path& path) {
  const std::string file = path.string();
  const std::string text = read_text(path);
  Words words(text);
  const Header header = read_header(words, file);
  const Raster frame = frame_of(header, file);
  const std::size_t count = std::size_t{frame.columns} * frame.rows;
  // A value takes at least two bytes.
  if (count > (text.size() + 1) / 2) {
    throw InputError(file + ": cut short: the header announces " + std::to_string(count) + " values, more than " +
                     std::to_string(text.size()) + " bytes can hold");
  }
  const bool nan_is_hole = header.has("nodata_value") && std::isnan(header.at("nodata_value"));
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view word = words.next();
    if (word.empty()) {
      refuse(file, words.line(), "cut short: " + std::to_string(i) + " of " + std::to_string(count) + " values found");
    }
    check_value(word, nan_is_hole, file, words.line());
  }
  if (!words.peek().empty()) {
    refuse(file, words.line(), "more than the " + std::to_string(count) + " values that the header announces");
  }
  return frame;
}

}  // namespace sandbox
