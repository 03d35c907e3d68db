#include "rows.h"

TEST_CASE("a block that rolls far ends up rotating about its major axis" * doctest::test_suite("long")) {
  check_rows(sandbox::verify::wheel);
}
