#include "rows.h"

TEST_CASE("the non-twisting body reproduces the six tables of the paper") { check_rows(sandbox::verify::non_twisting); }
