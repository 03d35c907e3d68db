// Draws every sample with all panels in a debug context: no OpenGL errors, no leaks.
#include "samples/samples.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "gl_objects.h"
#include "live/diverging_recording.h"
#include "window.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

/** Numbers of all objects of the current context, found by testing all small names. */
std::array<int, 7> objects_alive() {
  constexpr GLuint max_name = 5000;
  std::array<int, 7> alive{};
  for (GLuint name = 1; name < max_name; ++name) {
    alive[0] += glIsBuffer(name);
    alive[1] += glIsTexture(name);
    alive[2] += glIsVertexArray(name);
    alive[3] += glIsFramebuffer(name);
    alive[4] += glIsRenderbuffer(name);
    alive[5] += glIsProgram(name);
    alive[6] += glIsShader(name);
  }
  return alive;
}

// The threads of a software renderer free memory at any time; without them the heap size is reproducible.
// Must be set before the first context is created.
const int single_threaded = setenv("LP_NUM_THREADS", "0", 1);

long heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<long>(info.uordblks + info.hblkhd);
}

/** False with the address sanitizer, whose allocator is another one. */
bool heap_is_counted() {
  const long before = heap_in_use();
  const auto block = std::make_unique<std::array<char, 100000>>();
  return block != nullptr && heap_in_use() > before;
}

/** Growth attributed to the driver, bytes; far below the size of a mesh, texture or list of states. */
constexpr long max_driver_growth = 3000;

/** Heap growth by a repeated action, bytes: the second smallest of two or three measurements. If the driver frees
 * blocks during a measurement, that one is too small. There are three unless two are below max_driver_growth. */
template <class Action>
long growth(const Action& action) {
  action();
  std::vector<long> rounds;
  do {
    const long before = heap_in_use();
    action();
    rounds.push_back(heap_in_use() - before);
    std::sort(rounds.begin(), rounds.end());
  } while (rounds.size() < 2 || (rounds.size() < 3 && rounds[1] >= max_driver_growth));
  return rounds[1];
}

}  // namespace

TEST_CASE("every sample opens, runs 300 frames and closes without an OpenGL error or a leaked object" *
          doctest::test_suite("long")) {
  DebugContext debug;
  const auto before = objects_alive();
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    {
      TestWindow window(sample.name);
      window.frames(300, 75);
      CHECK(window.error == GL_NO_ERROR);
      CHECK(window.session.message().empty());
      CHECK(window.session.world().step() > 0);
      CHECK(objects_alive() != before);
    }
    CHECK(objects_alive() == before);
    CHECK_MESSAGE(debug.gl_errors.empty(), debug.gl_errors.front());
    debug.gl_errors.clear();
  }
  CHECK(rockfall_viewer::live_gl_objects() == 0);
}

TEST_CASE("repeatedly opening, running and closing a sample does not leak memory" * doctest::test_suite("long")) {
  DebugContext debug;
  // The memory of the driver grows with the first windows.
  for (int i = 0; i < 8; ++i) TestWindow("block_stands").frames(4, 4);
  // A block on a plane, a large terrain, and marks in soil; the next test loads all samples.
  for (const char* const sample : {"block_stands", "forest", "scars_in_meadow"}) {
    CAPTURE(sample);
    CHECK(growth([&] { TestWindow(sample).frames(4, 4); }) < max_driver_growth);
  }
}

TEST_CASE("one window can show all samples in turn without a leak" * doctest::test_suite("long")) {
  DebugContext debug;
  TestWindow window("first_fall");
  std::vector<std::array<int, 7>> alive;  // after each turn
  alive.reserve(4);
  const auto all_in_turn = [&] {
    for (const samples::Sample& sample : samples::all()) {
      REQUIRE(window.session.open_sample(sample.name));
      window.frames(1, 1);
    }
    // A small scene, as at the beginning.
    REQUIRE(window.session.open_sample("first_fall"));
    window.frames(1, 1);
    alive.push_back(objects_alive());
  };
  CHECK(growth(all_in_turn) < max_driver_growth);
  CHECK(alive.back() == alive.front());
  CHECK(window.error == GL_NO_ERROR);
  CHECK(debug.gl_errors.empty());
}

TEST_CASE("the leak detection finds a small block, an OpenGL object and an invalid call") {
  DebugContext debug;
  std::vector<std::unique_ptr<std::array<char, 400>>> kept;
  kept.reserve(1000);
  const long grown = growth([&] {
    TestWindow window("block_stands");
    window.frames(2, 1);
    for (int i = 0; i < 30; ++i) {
      kept.push_back(std::make_unique<std::array<char, 400>>());
    }
  });
  CHECK((grown >= max_driver_growth || !heap_is_counted()));

  const auto before = objects_alive();
  GLuint buffer = 0, shader = glCreateShader(GL_VERTEX_SHADER);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  const auto after = objects_alive();
  CHECK(after[0] == before[0] + 1);
  CHECK(after[6] == before[6] + 1);
  glDeleteShader(shader);
  glDeleteBuffers(1, &buffer);
  CHECK(objects_alive() == before);

  glBindTexture(GL_TRIANGLES, 0);
  CHECK(glGetError() == GL_INVALID_ENUM);
  CHECK(debug.gl_errors.size() == 1);
}

TEST_CASE("the message about a bad file is visible until it is closed") {
  DebugContext debug;
  TestWindow window("first_fall");
  window.frames(1, 1);
  CHECK(window.panels.places.count("message") == 0);
  const auto before = window.target.read().bytes;
  REQUIRE_FALSE(window.session.open_file("/nowhere/lost.asc"));
  window.session.pacer.paused = true;
  window.frames(3, 1);
  CHECK(window.panels.places.count("message") == 1);
  CHECK(window.target.read().bytes != before);
  window.session.say("");
  window.frames(1, 1);
  CHECK(window.panels.places.count("message") == 0);
  CHECK(debug.gl_errors.empty());
}

TEST_CASE("the timeline marks the step at which a replay diverges") {
  DebugContext debug;
  TestWindow window("shapes");
  window.session.world().start_replay(diverging_recording(1));
  window.frames(1, 1);
  CHECK(window.panels.places.count("divergence") == 0);
  window.session.world().advance(100);
  window.frames(1, 1);
  REQUIRE(window.panels.places.count("divergence") == 1);
  const auto line = window.panels.places["timeline"], mark = window.panels.places["divergence"];
  const float share = (0.5f * (mark[0] + mark[2]) - line[0]) / (line[2] - line[0]);
  CHECK(share == doctest::Approx(0.41).epsilon(0.05));
  CHECK(window.panels.places.count("leave_replay") == 1);
  CHECK(debug.gl_errors.empty());
}
