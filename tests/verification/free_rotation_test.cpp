#include "rows.h"

TEST_CASE("torque-free rotation conserves energy and angular momentum and flips at the published times") {
  check_rows(sandbox::verify::free_rotation);
}
