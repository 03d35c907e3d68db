#include "io/height_unit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/text.h"

namespace sandbox {
namespace {

/** True if the text behind the first word of a unit makes a power, a product or a quotient of it: "m/s", "m2", "m s-1".
 * Other text names the datum of the heights: "m a.s.l.", "m+NAP", "ft (NAVD88)". */
bool makes_another_unit(const std::string& behind) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  if (!behind.empty() && (is_digit(behind[0]) || behind[0] == '-')) return true;
  for (const char* sign :
       {"/", "*", "^", "%", "\xC2\xB2", "\xC2\xB3", "\xC2\xB7", "\xC3\x97", "\xE2\x81", "\xE2\x8B\x85"}) {
    if (behind.find(sign) != std::string::npos) return true;
  }
  for (const std::string_view word : split_words(behind, " \t.,;:_()[]")) {
    if (is_digit(word[0]) || word == "per" || word == "squared" || word == "cubed") return true;
    const std::size_t minus = word.find('-');
    if (minus + 1 < word.size() && is_digit(word[minus + 1])) return true;
  }
  return false;
}

/** The first word of a unit, without brackets around it; empty if more than this word belongs to the unit. Bytes beyond
 * ASCII are parts of letters. */
std::string first_word(const std::string& unit) {
  const auto is_letter = [](unsigned char byte) { return byte >= 0x80 || (byte >= 'a' && byte <= 'z'); };
  const auto begin = unit.begin() + static_cast<std::ptrdiff_t>(std::min(unit.find_first_not_of(" [("), unit.size()));
  const auto end = std::find_if_not(begin, unit.end(), is_letter);
  return makes_another_unit({end, unit.end()}) ? "" : std::string(begin, end);
}

/** Metres per unit; 0 for a name that is not known. */
double metres_of(const std::string& unit) {
  constexpr double foot = 0.3048, survey_foot = 1200.0 / 3937;
  static const std::map<std::string, double> known = {
      {"m", 1},
      {"metre", 1},
      {"metres", 1},
      {"meter", 1},
      {"meters", 1},
      {"mm", 0.001},
      {"cm", 0.01},
      {"dm", 0.1},
      {"km", 1000},
      {"ft", foot},
      {"foot", foot},
      {"feet", foot},
      {"international foot", foot},
      {"us survey foot", survey_foot},
      {"us survey feet", survey_foot},
      {"us_survey_foot", survey_foot},
      {"foot_us", survey_foot},
      {"us-ft", survey_foot},
      {"ftus", survey_foot},
  };
  const std::string text = lower(unit);
  // "metres above the sea", "m.a.s.l.", "[m]": the first word is the unit, unless it is a part of another unit.
  for (const std::string& name : {text, first_word(text)}) {
    const auto found = known.find(name);
    if (found != known.end()) return found->second;
  }
  return 0;
}

/** The unit of the band; where it has none, that of the vertical system; without a name where that has none either. */
LengthUnit unit_of(const Raster& heights) {
  if (heights.unit.empty() || lower(heights.unit) == "unknown") return vertical_unit(heights.crs);
  return {heights.unit, metres_of(heights.unit)};
}

/** @param metres  per unit; 0: not known */
void check_unit(const std::string& unit, double metres, std::optional<double> z_scale, const std::string& file) {
  constexpr double rounding = 1e-5;  // more than the difference of the two feet: 2e-6
  if (unit.empty() || lower(unit) == "unknown" || std::fabs(metres - 1) < 1e-9) return;
  const bool converted =
      metres > 0 ? std::fabs(z_scale.value_or(1) - metres) <= rounding * metres : z_scale.has_value();
  if (converted) return;
  const std::string begin = file + ": the unit of its heights";
  if (metres > 0) {
    throw InputError(begin + " is '" + shortened(unit) +
                     "', not the metre; give terrain.z_scale = " + format_number(metres, 10));
  }
  throw InputError(begin + ", '" + shortened(unit) +
                   "', is not known; if it is the metre, give terrain.z_scale = 1, otherwise the metres per unit");
}

}  // namespace

void check_height_unit(const Raster& heights, std::optional<double> z_scale, const std::string& file) {
  const LengthUnit unit = unit_of(heights);
  check_unit(unit.name, unit.metres, z_scale, file);
}

}  // namespace sandbox
