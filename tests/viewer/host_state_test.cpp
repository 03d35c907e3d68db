#include <rockfall_viewer/offscreen.h>
#include <rockfall_viewer/viewer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "screen.h"

using namespace rockfall_viewer;

namespace {

/** A picture of level ground and an outlined rock with a ribbon, a spot, a marker and an arrow. */
struct HostScene {
  HostScene() {
    screen.viewer->set_terrain(ground.terrain, ground.extent());
    screen.viewer->set_rocks(&box.rock, 1);
    const RibbonSegment segment{{-10, 0, 2}, {10, 0, 2}, {30, 0, 0, 0}, {3, 0, 0, 0}};
    screen.viewer->set_ribbons(&segment, 1, 1);
    frame.rocks = &rock;
    frame.rock_count = 1;
    frame.outlined = 0;
    frame.markers = &marker;
    frame.marker_count = 1;
    frame.ground_spots = &spot;
    frame.ground_spot_count = 1;
    frame.arrows = &arrow;
    frame.arrow_count = 1;
  }

  std::vector<std::uint8_t> picture(bool shadows) {
    Look look;
    look.shadows = shadows;
    return screen.draw(from_above(), frame, look).bytes;
  }

  Screen screen{160, 120};
  Ground ground{65, 2, flat};
  Box box{6};
  RockInstance rock{{0, 0, 8}, {1, 0, 0, 0}, 0, {0.9f, 0.1f, 0.1f}};
  Marker marker{{8, 8, 1}, {0, 0, 1}, 9, MarkerShape::ring};
  Spot spot{{-8, 4, 0.03}, {3, 0, 0}, {0, 3, 0}, 0, {0.2f, 0.1f, 0, 0.8f}};
  Arrow arrow{{0, -8, 0}, {0, 0, 6}, {0, 1, 0, 0.5f}};
  Frame frame;
};

GLint integer(GLenum name) {
  GLint value = -1;
  glGetIntegerv(name, &value);
  return value;
}

double number(GLenum name) {
  GLdouble values[4] = {-1, -1, -1, -1};
  glGetDoublev(name, values);
  return values[0];
}

struct Setting {
  const char* text;
  void (*set)();
  void (*set_back)();
};

// Each changes a picture that is drawn with it.
const Setting hostile[] = {
    {"clear depth", [] { glClearDepth(0); }, [] { glClearDepth(1); }},
    {"depth range", [] { glDepthRange(1, 0); }, [] { glDepthRange(0, 1); }},
    {"front face", [] { glFrontFace(GL_CW); }, [] { glFrontFace(GL_CCW); }},
    {"polygon mode", [] { glPolygonMode(GL_FRONT_AND_BACK, GL_LINE); },
     [] { glPolygonMode(GL_FRONT_AND_BACK, GL_FILL); }},
    {"blend equation", [] { glBlendEquation(GL_MIN); }, [] { glBlendEquation(GL_FUNC_ADD); }},
    {"colour mask", [] { glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE); },
     [] { glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE); }},
    {"logic operation", [] { glEnable(GL_COLOR_LOGIC_OP), glLogicOp(GL_INVERT); },
     [] { glDisable(GL_COLOR_LOGIC_OP), glLogicOp(GL_COPY); }},
    {"rasterizer discard", [] { glEnable(GL_RASTERIZER_DISCARD); }, [] { glDisable(GL_RASTERIZER_DISCARD); }},
    {"primitive restart", [] { glEnable(GL_PRIMITIVE_RESTART), glPrimitiveRestartIndex(1); },
     [] { glDisable(GL_PRIMITIVE_RESTART), glPrimitiveRestartIndex(0); }},
    {"sample coverage", [] { glEnable(GL_SAMPLE_COVERAGE), glSampleCoverage(0, GL_FALSE); },
     [] { glDisable(GL_SAMPLE_COVERAGE), glSampleCoverage(1, GL_FALSE); }},
};

}  // namespace

TEST_CASE("the picture does not depend on the OpenGL state of the caller") {
  HostScene scene;
  const std::vector<std::uint8_t> expected[2] = {scene.picture(false), scene.picture(true)};
  REQUIRE(expected[0] != expected[1]);
  for (const Setting& setting : hostile) {
    CAPTURE(std::string(setting.text));
    for (const bool shadows : {false, true}) {
      setting.set();
      const bool same = scene.picture(shadows) == expected[shadows ? 1 : 0];
      CHECK(same);
    }
    setting.set_back();
  }
  CHECK(scene.screen.gl_errors.empty());
}

TEST_CASE("uploads do not depend on the pixel store state of the caller") {
  const std::uint8_t image[12] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
  const std::uint8_t overlay[8] = {255, 0, 0, 255, 0, 0, 255, 128};
  const auto upload = [&](HostScene& scene) {
    scene.screen.viewer->set_terrain(scene.ground.terrain, scene.ground.extent());
    scene.screen.viewer->set_image(2, 2, image);
    scene.screen.viewer->set_overlay(2, 1, overlay);
    Look look;
    look.terrain_colour = TerrainColour::image;
    return scene.screen.draw(from_above(), scene.frame, look).bytes;
  };
  HostScene usual;
  const std::vector<std::uint8_t> expected = upload(usual);
  HostScene scene;
  const GLenum parameters[] = {GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS};
  for (const GLenum parameter : parameters) glPixelStorei(parameter, 1);
  glPixelStorei(GL_UNPACK_SWAP_BYTES, GL_TRUE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
  const bool same = upload(scene) == expected;
  CHECK(same);
  for (const GLenum parameter : parameters) CHECK(integer(parameter) == 1);
  CHECK(integer(GL_UNPACK_SWAP_BYTES) == GL_TRUE);
  CHECK(integer(GL_UNPACK_ALIGNMENT) == 8);
  CHECK(integer(GL_PIXEL_UNPACK_BUFFER_BINDING) == static_cast<GLint>(buffer));
  CHECK(scene.screen.gl_errors.empty());
  glDeleteBuffers(1, &buffer);
}

TEST_CASE("pixels are read whatever the pixel store state of the caller") {
  HostScene scene;
  const std::vector<std::uint8_t> expected = scene.picture(false);
  glPixelStorei(GL_PACK_ROW_LENGTH, 7);
  glPixelStorei(GL_PACK_SKIP_PIXELS, 3);
  glPixelStorei(GL_PACK_ALIGNMENT, 8);
  const bool same = scene.picture(false) == expected;
  CHECK(same);
  CHECK(integer(GL_PACK_ROW_LENGTH) == 7);
  CHECK(integer(GL_PACK_SKIP_PIXELS) == 3);
  CHECK(integer(GL_PACK_ALIGNMENT) == 8);
}

TEST_CASE("drawing restores the OpenGL state of the caller") {
  HostScene scene;
  scene.screen.target->bind();
  glViewport(3, 4, 50, 40);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_SRC_ALPHA);
  glBlendEquationSeparate(GL_MIN, GL_MAX);
  glDisable(GL_DEPTH_TEST);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_GREATER);
  glDepthRange(0.75, 0.25);
  glClearDepth(0.5);
  glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  glPolygonOffset(7, 9);
  glFrontFace(GL_CW);
  glEnable(GL_RASTERIZER_DISCARD);
  glActiveTexture(GL_TEXTURE5);
  scene.screen.viewer->draw(from_above(), scene.frame, {});
  GLint viewport[4];
  glGetIntegerv(GL_VIEWPORT, viewport);
  GLdouble range[2];
  glGetDoublev(GL_DEPTH_RANGE, range);
  CHECK(viewport[0] == 3);
  CHECK(viewport[3] == 40);
  CHECK(glIsEnabled(GL_BLEND) == GL_TRUE);
  CHECK(glIsEnabled(GL_DEPTH_TEST) == GL_FALSE);
  CHECK(glIsEnabled(GL_RASTERIZER_DISCARD) == GL_TRUE);
  CHECK(integer(GL_BLEND_DST_RGB) == GL_SRC_ALPHA);
  CHECK(integer(GL_BLEND_EQUATION_RGB) == GL_MIN);
  CHECK(integer(GL_BLEND_EQUATION_ALPHA) == GL_MAX);
  CHECK(integer(GL_DEPTH_WRITEMASK) == GL_FALSE);
  CHECK(integer(GL_DEPTH_FUNC) == GL_GREATER);
  CHECK(range[0] == 0.75);
  CHECK(range[1] == 0.25);
  CHECK(number(GL_DEPTH_CLEAR_VALUE) == 0.5);
  CHECK(integer(GL_FRONT_FACE) == GL_CW);
  CHECK(number(GL_POLYGON_OFFSET_FACTOR) == 7);
  CHECK(number(GL_POLYGON_OFFSET_UNITS) == 9);
  CHECK(integer(GL_ACTIVE_TEXTURE) == GL_TEXTURE5);
  CHECK(integer(GL_CURRENT_PROGRAM) == 0);
  GLint modes[2] = {0, 0};
  glGetIntegerv(GL_POLYGON_MODE, modes);
  CHECK(modes[0] == GL_LINE);
  CHECK(scene.screen.gl_errors.empty());
}
