#include "common/csv.h"

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

}  // namespace sandbox
