// The state of the window as a file, for programs that drive it.
#ifndef ROCKFALL_SANDBOX_LIVE_STATE_FILE_H
#define ROCKFALL_SANDBOX_LIVE_STATE_FILE_H

#include <filesystem>

#include "live/panels.h"
#include "live/session.h"
#include "live/stage.h"

namespace sandbox::live {

/** Writes the state of the session and its panels as JSON. */
void write_state(const std::filesystem::path& file, const Session& session, const Stage& stage, const Panels& panels);

}  // namespace sandbox::live
#endif
