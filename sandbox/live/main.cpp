// rockfall_sandbox: a live simulation in a window, with parameters that may change at any time.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/options.h"
#include "common/output_file.h"
#include "common/terminal.h"
#include "common/text.h"
#include "live/ground_file.h"
#include "live/run_modes.h"
#include "samples/samples.h"

namespace {

void list_samples() {
  const char* category = "";
  for (const sandbox::samples::Sample& sample : sandbox::samples::all()) {
    if (std::string(category) != sample.category) {
      category = sample.category;
      std::cout << category << "\n";
    }
    std::cout << "  " << sandbox::pad_right(sample.name + std::string(" "), 22) << sample.description << "\n";
  }
}

void read_size(const std::string& text, sandbox::live::Arguments& arguments) {
  const std::size_t cross = text.find('x');
  double width = 0, height = 0;
  const auto good = [](double side) { return side >= 64 && side <= 8192 && side == std::floor(side); };
  if (cross == std::string::npos || !sandbox::parse_number(text.substr(0, cross), width) ||
      !sandbox::parse_number(text.substr(cross + 1), height) || !good(width) || !good(height)) {
    throw sandbox::InputError("--size: WIDTHxHEIGHT from 64x64 to 8192x8192, for example 1280x800");
  }
  arguments.width = static_cast<int>(width);
  arguments.height = static_cast<int>(height);
}

/** Refuses options that were given and would be ignored. */
void refuse_without_effect(const CLI::App& app, const std::string& where, const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    if (app.count(option) > 0) throw sandbox::InputError(option + " has no effect " + where + "; leave it out");
  }
}

/** Refuses options of files and samples whose value is empty. */
void refuse_empty(const CLI::App& app) {
  for (const char* option : {"--sample", "--screenshot", "--sequence", "--recording", "--state-file"}) {
    const std::vector<std::string>& values = app.get_option(option)->results();
    if (!values.empty() && values.front().empty())
      throw sandbox::InputError(std::string(option) + ": the name is empty");
  }
}

/** Refuses a sample whose scene another scenario or a recording replaces. */
void refuse_replaced_sample(const sandbox::live::Arguments& arguments) {
  if (arguments.sample.empty()) return;
  for (const std::filesystem::path file : arguments.files) {
    const std::string ending = sandbox::lower(file.extension().string());
    const bool scenario = ending.empty() || (ending == ".toml" && !sandbox::live::read_ground(file));
    if (!scenario && ending != ".rfrec") continue;
    throw sandbox::InputError("--sample " + arguments.sample + " has no effect: " + file.string() +
                              " replaces its scene; leave one of them out");
  }
}

/** Does what the arguments say, in the one of three ways that they choose. */
void run(const CLI::App& app, sandbox::live::Arguments& arguments, bool cost, bool hidden) {
  sandbox::live::check_camera(arguments.camera);
  if (!arguments.sample.empty()) (void)sandbox::samples::find(arguments.sample);  // refuses one that is unknown
  refuse_replaced_sample(arguments);
  const bool picture = (!arguments.screenshot.empty() || !arguments.sequence.empty()) && arguments.state_file.empty();
  if (cost) {
    refuse_without_effect(app, "with --frame-cost",
                          {"--screenshot", "--offscreen", "--sequence", "--panels", "--time-scale", "--interface-scale",
                           "--recording", "--state-file"});
    if (arguments.frames == 0) arguments.frames = 300;
    sandbox::live::run_frame_cost(arguments);
  } else if (hidden || picture) {
    refuse_without_effect(app, "without a window", {"--recording", "--state-file"});
    sandbox::live::run_without_screen(arguments);
  } else {
    refuse_without_effect(app, "in a window", {"--sequence", "--panels", "--time-scale"});
    if (app.count("--recording") > 0) sandbox::check_place(arguments.recording);
    if (app.count("--state-file") > 0) sandbox::check_place(arguments.state_file);
    sandbox::live::run_window(arguments);
  }
}

bool is_number(const std::string& text) {
  double value = 0;
  return sandbox::parse_number(text, value);
}

/** The arguments with --camera and its numbers at the end, where it takes no file name for a coordinate. In the reverse
 *  order, as CLI::App::parse() wants them. */
std::vector<std::string> with_camera_last(int argc, char** argv) {
  std::vector<std::string> others, camera;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) != "--camera") {
      others.emplace_back(argv[i]);
      continue;
    }
    camera.emplace_back(argv[i]);
    constexpr int most = 6;
    for (int k = 0; k < most && i + 1 < argc && is_number(argv[i + 1]); ++k) camera.emplace_back(argv[++i]);
  }
  others.insert(others.end(), camera.begin(), camera.end());
  std::reverse(others.begin(), others.end());
  return others;
}

int run_program(int argc, char** argv) {
  sandbox::live::Arguments arguments;
  std::string size;
  bool list = false, hidden = false, cost = false;
  CLI::App app("Live simulation in a window; every parameter may be changed at any time. F1 shows the keys.",
               "rockfall_sandbox");
  app.formatter(std::make_shared<sandbox::PlainFormatter>());
  app.add_option(
      "files", arguments.files,
      "Scenarios, terrain grids, rocks or recordings to open; also names of scenarios that come with rockfall");
  app.add_option("--sample", arguments.sample, "Sample to open first")->type_name("NAME");
  app.add_flag("--list", list, "List the samples");
  app.add_option("--frames", arguments.frames, "End after this number of frames")
      ->check(sandbox::whole_number_in(1, 10000000));
  app.add_option("--screenshot", arguments.screenshot, "Without a window: save the last frame as PNG")
      ->type_name("FILE");
  app.add_flag("--offscreen", hidden, "Without a window, even if no frame is saved");
  app.add_flag("--frame-cost", cost, "Without a window: print the cost of a frame as JSON (default: sample thousand)");
  app.add_option("--rocks", arguments.rocks, "Number of rocks to begin with (default: as the scene says)")
      ->check(sandbox::whole_number_in(1, 1000000));
  app.add_option("--sequence", arguments.sequence,
                 "Without a window: save every frame in this existing folder, for a video")
      ->type_name("FOLDER");
  app.add_option("--camera", arguments.camera,
                 "Azimuth and elevation in degrees, distance in m, and optionally the target x y z in m, in the "
                 "coordinates of the terrain")
      ->expected(3, 6)
      ->type_name("AZIMUTH ELEVATION DISTANCE [X Y Z]");
  app.add_option("--quality", arguments.quality, "Quality of the picture")
      ->check(sandbox::one_of({"low", "medium", "high"}));
  app.add_option("--overlay", arguments.overlay, "Over the terrain: reach, energy or jump height of the rocks")
      ->check(sandbox::one_of({"reach", "energy", "jump_height"}));
  app.add_flag("--panels", arguments.panels, "Show the panels in pictures without a window");
  app.add_option("--size", size, "Size of window or picture (default: 1280x800)")->type_name("WIDTHxHEIGHT");
  app.add_option("--time-scale", arguments.time_scale, "Simulated seconds per second, without a window")
      ->check(sandbox::number_in(0.001, 24));
  app.add_option("--interface-scale", arguments.interface_scale,
                 "Size of letters and panels (default: as the screen reports)")
      ->check(sandbox::number_in(0.5, 4));
  app.add_option("--recording", arguments.recording, "File of the record and play buttons")->type_name("FILE");
  app.add_option("--state-file", arguments.state_file, "With a window: write its state to this file after each frame")
      ->type_name("FILE");
  try {
    app.parse(with_camera_last(argc, argv));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "rockfall_sandbox: " << sandbox::text_of(app, error) << "\n";
    return 2;
  }
  refuse_empty(app);
  if (list) {
    if (argc > 2) throw sandbox::InputError("--list prints the samples and does nothing else; give it alone");
    return list_samples(), 0;
  }
  if (!size.empty()) read_size(size, arguments);
  run(app, arguments, cost, hidden);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const sandbox::PrintableOutput out(std::cout), err(std::cerr);
  sandbox::report_size_limit();
  try {
    const int exit_code = run_program(argc, argv);
    if (sandbox::flush_standard_output()) return exit_code;
    std::cerr << "rockfall_sandbox: standard output cannot be written; is the disk full?\n";
    return 1;
  } catch (const sandbox::InputError& error) {
    std::cerr << "rockfall_sandbox: " << error.what() << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "rockfall_sandbox: " << error.what() << "\n";
  }
  return 1;
}
