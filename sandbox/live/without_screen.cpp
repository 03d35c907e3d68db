#include <rockfall_viewer/offscreen.h>

#include <algorithm>

#include "common/error.h"
#include "common/output_file.h"
#include "common/progress.h"
#include "io/png.h"
#include "live/glfw_library.h"
#include "live/interface.h"
#include "live/run_modes.h"

namespace sandbox::live {
namespace {

/** Checks before the work that the picture can be written. */
void check_picture(const std::filesystem::path& file) {
  check_place(file);
  const std::string ending = file.extension().string();
  if (!ending.empty() && ending != ".png" && ending != ".PNG") {
    throw InputError("--screenshot: " + file.string() + ": pictures are PNG files; end the name with .png");
  }
}

/** Name of a picture of a sequence: 00001.png, ... */
std::filesystem::path numbered(const std::filesystem::path& folder, int number) {
  char name[32];
  snprintf(name, sizeof name, "%05d.png", number);
  return folder / name;
}

void save(const std::filesystem::path& file, const rockfall_viewer::OffscreenTarget& target) {
  const rockfall_viewer::Image image = target.read();
  write_png(file, image.width, image.height, image.bytes);
}

void make_pictures(const Arguments& arguments, rockfall_viewer::Viewer::Loader loader) {
  Session session(arguments.sample.empty() ? "first_fall" : arguments.sample);
  open_files(arguments, session);
  session.pacer.time_scale = arguments.time_scale;
  Stage stage(loader);
  Panels panels;
  panels.visible = arguments.panels;
  panels.timed = false;
  const rockfall_viewer::OffscreenTarget target(arguments.width, arguments.height);
  const double scale = arguments.interface_scale > 0 ? arguments.interface_scale : 1;
  Interface interface(arguments.width, arguments.height, scale);
  stage.line_scale = scale;
  // The stage needs the area that the panels leave free, and they show its camera.
  interface.build(panels, session, stage, frame_time);
  apply_view(arguments, session, stage);
  Progress progress(static_cast<std::uint32_t>(std::max(1, arguments.frames)), false, "picture");
  for (int frame = 0; frame < std::max(1, arguments.frames); ++frame) {
    session.advance(frame_time);
    const bool last = frame + 1 >= arguments.frames, every = !arguments.sequence.empty();
    if (last || every || arguments.screenshot.empty()) interface.build(panels, session, stage, frame_time);
    stage.update(session);
    progress.one_done();
    // Only the picture that is saved is drawn.
    if (!arguments.screenshot.empty() && !last && !every) continue;
    target.bind();
    stage.draw();
    interface.render();
    if (every) save(numbered(arguments.sequence, frame + 1), target);
  }
  progress.finish();
  if (!session.message().empty()) throw RunError(session.message());
  if (arguments.screenshot.empty()) return;
  save(arguments.screenshot, target);
}

}  // namespace

void run_without_screen(const Arguments& arguments) {
  if (!arguments.sequence.empty() && !std::filesystem::is_directory(arguments.sequence)) {
    throw InputError("--sequence: " + arguments.sequence.string() + " is not a folder");
  }
  if (!arguments.screenshot.empty()) check_picture(arguments.screenshot);
  std::string why;
  if (const auto context = rockfall_viewer::OffscreenContext::make(false, &why)) {
    return make_pictures(arguments, rockfall_viewer::OffscreenContext::function);
  }
  GlfwLibrary glfw;
  if (!glfw.works()) throw RunError("no picture: " + why + ", and no screen for a hidden window either");
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  if (glfw.open_window(64, 64) == nullptr) {
    throw RunError("no picture: " + why + ", and a hidden window has no OpenGL 3.3");
  }
  make_pictures(arguments, glfwGetProcAddress);
}

}  // namespace sandbox::live
