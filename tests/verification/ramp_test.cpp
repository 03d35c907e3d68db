#include "rows.h"

TEST_CASE("platy rocks on the ramp have the published means and differences") { check_rows(sandbox::verify::ramp); }
