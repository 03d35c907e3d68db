#include "live/fuzzy.h"

#include <cctype>

namespace sandbox::live {
namespace {

char lower(char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); }
bool letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::optional<int> fuzzy_score(const std::string& typed, const std::string& name) {
  int score = 0, run = 0;
  std::size_t at = 0;
  for (const char wanted : typed) {
    if (wanted == ' ') continue;
    std::size_t found = at;
    while (found < name.size() && lower(name[found]) != lower(wanted)) ++found;
    if (found == name.size()) return std::nullopt;
    run = found == at && at > 0 ? run + 1 : 0;
    const bool begins = found == 0 || !letter_or_digit(name[found - 1]);
    score += 1 + 3 * run + (begins ? 5 : 0) - static_cast<int>(found - at) / 4;
    at = found + 1;
  }
  return score;
}

}  // namespace sandbox::live
