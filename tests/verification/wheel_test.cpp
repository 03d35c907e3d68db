#include "rows.h"

TEST_CASE("a block that rolls far ends up rotating about its major axis") { check_rows(sandbox::verify::wheel); }
