#include "live/readable.h"

#include <cmath>

#include "common/text.h"

namespace sandbox::live {
namespace {

struct Prefixed {
  double value;
  const char* prefix;
};

Prefixed prefixed(double value) {
  const double size = std::fabs(value);
  if (size >= 0.9995e9) return {value / 1e9, "G"};
  if (size >= 0.9995e6) return {value / 1e6, "M"};
  if (size >= 0.9995e3) return {value / 1e3, "k"};
  return {value, ""};
}

}  // namespace

std::string with_prefix(double value, const char* unit, double noise) {
  const Prefixed shown = prefixed(std::fabs(value) < noise ? 0.0 : value);
  return readable(shown.value, 0) + " " + shown.prefix + unit;
}

std::string six_digits(double value, const char* unit) {
  const Prefixed shown = prefixed(value);
  return format_number(shown.value, 6) + " " + shown.prefix + unit;
}

std::string readable(double value, double noise) {
  if (std::fabs(value) < noise) return "0";
  const double size = std::fabs(value);
  if (!(size >= 999.5 && size < 1e7)) return format_number(value, 3);
  const double step = std::pow(10.0, std::floor(std::log10(size)) - 2);
  return format_fixed(std::round(value / step) * step, 0);
}

std::string tick_text(double value) {
  if (std::fabs(value) < 9999.5) return format_number(value, 4);
  const Prefixed shown = prefixed(value);
  return format_number(shown.value, 4) + shown.prefix;
}

}  // namespace sandbox::live
