#include "rows.h"

TEST_CASE("the soil layer has its closed forms, loses energy only and orders the speeds on a ramp by strength") {
  check_rows(sandbox::verify::soil);
}
