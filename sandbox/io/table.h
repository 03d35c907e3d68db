// Tables of comma-separated values with a header line.
#ifndef ROCKFALL_SANDBOX_IO_TABLE_H
#define ROCKFALL_SANDBOX_IO_TABLE_H

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sandbox {

/** A table held as text; error messages name file, line and column. */
class Table {
 public:
  /** Throws InputError, also for text that is not UTF-8. */
  explicit Table(const std::filesystem::path& path);

  std::size_t rows() const { return cells_.size(); }
  /** Index of a column; throws InputError listing the columns if there is none. */
  std::size_t column(const std::string& name) const;
  const std::string& text(std::size_t row, std::size_t column) const { return cells_[row][column]; }
  /** File and line of a row, and a column, for messages. */
  std::string place(std::size_t row, std::size_t column) const;
  /** Rows by their text in a column. Throws InputError if two rows have the same. */
  std::map<std::string, std::size_t> rows_by(std::size_t column) const;
  /** A finite number, or InputError. */
  double number(std::size_t row, std::size_t column) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> cells_;
  std::vector<std::size_t> lines_;
};

}  // namespace sandbox
#endif
