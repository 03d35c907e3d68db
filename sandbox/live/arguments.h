// Arguments of the command line of rockfall_sandbox, and what they do to a session.
#ifndef ROCKFALL_SANDBOX_LIVE_ARGUMENTS_H
#define ROCKFALL_SANDBOX_LIVE_ARGUMENTS_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "live/session.h"
#include "live/stage.h"

namespace sandbox::live {

/** The options of the command line, see `rockfall_sandbox --help`. */
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

/** Throws InputError if the camera of the arguments is not valid. */
void check_camera(const std::vector<double>& camera);

/** Opens the files of the arguments and gives the scene their number of rocks. Throws InputError. */
void open_files(const Arguments& arguments, Session& session);

/** Starts the scene again with this number of rocks; 0: leaves it as it is. Throws InputError. */
void begin_with_rocks(std::uint32_t rocks, Session& session);

/** Shows the scene on the stage, and applies camera, quality and overlay of the arguments. Throws ViewerError. */
void apply_view(const Arguments& arguments, Session& session, Stage& stage);

}  // namespace sandbox::live
#endif
