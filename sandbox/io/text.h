// Text files: reading them whole, taking them apart into lines and words, numbers independent of the locale.
#ifndef ROCKFALL_SANDBOX_IO_TEXT_H
#define ROCKFALL_SANDBOX_IO_TEXT_H

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/** Whole content of a regular file. Throws InputError if it is missing, not a file, unreadable or empty. */
std::string read_text(const std::filesystem::path& path);

/** Parses all of `word` as a number; false if it is none. "nan" and "inf" are numbers here. */
bool parse_number(std::string_view word, double& value);

/** Words of a line, separated by any of `separators`. */
std::vector<std::string_view> split_words(std::string_view line, std::string_view separators = " \t\r,;");

/** Fields of a line of comma-separated values: empty fields count, blanks around them do not. */
std::vector<std::string> split_fields(std::string_view line);

/** The beginning of a word of a file, fit to be shown in a message: no control characters, no bytes of binary files. */
std::string shortened(std::string_view word);

/** Lower-case copy (ASCII). */
std::string lower(std::string_view text);

/** The number in `digits` significant digits, with a point whatever the locale; "nan" if it is not finite. */
std::string format_number(double value, int digits = 10);

/** The number with `decimals` places after the point. */
std::string format_fixed(double value, int decimals);

/** "a, b, c" */
std::string join(const std::vector<std::string>& words, const std::string& separator = ", ");

/** Goes through a text line by line and counts. */
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  /** False at the end of the text. */
  bool next(std::string_view& line);
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

}  // namespace sandbox
#endif
