// The two ways in which the sandbox runs.
#ifndef ROCKFALL_SANDBOX_LIVE_PROGRAMS_H
#define ROCKFALL_SANDBOX_LIVE_PROGRAMS_H

#include <filesystem>
#include <string>
#include <vector>

#include "live/panels.h"

namespace sandbox::live {

struct Arguments {
  std::string sample;
  std::vector<std::string> files;
  int frames = 0;  ///< pictures to be made without a screen, or after which the window closes
  std::filesystem::path screenshot;
  int width = 1280, height = 800;
  bool panels = false;               ///< in pictures without a screen
  std::filesystem::path state_file;  ///< the window writes what it shows there, for programs that drive it
  std::string recording = "rockfall.rfrec";
  double time_scale = 1;
  double interface_scale = 0;  ///< of letters, panels and lines; 0: as the screen wants it
};

/** Shows the window until it is closed. Throws RunError if there is no screen. */
void run_window(const Arguments& arguments);

/** Makes `frames` pictures of a sixtieth of a second each and saves the last. Through EGL, else a hidden window. */
void run_without_screen(const Arguments& arguments);

/** Prints as JSON what `frames` pictures of a sample cost. Needs EGL without a screen; throws RunError. */
void run_frame_cost(const Arguments& arguments);

/** Writes what the session and its panels show as JSON. */
void write_state(const std::filesystem::path& file, const Session& session, const Stage& stage, const Panels& panels);

/** Settings that persist from one run to the next; a file that cannot be read or written is passed over. */
void load_preferences(Session& session, Stage& stage, Panels& panels);
void save_preferences(const Session& session, const Stage& stage, const Panels& panels);
/** The sample that was open last; empty if unknown. */
std::string preferred_sample();
/** Samples a pixel of the window, 0 to 16; 4 if unknown. Only the file of the settings changes it. */
int preferred_antialiasing();

}  // namespace sandbox::live
#endif
