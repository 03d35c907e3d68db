#include "common/text.h"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a text of the user that is cut in a message ends with three points") {
  CHECK(sandbox::shortened("ground.mu_min=0:0.5:3:log") == "ground.mu_min=0:0.5:3:log");
  CHECK(sandbox::shortened(std::string(60, 'a')) == std::string(60, 'a'));
  CHECK(sandbox::shortened(std::string(61, 'a')) == std::string(60, 'a') + "...");
  CHECK(sandbox::shortened("a\tb\xFF") == "a?b?");
}

TEST_CASE("a count of one has its noun in the singular") {
  CHECK(sandbox::counted(0, "run") == "0 runs");
  CHECK(sandbox::counted(1, "run") == "1 run");
  CHECK(sandbox::counted(1000000, "step") == "1000000 steps");
}

TEST_CASE("one byte order mark at the beginning of a text is left out") {
  const auto without = [](const std::string& text) { return std::string(sandbox::without_byte_order_mark(text)); };
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string text : {"", "a", "\xEF\xBB", "\xEF\xBB\xBE"}) {
    CHECK(without(text) == text);
    CHECK(without(mark + text) == text);
  }
  CHECK(without(mark + mark) == mark);
  CHECK(without("a" + mark) == "a" + mark);
}

TEST_CASE("exact numbers have no more digits than reading them back needs") {
  CHECK(sandbox::format_exact(0.003) == "0.003");
  CHECK(sandbox::format_exact(0.1) == "0.1");
  CHECK(sandbox::format_exact(2600010.25) == "2600010.25");
  for (const double value : {1.0 / 3, 0.1 + 0.2, 1e300 / 7, -1e-300 / 3}) {
    CHECK(std::stod(sandbox::format_exact(value)) == value);
  }
}

TEST_CASE("numbers of reports have significant digits and no exponent where they are of usual size") {
  CHECK(sandbox::format_significant(15194, 4) == "15190");
  CHECK(sandbox::format_significant(9999999, 4) == "10000000");
  CHECK(sandbox::format_significant(-2.5, 4) == "-2.5");
  CHECK(sandbox::format_significant(0.00123456, 3) == "0.00123");
  CHECK(sandbox::format_significant(0, 3) == "0");
  CHECK(sandbox::format_significant(1.5e7, 3) == "1.5e+07");
  CHECK(sandbox::format_significant(1e-5, 3) == "1e-05");
}
