// The three ways to run rockfall_sandbox: in a window, for pictures without a screen, to measure the time of pictures.
#ifndef ROCKFALL_SANDBOX_LIVE_RUN_MODES_H
#define ROCKFALL_SANDBOX_LIVE_RUN_MODES_H

#include "live/arguments.h"

namespace sandbox::live {

/** Time from picture to picture of programs without a window, s. */
constexpr double frame_time = 1.0 / 60;

/** Shows the window until it is closed. Throws RunError if there is no screen. */
void run_window(const Arguments& arguments);

/** Makes `frames` pictures of a sixtieth of a second each and saves the last. Through EGL, else a hidden window. */
void run_without_screen(const Arguments& arguments);

/** Prints the cost of `frames` pictures of a sample as JSON. Needs EGL; throws RunError. */
void run_frame_cost(const Arguments& arguments);

}  // namespace sandbox::live
#endif
