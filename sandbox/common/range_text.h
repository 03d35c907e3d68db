// Ranges of numbers as text.
#ifndef ROCKFALL_SANDBOX_COMMON_RANGE_TEXT_H
#define ROCKFALL_SANDBOX_COMMON_RANGE_TEXT_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

/** A range that was given as a text. */
struct RangeText {
  double from = 0, to = 0;
  bool logarithmic = false;         ///< equal ratios count as equal distances
  std::vector<std::string> others;  ///< parts of the text between TO and "log"
};

/** Reads "FROM:TO" or "FROM:TO:log", between TO and "log" with any other parts; nothing if the text has another form.
 */
std::optional<RangeText> parse_range(std::string_view text);

/** What is wrong with the numbers of a range; empty if nothing is. */
std::string fault_of(const RangeText& range);

}  // namespace sandbox
#endif
