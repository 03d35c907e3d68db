#include "live/state_file.h"

#include <imgui.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "common/json_text.h"

namespace sandbox::live {
namespace {

nlohmann::json numbers(const rockfall_viewer::Vec3& v) { return {v.x, v.y, v.z}; }

nlohmann::json of_rock(const rf_state& rock, const rockfall_viewer::Camera& camera) {
  using rockfall_viewer::vec3;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  nlohmann::json values;
  values["position"] = numbers(vec3(rock.position));
  values["velocity"] = numbers(vec3(rock.velocity));
  double x = 0, y = 0;
  if (pixel_of(camera, vec3(rock.position), static_cast<double>(size.x), static_cast<double>(size.y), &x, &y)) {
    values["pixel"] = {x, y};
  }
  return values;
}

nlohmann::json of_view(const Stage& stage) {
  const rockfall_viewer::Camera camera = stage.camera();
  nlohmann::json values;
  values["camera"] = static_cast<int>(stage.display.camera);
  values["eye"] = numbers(camera.eye);
  values["target"] = numbers(camera.target);
  values["terrain"] = static_cast<int>(stage.display.look.terrain_colour);
  values["ribbons"] = static_cast<int>(stage.display.look.ribbon_colour);
  values["shadows"] = stage.display.look.shadows;
  values["size"] = {ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y};
  return values;
}

}  // namespace

void write_state(const std::filesystem::path& file, const Session& session, const Stage& stage, const Panels& panels) {
  const World& world = session.world();
  nlohmann::json values;
  values["picture"] = ImGui::GetFrameCount();
  values["sample"] = session.scene_name();
  values["message"] = session.message();
  values["paused"] = session.pacer.paused;
  values["time_scale"] = session.pacer.time_scale;
  values["reached_scale"] = session.pacer.reached_scale();
  values["pictures_per_second"] = session.pacer.pictures_per_second();
  values["time"] = world.time();
  values["step"] = world.step();
  values["rocks"] = world.variants()[0].states.size();
  values["variants"] = world.variants().size();
  values["moments"] = world.timeline().moments().size();
  values["mu_min"] = world.ground().mu_min;
  values["recording"] = world.recording();
  values["help"] = panels.help;
  values["asking"] = panels.leaving.asking();
  values["replaying"] = world.replaying();
  values["replay_finished"] = world.replay_finished();
  values["diverged"] = world.diverged();
  values["shape"] = world.rock_spec(0).name;
  values["view"] = of_view(stage);
  values["first_rock"] = of_rock(world.variants()[0].states.front(), stage.camera());
  values["last_rock"] = of_rock(world.variants()[0].states.back(), stage.camera());
  values["watched"] = world.watched();
  values["selection"] = stage.display.selection;
  values["looping"] = session.loop;
  values["places"] = panels.places;
  const std::filesystem::path beside = file.string() + ".part";
  std::ofstream out(beside);
  out << json_text(values, 1) << "\n";
  out.close();
  if (!out) return;  // a cut one would replace the last good one
  std::error_code ignored;
  std::filesystem::rename(beside, file, ignored);
}

}  // namespace sandbox::live
