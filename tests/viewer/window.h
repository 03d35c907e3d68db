// The contents of a window, drawn in a small off-screen target in a debug context.
#ifndef ROCKFALL_TESTS_VIEWER_WINDOW_H
#define ROCKFALL_TESTS_VIEWER_WINDOW_H

#include <memory>
#include <string>
#include <vector>

#include "live/interface.h"
#include "screen.h"

/** A debug context; a temporary viewer loads the OpenGL functions. */
struct DebugContext {
  DebugContext() {
    std::string why;
    context = rockfall_viewer::OffscreenContext::make(true, &why);
    REQUIRE_MESSAGE(context != nullptr, why);
    const rockfall_viewer::Viewer loads(rockfall_viewer::OffscreenContext::function);
    REQUIRE(GLAD_GL_KHR_debug != 0);
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    REQUIRE((flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(store_gl_error, &gl_errors);
  }
  std::vector<std::string> gl_errors;
  std::unique_ptr<rockfall_viewer::OffscreenContext> context;
};

/** The contents of an open window. */
struct TestWindow {
  explicit TestWindow(const std::string& sample, int width = 96, int height = 64)
      : session(sample),
        stage(rockfall_viewer::OffscreenContext::function),
        target(width, height, 0),
        interface(width, height) {
    panels.unfolded = true;
    panels.help = true;
  }

  void frames(int count, int draw_every) {
    constexpr double between = 1.0 / 60;
    for (int frame = 1; frame <= count; ++frame) {
      session.advance(between);
      stage.update(session);
      if (frame % draw_every != 0) continue;
      target.bind();
      stage.draw();
      interface.draw(panels, session, stage, between);
      error |= glGetError();
    }
  }

  sandbox::live::Session session;
  sandbox::live::Stage stage;
  sandbox::live::Panels panels;
  rockfall_viewer::OffscreenTarget target;
  sandbox::live::Interface interface;
  GLenum error = GL_NO_ERROR;
};

#endif
