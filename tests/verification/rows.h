// Runs one group of the verification table in its reduced size and checks every verdict.
#ifndef ROCKFALL_TESTS_VERIFICATION_ROWS_H
#define ROCKFALL_TESTS_VERIFICATION_ROWS_H

#include <doctest/doctest.h>

#include "verify/groups.h"

inline void check_rows(sandbox::verify::Table (*group)(const sandbox::verify::Effort&)) {
  const sandbox::verify::Effort effort{true, 1};
  const sandbox::verify::Table table = group(effort);
  CHECK(!table.rows().empty());
  for (const sandbox::verify::Row& row : table.rows()) {
    INFO(row.name, " | expected ", row.expected, " | measured ", row.measured, " | ", row.source);
    CHECK(row.verdict != sandbox::verify::Verdict::fail);
  }
}

#endif
