#include "common/range_text.h"

#include <cmath>

#include "common/text.h"

namespace sandbox {

std::optional<RangeText> parse_range(std::string_view text) {
  std::vector<std::string> parts = split_at(text, ':');
  RangeText range;
  if (parts.size() > 2 && parts.back() == "log") {
    range.logarithmic = true;
    parts.pop_back();
  }
  const bool numbers = parts.size() >= 2 && parse_number(parts[0], range.from) && parse_number(parts[1], range.to);
  if (!numbers) return std::nullopt;
  range.others.assign(parts.begin() + 2, parts.end());
  return range;
}

std::string fault_of(const RangeText& range) {
  if (!std::isfinite(range.from) || !std::isfinite(range.to)) return "FROM and TO must be finite";
  if (!(range.from < range.to)) return "FROM must be below TO";
  if (range.logarithmic && !(range.from > 0)) {
    return "with log FROM must be more than 0, is " + format_number(range.from, 6);
  }
  return "";
}

}  // namespace sandbox
