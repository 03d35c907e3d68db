// Leaving the program: Esc closes what is open before it asks, and no recording is lost.
#ifndef ROCKFALL_SANDBOX_LIVE_LEAVING_H
#define ROCKFALL_SANDBOX_LIVE_LEAVING_H

#include <array>
#include <map>
#include <string>

#include "live/session.h"

namespace sandbox::live {

/** Needs an ImGui context. */
class Leaving {
 public:
  /** The Esc key: closes the topmost popup, else the help, else asks; a second Esc closes the question. */
  void escape(bool& help);
  /** The close button of the window: leaves at once unless a recording would be lost; then it asks. */
  void close(const Session& session);
  /** The Enter key: leaves if it was asked, and saves a recording. */
  void enter(Session& session, std::string& recording_file);
  bool asking() const { return asking_; }
  /** The program may end. */
  bool decided() const { return decided_; }
  /** Draws the question; between ImGui::NewFrame and ImGui::Render. Adds its buttons to `places`. */
  void draw(Session& session, std::string& recording_file, std::map<std::string, std::array<float, 4>>& places);

 private:
  void leave(Session& session, std::string& recording_file);
  bool asking_ = false, decided_ = false;
};

}  // namespace sandbox::live
#endif
