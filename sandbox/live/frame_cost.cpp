// Cost of a picture: simulation, and submission to OpenGL.
#include <rockfall_viewer/offscreen.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_text.h"
#include "common/progress.h"
#include "live/interface.h"
#include "live/run_modes.h"

namespace sandbox::live {
namespace {

using rockfall_viewer::OffscreenContext;
using Function = rockfall_viewer::Viewer::Function;

class Stopwatch {
 public:
  /** Milliseconds since the last call. */
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/** Milliseconds of one part of each picture. */
class Times {
 public:
  void add(double milliseconds) { all_.push_back(milliseconds); }
  nlohmann::json summary() {
    std::sort(all_.begin(), all_.end());
    return {{"median", at(0.5)}, {"p95", at(0.95)}, {"largest", all_.back()}};
  }

 private:
  double at(double share) const { return all_[static_cast<std::size_t>(share * static_cast<double>(all_.size() - 1))]; }
  std::vector<double> all_;
};

// OpenGL without drawing: leaves the work of the viewer and the bookkeeping of the driver. A software renderer would
// otherwise process every vertex inside the call.
void no_arrays(unsigned, int, int) {}
void no_instances(unsigned, int, int, int) {}
void no_elements(unsigned, int, unsigned, const void*) {}
void no_element_instances(unsigned, int, unsigned, const void*, int) {}
void no_clear(unsigned) {}

template <class Signature>
Function as_function(Signature* function) {
  return reinterpret_cast<Function>(function);
}

Function without_drawing(const char* name) {
  const std::string wanted = name;
  if (wanted == "glDrawArrays") return as_function(no_arrays);
  if (wanted == "glDrawArraysInstanced") return as_function(no_instances);
  if (wanted == "glDrawElements") return as_function(no_elements);
  if (wanted == "glDrawElementsInstanced") return as_function(no_element_instances);
  if (wanted == "glClear") return as_function(no_clear);
  return OffscreenContext::function(name);
}

template <class Signature>
Signature* gl_function(const char* name) {
  return reinterpret_cast<Signature*>(OffscreenContext::function(name));
}

std::string renderer() {
  constexpr unsigned name_of_renderer = 0x1F01;
  const unsigned char* const name = gl_function<const unsigned char*(unsigned)>("glGetString")(name_of_renderer);
  return name == nullptr ? "unknown" : reinterpret_cast<const char*>(name);
}

/** Runs the sample and measures every picture. */
nlohmann::json measure(const Arguments& arguments, rockfall_viewer::Viewer::Loader loader) {
  Session session(arguments.sample.empty() ? "thousand" : arguments.sample);
  open_files(arguments, session);
  Stage stage(loader);
  apply_view(arguments, session, stage);
  Panels panels;
  const rockfall_viewer::OffscreenTarget target(arguments.width, arguments.height);
  Interface interface(arguments.width, arguments.height);
  const auto finish = gl_function<void()>("glFinish");
  Times physics, update, submit, finished, panel;
  double moving = 0;
  const int frames = std::max(2, arguments.frames);
  Progress progress(static_cast<std::uint32_t>(frames), false, "picture");
  for (int frame = -5; frame < frames; ++frame) {
    Stopwatch watch;
    session.advance(frame_time);
    const double stepped = watch.lap();
    stage.update(session);
    const double updated = watch.lap();
    target.bind();
    watch.lap();
    stage.draw();
    const double submitted = watch.lap();
    finish();
    const double done = submitted + watch.lap();
    interface.draw(panels, session, stage, frame_time);
    const double drawn = watch.lap();
    finish();
    if (frame < 0) continue;  // shaders are compiled at first use
    physics.add(stepped);
    update.add(updated);
    submit.add(submitted);
    finished.add(done);
    panel.add(drawn);
    moving += session.world().moving();
    progress.one_done();
  }
  progress.finish();
  if (!session.message().empty()) throw RunError(session.message());
  const World& world = session.world();
  return {{"sample", session.scene_name()},
          {"quality", static_cast<int>(stage.display.quality)},
          {"rocks", world.variants()[0].states.size()},
          {"rocks_moving", moving / frames},
          {"variants", world.variants().size()},
          {"terrain_nodes", {world.built().grid().columns, world.built().grid().rows}},
          {"pictures", frames},
          {"steps", world.step()},
          {"draw_calls", stage.cost().calls},
          {"triangles", stage.cost().triangles},
          {"physics_ms", physics.summary()},
          {"update_ms", update.summary()},
          {"submit_ms", submit.summary()},
          {"finished_ms", finished.summary()},
          {"panels_ms", panel.summary()}};
}

}  // namespace

void run_frame_cost(const Arguments& arguments) {
  std::string why;
  const auto context = OffscreenContext::make(false, &why);
  if (!context) throw RunError("no frame cost: " + why);
  nlohmann::json cost = measure(arguments, OffscreenContext::function);
  cost["renderer"] = renderer();
  cost["size"] = {arguments.width, arguments.height};
  cost["threads"] = machine_threads();
  cost["submit_without_drawing_ms"] = measure(arguments, without_drawing)["submit_ms"];
  std::cout << json_text(cost, 2) << "\n";
}

}  // namespace sandbox::live
