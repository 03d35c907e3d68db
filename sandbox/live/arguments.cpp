#include "live/arguments.h"

#include <algorithm>
#include <cmath>

#include "common/angle.h"
#include "common/error.h"

namespace sandbox::live {

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

void apply_view(const Arguments& arguments, Session& session, Stage& stage) {
  stage.update(session);  // opening a scene sets its own camera
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
  if (camera.size() == 6) {
    const double* const origin = session.world().built().origin();
    stage.orbit.target = {camera[3] - origin[0], camera[4] - origin[1], camera[5] - origin[2]};
  }
  stage.display.camera = CameraKind::orbit;
}

}  // namespace sandbox::live
