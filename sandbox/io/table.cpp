#include "io/table.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

/** Throws InputError where the header has other separators than commas. */
void check_separator(const std::string& file, const std::vector<std::string>& names) {
  if (names.size() != 1) return;
  for (const char separator : {';', '\t'}) {
    if (names[0].find(separator) == std::string::npos) continue;
    throw InputError(file + ": fields are separated by commas; this file seems to use " +
                     (separator == ';' ? "';'" : "tabs"));
  }
}

/** Throws InputError for a line that is not UTF-8. Of UTF-16 without its mark every byte can be UTF-8: half are zero.
 */
void check_encoding(const std::string& place, std::string_view line) {
  if (is_utf8(line) && line.find('\0') == std::string_view::npos) return;
  throw InputError(place + ": holds bytes that are not UTF-8; save the table in the encoding UTF-8");
}

/** Why a line may have more fields than the header. */
std::string surplus_note(std::size_t fields, std::size_t columns) {
  return fields > columns ? "; decimals are written with a point, and a text with a comma in quotes" : "";
}

}  // namespace

Table::Table(const std::filesystem::path& path) : file_(path.string()) {
  const std::string content = read_text(path);
  Lines lines(without_byte_order_mark(content));
  std::string_view line;
  while (lines.next(line)) {
    if (split_words(line).empty()) continue;
    check_encoding(file_ + ":" + std::to_string(lines.number()), line);
    std::vector<std::string> fields;
    if (!parse_fields(line, fields)) {
      throw InputError(file_ + ":" + std::to_string(lines.number()) +
                       ": a field in quotes does not end with its quote on this line; a quote inside is written twice, "
                       "and a field cannot contain the end of a line");
    }
    if (names_.empty()) {
      names_ = std::move(fields);
      check_separator(file_, names_);
      continue;
    }
    if (fields.size() != names_.size()) {
      throw InputError(file_ + ":" + std::to_string(lines.number()) + ": " + counted(fields.size(), "field") +
                       ", the header has " + std::to_string(names_.size()) +
                       surplus_note(fields.size(), names_.size()));
    }
    cells_.push_back(std::move(fields));
    lines_.push_back(lines.number());
  }
  if (cells_.empty() && content.find('\n') == std::string::npos && content.find('\r') != std::string::npos) {
    throw InputError(file_ + ": its lines end with carriage returns alone; save the table with line feeds");
  }
  if (cells_.empty()) throw InputError(file_ + ": a table without rows");
}

std::size_t Table::column(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) {
    if (std::find(found + 1, names_.end(), name) == names_.end()) {
      return static_cast<std::size_t>(found - names_.begin());
    }
    throw InputError(file_ + ": two columns have the name '" + name + "'");
  }
  throw InputError(file_ + ": no column '" + name + "'; there are: " + join(names_));
}

std::string Table::place(std::size_t row, std::size_t column) const {
  return file_ + ":" + std::to_string(lines_[row]) + ": " + names_[column];
}

std::map<std::string, std::size_t> Table::rows_by(std::size_t column) const {
  std::map<std::string, std::size_t> rows;
  for (std::size_t row = 0; row < cells_.size(); ++row) {
    const std::string& name = cells_[row][column];
    if (!rows.emplace(name, row).second) {
      throw InputError(place(row, column) + ": '" + shortened(name) + "' is given twice");
    }
  }
  return rows;
}

double Table::number(std::size_t row, std::size_t column) const {
  if (cells_[row][column].empty()) throw InputError(place(row, column) + ": the cell is empty, must be a number");
  double value = 0;
  if (!parse_number(cells_[row][column], value) || !std::isfinite(value)) {
    const bool comma = cells_[row][column].find(',') != std::string::npos;
    throw InputError(place(row, column) + ": '" + shortened(cells_[row][column]) + "' is not a finite number" +
                     (comma ? "; decimals are written with a point" : ""));
  }
  return value;
}

}  // namespace sandbox
