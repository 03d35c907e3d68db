// Entry points of the live program, and its persistent settings.
#ifndef ROCKFALL_SANDBOX_LIVE_PROGRAMS_H
#define ROCKFALL_SANDBOX_LIVE_PROGRAMS_H

#include <filesystem>
#include <string>
#include <vector>

#include "live/panels.h"

namespace sandbox::live {

/** Time from picture to picture of programs without a window, s. */
constexpr double frame_time = 1.0 / 60;

struct Arguments {
  std::string sample;
  std::vector<std::string> files;
  std::uint32_t rocks = 0;  ///< to begin with; 0: as many as the scene has
  int frames = 0;           ///< pictures to make without a screen, or after which the window closes
  std::filesystem::path screenshot;
  std::filesystem::path sequence;  ///< folder for all pictures, numbered
  std::vector<double> camera;  ///< azimuth and elevation in degrees, distance in m, and the target in m; empty: none
  std::string quality;         ///< low, medium or high; empty: as in the settings
  std::string overlay;         ///< reach, energy, jump_height; empty: none
  int width = 1280, height = 800;
  bool panels = false;               ///< in pictures without a screen
  std::filesystem::path state_file;  ///< the window writes its state there, for programs that drive it
  std::string recording = "rockfall.rfrec";
  double time_scale = 1;
  double interface_scale = 0;  ///< of letters, panels and lines; 0: as the screen reports
};

/** Shows the window until it is closed. Throws RunError if there is no screen. */
void run_window(const Arguments& arguments);

/** Makes `frames` pictures of a sixtieth of a second each and saves the last. Through EGL, else a hidden window. */
void run_without_screen(const Arguments& arguments);

/** Prints the cost of `frames` pictures of a sample as JSON. Needs EGL; throws RunError. */
void run_frame_cost(const Arguments& arguments);

/** Throws InputError if the camera of the arguments is not valid. */
void check_camera(const std::vector<double>& camera);

/** Opens the files of the arguments and gives the scene their number of rocks. Throws InputError. */
void open_files(const Arguments& arguments, Session& session);

/** Starts the scene again with this number of rocks; 0: leaves it as it is. Throws InputError. */
void begin_with_rocks(std::uint32_t rocks, Session& session);

/** Shows the scene on the stage, and applies camera, quality and overlay of the arguments. Throws ViewerError. */
void apply_view(const Arguments& arguments, Session& session, Stage& stage);

/** Writes the state of the session and its panels as JSON. */
void write_state(const std::filesystem::path& file, const Session& session, const Stage& stage, const Panels& panels);

/** Settings that persist from run to run; a file that cannot be read or written is ignored. */
void load_preferences(Session& session, Stage& stage, Panels& panels);
void save_preferences(const Session& session, const Stage& stage, const Panels& panels);
/** Name of the sample opened last; empty if unknown. */
std::string preferred_sample();
/** Samples per pixel of the window, 0 to 16; default 4. Set in the settings file only. */
int preferred_antialiasing();

}  // namespace sandbox::live
#endif
