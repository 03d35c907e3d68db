#include "rows.h"

TEST_CASE("contact, flight, energy and mass agree with their closed-form solutions") {
  check_rows(sandbox::verify::contact_closed_forms);
}
