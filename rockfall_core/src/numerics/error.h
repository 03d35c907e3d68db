// Fills rf_error with one sentence, without allocation.
#pragma once

#include <rockfall/base.h>

#include <cstdarg>
#include <cstdio>

namespace rockfall {

/// Write status and a text in the format of printf to a nullable error and return the status.
#if defined(__MINGW_PRINTF_FORMAT)  // that of C99, which is not the one of Windows
__attribute__((format(__MINGW_PRINTF_FORMAT, 3, 4)))
#elif defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
inline rf_status
fail_with(rf_error* error, rf_status status, const char* format, ...) {
  if (!error) return status;
  error->status = status;
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return status;
}

inline rf_status fail(rf_error* error, rf_status status, const char* text) {
  return fail_with(error, status, "%s", text);
}

/// "<field> is <value>, must be <rule>".
inline rf_status fail_value(rf_error* error, const char* field, double value, const char* rule) {
  const bool whole = value > -1e15 && value < 1e15 && value == static_cast<double>(static_cast<int64_t>(value));
  return fail_with(error, RF_BAD_VALUE, whole ? "%s is %.0f, must be %s" : "%s is %.9g, must be %s", field, value,
                   rule);
}

inline rf_status succeed(rf_error* error) {
  if (error) {
    error->status = RF_OK;
    error->text[0] = '\0';
  }
  return RF_OK;
}

inline rf_status fail_def(rf_error* error, const char* what) {
  return fail_with(error, RF_BAD_DEF, "%s was not made by its rf_default function of this version", what);
}

inline rf_status fail_null(rf_error* error, const char* what) {
  return fail_with(error, RF_NULL_ARGUMENT, "%s is null", what);
}

}  // namespace rockfall
