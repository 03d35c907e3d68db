#include "scenario/toml_text.h"

#include <algorithm>
#include <string_view>

#include "common/text.h"

namespace sandbox {
namespace {

bool is_ascii(char letter) { return static_cast<unsigned char>(letter) < 0x80; }

/** True if a key or value may begin at `at`: after a separator, or at the beginning of a line. */
bool may_begin(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || std::string("=[,{.\n").find(text[at - 1]) != std::string::npos;
}

/** Index of the character that the parser reads after a backslash at `at`: the next one, in long strings the first
 * after blanks and ends of lines. It cannot process one beyond ASCII. */
std::size_t after_backslash(std::string_view text, std::size_t at, bool long_string) {
  return long_string ? std::min(text.find_first_not_of(" \t\r\n", at + 1), text.size()) : at + 1;
}

/** Index after the string or comment that begins at `at`; `at` itself if none begins there. */
std::size_t after_string_or_comment(std::string_view text, std::size_t at) {
  const char first = text[at];
  if (first == '#') return std::min(text.find('\n', at), text.size());
  if ((first != '"' && first != '\'') || !may_begin(text, at)) return at;
  const std::string triple(3, first);
  const bool long_string = text.compare(at, 3, triple) == 0;
  const std::string end = long_string ? triple : std::string(1, first);
  for (std::size_t i = at + end.size(); i < text.size(); ++i) {
    if (first == '"' && text[i] == '\\') {
      const std::size_t next = after_backslash(text, i, long_string);
      if (next < text.size() && !is_ascii(text[next])) return next;
      i = next == i + 1 ? next : next - 1;  // what follows an end of a line is not escaped
    } else if (text.compare(i, end.size(), end) == 0) {
      return i + end.size();
    } else if (!long_string && text[i] == '\n') {
      return i;  // not closed, which the parser reports
    }
  }
  return text.size();
}

/** What the characters read so far say of the next ones. */
class Place {
 public:
  /** True where a value begins, and not a key or the end of a line. */
  bool expects_value() const { return expects_value_; }
  void after_value() { expects_value_ = false; }

  /** @param letter  outside strings, comments and values without quotes */
  void pass(char letter) {
    switch (letter) {
      case '=':
        expects_value_ = true;
        break;
      case '[':  // else of the name of a table
      case '{':
        if (expects_value_) open_ += letter;
        expects_value_ = expects_value_ && letter == '[';
        break;
      case ']':
      case '}':
        if (!open_.empty()) open_.pop_back();
        expects_value_ = false;
        break;
      case ',':
        expects_value_ = !open_.empty() && open_.back() == '[';
        break;
      case '\n':
        expects_value_ = expects_value_ && !open_.empty();
        break;
      default:
        break;
    }
  }

 private:
  std::string open_;  // brackets and braces of values
  bool expects_value_ = false;
};

/** Index after the value without quotes, brackets or braces that begins at `at`: all that the parser reads as one. */
std::size_t after_bare_value(std::string_view text, std::size_t at) {
  return std::min(text.find_first_of(" \t\r\n,]}#", at), text.size());
}

bool begins_bare_value(char letter) { return std::string(" \t\r\n,[]{}#=\"'").find(letter) == std::string::npos; }

/** Index of the first character that is not ASCII; `to` if there is none. */
std::size_t first_beyond_ascii(std::string_view text, std::size_t from, std::size_t to) {
  while (from < to && is_ascii(text[from])) ++from;
  return from;
}

std::size_t line_at(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/** @param text  without byte order mark */
std::size_t line_in(std::string_view text) {
  Place place;
  for (std::size_t i = 0; i < text.size();) {
    if (place.expects_value() && begins_bare_value(text[i])) {
      const std::size_t end = after_bare_value(text, i), found = first_beyond_ascii(text, i, end);
      if (found < end) return line_at(text, found);
      place.after_value();
      i = end;
      continue;
    }
    const std::size_t next = after_string_or_comment(text, i);
    if (next > i) {
      if (text[i] != '#') place.after_value();
      i = next;
      continue;
    }
    if (!is_ascii(text[i])) return line_at(text, i);
    place.pass(text[i]);
    ++i;
  }
  return 0;
}

}  // namespace

std::size_t line_of_unreadable_character(const std::string& text) { return line_in(without_byte_order_mark(text)); }

}  // namespace sandbox
