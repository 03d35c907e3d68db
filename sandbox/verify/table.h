// Rows of the verification table: expected value, measured value, and source.
#ifndef ROCKFALL_SANDBOX_VERIFY_TABLE_H
#define ROCKFALL_SANDBOX_VERIFY_TABLE_H

#include <string>
#include <vector>

namespace sandbox::verify {

enum class Verdict {
  pass,
  fail,
  report,  ///< a number without a criterion
  inside,  ///< in a range of observations that is no requirement
  outside
};
constexpr int verdict_count = 5;

struct Row {
  std::string group;
  std::string name;
  std::string expected;
  std::string measured;
  std::string source;
  Verdict verdict;
};

/** Rows of one group. */
class Table {
 public:
  Table(std::string letter, std::string title) : letter_(std::move(letter)), title_(std::move(title)) {}

  void check(std::string name, std::string expected, std::string measured, std::string source, bool holds);
  /** A requirement, or only a range if the ensemble is too small to decide. */
  void check_if(bool decides, std::string name, std::string expected, std::string measured, std::string source,
                bool holds);
  /** A number beside a range of observations: not a requirement. */
  void compare(std::string name, std::string range, std::string measured, std::string source, bool inside);
  /** A number without a criterion. */
  void report(std::string name, std::string expected, std::string measured, std::string source);

  const std::string& letter() const { return letter_; }
  const std::string& title() const { return title_; }
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::string letter_;
  std::string title_;
  std::vector<Row> rows_;
};

const char* verdict_text(Verdict verdict);

/** printf into a string. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
std::string
text(const char* format, ...);

/** Aligned columns under the heading of the group; colours on a terminal only. */
void print(const Table& table);

/** Writes all rows as a JSON array. Throws RunError if the file cannot be written. */
void write_json(const std::vector<Table>& tables, const std::string& file);

}  // namespace sandbox::verify
#endif
