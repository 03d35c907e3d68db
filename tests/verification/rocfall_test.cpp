#include "rows.h"

TEST_CASE("the legacy models of RocFall3 agree with their closed forms") { check_rows(sandbox::verify::rocfall); }
