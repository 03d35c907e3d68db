#include <rockfall_viewer/offscreen.h>

#include <algorithm>
#include <cmath>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "common/angle.h"
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
  stage.update(session);
  apply_view(arguments, stage);
  Progress progress(static_cast<std::uint32_t>(std::max(1, arguments.frames)), false, "pictures");
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

void check_camera(const std::vector<double>& camera) {
  if (camera.empty()) return;
  if (camera.size() != 3 && camera.size() != 6) {
    throw InputError("--camera: azimuth, elevation, distance, and optionally the three coordinates of the target");
  }
  if (!std::all_of(camera.begin(), camera.end(), [](double number) { return std::isfinite(number); })) {
    throw InputError("--camera: every number must be finite");
  }
  if (!(camera[2] >= 0.2) || !(camera[2] <= 1e5)) throw InputError("--camera: the distance is 0.2 to 100000 m");
}

void open_files(const Arguments& arguments, Session& session) {
  if (arguments.rocks > 0) session.most_rocks_opened = arguments.rocks;
  for (const std::string& file : arguments.files) {
    if (!session.open_file(file)) throw InputError(session.message());
  }
  begin_with_rocks(arguments.rocks, session);
}

void begin_with_rocks(std::uint32_t rocks, Session& session) {
  if (rocks > 0 && !session.open_with_rocks(rocks)) throw InputError("--rocks: " + session.message());
}

void apply_view(const Arguments& arguments, Stage& stage) {
  if (!arguments.quality.empty()) {
    stage.display.set_quality(arguments.quality == "low"      ? Quality::low
                              : arguments.quality == "medium" ? Quality::medium
                                                              : Quality::high);
  }
  if (!arguments.overlay.empty()) {
    stage.display.hazard = arguments.overlay == "reach"    ? HazardQuantity::reach
                           : arguments.overlay == "energy" ? HazardQuantity::energy
                                                           : HazardQuantity::jump_height;
  }
  const std::vector<double>& camera = arguments.camera;
  if (camera.empty()) return;
  stage.orbit.azimuth = radians(camera[0]);
  stage.orbit.elevation = std::clamp(radians(camera[1]), -1.55, 1.55);
  stage.orbit.distance = camera[2];
  if (camera.size() == 6) stage.orbit.target = {camera[3], camera[4], camera[5]};
  stage.display.camera = CameraKind::orbit;
}

void run_without_screen(const Arguments& arguments) {
  if (!arguments.sequence.empty() && !std::filesystem::is_directory(arguments.sequence)) {
    throw InputError("--sequence: " + arguments.sequence.string() + " is not a folder");
  }
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
