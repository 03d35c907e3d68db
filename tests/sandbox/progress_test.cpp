#include "common/progress.h"

#include <doctest/doctest.h>

#include <string>

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

TEST_CASE("the bar of a progress is full at the end, also of more than was expected and of nothing") {
  sandbox::Progress progress(2, true, "step");
  CHECK(progress.bar() == std::string(40, '.'));
  progress.one_done();
  CHECK(progress.bar() == std::string(20, '#') + std::string(20, '.'));
  for (int more = 0; more < 2; ++more) {
    progress.one_done();
    CHECK(progress.bar() == std::string(40, '#'));
  }
  CHECK(sandbox::Progress(0, true, "step").bar() == std::string(40, '#'));
}
