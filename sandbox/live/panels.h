// The panels of the sandbox.
#ifndef ROCKFALL_SANDBOX_LIVE_PANELS_H
#define ROCKFALL_SANDBOX_LIVE_PANELS_H

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "live/file_browser.h"
#include "live/leaving.h"
#include "live/plot.h"
#include "live/session.h"
#include "live/stage.h"
#include "samples/samples.h"

namespace sandbox::live {

/** A length for a font of 13 pixels, in pixels of the present font. */
float px(float length);

/** The panels and their state from picture to picture. */
struct Panels {
  bool visible = true;
  bool help = false;
  bool card = true;   ///< title and explanation of the sample
  bool timed = true;  ///< the window measures the time of pictures and shows their rate
  bool light_theme = false;
  Leaving leaving;
  FileBrowser browser;
  bool unfolded = false;  ///< keeps every section open
  char filter[64] = "";
  double release_height = 1;  ///< m, clearance of a rock released by mouse
  int release_shape = 0;      ///< as chosen: see shape_to_release()
  std::string recording_file = recording_name;
  float left_width = 0, right_width = 0;  ///< of the side panels as dragged, pixels; 0: by the size of the window
  std::string at_mouse;                   ///< shown beside the mouse, for instance the energy of a throw
  PlotView plot_view;
  std::map<std::string, bool> plots_shown;  ///< by PlotSpec::name
  /** Rectangles of the widgets by name: left, top, right, bottom in pixels. For programs that drive the window. */
  std::map<std::string, std::array<float, 4>> places;

  /** The shape of a rock released by mouse: that of the list where the scene has it. */
  std::uint32_t shape_to_release(const World& world) const;
  /** Show the dialogs to open a file, and to save the present set-up. */
  void show_open();
  void show_save_scenario(const Session& session);
  /** Draws everything; between ImGui::NewFrame and ImGui::Render. */
  void draw(Session& session, Stage& stage);

 private:
  void mark(const std::string& name);
  /** Marks the last widget without the label at its right. */
  void mark_slider(const std::string& name);
  /** Begins one of the two panels at the sides; false if it is collapsed. End it in any case. */
  bool begin_side(const char* title, const char* name, bool right);
  void splitter(const char* name, bool right, float width, float& chosen);
  /** A combo box; returns the number of the option chosen. Shows `otherwise` where `chosen` is no option. The options
   *  are marked as NAME.OPTION while they are shown. */
  int choice(const char* label, const std::string& name, int chosen, const std::vector<std::string>& options,
             const char* otherwise = "");
  /** A folding section; true while it is open. */
  bool section(const char* title, bool open);
  /** A slider whose range extends to a value outside of it; true while the value changes. */
  bool slider(const std::string& name, const char* label, double& value, double low, double high,
              const char* format = "%.3g", bool logarithmic = false);
  /** A check box for 0 and 1; true when the value changes. */
  bool check_box(const std::string& name, const char* label, double& value);
  /** The slider or check box of a parameter with its explanation; a right click goes back to the value in `opened`. */
  bool parameter(const Parameter& parameter, ParameterSet& set, const ParameterSet& opened);
  void begin_scene(const Session& session, Stage& stage);
  void samples(Session& session);
  void pace(Session& session);
  void undo_buttons(Session& session);
  void explain(Session& session);
  bool preset_picker(rf_ground& ground, bool legacy);
  void ground(Session& session);
  bool method(rf_settings& settings);
  void settings(Session& session);
  bool shape(RockSpec& spec, const rf::Rock& rock);
  void rock(Session& session);
  void view(const Session& session, Stage& stage);
  void overlay(const World& world, Stage& stage);
  void files(Session& session);
  void browse(Session& session, Stage& stage);
  void recording(Session& session);
  void replay(Session& session);
  void compare(Session& session);
  void inspector(Session& session, Stage& stage);
  void plots(Session& session, Stage& stage);
  void choose_plots();
  void ledger(const World& world);
  void timeline_marks(const std::vector<Moment>& moments, std::uint64_t last, const std::array<float, 4>& line);
  void loop_box(Session& session);
  void timeline(Session& session);
  void message(Session& session);
  void keys();

  std::map<std::string, std::array<double, 2>> ranges_;  // of the sliders
  std::string held_;                                     // slider that is dragged
  std::optional<ParameterSet> kept_;                     // A of a comparison
  int swept_ = 0, sweep_count_ = 4;
  const Parameter* last_swept_ = nullptr;  ///< the one to which the ends of the range belong
  double sweep_from_ = 0, sweep_to_ = 0;
  std::uint64_t scene_ = 0;
  bool theme_set_ = false, theme_is_light_ = false;
  const samples::Sample* listed_ = nullptr;  // sample that the list was scrolled to
  std::array<float, 4> free_{};              // the scene between the panels: left, top, right, bottom
};

}  // namespace sandbox::live
#endif
