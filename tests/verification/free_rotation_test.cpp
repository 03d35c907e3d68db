#include "rows.h"

TEST_CASE("free rotation keeps energy and spin and turns over when the paper says") {
  check_rows(sandbox::verify::free_rotation);
}
