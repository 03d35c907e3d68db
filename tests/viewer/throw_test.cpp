// Rocks released with the mouse.
#include "live/throw.h"

#include "window.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

rockfall_viewer::Ray from_above(double x, double y) { return {{x, y, 300}, {0, 0, -1}}; }

std::size_t rocks_in(const TestWindow& window) { return window.session.world().variants()[0].states.size(); }

}  // namespace

TEST_CASE("a rock that is thrown flies along the line that was dragged") {
  DebugContext debug;
  TestWindow window("first_fall");
  window.frames(1, 1);
  MouseThrow mouse;
  mouse.begin(from_above(5, 1), window.session, window.stage);
  REQUIRE(mouse.dragged());
  mouse.drag(from_above(7, 1), false, window.session, window.stage, window.panels);
  CHECK_FALSE(window.panels.at_mouse.empty());
  CHECK(rocks_in(window) == 1);
  mouse.drag(from_above(8, 2), true, window.session, window.stage, window.panels);
  CHECK_FALSE(mouse.dragged());
  CHECK(window.panels.at_mouse.empty());
  REQUIRE(rocks_in(window) == 2);
  const rf_state& rock = window.session.world().variants()[0].states[1];
  CHECK(rock.position[0] == doctest::Approx(5));
  CHECK(rock.velocity[0] == doctest::Approx(3));
  CHECK(rock.velocity[1] == doctest::Approx(1));
}

TEST_CASE("the shape of thrown rocks is one of the scene, also after another scene was opened") {
  DebugContext debug;
  TestWindow window("shapes");
  window.panels.unfolded = false;
  window.frames(1, 1);
  const std::uint32_t shapes = window.session.world().built().scene().rock_count;
  REQUIRE(shapes > 1);
  window.panels.release_shape = static_cast<int>(shapes) - 1;
  CHECK(window.panels.shape_to_release(window.session.world()) == shapes - 1);
  REQUIRE(window.session.open_sample("first_fall"));
  MouseThrow mouse;  // before the panels are drawn again
  mouse.begin(from_above(5, 1), window.session, window.stage);
  mouse.drag(from_above(5, 1), true, window.session, window.stage, window.panels);
  REQUIRE(rocks_in(window) == 2);
  CHECK(window.session.world().variants()[0].states[1].rock == 0);
  window.frames(1, 1);
  CHECK(window.panels.release_shape == 0);
}

TEST_CASE("a throw ends without a rock when another scene is opened") {
  DebugContext debug;
  TestWindow window("first_fall");
  window.frames(1, 1);
  MouseThrow mouse;
  mouse.begin(from_above(5, 1), window.session, window.stage);
  mouse.drag(from_above(7, 1), false, window.session, window.stage, window.panels);
  REQUIRE(window.session.open_sample("bounce"));
  const std::size_t before = rocks_in(window);
  mouse.drag(from_above(8, 1), true, window.session, window.stage, window.panels);
  CHECK_FALSE(mouse.dragged());
  CHECK(window.panels.at_mouse.empty());
  CHECK(rocks_in(window) == before);
}
