// Signs on maps beside the results, and the texts of their legends.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/picture.h"
#include "plot/colours.h"
#include "plot/layer_map.h"
#include "plot/map.h"
#include "plot/map_parts.h"
#include "plot/name_places.h"
#include "run/statistics.h"
#include "slope.h"
#include "temporary.h"

namespace {

/** Squares of 20 m side by side, with presets. */
const std::string squares =
    "[[soil]]\npreset = \"medium_soft\"\npolygon = [[0.0, -20.0], [20.0, -20.0], [20.0, 0.0], [0.0, 0.0]]\n"
    "[[soil]]\npreset = \"hard\"\npolygon = [[20.0, -20.0], [40.0, -20.0], [40.0, 0.0], [20.0, 0.0]]\n";

struct Scene {
  explicit Scene(const std::string& text) : scenario(sandbox::parse_scenario(text, "s.toml")), built(scenario) {}
  const sandbox::Scenario scenario;
  const sandbox::BuiltScene built;
};

/** A map of 10 pixels per metre, from x = 0 and y = -20 on. */
class DrawnMap {
 public:
  template <class Draw>
  explicit DrawnMap(Draw draw) {
    sandbox::View view;
    view.area = {0, -20, 40, 20};
    view.scale = 10;
    view.box = {0, 0, 400, 400};
    sandbox::Canvas canvas(400, 400, {255, 255, 255});
    draw(canvas, view);
    bytes_ = canvas.bytes();
  }
  bool has_ink(double x, double y) const { return near(x, y, {255, 255, 255}, true); }
  /** True if a pixel near the place has the colour. */
  bool has(double x, double y, sandbox::Colour colour) const { return near(x, y, colour, false); }

 private:
  bool near(double x, double y, sandbox::Colour colour, bool other) const {
    const int px = static_cast<int>(10 * x), py = static_cast<int>(10 * (20 - y));
    for (int j = std::max(py - 4, 0); j <= std::min(py + 4, 399); ++j) {
      for (int i = std::max(px - 4, 0); i <= std::min(px + 4, 399); ++i) {
        const std::uint8_t* pixel = &bytes_[3 * static_cast<std::size_t>(400 * j + i)];
        const double apart =
            std::max({std::abs(pixel[0] - colour.r), std::abs(pixel[1] - colour.g), std::abs(pixel[2] - colour.b)});
        if (other ? apart > 60 : apart < 40) return true;
      }
    }
    return false;
  }

  std::vector<std::uint8_t> bytes_;
};

/** A polygon from 5 to 35 m with a hole from 15 to 25 m. */
std::string with_hole(const Temporary& temporary) {
  return temporary
      .write("hole.geojson",
             "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{},\"geometry\":{"
             "\"type\":\"Polygon\",\"coordinates\":[[[5,-15],[35,-15],[35,15],[5,15],[5,-15]],"
             "[[15,-5],[15,5],[25,5],[25,-5],[15,-5]]]}}]}")
      .string();
}

std::string with_release(const std::string& release) {
  std::string text = slope;
  const std::string line = "kind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\n";
  text.replace(text.find(line), line.size(), release);
  return text;
}

}  // namespace

TEST_CASE("soils have different outlines on maps, by the order in which they appear, in colours of nothing else") {
  std::string text = slope;
  const std::vector<std::string> presets = {"medium_soft", "hard", "medium", "medium_hard", "soft", "extra_hard"};
  for (const std::string& preset : presets) {
    text += "[[soil]]\npreset = \"" + preset + "\"\npolygon = [[0.0, -20.0], [20.0, -20.0], [20.0, 0.0]]\n";
  }
  text += "[[forest]]\npolygon = [[0.0, -20.0], [20.0, -20.0], [20.0, 0.0]]\n";
  const Scene scene(text);
  const auto looks = sandbox::area_looks(scene.built);
  REQUIRE(looks.size() == presets.size() + 1);
  for (std::size_t i = 0; i < looks.size(); ++i) {
    CHECK(looks[i].name == (i < presets.size() ? presets[i] : "forest"));
    CHECK(looks[i].dashed == (i < presets.size()));
    const auto distance = [&](const sandbox::Colour& a) {
      const sandbox::Colour& b = looks[i].colour;
      return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
    };
    CHECK(distance({92, 66, 40}) > 60);  // of contours
    CHECK(distance(sandbox::line_colour) > 60);
    for (int k = 0; k <= 100; ++k) CHECK(distance(sandbox::velocity_colour(0.01 * k)) > 60);
    for (std::size_t j = 0; j < i; ++j) {
      CHECK((distance(looks[j].colour) > 60 || looks[i].pattern != looks[j].pattern));
    }
  }
}

TEST_CASE("the outlines of soils have different dashes") {
  const auto dark_pixels = [](const std::vector<std::string>& presets) {
    std::string text = slope;
    for (const std::string& preset : presets) {
      text +=
          "[[soil]]\npreset = \"" + preset + "\"\npolygon = [[5.0, -15.0], [35.0, -15.0], [35.0, 15.0], [5.0, 15.0]]\n";
    }
    const Scene scene(text);
    const sandbox::AreaLook look = sandbox::area_looks(scene.built).back();
    sandbox::Canvas canvas(300, 20, {255, 255, 255});
    sandbox::draw_area_sign(canvas, {0, 0, 300, 20}, look);
    const auto bytes = canvas.bytes();
    int ink = 0, changes = 0;
    bool last = false;
    for (std::size_t x = 0; x < 300; ++x) {
      const bool now = bytes[3 * (300 * 10 + x)] < 200;
      ink += now ? 1 : 0;
      changes += now != last ? 1 : 0;
      last = now;
    }
    return std::pair<int, int>{ink, changes};
  };
  const auto first = dark_pixels({"soft"}), second = dark_pixels({"soft", "hard"});
  CHECK(first != second);
  for (const auto& [ink, changes] : {first, second}) {
    CHECK(ink > 80);
    CHECK(ink < 250);
    CHECK(changes > 20);
  }
}

TEST_CASE("neighbouring soils both show their colour at the border between them") {
  const Scene scene(slope + squares);
  const auto looks = sandbox::area_looks(scene.built);
  const DrawnMap map([&](sandbox::Canvas& canvas, const sandbox::View& view) {
    sandbox::draw_ground_areas(canvas, view, scene.built);
  });
  CHECK(map.has(20, -10, looks[0].colour));
  CHECK(map.has(20, -10, looks[1].colour));
}

TEST_CASE("holes of soils and of areas of release are drawn") {
  const Temporary temporary;
  const std::string file = "file = \"" + with_hole(temporary) + "\"\n";
  const Scene soil(slope + "[[soil]]\npreset = \"hard\"\n" + file);
  const Scene release(with_release("kind = \"area\"\n" + file));
  const DrawnMap of_soil([&](sandbox::Canvas& canvas, const sandbox::View& view) {
    sandbox::draw_ground_areas(canvas, view, soil.built);
  });
  const DrawnMap of_release(
      [&](sandbox::Canvas& canvas, const sandbox::View& view) { sandbox::draw_release(canvas, view, release.built); });
  for (const DrawnMap* map : {&of_soil, &of_release}) {
    CHECK(map->has_ink(5, 0));
    CHECK(map->has_ink(15, 0));
    CHECK(map->has_ink(25, 0));
    CHECK_FALSE(map->has_ink(10, 0));
    CHECK_FALSE(map->has_ink(20, 0));
  }
}

TEST_CASE("the map of trajectories shows lines, and soils in its legend") {
  const Temporary temporary;
  const std::string lines = "[[line]]\nname = \"foot\"\npoints = [[20.0, -30.0], [22.0, 30.0]]\n";
  const Scene plain(slope), scene(slope + squares + lines);
  const auto index = [](int red, int green, int blue) {
    return static_cast<std::size_t>((red * 256 + green) * 256 + blue);
  };
  // For each colour whether the map has it.
  const auto colours_of = [&](const Scene& of) {
    const sandbox::RunResult result = run(of.built, 1);
    const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
    const auto file = temporary.folder / "map.png";
    sandbox::write_map(file, {of.scenario, of.built, result, statistics}, sandbox::make_lines(of.scenario, of.built));
    const sandbox::Picture picture = sandbox::read_picture(file);
    std::vector<bool> colours(256 * 256 * 256);
    const std::uint8_t* const bytes = picture.bytes.data();
    for (std::size_t i = 0; i < picture.bytes.size(); i += 3) {
      colours[index(bytes[i], bytes[i + 1], bytes[i + 2])] = true;
    }
    return colours;
  };
  const auto drawn = colours_of(scene), without = colours_of(plain);
  std::vector<sandbox::Colour> expected = {sandbox::line_colour};
  for (const sandbox::AreaLook& area : sandbox::area_looks(scene.built)) expected.push_back(area.colour);
  REQUIRE(expected.size() == 3);
  for (const sandbox::Colour& colour : expected) {
    const std::size_t at = index(static_cast<int>(colour.r), static_cast<int>(colour.g), static_cast<int>(colour.b));
    CHECK(drawn[at]);
    CHECK_FALSE(without[at]);
  }
}

TEST_CASE("release cells finer than pixels leave the map visible between their squares") {
  std::string text = with_release("kind = \"slope\"\nslope_min = 20.0\n");
  const std::string roughness = "roughness = 0.1";
  text.replace(text.find(roughness), roughness.size(), "cell = 0.25");
  const Scene scene(text);
  sandbox::View view;
  view.area = {0, -20, 40, 20};
  view.scale = 1;
  view.box = {0, 0, 40, 40};
  sandbox::Canvas canvas(40, 40, {0, 0, 0});
  sandbox::draw_release(canvas, view, scene.built);
  const std::vector<std::uint8_t> bytes = canvas.bytes();
  std::size_t black = 0, squares_of_cells = 0, brighter = 0;
  for (std::size_t y = 0; y < 40; ++y) {
    for (std::size_t x = 3; x < 21; ++x) {
      const std::uint8_t value = bytes[3 * (40 * y + x)];
      ++(value == 0 ? black : value < 230 ? squares_of_cells : brighter);
    }
  }
  CHECK(black > 240);
  CHECK(squares_of_cells > 240);
  CHECK(brighter == 0);
}

TEST_CASE("a legend shows the kinds of release that are drawn") {
  const auto legend = [](const std::string& release) {
    const Scene scene(with_release(release));
    sandbox::Canvas canvas(300, 100, {255, 255, 255});
    const double end = sandbox::draw_signs(canvas, {0, 0, 300, 100}, 0, scene.built, {}, sandbox::line_thickness);
    CHECK(end <= sandbox::height_of_signs(scene.built, {}));
    return canvas.bytes();
  };
  const auto point = legend("kind = \"point\"\npoints = [1.0, 2.0]\n");
  const auto line = legend("kind = \"line\"\npoints = [[0.0, -5.0], [0.0, 5.0]]\n");
  const auto area = legend("kind = \"area\"\npoints = [[0.0, -5.0], [1.0, -5.0], [0.0, 5.0]]\n");
  CHECK(point != line);
  CHECK(line != area);
  CHECK(area != point);
}

TEST_CASE("the legend of a map says that only the first trajectories are drawn") {
  const Scene scene(slope);
  sandbox::RunResult result = run(scene.built, 1);
  CHECK(sandbox::text_of_tracks(result) == "trajectories of the first 3 of 24 rocks");
  result.tracks.resize(24);
  CHECK(sandbox::text_of_tracks(result).empty());
}

TEST_CASE("the legend of a map gives means along the path of one rock class, and none over several") {
  const std::string rock = "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n";
  std::string text = slope;
  text.replace(text.find(rock), rock.size(), rock + "name = \"a\"\n" + rock + "name = \"b\"\n");
  const auto rows_of = [](const std::string& of) {
    const Scene scene(of);
    const sandbox::RunResult result = run(scene.built, 1);
    const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
    return sandbox::legend_numbers({scene.scenario, scene.built, result, statistics});
  };
  const auto one = rows_of(slope), several = rows_of(text);
  REQUIRE(one.size() == 9);
  CHECK(one[0].text == "mean (standard deviation) along the path");
  CHECK(one[5].text == "mean (standard deviation) of the rocks");
  REQUIRE(several.size() == 1);
  CHECK(says(several[0].text, "2 rock classes"));
  CHECK(several[0].value.empty());
}

TEST_CASE("a map of deposits says that no rock stopped, and how many left the terrain") {
  const sandbox::MapLayer &reach = sandbox::map_layers().front(), &deposits = sandbox::map_layers().back();
  sandbox::CampaignStatistics statistics;
  const std::vector<float> nothing(4, std::nanf("")), something = {1, std::nanf("")};
  using Notes = std::vector<std::string>;
  CHECK(sandbox::layer_notes(statistics, deposits, something).empty());
  CHECK(sandbox::layer_notes(statistics, deposits, nothing) == Notes{"no rock stopped on the terrain"});
  statistics.ended[RF_ENDED_LEFT_TERRAIN - 1] = 40;
  CHECK(sandbox::layer_notes(statistics, deposits, nothing) ==
        Notes{"no rock stopped on the terrain", "40 rocks left the terrain"});
  CHECK(sandbox::layer_notes(statistics, deposits, something) == Notes{"40 rocks left the terrain"});
  CHECK(sandbox::layer_notes(statistics, reach, something).empty());
  CHECK(sandbox::layer_notes(statistics, reach, nothing) == Notes{"no cell has a value"});
}

TEST_CASE("the map of a rock class has its name and the number of its rocks") {
  const sandbox::MapLayer one = sandbox::layer_of_class(sandbox::map_layers().front(), "small", 22);
  CHECK(one.heading() == "Reach probability, %, rock class small");
  CHECK(sandbox::layer_notes({}, one, {1}) == std::vector<std::string>{"22 rocks of the class"});
}

TEST_CASE("heights of contours have the decimals of their steps, and that at sea level no sign") {
  CHECK(sandbox::text_of_height(-0.0, 50) == "0");
  CHECK(sandbox::text_of_height(-50, 50) == "-50");
  CHECK(sandbox::text_of_height(-0.0, 2.5) == "0.0");
  CHECK(sandbox::text_of_height(7.5, 2.5) == "7.5");
  CHECK(sandbox::text_of_height(1025, 25) == "1025");
}

TEST_CASE("the height between contours is written below a map that has room for it") {
  const Scene scene(slope);
  const sandbox::RunResult result = run(scene.built, 1);
  const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
  // True if anything is drawn below the lower left corner.
  const auto is_written = [&](int width, const sandbox::GroundNote& note) {
    sandbox::View view;
    view.area = {0, -20, 0.1 * width, 20};
    view.scale = 10;
    view.box = {100, 0, width, 400};
    sandbox::Canvas canvas(width + 200, 460, {255, 255, 255});
    sandbox::draw_over_results(canvas, view, {scene.scenario, scene.built, result, statistics}, {}, note);
    const std::vector<std::uint8_t> bytes = canvas.bytes();
    for (std::size_t y = 428; y < 450; ++y) {
      for (std::size_t x = 100; x < 160; ++x) {
        if (bytes[3 * (static_cast<std::size_t>(width + 200) * y + x)] < 200) return true;
      }
    }
    return false;
  };
  CHECK(is_written(600, {10, false}));
  CHECK_FALSE(is_written(600, {}));
  CHECK_FALSE(is_written(300, {10, false}));
}

TEST_CASE("the name of a line stays inside the map") {
  sandbox::CheckLine line;
  line.name = std::string(200, 'W');
  line.segments.push_back({{38, -19}, {38, 19}, true});
  const DrawnMap map([&](sandbox::Canvas& canvas, const sandbox::View& view) {
    sandbox::draw_check_lines(canvas, view, {line}, sandbox::line_thickness);
    sandbox::draw_line_names(canvas, sandbox::place_names(view, {line}, {}));
  });
  CHECK(map.has_ink(35, -0.6));
  CHECK_FALSE(map.has_ink(39.9, -0.6));
  CHECK_FALSE(map.has_ink(5, -0.6));
}

TEST_CASE("deposits are drawn over lines, other values below them") {
  const Scene scene(slope);
  sandbox::RunResult result = run(scene.built, 1);
  sandbox::HazardPlan plan;
  plan.cells = sandbox::CellGrid{};
  plan.cells->left = 18;
  plan.cells->bottom = -10;
  plan.cells->cell = 4;
  plan.cells->columns = plan.cells->rows = 1;
  result.hazard.emplace(plan);
  const sandbox::CampaignStatistics statistics = sandbox::summarise(result);
  const sandbox::Report report{scene.scenario, scene.built, result, statistics};
  const sandbox::CheckLine foot{"foot", {{{20.05, -20}, {20.05, 20}, true}}};
  for (const sandbox::MapLayer& layer : sandbox::map_layers()) {
    CAPTURE(layer.name);
    const DrawnMap map([&](sandbox::Canvas& canvas, const sandbox::View& view) {
      sandbox::draw_results(canvas, view, report, layer, {1}, {foot});
    });
    CHECK(map.has(20, 0, sandbox::line_colour));
    CHECK(map.has(20, -8, sandbox::line_colour) == !layer.whole);
    CHECK(map.has_ink(18.5, -8));
  }
}

TEST_CASE("heights of contours are not written below names and the scale bar") {
  sandbox::View view;
  view.area = {0, -20, 40, 20};
  view.scale = 10;
  view.box = {50, 30, 400, 400};
  std::vector<char> taken = sandbox::no_pixels(view);
  sandbox::take_names_and_scale_bar(taken, view, {{"foot", {100, 200, 40, 20}}});
  const auto is_taken = [&](int x, int y) { return taken[static_cast<std::size_t>(400 * (y - 30) + x - 50)] != 0; };
  CHECK(is_taken(100, 200));
  CHECK(is_taken(139, 219));
  CHECK_FALSE(is_taken(140, 219));
  for (const sandbox::Box& sign : sandbox::boxes_of_scale_bar(view)) {
    CHECK(is_taken(sign.x, sign.y));
    CHECK(is_taken(sign.x + sign.width - 1, sign.y + sign.height - 1));
  }
}
