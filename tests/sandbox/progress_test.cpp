#include "common/progress.h"

#include <doctest/doctest.h>

TEST_CASE("the progress of a run that continues counts all rocks, and its rate those of this run") {
  sandbox::Progress progress(6000, true, "rock", 36);
  for (int rock = 0; rock < 64; ++rock) progress.one_done();
  CHECK(progress.text(32) == "100 of 6000 rocks, 2 per second, about 2950 s left");
}

TEST_CASE("the progress of a run of which no rock is done has no rate") {
  const sandbox::Progress progress(6000, true, "rock", 36);
  CHECK(progress.text(32) == "36 of 6000 rocks");
}

TEST_CASE("the progress of a run of one rock names it in the singular") {
  CHECK(sandbox::Progress(1, true).text(32) == "0 of 1 rock");
}
