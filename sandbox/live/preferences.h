// Settings of the window that persist from run to run.
#ifndef ROCKFALL_SANDBOX_LIVE_PREFERENCES_H
#define ROCKFALL_SANDBOX_LIVE_PREFERENCES_H

#include <string>

#include "live/panels.h"
#include "live/session.h"
#include "live/stage.h"

namespace sandbox::live {

/** Settings that persist from run to run; a file that cannot be read or written is ignored. */
void load_preferences(Session& session, Stage& stage, Panels& panels);
void save_preferences(const Session& session, const Stage& stage, const Panels& panels);
/** Name of the sample opened last; empty if unknown. */
std::string preferred_sample();
/** Samples per pixel of the window, 0 to 16; default 4. Set in the settings file only. */
int preferred_antialiasing();

}  // namespace sandbox::live
#endif
