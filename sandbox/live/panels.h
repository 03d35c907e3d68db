// The panels of the sandbox.
#ifndef ROCKFALL_SANDBOX_LIVE_PANELS_H
#define ROCKFALL_SANDBOX_LIVE_PANELS_H

#include <array>
#include <map>
#include <string>
#include <vector>

#include "live/session.h"
#include "live/stage.h"

namespace sandbox::live {

/** A length for a font of 13 pixels, in pixels of the present font. */
float px(float length);
/** Sets the size of letters and panels relative to the default, 0.5 to 4. Call once, before the first picture. */
void set_interface_scale(float scale);

/** The panels and their state from picture to picture. */
struct Panels {
  bool visible = true;
  bool help = false;
  bool unfolded = false;  ///< keeps every section open
  char filter[64] = "";
  double release_height = 1;  ///< m, clearance of a rock released by mouse
  int release_shape = 0;
  std::string recording_file = "rockfall.rfrec";
  /** Rectangles of the widgets by name: left, top, right, bottom in pixels. For programs that drive the window. */
  std::map<std::string, std::array<float, 4>> places;

  /** Draws everything; between ImGui::NewFrame and ImGui::Render. */
  void draw(Session& session, Stage& stage);

 private:
  void mark(const std::string& name);
  /** Marks the last widget without the label at its right. */
  void mark_slider(const std::string& name);
  /** Begins one of the two panels at the sides. */
  void begin_side(const char* title, const char* name, float x, float width);
  /** A combo box; returns the number of the option chosen. Shows `otherwise` where `chosen` is no option. The options
   *  are marked as NAME.OPTION while they are shown. */
  int choice(const char* label, const std::string& name, int chosen, const std::vector<std::string>& options,
             const char* otherwise = "");
  /** A folding section; true while it is open. */
  bool section(const char* title, bool open);
  void samples(Session& session);
  void pace(Session& session);
  bool preset_picker(rf_ground& ground, bool legacy);
  void ground(Session& session);
  bool method(rf_settings& settings);
  void settings(Session& session);
  bool shape(RockSpec& spec);
  void rock(Session& session);
  void view(Stage& stage);
  void recording(Session& session);
  void replay(Session& session);
  void plots(Session& session, Stage& stage);
  void ledger(const World& world);
  void timeline(Session& session);
  void message(Session& session);
  void keys();
};

}  // namespace sandbox::live
#endif
