#include "common/csv.h"

#include <cmath>

#include "common/text.h"

namespace sandbox {

std::string csv_field(const std::string& text) {
  std::string field;
  bool quoted = false;
  for (const char letter : text) {
    quoted = quoted || letter == ',' || letter == '"' || static_cast<unsigned char>(letter) < ' ';
    if (letter == '"') field += '"';
    field += letter;
  }
  return quoted ? '"' + field + '"' : field;
}

std::string csv_number(double value, int digits) { return std::isfinite(value) ? format_number(value, digits) : ""; }

}  // namespace sandbox
