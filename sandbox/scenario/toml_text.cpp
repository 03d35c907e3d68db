#include "scenario/toml_text.h"

#include <algorithm>

#include "common/text.h"

namespace sandbox {
namespace {

bool is_ascii(char letter) { return static_cast<unsigned char>(letter) < 0x80; }

/** True if a key or value may begin at `at`: after a separator, or at the beginning of a line. */
bool may_begin(const std::string& text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || std::string("=[,{.\n").find(text[at - 1]) != std::string::npos;
}

/** Index after the string or comment that begins at `at`; `at` itself if none begins there. */
std::size_t after_string_or_comment(const std::string& text, std::size_t at) {
  const char first = text[at];
  if (first == '#') return std::min(text.find('\n', at), text.size());
  if ((first != '"' && first != '\'') || !may_begin(text, at)) return at;
  const std::string triple(3, first);
  const bool long_string = text.compare(at, 3, triple) == 0;
  const std::string end = long_string ? triple : std::string(1, first);
  for (std::size_t i = at + end.size(); i < text.size(); ++i) {
    if (first == '"' && text[i] == '\\') {
      ++i;
      if (i < text.size() && !is_ascii(text[i])) return i;  // no escape; the parser cannot process it
    } else if (text.compare(i, end.size(), end) == 0) {
      return i + end.size();
    } else if (!long_string && text[i] == '\n') {
      return i;  // not closed, which the parser reports
    }
  }
  return text.size();
}

}  // namespace

std::size_t line_of_unreadable_character(const std::string& text) {
  std::size_t line = 1, counted = 0;
  for (std::size_t i = byte_order_mark_length(text); i < text.size();) {
    const std::size_t next = after_string_or_comment(text, i);
    if (next == i && !is_ascii(text[i])) {
      for (; counted < i; ++counted) line += text[counted] == '\n';
      return line;
    }
    i = next > i ? next : i + 1;
  }
  return 0;
}

}  // namespace sandbox
