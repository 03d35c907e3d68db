#include "io/table.h"

#include <doctest/doctest.h>

#include "temporary.h"

TEST_CASE("a table with the byte order mark of a spreadsheet has the columns of one without") {
  const Temporary temporary;
  const std::string content = "run,runout\n1,94.5\n2,80\n";
  for (const std::string mark : {"", "\xEF\xBB\xBF"}) {
    const sandbox::Table table(temporary.write("runs.csv", mark + content));
    CHECK(table.rows() == 2);
    CHECK(table.column("run") == 0);
    CHECK(table.column("runout") == 1);
  }
}
