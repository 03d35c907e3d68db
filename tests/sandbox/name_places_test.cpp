// Places of the names of lines on maps.
#include "plot/name_places.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "plot/canvas.h"
#include "plot/view.h"
#include "run/check_lines.h"

TEST_CASE("names of neighbouring lines are beside their lines and cover neither each other nor a line nor a sign") {
  sandbox::View view;
  view.area = {0, -20, 40, 20};
  view.scale = 10;
  view.box = {50, 30, 400, 400};
  const auto vertical = [](const std::string& name, double x) {
    return sandbox::CheckLine{name, {{{x, -30}, {x, 30}, true}}};
  };
  const sandbox::CheckLine sloping{"sloping", {{{5, -18}, {35, 18}, true}}}, level{"level", {{{0, 5}, {40, 5}, true}}};
  const sandbox::CheckLine beside{"beside the map", {{{50, -10}, {50, 10}, true}}};
  const sandbox::Box sign{50, 200, 330, 60};  // over the middles of the vertical lines
  const std::vector<sandbox::CheckLine> lines = {vertical("damfoot", 20), vertical("crest", 23.4), beside, sloping,
                                                 level};
  for (const std::vector<sandbox::Box>& signs : {std::vector<sandbox::Box>{}, {sign}}) {
    const auto names = sandbox::place_names(view, lines, signs);
    REQUIRE(names.size() == 4);
    CHECK(names[0].text == "damfoot");
    CHECK(names[1].text == "crest");
    const auto share_pixels = [](const sandbox::Box& a, const sandbox::Box& b) {
      return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    };
    for (std::size_t i = 0; i < names.size(); ++i) {
      CAPTURE(names[i].text);
      const sandbox::Box& box = names[i].box;
      CHECK(box.width >= sandbox::text_width(names[i].text, sandbox::line_name_size));
      for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(share_pixels(box, names[j].box));
      for (const sandbox::Box& taken : signs) CHECK_FALSE(share_pixels(box, taken));
      bool beside_own = false;
      for (const sandbox::CheckLine& line : lines) {
        const sandbox::CheckLine::Segment& s = line.segments[0];
        const sandbox::Position a{view.x(s.a[0]), view.y(s.a[1])}, b{view.x(s.b[0]), view.y(s.b[1])};
        CHECK_FALSE(sandbox::part_in_box(box, a, b));
        const sandbox::Box near{box.x - 12, box.y - 12, box.width + 24, box.height + 24};
        if (line.name == names[i].text && sandbox::part_in_box(near, a, b)) beside_own = true;
      }
      CHECK(beside_own);
    }
  }
}

TEST_CASE("the name of a line is on the map where the middle of the line is not") {
  sandbox::View view;
  view.area = {0, 0, 30, 30};
  view.scale = 10;
  view.box = {0, 0, 300, 300};
  const auto names = sandbox::place_names(view, {{"road", {{{10, 20}, {10, 900}, true}}}}, {});
  REQUIRE(names.size() == 1);
  CHECK(names[0].box.y >= 0);
  CHECK(names[0].box.y + names[0].box.height <= 100);
}

TEST_CASE("the part of a segment inside a box is found, or that there is none") {
  const sandbox::Box box{0, 0, 10, 10};
  const auto part = sandbox::part_in_box(box, {-10, 5}, {30, 5});
  REQUIRE(part);
  CHECK(part->from == doctest::Approx(0.25));
  CHECK(part->to == doctest::Approx(0.5));
  CHECK_FALSE(sandbox::part_in_box(box, {-10, 11}, {30, 11}));
  CHECK_FALSE(sandbox::part_in_box(box, {-10, 5}, {5, 25}));
  CHECK(sandbox::part_in_box(box, {5, 5}, {5, 5}));
}
