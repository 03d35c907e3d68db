// Fills rf_error with one sentence, without allocation.
#pragma once

#include <rockfall/base.h>

#include <cstdio>

namespace rockfall {

/// Write status and text to a nullable error and return the status.
inline rf_status fail(rf_error* error, rf_status status, const char* text) {
  if (error) {
    error->status = status;
    std::snprintf(error->text, sizeof error->text, "%s", text);
  }
  return status;
}

/// "<field> is <value>, must be <rule>".
inline rf_status fail_value(rf_error* error, const char* field, double value, const char* rule) {
  if (error) {
    error->status = RF_BAD_VALUE;
    std::snprintf(error->text, sizeof error->text, "%s is %.9g, must be %s", field, value, rule);
  }
  return RF_BAD_VALUE;
}

inline rf_status succeed(rf_error* error) {
  if (error) {
    error->status = RF_OK;
    error->text[0] = '\0';
  }
  return RF_OK;
}

inline rf_status fail_def(rf_error* error, const char* what) {
  if (error) {
    error->status = RF_BAD_DEF;
    std::snprintf(error->text, sizeof error->text, "%s was not made by its rf_default function of this version", what);
  }
  return RF_BAD_DEF;
}

inline rf_status fail_null(rf_error* error, const char* what) {
  if (error) {
    error->status = RF_NULL_ARGUMENT;
    std::snprintf(error->text, sizeof error->text, "%s is null", what);
  }
  return RF_NULL_ARGUMENT;
}

/// True for every double that is neither infinite nor NaN.
inline bool is_finite(double x) { return x - x == 0.0; }

}  // namespace rockfall
