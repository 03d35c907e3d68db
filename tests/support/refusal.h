// Checks of refused calls: the status, and an error text that names the field.
#pragma once

#include <doctest/doctest.h>
#include <rockfall/base.h>

#include <cstring>
#include <limits>
#include <string>

namespace support {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An error filled with other contents, to detect calls that do not write it.
inline rf_error stale_error() {
  rf_error error;
  error.status = RF_HULL_FAILED;
  std::strcpy(error.text, "stale");
  return error;
}

inline void check_refusal(rf_status status, const rf_error& error, rf_status expected, const char* field) {
  INFO("expected to name ", std::string(field), ", says: ", std::string(error.text));
  CHECK(status == expected);
  CHECK(error.status == expected);
  CHECK(std::strstr(error.text, field) != nullptr);
  CHECK(std::memchr(error.text, 0, sizeof error.text) != nullptr);
}

inline void check_success(rf_status status, const rf_error& error) {
  INFO("says: ", std::string(error.text));
  CHECK(status == RF_OK);
  CHECK(error.status == RF_OK);
  CHECK(error.text[0] == '\0');
}

}  // namespace support
