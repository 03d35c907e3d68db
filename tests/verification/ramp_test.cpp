#include "rows.h"

TEST_CASE("platy rocks on the ramp have the means and contrasts of the paper") { check_rows(sandbox::verify::ramp); }
