#include "rows.h"

TEST_CASE("a block that rolls far turns into a wheel about its major axis") { check_rows(sandbox::verify::wheel); }
