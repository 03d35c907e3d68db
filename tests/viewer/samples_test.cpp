// The samples as a window shows them, panels and all, under a debug context: nothing may be complained of or left over.
#include "samples/samples.h"

#include <malloc.h>

#include <algorithm>
#include <array>

#include "live/untrue_recording.h"
#include "window.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

/** Objects of the current context, whoever made them: every small name is asked for. */
std::array<int, 7> objects_alive() {
  constexpr GLuint beyond = 5000;
  std::array<int, 7> alive{};
  for (GLuint name = 1; name < beyond; ++name) {
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

// Threads of a software renderer give memory back when they please; without them every byte can be accounted for.
// Before anything opens a context.
const int renders_alone = setenv("LP_NUM_THREADS", "0", 1);

long heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<long>(info.uordblks + info.hblkhd);
}

/** Bytes by which doing something once more makes the heap grow, after it was done before. Drivers put small things
 *  aside and give them back now and then; what leaks is missing every time, hence the median. */
template <class Action>
long growth(const Action& action) {
  action();
  std::array<long, 5> rounds{};
  for (long& round : rounds) {
    const long before = heap_in_use();
    action();
    round = heap_in_use() - before;
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[2];
}

/** Growth that cannot be told from a driver's; far below any mesh, texture or list of states. */
constexpr long unnoticed = 3000;

}  // namespace

TEST_CASE("every sample opens, runs 300 pictures and closes without a complaint of OpenGL or an object left") {
  Bench bench;
  const auto before = objects_alive();
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    {
      Opened opened(sample.name);
      opened.frames(300, 20);
      CHECK(opened.error == GL_NO_ERROR);
      CHECK(opened.session.message().empty());
      CHECK(opened.session.world().step() > 0);
      CHECK(objects_alive() != before);
    }
    CHECK(objects_alive() == before);
    CHECK_MESSAGE(bench.complaints.empty(), bench.complaints.front());
    bench.complaints.clear();
  }
  CHECK(rockfall_viewer::live_gl_objects() == 0);
}

TEST_CASE("opening, running and closing a sample again and again takes no more memory") {
  Bench bench;
  for (const samples::Sample& sample : samples::all()) {
    CAPTURE(sample.name);
    CHECK(growth([&] { Opened(sample.name).frames(4, 4); }) < unnoticed);
  }
}

TEST_CASE("one window may show all samples in turn without keeping anything of the ones before") {
  Bench bench;
  Opened window("first_fall");
  const auto all_in_turn = [&] {
    for (const samples::Sample& sample : samples::all()) {
      REQUIRE(window.session.open_sample(sample.name));
      window.frames(1, 1);
    }
    // A small scene again, as at the beginning.
    REQUIRE(window.session.open_sample("first_fall"));
    window.frames(1, 1);
  };
  all_in_turn();
  const auto before = objects_alive();
  CHECK(growth(all_in_turn) < unnoticed);
  CHECK(objects_alive() == before);
  CHECK(window.error == GL_NO_ERROR);
  CHECK(bench.complaints.empty());
}

TEST_CASE("the search for leaks finds a small block, an OpenGL object and a wrong call that were put there") {
  Bench bench;
  std::vector<std::unique_ptr<std::array<char, 400>>> kept;
  kept.reserve(1000);
  const long grown = growth([&] {
    Opened opened("block_stands");
    opened.frames(2, 1);
    for (int i = 0; i < 30; ++i) {
      kept.push_back(std::make_unique<std::array<char, 400>>());
    }
  });
  CHECK(grown >= unnoticed);

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
  CHECK(bench.complaints.size() == 1);
}

TEST_CASE("the message about a bad file stands in the window until it is closed") {
  Bench bench;
  Opened window("first_fall");
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
  CHECK(bench.complaints.empty());
}

TEST_CASE("where a replay differs the timeline is marked at that step") {
  Bench bench;
  Opened window("shapes");
  window.session.world().start_replay(untrue_recording(1));
  window.frames(1, 1);
  CHECK(window.panels.places.count("divergence") == 0);
  window.session.world().advance(100);
  window.frames(1, 1);
  REQUIRE(window.panels.places.count("divergence") == 1);
  const auto line = window.panels.places["timeline"], mark = window.panels.places["divergence"];
  const float share = (0.5f * (mark[0] + mark[2]) - line[0]) / (line[2] - line[0]);
  CHECK(share == doctest::Approx(0.41).epsilon(0.05));
  CHECK(window.panels.places.count("leave_replay") == 1);
  CHECK(bench.complaints.empty());
}
