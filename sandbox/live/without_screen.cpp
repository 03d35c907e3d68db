#include <rockfall_viewer/offscreen.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "common/error.h"
#include "common/progress.h"
#include "io/png.h"
#include "live/interface.h"
#include "live/programs.h"

namespace sandbox::live {
namespace {

/** Checks before the work that the picture can be written. */
void check_place(const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!std::filesystem::is_directory(folder, failed)) {
    throw InputError("--screenshot: " + folder.string() + " is not a folder");
  }
  if (std::filesystem::is_directory(file, failed)) throw InputError("--screenshot: " + file.string() + " is a folder");
}

void make_pictures(const Arguments& arguments, rockfall_viewer::Viewer::Loader loader) {
  Session session(arguments.sample.empty() ? "first_fall" : arguments.sample);
  for (const std::string& file : arguments.files) {
    if (!session.open_file(file)) throw InputError(session.message());
  }
  session.pacer.time_scale = arguments.time_scale;
  Stage stage(loader);
  Panels panels;
  panels.visible = arguments.panels;
  const rockfall_viewer::OffscreenTarget target(arguments.width, arguments.height);
  const double scale = arguments.interface_scale > 0 ? arguments.interface_scale : 1;
  Interface interface(arguments.width, arguments.height, scale);
  stage.line_scale = scale;
  constexpr double between = 1.0 / 60;
  Progress progress(static_cast<std::uint32_t>(std::max(1, arguments.frames)), false, "pictures");
  for (int frame = 0; frame < std::max(1, arguments.frames); ++frame) {
    session.advance(between);
    const bool last = frame + 1 >= arguments.frames;
    if (frame == 0 || last || arguments.screenshot.empty()) interface.build(panels, session, stage, between);
    stage.update(session);
    progress.one_done();
    // Only the picture that is saved is drawn.
    if (!arguments.screenshot.empty() && !last) continue;
    target.bind();
    stage.draw();
    interface.render();
  }
  progress.finish();
  if (!session.message().empty()) throw RunError(session.message());
  if (arguments.screenshot.empty()) return;
  const rockfall_viewer::Image image = target.read();
  write_png(arguments.screenshot, image.width, image.height, image.bytes);
}

}  // namespace

void run_without_screen(const Arguments& arguments) {
  if (!arguments.screenshot.empty()) check_place(arguments.screenshot);
  std::string why;
  if (const auto context = rockfall_viewer::OffscreenContext::make(false, &why)) {
    return make_pictures(arguments, rockfall_viewer::OffscreenContext::function);
  }
  if (glfwInit() == GLFW_FALSE) throw RunError("no picture: " + why + ", and no screen for a hidden window either");
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* const window = glfwCreateWindow(64, 64, "rockfall", nullptr, nullptr);
  if (window == nullptr) {
    glfwTerminate();
    throw RunError("no picture: " + why + ", and a hidden window has no OpenGL 3.3");
  }
  glfwMakeContextCurrent(window);
  try {
    make_pictures(arguments, glfwGetProcAddress);
  } catch (...) {
    glfwTerminate();
    throw;
  }
  glfwTerminate();
}

}  // namespace sandbox::live
