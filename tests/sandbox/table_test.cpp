#include "io/table.h"

#include <doctest/doctest.h>

#include "common/text.h"
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

TEST_CASE("blanks around the fields of a table are left out, and those in quotes are not") {
  const Temporary temporary;
  const sandbox::Table table(temporary.write("runs.csv", "a,b,c\n 1 , \" two \" ,\"  \"\n"));
  CHECK(table.text(0, 0) == "1");
  CHECK(table.text(0, 1) == " two ");
  CHECK(table.text(0, 2) == "  ");
}

TEST_CASE("a column whose name another one has is refused") {
  const Temporary temporary;
  const sandbox::Table table(temporary.write("runs.csv", "run,d,d\n1,2,3\n"));
  CHECK(table.column("run") == 0);
  CHECK(says(refusal([&] { table.column("d"); }), "runs.csv: two columns have the name 'd'"));
}

TEST_CASE("a comma in quotes does not separate the fields of a table") {
  const Temporary temporary;
  const auto file =
      temporary.write("runs.csv", " run ,\"run-out, m\"\n\"a \"\"b\"\", c\", 80 \r\nd,\"60,5\"\n e\"f\"\t,\n");
  const sandbox::Table table(file);
  CHECK(table.column("run") == 0);
  CHECK(table.column("run-out, m") == 1);
  CHECK(table.text(0, 0) == "a \"b\", c");
  CHECK(table.number(0, 1) == 80);
  CHECK(says(refusal([&] { table.number(1, 1); }),
             "runs.csv:3: run-out, m: '60,5' is not a finite number; decimals are written with a point"));
  CHECK(table.text(2, 0) == "e\"f\"");
  CHECK(table.text(2, 1).empty());
}

TEST_CASE("a table with other separators than commas is refused with the one that it seems to have") {
  const Temporary temporary;
  const auto refused = [&](const std::string& content) {
    return refusal([&] { const sandbox::Table table(temporary.write("runs.csv", content)); });
  };
  CHECK(says(refused("run;runout\n1;60,5\n"), "runs.csv: fields are separated by commas; this file seems to use ';'"));
  CHECK(says(refused("run\trunout\n1\t60.5\n"), "this file seems to use tabs"));
  CHECK(refused("run;runout,x\n1,2\n").empty());
}

TEST_CASE("a table whose lines end with carriage returns alone is refused with the reason") {
  const Temporary temporary;
  const auto refused = [&](const std::string& content) {
    return refusal([&] { const sandbox::Table table(temporary.write("runs.csv", content)); });
  };
  CHECK(says(refused("run,runout\r1,60\r"), "runs.csv: its lines end with carriage returns alone"));
  CHECK(says(refused("run,runout\r\n"), "runs.csv: a table without rows"));
  CHECK(says(refused("run,runout"), "runs.csv: a table without rows"));
}

TEST_CASE("a row with another number of fields than the header is refused with both numbers") {
  const Temporary temporary;
  const auto refused = [&](const std::string& content) {
    return refusal([&] { const sandbox::Table table(temporary.write("runs.csv", content)); });
  };
  CHECK(says(refused("run,runout\n1,2\n3\n"), "runs.csv:3: 1 field, the header has 2"));
  CHECK(says(refused("run\n1,2\n"), "runs.csv:2: 2 fields, the header has 1; decimals are written with a point"));
  CHECK_FALSE(says(refused("run,runout\n1\n"), "decimals"));
}

TEST_CASE("an empty cell where a number is needed is named as such") {
  const Temporary temporary;
  const sandbox::Table table(temporary.write("runs.csv", "run,x\n1,\n"));
  CHECK(says(refusal([&] { table.number(0, 1); }), "runs.csv:2: x: the cell is empty, must be a number"));
}

TEST_CASE("a file whose name is empty is refused with the reason") {
  CHECK(refusal([] { sandbox::check_is_file(""); }) == "the name of the file is empty");
}

TEST_CASE("a field that does not end with the quote with which it begins is refused with its line") {
  const Temporary temporary;
  const auto refused = [&](const std::string& content) {
    return refusal([&] { const sandbox::Table table(temporary.write("runs.csv", content)); });
  };
  const std::string end = ": a field in quotes does not end with its quote on this line";
  CHECK(says(refused("a,b\n1,2\n\"1\"2,3\n"), "runs.csv:3" + end));
  CHECK(says(refused("a,b\n1,\"3\n"), "runs.csv:2" + end));
  CHECK(says(refused("a,b\n1,\"two\nlines\"\n"), "runs.csv:2" + end));
  CHECK(refused("a,b\n\"1\" ,\"\"\n").empty());
}
