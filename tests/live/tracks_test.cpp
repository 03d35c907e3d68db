// Marks of rocks that were in soil.
#include "live/tracks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "live/world.h"

using namespace sandbox;
using namespace sandbox::live;

namespace {

double distance(const float* a, const double* b) {
  double square = 0;
  for (int k = 0; k < 3; ++k) square += (static_cast<double>(a[k]) - b[k]) * (static_cast<double>(a[k]) - b[k]);
  return std::sqrt(square);
}

double length_of(const float* v) {
  const double zero[3] = {0, 0, 0};
  return distance(v, zero);
}

/** A rock that is moved down a plane of 35 degrees by hand, in its soil. */
struct Sliding {
  World world;
  std::vector<Variant> variants;
  Tracks tracks;
  double radius;
  double foot[3];  ///< of the normal through S

  Sliding() : world(soft_plane()), variants{world.variants()[0]}, radius(world.built().rock(0)->bounding_radius) {
    variants[0].states.resize(1);
    move(0, 0);
    tracks.clear(variants);
  }

  static Setup soft_plane() {
    Setup setup;
    setup.scenario = parse_scenario(
        "[terrain]\nkind = \"plane\"\nslope_deg = 35.0\n[[rock]]\nshape = \"eota111\"\n"
        "[release]\nkind = \"point\"\npoints = [[0.0, 0.0]]\n[ground]\npreset = \"soft\"\n[run]\nrocks = 1\n",
        "plane.toml");
    return setup;
  }

  /** @param way    down the slope, m
   *  @param depth  of the scar, m */
  void move(double way, double depth) {
    const double angle = std::acos(-1.0) / 180 * 35, x = way * std::cos(angle);
    rf_terrain_sample ground{};
    REQUIRE(rf_terrain_at(&variants[0].scene.terrain, x, 0, &ground) == RF_OK);
    const double at[3] = {x, 0, ground.height};
    rf_state& state = variants[0].states[0];
    for (int k = 0; k < 3; ++k) {
      foot[k] = at[k];
      state.position[k] = foot[k] + 0.6 * radius * ground.normal[k];
    }
    state.velocity[0] = 5 * std::cos(angle);
    state.velocity[1] = 0;
    state.velocity[2] = -5 * std::sin(angle);
    state.scar_depth = depth;
  }
  void slide(double way, double depth) {
    move(way, depth);
    tracks.extend(variants, way);
  }
};

double half_length(const ScarMark& scar) {
  return std::max(length_of(scar.along), static_cast<double>(scar.half_width));
}

}  // namespace

TEST_CASE("marks in soil are half their length apart, however small the steps of the rock") {
  Sliding rock;
  const double way = 30, step = 0.025;
  for (int i = 1; i * step <= way; ++i) rock.slide(i * step, 0.1);
  const std::vector<ScarMark>& scars = rock.tracks.scars();
  REQUIRE(scars.size() > 10);
  for (std::size_t i = 1; i < scars.size(); ++i) {
    const double before[3] = {static_cast<double>(scars[i - 1].place[0]), static_cast<double>(scars[i - 1].place[1]),
                              static_cast<double>(scars[i - 1].place[2])};
    const double apart = distance(scars[i].place, before);
    CHECK(apart >= half_length(scars[i - 1]) - 1e-4);
    CHECK(apart <= half_length(scars[i - 1]) + step + 1e-4);
  }
}

TEST_CASE("a rock that leaves the soil and comes back makes a mark at once") {
  Sliding rock;
  rock.slide(0.05, 0.1);
  rock.slide(0.10, 0.1);
  CHECK(rock.tracks.scars().size() == 1);
  rock.slide(0.15, 0);
  rock.slide(0.20, 0.1);
  CHECK(rock.tracks.scars().size() == 2);
}

TEST_CASE("a rock that continues from an earlier moment makes the marks that it would have made without that") {
  const double step = 0.025;
  Sliding straight, again;
  for (int i = 1; i <= 600; ++i) straight.slide(i * step, i < 100 ? 0 : 0.1);
  for (int i = 1; i <= 500; ++i) again.slide(i * step, i < 100 ? 0 : 0.1);
  for (const int back : {407, 250, 99}) {
    again.move(back * step, back < 100 ? 0 : 0.1);
    again.tracks.cut(static_cast<std::size_t>(back), back * step, again.variants);
    for (int i = back + 1; i <= 600; ++i) again.slide(i * step, i < 100 ? 0 : 0.1);
    CHECK(again.tracks.segments().size() == 600);
    REQUIRE(again.tracks.scars().size() == straight.tracks.scars().size());
    for (std::size_t i = 0; i < straight.tracks.scars().size(); ++i) {
      CHECK(again.tracks.scars()[i].time == straight.tracks.scars()[i].time);
    }
  }
}

TEST_CASE("a mark in soil lies at the foot of the normal and is as wide as a ball there") {
  Sliding rock;
  for (const double depth : {0.05, 0.4}) {
    rock.slide(rock.tracks.scars().empty() ? 1 : 9, depth * rock.radius);
    const ScarMark& scar = rock.tracks.scars().back();
    CHECK(distance(scar.place, rock.foot) < 1e-4);
    CHECK(static_cast<double>(scar.half_width) ==
          doctest::Approx(rock.radius * std::sqrt(1 - (1 - depth) * (1 - depth))));
  }
}

TEST_CASE("more marks in soil than are kept replace the oldest, and others stay where they were") {
  Sliding rock;
  const std::size_t ways = 3 * most_scars / 2;
  for (std::size_t i = 1; i <= ways; ++i) rock.slide(2.0 * static_cast<double>(i), 0.1);
  const std::vector<ScarMark>& scars = rock.tracks.scars();
  CHECK(scars.size() <= most_scars);
  CHECK(scars.size() >= most_scars / 2);
  CHECK(rock.tracks.dropped_scars() == ways - scars.size());
  const double last = 2.0 * static_cast<double>(ways);
  CHECK(scars.back().time == last);
  CHECK(scars.front().time == last - 2.0 * static_cast<double>(scars.size() - 1));

  // At an earlier moment those after it are gone.
  rock.tracks.cut(ways - 10, last - 20, rock.variants);
  CHECK(rock.tracks.scars().back().time == last - 20);
  rock.tracks.clear(rock.variants);
  CHECK(rock.tracks.scars().empty());
}

TEST_CASE("the first impacts are kept, up to a number that bounds their memory") {
  Sliding rock;
  constexpr std::size_t rocks = 999;  // no divisor of the number
  rock.variants[0].marks.assign(rocks, {});
  for (std::size_t made = 0; made < most_impacts + 2 * rocks; made += rocks) {
    for (std::size_t i = 0; i < rocks; ++i) {
      rock.variants[0].marks[i].impact = 1;
      rock.variants[0].marks[i].impact_time = static_cast<double>(made / rocks);
    }
    rock.tracks.add_impacts(rock.variants);
  }
  REQUIRE(rock.tracks.impacts().size() == most_impacts);
  CHECK(rock.tracks.impacts().front().time == 0);
  CHECK(static_cast<std::size_t>(rock.tracks.impacts().back().time) == (most_impacts - 1) / rocks);
  CHECK(rock.tracks.impacts().back().rock == (most_impacts - 1) % rocks);
}
