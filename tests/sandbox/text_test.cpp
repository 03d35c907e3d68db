#include "common/text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>

TEST_CASE("a text of the user that is cut in a message ends with three points") {
  CHECK(sandbox::shortened("ground.mu_min=0:0.5:3:log") == "ground.mu_min=0:0.5:3:log");
  CHECK(sandbox::shortened(std::string(60, 'a')) == std::string(60, 'a'));
  CHECK(sandbox::shortened(std::string(61, 'a')) == std::string(60, 'a') + "...");
  CHECK(sandbox::shortened("a\tb\xFF") == "a?b?");
}

TEST_CASE("a text of the user is repeated in a message with its letters beyond ASCII, none of which is cut") {
  const std::string name = "R\u00FCfe \u65E5\u672C", letter = "\u00FC";
  CHECK(sandbox::shortened(name) == name);
  std::string sixty;
  for (int i = 0; i < 60; ++i) sixty += letter;
  CHECK(sandbox::shortened(sixty) == sixty);
  CHECK(sandbox::shortened(sixty + letter) == sixty + "...");
  CHECK(sandbox::shortened("\xC3") == "?");
  CHECK(sandbox::shortened("\U0001F5FB") == "\U0001F5FB");
  CHECK(sandbox::shortened("1\xC2"
                           "2") == "1?2");
}

TEST_CASE("letters that are not seen are question marks in a message") {
  CHECK(sandbox::shortened("120\u00A0m") == "120?m");
  CHECK(sandbox::shortened("\uFEFF") == "?");
  CHECK(sandbox::shortened("\u202Eabc\u200B") == "?abc?");
  CHECK(sandbox::shortened(std::string("a\xC2\x9B") + "31m") == "a?31m");
  CHECK(sandbox::shortened("\u2212 120") == "\u2212 120");
}

TEST_CASE("columns of tables count letters, not bytes") {
  CHECK(sandbox::pad_right("R\u00FCfe", 6) == "R\u00FCfe  ");
  CHECK(sandbox::pad_left("R\u00FCfe", 6) == "  R\u00FCfe");
  CHECK(sandbox::pad_right("long\xFF", 3) == "long\xFF");
}

TEST_CASE("a hash has 16 digits, whatever it begins with") {
  CHECK(sandbox::hash_text(0x6cb684d02718aa6) == "06cb684d02718aa6");
  CHECK(sandbox::hash_text(0) == "0000000000000000");
  CHECK(sandbox::hash_text(~std::uint64_t{0}) == "ffffffffffffffff");
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

TEST_CASE("small numbers of tables keep two digits") {
  CHECK(sandbox::decimals_of(9.58, 2) == 2);
  CHECK(sandbox::decimals_of(1234, 0) == 0);
  CHECK(sandbox::decimals_of(0.12, 2) == 2);
  CHECK(sandbox::decimals_of(0.048, 2) == 3);
  CHECK(sandbox::decimals_of(-0.00048, 1) == 5);
  CHECK(sandbox::decimals_of(1e-30, 2) == 9);
  CHECK(sandbox::decimals_of(0, 2) == 2);
  CHECK(sandbox::decimals_of(std::nan(""), 2) == 2);
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
