#include "rows.h"

TEST_CASE("a block that slides into growing friction topples as the paper says") {
  check_rows(sandbox::verify::scarring);
}
