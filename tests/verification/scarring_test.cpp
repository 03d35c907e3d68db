#include "rows.h"

TEST_CASE("a block sliding on ground with growing friction topples as published") {
  check_rows(sandbox::verify::scarring);
}
