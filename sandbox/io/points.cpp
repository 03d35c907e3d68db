#include "io/points.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

constexpr std::size_t max_points = 1000000;

[[noreturn]] void fail_at(const std::string& file, std::size_t line, const std::string& what) {
  throw InputError(file + ":" + std::to_string(line) + ": " + what);
}

void add_point(const std::vector<std::string_view>& words, std::size_t first, const std::string& file, std::size_t line,
               std::vector<double>& points) {
  if (words.size() < first + 3) fail_at(file, line, "a point needs three coordinates x y z");
  for (std::size_t k = first; k < first + 3; ++k) {
    double value = 0;
    if (!parse_number(words[k], value)) fail_at(file, line, "'" + shortened(words[k]) + "' is not a number");
    if (!std::isfinite(value)) fail_at(file, line, "a coordinate is not finite");
    points.push_back(value);
  }
  if (points.size() > 3 * max_points) {
    throw InputError(file + ": more than " + std::to_string(max_points) + " points; thin the cloud first");
  }
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

/** What separates two words of a line: a semicolon, a comma, or a blank. */
char separator_between(std::string_view left, std::string_view right) {
  const std::string_view between(left.data() + left.size(),
                                 static_cast<std::size_t>(right.data() - left.data()) - left.size());
  for (const char kind : {';', ','}) {
    if (between.find(kind) != std::string_view::npos) return kind;
  }
  return ' ';
}

/** A line with two kinds of separators probably has decimal commas: 0,5;0,25. */
void check_separators(const std::vector<std::string_view>& words, const std::string& file, std::size_t line) {
  for (std::size_t k = 2; k < words.size(); ++k) {
    if (separator_between(words[k - 1], words[k]) == separator_between(words[0], words[1])) continue;
    fail_at(file, line, "the numbers are separated in two ways; write decimals with a point, as in 0.5");
  }
}

/** Text with one point per line. Scanners may write the number of points first, and colours after the coordinates. */
std::vector<double> read_text_points(std::string_view text, const std::string& file) {
  std::vector<double> points;
  Lines lines(text);
  std::string_view line;
  std::optional<double> announced;
  std::size_t columns = 0;
  while (lines.next(line)) {
    const auto words = split_words(without_comment(line));
    if (words.empty()) continue;
    double number = 0;
    if (words.size() == 1 && points.empty() && !announced && parse_number(words[0], number)) {
      if (!(number >= 0) || number != std::floor(number)) {
        fail_at(file, lines.number(), "the number of points must be a whole number, not " + format_number(number));
      }
      announced = number;
      continue;
    }
    add_point(words, 0, file, lines.number(), points);
    check_separators(words, file, lines.number());
    if (columns == 0) columns = words.size();
    if (words.size() != columns) {
      fail_at(file, lines.number(),
              std::to_string(words.size()) + " columns, the lines before have " + std::to_string(columns));
    }
  }
  if (announced && *announced != static_cast<double>(points.size() / 3)) {
    throw InputError(file + ": cut short: number of points announced: " + format_number(*announced) +
                     ", read: " + std::to_string(points.size() / 3));
  }
  return points;
}

/** Reads the vertices; faces, normals and materials are ignored, because the rock is the convex hull. */
std::vector<double> read_obj_vertices(std::string_view text, const std::string& file) {
  std::vector<double> points;
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const auto words = split_words(without_comment(line), " \t\r");
    if (!words.empty() && words[0] == "v") add_point(words, 1, file, lines.number(), points);
  }
  return points;
}

}  // namespace

std::vector<double> read_points(const std::filesystem::path& path) {
  const std::string file = path.string();
  const std::string ending = lower(path.extension().string());
  const bool mesh = ending == ".obj";
  if (!mesh && ending != ".pts" && ending != ".xyz" && ending != ".txt" && ending != ".csv") {
    throw InputError(file + ": rock files end in .pts, .xyz, .txt, .csv or .obj");
  }
  const std::string content = read_text(path);
  const std::string_view text = without_byte_order_mark(content);
  const std::vector<double> points = mesh ? read_obj_vertices(text, file) : read_text_points(text, file);
  if (points.size() < 12) {
    throw InputError(file + ": " + counted(points.size() / 3, "point") + "; a rock needs at least four");
  }
  return points;
}

}  // namespace sandbox
