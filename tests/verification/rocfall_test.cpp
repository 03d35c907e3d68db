#include "rows.h"

TEST_CASE("the RocFall3 models agree with their closed-form solutions") { check_rows(sandbox::verify::rocfall); }
