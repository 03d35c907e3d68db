// The scene in the window: picture and overlay of the terrain, views, and scenes that cannot be drawn.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "io/crs.h"
#include "io/png.h"
#include "io/raster.h"
#include "live/arguments.h"
#include "sandbox/temporary.h"
#include "window.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

/** Two scenarios with the same red picture on a rough ramp. */
struct RedScenarios {
  RedScenarios() {
    std::vector<std::uint8_t> pixels(3 * 4 * 4, 0);
    for (std::size_t i = 0; i < pixels.size(); i += 3) pixels[i] = 255;
    sandbox::write_png(temporary.folder / "red.png", 4, 4, pixels);
    const std::string text =
        "[terrain]\nkind = \"ramp\"\nslope_deg = 30\nslope_length = 20.0\nimage = \"red.png\"\n"
        "[roughness]\nspacing = 1.0\n[[rock]]\nshape = \"box\"\n"
        "[ground]\npreset = \"medium\"\nroughness_70 = 0.05\n[release]\nkind = \"point\"\npoints = [1.0, 0.0]\n";
    first = temporary.write("first.toml", text);
    second = temporary.write("second.toml", text);
  }
  Temporary temporary;
  std::filesystem::path first, second;
};

/** The scene without panels, at rest. */
rockfall_viewer::Image picture_of(TestWindow& window) {
  window.session.pacer.paused = true;
  window.stage.update(window.session);
  window.stage.update(window.session);
  window.stage.orbit.distance = 20;
  window.target.bind();
  window.stage.draw();
  return window.target.read();
}

std::size_t different_bytes(const rockfall_viewer::Image& a, const rockfall_viewer::Image& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i) count += a.bytes[i] == b.bytes[i] ? 0 : 1;
  return count;
}

/** Part of the pixels that are red, 0 to 1. */
double red_share(const rockfall_viewer::Image& image) {
  std::size_t red = 0;
  for (std::size_t i = 0; i + 2 < image.bytes.size(); i += 3) {
    red += image.bytes[i] > 60 && image.bytes[i] > 3 * std::max(image.bytes[i + 1], image.bytes[i + 2]) ? 1 : 0;
  }
  return 3 * static_cast<double>(red) / static_cast<double>(image.bytes.size());
}

}  // namespace

TEST_CASE("the picture of a terrain stays when its scenario, or another one with it, is opened again") {
  const RedScenarios scenarios;
  DebugContext debug;
  TestWindow window("bounce");
  for (const auto& file : {scenarios.first, scenarios.first, scenarios.second}) {
    REQUIRE_MESSAGE(window.session.open_file(file), window.session.message());
    CHECK(red_share(picture_of(window)) > 0.2);
  }
  CHECK(debug.gl_errors.empty());
}

TEST_CASE("a change of the ground keeps picture and overlay of a terrain with relief") {
  const RedScenarios scenarios;
  DebugContext debug;
  TestWindow window("bounce");
  REQUIRE_MESSAGE(window.session.open_file(scenarios.first), window.session.message());
  const rockfall_viewer::Image plain = picture_of(window);
  REQUIRE(window.session.set_ground(window.session.world().ground()));
  CHECK(picture_of(window).bytes == plain.bytes);
  std::string raster = "ncols 2\nnrows 2\nxllcorner -500\nyllcorner -500\ncellsize 500\n3 3\n3 3\n";
  window.stage.open_overlay(scenarios.temporary.write("overlay.asc", raster), window.session.world());
  const rockfall_viewer::Image overlaid = picture_of(window);
  CHECK(overlaid.bytes != plain.bytes);
  REQUIRE(window.session.set_ground(window.session.world().ground()));
  CHECK(picture_of(window).bytes == overlaid.bytes);
}

TEST_CASE("an overlay in another coordinate system than that of the terrain is refused") {
  const Temporary temporary;
  DebugContext debug;
  TestWindow window("bounce");
  const auto scenario =
      temporary.write("s.toml",
                      "[terrain]\nkind = \"ramp\"\nslope_deg = 30\nslope_length = 20.0\ncrs = \"EPSG:32632\"\n"
                      "[[rock]]\nshape = \"box\"\n[ground]\npreset = \"medium\"\n"
                      "[release]\nkind = \"point\"\npoints = [1.0, 0.0]\n");
  REQUIRE_MESSAGE(window.session.open_file(scenario), window.session.message());
  window.stage.update(window.session);
  Raster raster;
  raster.columns = raster.rows = 2;
  raster.cell_x = raster.cell_y = 100;
  raster.x0 = raster.y0 = -50;
  const auto overlay = [&](const char* system) {
    raster.crs = crs_from_text(system);
    write_geotiff(temporary.folder / "energy.tif", raster, {{"energy", {1, 2, 3, 4}}});
    return refusal([&] { window.stage.open_overlay(temporary.folder / "energy.tif", window.session.world()); });
  };
  CHECK(says(overlay("EPSG:32633"), "energy.tif: its coordinate system is EPSG:32633"));
  CHECK_FALSE(window.stage.has_overlay());
  CHECK(overlay("EPSG:32632") == "");
  CHECK(window.stage.has_overlay());
}

TEST_CASE("a scene that cannot be drawn is closed with a message") {
  DebugContext debug;
  TestWindow window("bounce");
  // Ground between two of the nodes that are drawn, of which there are at most 4096 in a row.
  const Temporary temporary;
  std::string grid = "ncols 12286\nnrows 2\nxllcenter 0\nyllcenter 0\ncellsize 1\nNODATA_value -9999\n";
  for (int node = 0; node < 2 * 12286; ++node) grid += node % 12286 / 2 == 50 ? "0 " : "-9999 ";
  temporary.write("strip.asc", grid);
  const auto file = temporary.write(
      "strip.toml",
      "[terrain]\nkind = \"file\"\nfile = \"strip.asc\"\n[[rock]]\nshape = \"box\"\nsize = [0.3, 0.3, 0.3]\n"
      "[ground]\npreset = \"medium\"\n"
      "[release]\nkind = \"point\"\npoints = [100.5, 0.5]\n");
  REQUIRE_MESSAGE(window.session.open_file(file), window.session.message());
  CHECK_THROWS_AS(window.stage.update(window.session), rockfall_viewer::ViewerError);
  window.stage.update_or_close(window.session);
  CHECK(window.session.scene_name() == Stage::closed_scene);
  CHECK(says(window.session.message(), "strip cannot be drawn: terrain"));
  window.frames(2, 1);
  CHECK(window.session.scene_name() == Stage::closed_scene);
}

TEST_CASE("the view of all rocks shows variants where they are drawn") {
  DebugContext debug;
  TestWindow window("schemes_in_flight", 960, 640);
  window.panels.visible = window.panels.help = false;
  window.frames(2, 1);
  const World& world = window.session.world();
  REQUIRE(world.variants().size() > 2);
  window.stage.frame_all(world);
  for (std::size_t i = 0; i < world.variants().size(); ++i) {
    CAPTURE(i);
    const auto apart = static_cast<double>(i) * rockfall_viewer::vec3(world.setup().apart.data());
    const auto place = rockfall_viewer::vec3(world.variants()[i].states[0].position) + apart;
    double x = 0, y = 0;
    REQUIRE(rockfall_viewer::pixel_of(window.stage.camera(), place, 960, 640, &x, &y));
    CHECK((x > 0 && x < 960 && y > 0 && y < 640));
  }
}

TEST_CASE("an endless plane is drawn below the rocks however far they go") {
  DebugContext debug;
  TestWindow window("first_fall");
  window.panels.visible = false;
  const auto ground_share = [&] {
    window.session.pacer.paused = true;
    window.stage.update(window.session);
    window.stage.choose(CameraKind::orbit);
    const double* const rock = window.session.world().variants()[0].states[0].position;
    window.stage.orbit.target = rockfall_viewer::vec3(rock);
    window.stage.orbit.distance = 20;
    window.stage.orbit.elevation = 1.2;
    window.target.bind();
    window.stage.draw();
    const rockfall_viewer::Image image = window.target.read();
    std::size_t ground = 0;
    for (std::size_t i = 0; i + 2 < image.bytes.size(); i += 3) ground += image.bytes[i] > image.bytes[i + 2] ? 1 : 0;
    return 3 * static_cast<double>(ground) / static_cast<double>(image.bytes.size());
  };
  CHECK(ground_share() > 0.9);
  for (int part = 0; part < 3; ++part) {
    window.session.world().advance(5000);
    CHECK(ground_share() > 0.9);
  }
  CHECK(window.session.world().variants()[0].states[0].position[0] > 1000);
  CHECK(debug.gl_errors.empty());
}

TEST_CASE("marks in soil look alike if they are drawn one after another or all at once") {
  DebugContext debug;
  const auto picture_after = [](int pictures) {
    TestWindow window("scars_in_meadow", 480, 320);
    picture_of(window);  // chooses the view
    for (int picture = 0; picture < pictures; ++picture) {
      window.session.world().advance(400 / static_cast<std::uint32_t>(pictures));
      picture_of(window);
    }
    return picture_of(window);
  };
  CHECK(picture_after(1).bytes == picture_after(5).bytes);
}

TEST_CASE("marks in soil go back with the moment") {
  DebugContext debug;
  TestWindow window("scars_in_meadow", 480, 320);
  const auto draw_scars = [&](bool shown) {
    window.stage.display.scars = shown;
    return picture_of(window);
  };
  const auto scarred_bytes = [&] { return different_bytes(draw_scars(true), draw_scars(false)); };
  window.session.world().advance(400);
  const std::size_t before = scarred_bytes();
  CHECK(before > 0);
  const std::uint64_t step = window.session.world().step();
  window.session.world().advance(400);
  CHECK(scarred_bytes() > before + before / 10);
  REQUIRE(window.session.seek(step));
  // The trajectories above them are drawn to the next moment.
  CHECK(static_cast<double>(scarred_bytes()) == doctest::Approx(static_cast<double>(before)).epsilon(0.05));
}

TEST_CASE("the overlay goes back with the timeline, and is that of the variant that is chosen") {
  DebugContext debug;
  TestWindow window("first_fall");
  REQUIRE(window.session.sweep(*find_parameter("gravity"), 5, 20, 2));
  window.session.pacer.paused = true;
  Display& display = window.stage.display;
  display.hazard = HazardQuantity::energy;
  const auto scale = [&] {
    for (int i = 0; i < 10; ++i) window.stage.update(window.session);  // every tenth picture has new values
    return display.hazard_maximum;
  };
  CHECK(scale() == 1);  // no rock has moved
  window.session.world().advance(200);
  const std::uint64_t step = window.session.world().step();
  const double early = scale();
  window.session.world().advance(200);
  const double late = scale();
  CHECK(late > early);
  REQUIRE(window.session.seek(step));
  CHECK(scale() == early);
  display.hazard_variant = 1;
  const double of_second = scale();
  CHECK(of_second > 2 * early);
  display.hazard_variant = 0;
  window.stage.update(window.session);  // at once
  CHECK(display.hazard_maximum == early);
  // A choice that is gone with its variants.
  display.hazard_variant = 1;
  REQUIRE(window.session.set_variants({}));
  scale();
  CHECK(display.hazard_variant == 0);
}

TEST_CASE("the camera of the arguments is kept when the scene is shown first") {
  DebugContext debug;
  TestWindow window("mountain");
  Arguments arguments;
  arguments.camera = {10, 20, 33};
  apply_view(arguments, window.session, window.stage);
  window.frames(2, 1);
  CHECK(window.stage.orbit.distance == 33);
  CHECK(window.stage.display.camera == CameraKind::orbit);
  CHECK(length(window.stage.camera().target - window.stage.camera().eye) == doctest::Approx(33));
}
