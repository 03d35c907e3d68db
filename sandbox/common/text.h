// Text: reading files, splitting into lines and words, formatting and parsing numbers independent of the locale.
#ifndef ROCKFALL_SANDBOX_COMMON_TEXT_H
#define ROCKFALL_SANDBOX_COMMON_TEXT_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/** Throws InputError if a path is empty or no regular file. */
void check_is_file(const std::filesystem::path& path);

/** Whole content of a regular file. Throws InputError if it is missing, not a file, unreadable or empty. */
std::string read_text(const std::filesystem::path& path);

/** The text without the UTF-8 byte order mark that some editors and spreadsheets write at its beginning. */
std::string_view without_byte_order_mark(std::string_view text);

/** Bytes of the letter with which a text in UTF-8 begins, 1 to 4; 0 if it begins with no letter or is empty. */
std::size_t utf8_letter_length(std::string_view bytes);

/** True if the bytes are text in UTF-8. */
bool is_utf8(std::string_view bytes);

/** True if one of the letters is a control character of ASCII. */
bool has_control_character(std::string_view text);

/** Parses the whole of `word` as a number; false if it is not one. Accepts "nan" and "inf". */
bool parse_number(std::string_view word, double& value);

/** Words of a line, separated by any of `separators`. */
std::vector<std::string_view> split_words(std::string_view line, std::string_view separators = " \t\r,;");

/** Parts of a text between separators; empty parts count. */
std::vector<std::string> split_at(std::string_view text, char separator);

/** Fields of a line of comma-separated values: empty fields count, blanks around them do not. In a field that begins
 *  with a quote commas are text (RFC 4180). */
std::vector<std::string> split_fields(std::string_view line);

/** The same; false if a quote with which a field begins is not closed, or text follows it in the field. */
bool parse_fields(std::string_view line, std::vector<std::string>& fields);

/** A word for use in a message: a ? for each letter that is not seen, such as a control character or a no-break space,
 * and each byte that is not UTF-8; of a long one the first 60 letters and "...". */
std::string shortened(std::string_view word);

/** False for letters that a file system refuses in names: separators, control characters and, on Windows, < > : " | ?
 * *.
 */
bool may_be_in_file_name(char letter);

/** The 16 hexadecimal digits of a hash, zeros at the beginning included. */
std::string hash_text(std::uint64_t hash);

/** The number and the noun, with an s if there is not one of it: "1 run", "2 runs". */
std::string counted(std::size_t count, const std::string& noun);

/** The word as a shell reads it back: in quotes where it holds blanks or other special characters. */
std::string shell_word(const std::string& word);

/** The words in alphabetic order, each once. */
std::vector<std::string> distinct(std::vector<std::string> words);

/** Lower-case copy (ASCII). */
std::string lower(std::string_view text);

/** The number in `digits` significant digits, with a point whatever the locale; "nan" if it is not finite. */
std::string format_number(double value, int digits = 10);

/** The shortest of 15 to 17 digits that gives the same number when it is read. */
std::string format_exact(double value);

/** The number in at most `digits` significant digits, without an exponent from 0.001 to below 1e7. */
std::string format_significant(double value, int digits);

/** The number with `decimals` places after the point. */
std::string format_fixed(double value, int decimals);

/** Places after the point with which a number keeps two significant digits, at least `fewest` and at most 9: the
 *  energy of a pebble is not written as 0.00 kJ. */
int decimals_of(double value, int fewest);

/** "mean (sd)", both with the decimals_of() the mean. */
std::string mean_and_sd(double mean, double sd, int fewest_decimals);

/** The text with blanks before it (or behind it) up to a width. */
std::string pad_left(const std::string& text, std::size_t width);
/** The same for a cell of a table: at least one blank before the text. */
std::string table_cell(const std::string& text, std::size_t width);
std::string pad_right(const std::string& text, std::size_t width);

/** "a, b, c" */
std::string join(const std::vector<std::string>& words, const std::string& separator = ", ");

/** The word that `word` is probably a misspelling of; empty if none is near. */
std::string similar_word(const std::string& word, const std::vector<std::string>& known);

/** "is 'WORD' meant? " with the word that `word` is probably a misspelling of; empty if none is near. */
std::string meant_text(const std::string& word, const std::vector<std::string>& known);

/** Iterates over the lines of a text and counts them. */
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

/** The first line in which a former text differs from the present one. */
struct LineDifference {
  std::size_t line = 0;  ///< its number, from 1; 0 if all lines are the same
  std::string text;      ///< "'a = 1' before, 'a = 2' now"; "nothing" if all lines are the same
};
LineDifference difference_of_lines(const std::string& before, const std::string& now);

/** Its text. */
std::string first_difference(const std::string& before, const std::string& now);

}  // namespace sandbox
#endif
