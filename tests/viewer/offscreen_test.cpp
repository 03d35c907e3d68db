#include <doctest/doctest.h>
#include <rockfall_viewer/offscreen.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "screen.h"

using namespace rockfall_viewer;

TEST_CASE("an offscreen context draws the same after another one has ended") {
  Screen first(64, 48);
  const Ground ground(33, 2, flat);
  first.viewer->set_terrain(ground.terrain, ground.extent());
  const std::vector<std::uint8_t> before = first.draw(from_above()).bytes;
  { const Screen second(64, 48); }
  first.context->make_current();
  CHECK(first.draw(from_above()).bytes == before);
  CHECK(first.gl_errors.empty());
}

TEST_CASE("the end of an offscreen context leaves another one current") {
  std::string why;
  auto first = OffscreenContext::make(false, &why);
  REQUIRE_MESSAGE(first != nullptr, why);
  Screen second(64, 48);
  const Ground ground(33, 2, flat);
  second.viewer->set_terrain(ground.terrain, ground.extent());
  const std::vector<std::uint8_t> before = second.draw(from_above()).bytes;
  first.reset();
  CHECK(second.draw(from_above()).bytes == before);
  CHECK(second.gl_errors.empty());
}

TEST_CASE("a context that is current on another thread is refused") {
  std::string why;
  const auto context = OffscreenContext::make(false, &why);
  REQUIRE_MESSAGE(context != nullptr, why);
  bool refused = false;
  std::thread([&] {
    try {
      context->make_current();
    } catch (const ViewerError&) {
      refused = true;
    }
  }).join();
  CHECK(refused);
}
