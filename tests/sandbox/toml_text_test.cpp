#include "scenario/toml_text.h"

#include <doctest/doctest.h>

#include <string>

using sandbox::line_of_unreadable_character;

TEST_CASE("characters beyond ASCII are allowed in strings, comments and quoted keys") {
  for (const char* const text : {
           "a = 'é'",
           "a = \"é\" # é",
           "'é' = 1\n\"é\".'é' = [1, 2]",
           "['é'.a]\n[[\"é\"]]\n",
           "a = ['é', \"é\", '''é\né''', [1.5, 'é']]",
           "a = [\n  1, # é\n  'é',\n]\nb = \"\"\"\né'é\"\"\"",
           "a = { b = 'é', 'é' = 2, c = ['é'] }",
           "a = 1979-05-27 07:32:00 # é",
           "a = \"\\\"é\"",
           "a = \"\"\"x \\\n\"\"\"\nb = 'é'",
           "a = \"\"\"x \\\n y é\"\"\"",
           "\xef\xbb\xbf'é' = 1",
       }) {
    CAPTURE(text);
    CHECK(line_of_unreadable_character(text) == 0);
  }
}

TEST_CASE("characters beyond ASCII outside of strings and comments are found with their line") {
  CHECK(line_of_unreadable_character("é = 1") == 1);
  CHECK(line_of_unreadable_character("a = 1\nb = é") == 2);
  CHECK(line_of_unreadable_character("a = 1é") == 1);
  CHECK(line_of_unreadable_character("a = \"\\é\"") == 1);
  CHECK(line_of_unreadable_character("a = 'é' é") == 1);
  CHECK(line_of_unreadable_character("a = \"\"\"x \\\n é\"\"\"") == 2);  // the parser skips the end of the line
  CHECK(line_of_unreadable_character("a = [1,\n 2, é]") == 2);
  CHECK(line_of_unreadable_character("\xef\xbb\xbf\xef\xbb\xbf") == 1);  // only the first mark is one
}

TEST_CASE("a quote inside a value without quotes begins no string, as for the parser") {
  for (const char* const text : {"a = 00['''é", "a = 0.'é'", "a = 0='é'", "a = 0{'é'", "a = [1, 00['é']]",
                                 "a = { b = 0.\"é\" }", "a = truE['é'"}) {
    CAPTURE(text);
    CHECK(line_of_unreadable_character(text) == 1);
  }
}
