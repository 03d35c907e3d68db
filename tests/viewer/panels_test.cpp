// The panels show every parameter, and preferences are saved.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <utility>
#include <vector>

#include "io/png.h"
#include "live/diverging_recording.h"
#include "live/preferences.h"
#include "sandbox/temporary.h"
#include "window.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

bool shown(const TestWindow& window, const std::string& name) { return window.panels.places.count(name) == 1; }

/** Clicks in the middle of the widget of this name. */
void click(TestWindow& window, const std::string& name) {
  const std::array<float, 4> place = window.panels.places.at(name);
  ImGui::GetIO().MousePos = {0.5f * (place[0] + place[2]), 0.5f * (place[1] + place[3])};
  window.frames(2, 1);
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = down;
    window.frames(2, 1);
  }
}

/** The window has a recording of 50 steps open, played to its end. */
void play_to_end(TestWindow& window, const Temporary& folder) {
  REQUIRE(window.session.start_recording());
  window.session.world().advance(50);
  REQUIRE(window.session.stop_recording(folder.folder / "run.rfrec"));
  REQUIRE(window.session.open_file(folder.folder / "run.rfrec"));
  window.session.world().advance(60);
  REQUIRE(window.session.world().replay_finished());
}

/** Redirects the preferences to a temporary folder. */
struct TemporaryPreferences {
  TemporaryPreferences() { setenv("XDG_CONFIG_HOME", folder.folder.c_str(), 1); }
  ~TemporaryPreferences() { unsetenv("XDG_CONFIG_HOME"); }
  TemporaryPreferences(const TemporaryPreferences&) = delete;
  TemporaryPreferences& operator=(const TemporaryPreferences&) = delete;
  Temporary folder;
};

}  // namespace

TEST_CASE("the side panels have their width again after the window was small for a while") {
  DebugContext debug;
  TestWindow window("first_fall", 1000, 600);
  const auto widths = [&](float width, float height) {
    ImGui::GetIO().DisplaySize = ImVec2(width, height);
    window.frames(2, 1);
    const auto of = [&](const char* name) { return window.panels.places[name][2] - window.panels.places[name][0]; };
    return std::pair{of("panel"), of("plots")};
  };
  const auto before = widths(1000, 600), small = widths(400, 300);
  CHECK(small.first < before.first);
  CHECK(small.second < before.second);
  CHECK(widths(1000, 600) == before);
}

TEST_CASE("the panels show every parameter of ground, scheme, solver and rock") {
  DebugContext debug;
  TestWindow window("first_fall", 700, 2400);
  window.panels.help = false;
  window.frames(2, 1);
  std::vector<std::string> names = {
      "ground.preset",  "scheme",           "model",      "time_step", "gravity",    "solver_sweeps",
      "scar_length",    "solver_tolerance", "stop_speed", "stop_time", "time_limit", "side_by_side",
      "shape",          "size.x",           "size.y",     "size.z",    "sizing",     "density",
      "release_height", "release_count",    "pause",      "step",      "restart",    "time_scale",
      "timeline",       "record",           "play",       "watch"};
  for (std::int32_t field = 0; field <= RF_GROUND_LAYER_HEIGHT; ++field) {
    names.push_back(std::string("ground.") + rf_ground_field_name(field));
  }
  for (const std::string& name : names) CHECK_MESSAGE(shown(window, name), name);
  CHECK_FALSE(shown(window, "ground.rocfall_friction"));

  rf_settings settings = window.session.world().settings();
  settings.model = RF_MODEL_ROCFALL_RIGID;
  REQUIRE(window.session.set_settings(settings));
  window.frames(2, 1);
  CHECK(shown(window, "rocfall_shape"));
  for (std::int32_t field = 0; field < RF_GROUND_FIELD_COUNT; ++field) {
    const std::string name = std::string("ground.") + rf_ground_field_name(field);
    CHECK_MESSAGE(shown(window, name), name);
  }
  CHECK(debug.gl_errors.empty());
}

TEST_CASE("the box for the loop is shown in a replay as well") {
  const Temporary folder;
  DebugContext debug;
  TestWindow window("first_fall", 1000, 700);
  REQUIRE(window.session.start_recording());
  window.session.world().advance(50);
  REQUIRE(window.session.stop_recording(folder.folder / "run.rfrec"));
  window.frames(2, 1);
  CHECK(shown(window, "loop"));
  REQUIRE(window.session.open_file(folder.folder / "run.rfrec"));
  window.frames(2, 1);
  CHECK(shown(window, "loop"));
}

TEST_CASE("at the end of a recording the panel says so, and its button plays it again") {
  const Temporary folder;
  DebugContext debug;
  TestWindow window("first_fall", 1000, 700);
  window.panels.help = false;
  play_to_end(window, folder);
  window.frames(60, 1);
  const auto width = [&](const char* name) { return window.panels.places[name][2] - window.panels.places[name][0]; };
  CHECK(width("reached") == doctest::Approx(ImGui::CalcTextSize("end of the recording").x).epsilon(0.01));
  click(window, "pause");
  CHECK_FALSE(window.session.pacer.paused);
  CHECK(window.session.world().step() > 0);
  CHECK(window.session.world().step() < 50);
  CHECK(width("reached") > 1.1f * ImGui::CalcTextSize("end of the recording").x);
}

TEST_CASE("a comparison can be ended where there is one") {
  DebugContext debug;
  TestWindow window("first_fall", 1000, 2400);
  window.panels.help = false;
  window.frames(10, 1);
  const std::uint64_t step = window.session.world().step();
  REQUIRE(step > 0);
  click(window, "compare.end");
  CHECK(window.session.world().step() > step);  // it would begin again
  REQUIRE(window.session.compare_with(window.session.present().set));
  click(window, "compare.end");
  CHECK(window.session.world().variants().size() == 1);
}

TEST_CASE("legends end before the plots, also in a narrow window") {
  DebugContext debug;
  TestWindow window("ramp", 780, 500);
  window.panels.help = false;
  window.stage.display.hazard = HazardQuantity::reach;
  window.frames(3, 1);
  const ImDrawList& list = *ImGui::GetBackgroundDrawList();
  float right = 0;
  for (const ImDrawVert& vertex : list.VtxBuffer) right = std::max(right, vertex.pos.x);
  CHECK(right > window.panels.places["panel"][2]);
  CHECK(right < window.panels.places["plots"][0]);
}

TEST_CASE("no text of the panels is cut at the usual sizes of the window") {
  const Temporary folder;
  DebugContext debug;
  const auto check = [](TestWindow& window) {
    window.panels.help = false;
    for (const PlotSpec& spec : all_plots()) window.panels.plots_shown[spec.name] = true;
    window.stage.display.hazard = HazardQuantity::reach;
    for (const float width : {1280.0f, 1024.0f}) {
      ImGui::GetIO().DisplaySize = ImVec2(width, 700);
      window.frames(4, 1);  // until the wrapped texts and the scroll bars are settled
      for (const char* const name : {"rockfall", "over time", "timeline"}) {
        CAPTURE(name);
        CAPTURE(width);
        const ImGuiWindow* const panel = ImGui::FindWindowByName(name);
        CHECK(panel->ContentSize.x <= panel->WorkRect.GetWidth() + 1);
      }
    }
  };
  for (const char* const sample : {"mountain", "contact_models", "rough_ramp", "soft_and_hard"}) {
    CAPTURE(sample);
    TestWindow window(sample, 1280, 700);
    window.session.world().advance(100);
    window.frames(1, 1);
    if (std::string(sample) == "contact_models") {
      rf_settings settings = window.session.world().settings();
      settings.model = RF_MODEL_ROCFALL_RIGID;
      REQUIRE(window.session.set_settings(settings));
    }
    check(window);
    if (std::string(sample) == "mountain") {
      REQUIRE(window.session.sweep(*find_parameter("ground.mu_max"), 0.2, 2, 8));
      window.session.world().watch(17);
      window.session.world().advance(100);
      check(window);
    }
  }
  {
    TestWindow window("first_fall", 1280, 700);
    REQUIRE(window.session.start_recording());
    window.session.world().advance(50);
    check(window);
    REQUIRE(window.session.stop_recording(folder.folder / "run.rfrec"));
    REQUIRE(window.session.open_file(folder.folder / "run.rfrec"));
    REQUIRE(window.session.seek(30));
    check(window);
  }
  const std::vector<unsigned char> bytes = diverging_recording(1);
  TestWindow window("shapes", 1280, 700);
  REQUIRE(window.session.open_file(folder.write("differs.rfrec", std::string(bytes.begin(), bytes.end()))));
  window.session.world().advance(100);
  check(window);
}

TEST_CASE("the variant of the overlay can be chosen where there are several, and the overlay is of the rocks") {
  DebugContext debug;
  TestWindow window("wheel_by_schemes", 1000, 700);
  const auto can_choose = [&](HazardQuantity quantity) {
    window.stage.display.hazard = quantity;
    window.frames(1, 1);
    return shown(window, "hazard_variant");
  };
  CHECK_FALSE(can_choose(HazardQuantity::none));
  CHECK(can_choose(HazardQuantity::reach));
  REQUIRE(window.session.open_sample("bounce"));
  CHECK_FALSE(can_choose(HazardQuantity::reach));
}

TEST_CASE("preferences of the view are restored in the next window") {
  const TemporaryPreferences own;
  DebugContext debug;
  {
    TestWindow window("rolling_ball");
    window.stage.display.look.shadows = false;
    window.stage.display.look.terrain_colour = rockfall_viewer::TerrainColour::plain;
    window.stage.display.look.ribbon_colour = rockfall_viewer::RibbonColour::jump_height;
    window.stage.display.look.ribbon_maximum = 7;
    window.stage.display.automatic_scale = false;
    window.stage.display.contacts = false;
    window.panels.visible = false;
    window.panels.release_height = 4;
    window.session.pacer.time_scale = 0.25;
    save_preferences(window.session, window.stage, window.panels);
  }
  CHECK(preferred_sample() == "rolling_ball");
  TestWindow window("bounce");
  load_preferences(window.session, window.stage, window.panels);
  CHECK_FALSE(window.stage.display.look.shadows);
  CHECK(window.stage.display.look.terrain_colour == rockfall_viewer::TerrainColour::plain);
  CHECK(window.stage.display.look.ribbon_colour == rockfall_viewer::RibbonColour::jump_height);
  window.frames(1, 1);
  CHECK(window.stage.display.look.ribbon_maximum == 7);
  CHECK_FALSE(window.stage.display.contacts);
  CHECK(window.stage.display.percussions);
  CHECK_FALSE(window.panels.visible);
  CHECK(window.panels.release_height == 4);
  CHECK(window.session.pacer.time_scale == 0.25);
}

TEST_CASE("the colour scale of the trajectories ends at the largest value or at the given maximum") {
  DebugContext debug;
  TestWindow window("bounce");
  window.frames(90, 90);
  double fastest = 0;
  for (const TrackSegment& segment : window.session.world().tracks().segments()) {
    fastest = std::max(fastest, static_cast<double>(segment.to_value[0]));
  }
  const double end = window.stage.display.look.ribbon_maximum;
  CHECK(fastest > 2);
  CHECK(end >= fastest);
  CHECK(end <= 1.6 * fastest);
  window.stage.display.automatic_scale = false;
  window.stage.display.look.ribbon_maximum = 3;
  window.frames(30, 30);
  CHECK(window.stage.display.look.ribbon_maximum == 3);
}

TEST_CASE("the image of a scenario does not colour the terrain of the next scene or window") {
  const TemporaryPreferences own;
  const Temporary temporary;
  DebugContext debug;
  using rockfall_viewer::TerrainColour;
  const std::string terrain = "[terrain]\nkind = \"ramp\"\nslope_deg = 30\nslope_length = 20.0\n";
  const std::string rest =
      "[[rock]]\nshape = \"box\"\n[ground]\npreset = \"medium\"\n[release]\nkind = \"point\"\npoints = [1.0, 0.0]\n";
  const std::vector<std::uint8_t> pixels(3 * 4 * 4, 90);
  sandbox::write_png(temporary.folder / "photo.png", 4, 4, pixels);
  const auto with = temporary.write("with.toml", terrain + "image = \"photo.png\"\n" + rest);
  const auto without = temporary.write("without.toml", terrain + rest);
  TestWindow window("bounce");
  REQUIRE_MESSAGE(window.session.open_file(with), window.session.message());
  window.frames(2, 1);
  CHECK(window.stage.display.look.terrain_colour == TerrainColour::image);
  save_preferences(window.session, window.stage, window.panels);
  REQUIRE(window.session.open_file(without));
  window.frames(2, 1);
  CHECK(window.stage.display.look.terrain_colour == TerrainColour::ground);
  load_preferences(window.session, window.stage, window.panels);
  CHECK(window.stage.display.look.terrain_colour == TerrainColour::ground);
}

TEST_CASE("corrupted and missing preferences change nothing") {
  const TemporaryPreferences own;
  DebugContext debug;
  TestWindow window("bounce");
  std::filesystem::create_directory(own.folder.folder / "rockfall");
  window.stage.display.automatic_scale = false;
  const auto check_unchanged = [&] {
    load_preferences(window.session, window.stage, window.panels);
    CHECK(preferred_sample().empty());
    CHECK(window.stage.display.look.shadows);
    CHECK(window.stage.display.look.ribbon_maximum == 30);
    CHECK(window.session.pacer.time_scale == 1);
    CHECK(window.panels.visible);
    window.frames(1, 1);
  };
  check_unchanged();
  for (const char* const text :
       {"", "this is no JSON", "[1, 2]", "{\"sample\": 5, \"shadows\": \"no\", \"time_scale\": -3, \"scale_end\": -1}",
        "{\"terrain\": -7, \"ribbons\": 99, \"scale_end\": 1e300, \"release_height\": \"high\", \"panels\": null}"}) {
    CAPTURE(text);
    std::ofstream(own.folder.folder / "rockfall" / "sandbox.json") << text;
    check_unchanged();
  }
  CHECK(debug.gl_errors.empty());
}
