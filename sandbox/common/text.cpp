#include "common/text.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

#include "common/error.h"

namespace sandbox {
namespace {

/** What a text lacks to the width of a column. A letter of several bytes, and a byte that is no letter, count once. */
std::string blanks_up_to(std::size_t width, std::string_view text) {
  std::size_t letters = 0;
  for (; !text.empty(); ++letters) text.remove_prefix(std::max<std::size_t>(utf8_letter_length(text), 1));
  return std::string(letters < width ? width - letters : 0, ' ');
}

/** The number of a letter of one to three bytes. */
unsigned code_of(std::string_view letter) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(letter[i])); };
  switch (utf8_letter_length(letter)) {
    case 1:
      return at(0);
    case 2:
      return (at(0) & 0x1Fu) << 6 | (at(1) & 0x3Fu);
    case 3:
      return (at(0) & 0x0Fu) << 12 | (at(1) & 0x3Fu) << 6 | (at(2) & 0x3Fu);
    default:
      return 0;
  }
}

/** False for what a reader does not see, or that changes the order of what follows: control characters, other blanks
 *  than the usual one, and bytes that are no letter. */
bool is_visible(std::string_view letter) {
  struct Range {
    unsigned first, last;
  };
  constexpr Range hidden[] = {{0, 0x1F},        {0x7F, 0xA0},     {0xAD, 0xAD},     {0x2000, 0x200F},
                              {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
  const std::size_t length = utf8_letter_length(letter);
  if (length == 0 || length == 4) return length == 4;
  const unsigned code = code_of(letter);
  return std::none_of(std::begin(hidden), std::end(hidden),
                      [&](const Range& range) { return code >= range.first && code <= range.last; });
}

}  // namespace

void check_is_file(const std::filesystem::path& path) {
  if (path.empty()) throw InputError("the name of the file is empty");
  std::error_code failed;
  const auto kind = std::filesystem::status(path, failed).type();
  if (kind == std::filesystem::file_type::not_found) throw InputError(path.string() + ": there is no such file");
  if (kind != std::filesystem::file_type::regular) throw InputError(path.string() + ": not a file that can be read");
}

std::string read_text(const std::filesystem::path& path) {
  check_is_file(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path.string() + ": cannot be opened for reading");
  std::error_code failed;
  const auto size = std::filesystem::file_size(path, failed);
  std::string text(failed ? 0 : static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) throw InputError(path.string() + ": reading failed");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.empty()) throw InputError(path.string() + ": the file is empty");
  return text;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

std::size_t utf8_letter_length(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.empty()) return 0;
  const unsigned first = at(0);
  const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 0 || first > 0xF4 || length > bytes.size()) return 0;
  // The second byte excludes forms that are longer than necessary, surrogates and what lies beyond U+10FFFF.
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t k = 1; k < length; ++k) {
    const unsigned next = at(k);
    if (next < (k == 1 ? least : 0x80u) || next > (k == 1 ? most : 0xBFu)) return 0;
  }
  return length;
}

bool is_utf8(std::string_view bytes) {
  while (const std::size_t length = utf8_letter_length(bytes)) bytes.remove_prefix(length);
  return bytes.empty();
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char letter) { return letter < ' ' || letter == 0x7F; });
}

bool may_be_in_file_name(char letter) {
  return std::string_view("/\\<>:\"|?*").find(letter) == std::string_view::npos && !has_control_character({&letter, 1});
}

bool parse_number(std::string_view word, double& value) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  const char* end = word.data() + word.size();
  const auto [stopped, status] = std::from_chars(word.data(), end, value);
  return status == std::errc() && stopped == end;
}

std::vector<std::string_view> split_words(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> words;
  std::size_t from = line.find_first_not_of(separators);
  while (from != std::string_view::npos) {
    const std::size_t to = std::min(line.find_first_of(separators, from), line.size());
    words.push_back(line.substr(from, to - from));
    from = line.find_first_not_of(separators, to);
  }
  return words;
}

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == separator) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

bool parse_fields(std::string_view line, std::vector<std::string>& fields) {
  fields.assign(1, "");
  bool quoted = false, closed = false, whole = true;
  std::size_t of_quotes = 0;  // letters inside quotes are not trimmed
  const auto end_field = [&] {
    const std::size_t last = fields.back().find_last_not_of(" \t\r");
    fields.back().resize(std::max(last == std::string::npos ? 0 : last + 1, of_quotes));
    closed = false;
    of_quotes = 0;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    std::string& field = fields.back();
    const bool blank = letter == ' ' || letter == '\t' || letter == '\r';
    if (quoted && letter == '"') {
      const bool doubled = i + 1 < line.size() && line[i + 1] == '"';
      if (doubled) field += line[i++];
      quoted = doubled;
      closed = !doubled;
      if (closed) of_quotes = field.size();
    } else if (!quoted && letter == '"' && field.empty() && !closed) {
      quoted = true;
    } else if (!quoted && letter == ',') {
      end_field();
      fields.emplace_back();
    } else if (quoted || !(blank && field.empty())) {
      whole = whole && !(closed && !blank);
      field += letter;
    }
  }
  end_field();
  return whole && !quoted;
}

std::vector<std::string> split_fields(std::string_view line) {
  std::vector<std::string> fields;
  parse_fields(line, fields);
  return fields;
}

std::string shortened(std::string_view word) {
  constexpr int most = 60;
  std::string text;
  for (int letters = 0; !word.empty(); ++letters) {
    if (letters == most) return text + "...";
    const std::size_t length = std::max<std::size_t>(utf8_letter_length(word), 1);
    const std::string_view letter = word.substr(0, length);
    text += is_visible(letter) ? letter : std::string_view("?");
    word.remove_prefix(length);
  }
  return text;
}

std::string hash_text(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string shell_word(const std::string& word) {
  static const char* const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

std::vector<std::string> distinct(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return "nan";
  char buffer[64];
  const auto done = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  return std::string(buffer, done.ptr);
}

std::string format_exact(double value) {
  constexpr int fewest = 15, enough = 17;  // 17 digits distinguish any two numbers
  for (int digits = fewest; digits < enough; ++digits) {
    const std::string text = format_number(value, digits);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    if (read == value) return text;
  }
  return format_number(value, enough);
}

std::string format_significant(double value, int digits) {
  const double size = std::fabs(value);
  if (!(size >= 1e-3 && size < 1e7)) return format_number(value, digits);
  char buffer[64];
  const auto done = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, digits - 1);
  double rounded = value;
  std::from_chars(buffer, done.ptr, rounded);
  // As many digits as the number has before the point, so that no exponent is chosen.
  return format_number(rounded, std::max(digits, 2 + static_cast<int>(std::floor(std::log10(std::fabs(rounded))))));
}

std::string format_fixed(double value, int decimals) {
  if (!std::isfinite(value) || std::fabs(value) > 1e18) return format_number(value, 6);
  char buffer[64];
  const auto done = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  return std::string(buffer, done.ptr);
}

int decimals_of(double value, int fewest) {
  constexpr int digits = 2, most = 9;
  const double size = std::fabs(value);
  if (!(size > 0) || !std::isfinite(size)) return fewest;
  const int needed = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  return std::max(fewest, std::min(needed, most));
}

std::string mean_and_sd(double mean, double sd, int fewest_decimals) {
  const int decimals = decimals_of(mean, fewest_decimals);
  return format_fixed(mean, decimals) + " (" + format_fixed(sd, decimals) + ")";
}

std::string table_cell(const std::string& text, std::size_t width) { return pad_left(" " + text, width); }

std::string pad_left(const std::string& text, std::size_t width) { return blanks_up_to(width, text) + text; }

std::string pad_right(const std::string& text, std::size_t width) { return text + blanks_up_to(width, text); }

std::string join(const std::vector<std::string>& words, const std::string& separator) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : separator) + word;
  return result;
}

namespace {

/** Letters to insert, remove, replace or swap with their neighbour to make one word from the other. */
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

}  // namespace

std::string similar_word(const std::string& word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t fewest = word.size() < 4 ? 1 : 2;
  for (const std::string& candidate : known) {
    const std::size_t count = edits(lower(word), lower(candidate));
    if (count > fewest || (count == fewest && !best.empty())) continue;
    fewest = count;
    best = candidate;
  }
  return best;
}

std::string meant_text(const std::string& word, const std::vector<std::string>& known) {
  const std::string meant = similar_word(word, known);
  return meant.empty() ? "" : "is '" + meant + "' meant? ";
}

bool Lines::next(std::string_view& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  ++number_;
  return true;
}

LineDifference difference_of_lines(const std::string& before, const std::string& now) {
  Lines lines_before(before), lines_now(now);
  std::string_view line_before, line_now;
  for (std::size_t line = 1;; ++line) {
    const bool more_before = lines_before.next(line_before);
    const bool more_now = lines_now.next(line_now);
    if (!more_before && !more_now) return {0, "nothing"};
    const std::string text_before = more_before ? "'" + std::string(line_before) + "'" : "nothing";
    const std::string text_now = more_now ? "'" + std::string(line_now) + "'" : "nothing";
    if (text_before != text_now) return {line, text_before + " before, " + text_now + " now"};
  }
}

std::string first_difference(const std::string& before, const std::string& now) {
  return difference_of_lines(before, now).text;
}

}  // namespace sandbox
