// The sentence of every sample is what its simulation does.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "live/opened_sample.h"
#include "live/session.h"
#include "samples/samples.h"

using namespace sandbox;
using namespace sandbox::live;
using namespace opened_sample;

namespace {

void first_fall() {
  Opened scene("first_fall");
  const double height = scene.rock().position[2];
  scene.run(5);
  CHECK(scene.rock().position[0] > 10);
  CHECK(scene.rock().position[2] < height - 10);
  double turned = 0;
  for (const Sample& sample : scene.world.variants()[0].series.samples()) {
    turned = std::max(turned, std::hypot(static_cast<double>(sample.value[omega_x]),
                                         std::hypot(static_cast<double>(sample.value[omega_y]),
                                                    static_cast<double>(sample.value[omega_z]))));
  }
  CHECK(turned > 2);
}

void block_stands() {
  Opened scene("block_stands");
  CHECK(scene.rock().velocity[2] == 0);
  scene.run(0.1);
  CHECK(norm(scene.rock().velocity) > 0.5);  // it moves at once
  scene.run(2);
  const rf_state landed = scene.rock();
  scene.run(5);
  for (std::size_t k = 0; k < 3; ++k) CHECK(std::fabs(scene.rock().position[k] - landed.position[k]) < 1e-4);
}

void block_slides() {
  Opened scene("block_slides");
  scene.run(3);
  constexpr double slope = 35 * 3.14159265358979323846 / 180;
  const double speed = 3 * 9.81 * (std::sin(slope) - 0.6 * std::cos(slope));
  CHECK(norm(scene.rock().velocity) == doctest::Approx(speed).epsilon(0.02));
  CHECK(norm(scene.rock().angular_velocity) < 1e-3);
}

void shapes() {
  Opened scene("shapes");
  scene.run(20);
  std::map<std::string, double> way;
  for (const rf_state& rock : scene.rocks()) way[scene.world.built().rock_name(rock.rock)] = rock.position[0];
  for (const char* const flat : {"box", "eota221", "disc"}) {
    CAPTURE(flat);
    CHECK(way["ellipsoid"] > way[flat] + 3);
  }
  for (std::uint32_t i = 0; i < scene.rocks().size(); ++i) {
    CHECK(scene.world.built().rock(i)->mass == doctest::Approx(scene.mass()));
  }
}

void bounce() {
  Opened scene("bounce");
  const double radius = scene.world.built().rock(0)->bounding_radius;
  scene.run(6);
  // Apexes: where the vertical velocity changes its sign in flight.
  std::vector<double> heights;
  const auto& moments = scene.world.timeline().moments();
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const rf_state &a = moments[i - 1].states[0][0], &b = moments[i].states[0][0];
    if (a.velocity[2] > 0 && b.velocity[2] <= 0) heights.push_back(std::max(a.position[2], b.position[2]) - radius);
  }
  REQUIRE(heights.size() >= 3);
  for (std::size_t i = 1; i < 3; ++i) CHECK(heights[i] / heights[i - 1] == doctest::Approx(0.64).epsilon(0.04));
}

/** Number of times that the component of a rock's rotation about an axis changes its sign in ten seconds. */
int flips(Opened& scene, std::size_t rock, std::size_t variant, std::size_t axis) {
  int count = 0;
  const auto& moments = scene.world.timeline().moments();
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const double before = moments[i - 1].states[variant][rock].angular_velocity[axis];
    count += before * moments[i].states[variant][rock].angular_velocity[axis] < 0 ? 1 : 0;
  }
  return count;
}

void intermediate_axis() {
  Opened scene("intermediate_axis");
  scene.run(20);
  CHECK(flips(scene, 0, 0, 1) >= 3);
}

void three_axes() {
  Opened scene("three_axes");
  scene.run(20);
  CHECK(flips(scene, 0, 0, 1) >= 3);
  for (const Moment& moment : scene.world.timeline().moments()) {
    CHECK(moment.states[0][1].angular_velocity[0] > 9.99);
    CHECK(moment.states[0][2].angular_velocity[2] > 9.99);
  }
}

void schemes_in_flight() {
  Opened scene("schemes_in_flight");
  scene.run(20);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string& name = scene.world.variants()[i].name;
    CAPTURE(name);
    double least = 10;
    for (const Moment& moment : scene.world.timeline().moments()) {
      least = std::min(least, moment.states[i][0].angular_velocity[2]);
    }
    if (name == "explicit") {
      CHECK(least < 5);
    } else {
      CHECK(least > 9.9);
    }
  }
}

void edge_landing() {
  Opened scene("edge_landing");
  CHECK(std::fabs(upright(scene.rock(), 2)) < 0.4);
  scene.run(4);
  CHECK(std::fabs(upright(scene.rock(), 2)) > 0.999);
}

void face_landing() {
  Opened scene("face_landing");
  std::uint32_t contacts = 0;
  for (int i = 0; i < 400 && contacts == 0; ++i) {
    scene.world.advance(1);
    contacts = scene.world.variants()[0].report.contact_count;
  }
  CHECK(contacts == 4);
  scene.run(1);
  CHECK(norm(scene.rock().angular_velocity) < 1e-9);
}

void rolling_ball() {
  Opened scene("rolling_ball");
  scene.run(0.3);
  const double radius = scene.world.built().rock(0)->bounding_radius;
  CHECK(norm(scene.rock().angular_velocity) * radius < 0.8 * norm(scene.rock().velocity));  // it slides
  scene.run(1);
  // The facets of the hull cost some speed.
  CHECK(norm(scene.rock().velocity) == doctest::Approx(8.0 * 5 / 7).epsilon(0.05));
  CHECK(norm(scene.rock().angular_velocity) * radius == doctest::Approx(norm(scene.rock().velocity)).epsilon(0.03));
}

void terrain_vertices() {
  Opened scene("terrain_vertices");
  std::uint32_t of_terrain = 0, of_rock = 0;
  for (int i = 0; i < 1500; ++i) {
    scene.world.advance(1);
    const ContactMarks& marks = scene.world.variants()[0].marks[0];
    for (std::uint32_t k = 0; k < marks.count; ++k) {
      ((marks.contacts[k].feature & RF_TERRAIN_VERTEX_FEATURE) != 0 ? of_terrain : of_rock) += 1;
    }
  }
  CHECK(of_terrain > 100);
  CHECK(of_rock > 0);
}

void scarring() {
  Opened scene("scarring");
  scene.run(0.5);
  const rf_state sliding = scene.rock();
  CHECK(norm(sliding.angular_velocity) < 1e-6);
  scene.run(2.2);
  double early = 0, most = 0;
  for (const Sample& sample : scene.world.variants()[0].series.samples()) {
    const double mu = static_cast<double>(sample.value[friction]);
    if (std::isnan(mu)) continue;
    if (sample.time < 0.2) early = mu;
    most = std::max(most, mu);
  }
  CHECK(most > early + 0.3);
  // The angle between the orientations: it has tipped over.
  double product = 0;
  for (std::size_t k = 0; k < 4; ++k) product += sliding.orientation[k] * scene.rock().orientation[k];
  CHECK(2 * std::acos(std::min(1.0, std::fabs(product))) > 1);
}

void scars_in_meadow() {
  Setup setup = samples::find("scars_in_meadow").make();
  World world(setup);
  world.advance(2000);
  CHECK(world.tracks().scars().size() > 40);
  const double soft = mean_way(setup, 20);
  setup.scenario.ground.ground.soil_strength = 0;
  setup.scenario.ground.ground.rolling_resistance = 0;  // on rigid ground the arm would be longer than on soil
  CHECK(soft < 0.9 * mean_way(setup, 20));
}

/** The first variant stops before the second one. */
void first_stops_earlier(const char* name) {
  Opened scene(name);
  scene.run(20);
  CHECK(mean_of(scene.rocks(0), 0) < 0.9 * mean_of(scene.rocks(1), 0));
}

void wheel() {
  Opened scene("wheel");
  const rf::Rock& rock = scene.world.built().rock(0);
  scene.run(1);
  CHECK_FALSE(about_major(rock, scene.rock()));
  for (const double time : {6.0, 20.0, 30.0}) {
    CAPTURE(time);
    scene.run(time - scene.world.time());
    CHECK(about_major(rock, scene.rock()));
  }
}

void wheel_ensemble() {
  Opened scene("wheel_ensemble");
  scene.run(12);
  std::vector<rf_state> rocks = scene.rocks();
  std::sort(rocks.begin(), rocks.end(), [](const auto& a, const auto& b) { return a.position[0] > b.position[0]; });
  std::size_t wheels = 0;
  for (std::size_t i = 0; i < 6; ++i) wheels += about_major(scene.world.built().rock(0), rocks[i]) ? 1 : 0;
  CHECK(wheels >= 5);
}

void ramp() {
  Opened scene("ramp");
  scene.run(30);
  std::size_t below = 0;
  for (const rf_state& rock : scene.rocks()) below += rock.end == RF_ENDED_STOPPED && rock.position[0] > 107 ? 1 : 0;
  CHECK(below > 0.8 * static_cast<double>(scene.rocks().size()));
}

void rough_ramp() {
  Opened smooth("ramp"), rough("rough_ramp");
  smooth.run(20);
  rough.run(20);
  CHECK(mean_of(rough.rocks(), 0) < 0.9 * mean_of(smooth.rocks(), 0));
  const auto mean_jump = [](const World& world) {
    double sum = 0;
    for (const TrackSegment& segment : world.tracks().segments()) sum += static_cast<double>(segment.to_value[2]);
    return sum / static_cast<double>(world.tracks().segments().size());
  };
  CHECK(mean_jump(rough.world) > 1.1 * mean_jump(smooth.world));
}

void mountain() {
  Session session("mountain");
  World& world = session.world();
  CHECK(world.time() > 2);
  CHECK(world.moving() > 30);  // it opens in the middle of the fall
  const std::vector<rf_state> first = world.timeline().moments()[0].states[0];
  world.advance(10000);
  std::size_t deep = 0;
  double fastest = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    deep += first[i].position[2] - world.variants()[0].states[i].position[2] > 50 ? 1 : 0;
  }
  for (const TrackSegment& segment : world.tracks().segments()) {
    fastest = std::max(fastest, static_cast<double>(segment.to_value[0]));
  }
  CHECK(deep > 15);  // m below their start
  CHECK(fastest > 15);
  CHECK(world.moving() < 20);
}

void thousand() {
  Opened scene("thousand");
  CHECK(scene.rocks().size() == 1000);
  const rf_grid& grid = scene.world.built().grid();
  CHECK(std::abs(static_cast<int>(grid.columns) - 501) <= 70);
  CHECK(grid.rows == 501);
  scene.run(0.2);
  CHECK(scene.world.moving() == 1000);
}

void forest() {
  Setup with = samples::find("forest").make(), without = samples::find("mountain").make();
  with.scenario.rock_count = without.scenario.rock_count = 20;
  CHECK(mean_way(with, 20) < 0.8 * mean_way(without, 20));
}

void schemes_on_a_ramp() {
  Opened scene("schemes_on_a_ramp");
  scene.run(25);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < scene.rocks(0).size(); ++i) {
    differ += std::fabs(scene.rock(i, 0).position[0] - scene.rock(i, 1).position[0]) > 0.5 ? 1 : 0;
  }
  CHECK(differ > scene.rocks().size() / 2);
  CHECK(mean_of(scene.rocks(1), 0) < 0.8 * mean_of(scene.rocks(0), 0));
}

void wheel_by_schemes() {
  Opened scene("wheel_by_schemes");
  scene.run(20);
  CHECK(about_major(scene.world.built().rock(0), scene.rock(0, 0)));
  CHECK(std::hypot(scene.rock(0, 0).position[0] - scene.rock(0, 1).position[0],
                   scene.rock(0, 0).position[1] - scene.rock(0, 1).position[1]) > 20);
}

void contact_models() {
  Opened scene("contact_models");
  scene.run(25);
  CHECK(spread_of(scene.rocks(0), 1) > 2);
  CHECK(spread_of(scene.rocks(1), 1) < 0.5);
  CHECK(spread_of(scene.rocks(2), 1) < 0.5);
}

void seams() {
  Opened scene("seams");
  const double x = scene.rock().position[0];
  double highest = -1e9;
  for (int i = 0; i < 70; ++i) {
    scene.run(0.1);
    highest = std::max(highest, scene.rock().position[2]);
  }
  CHECK(norm(scene.rock().velocity) < 0.01);
  CHECK(scene.rock().position[0] - x == doctest::Approx(16.0 * 16.0 / (2 * 0.5 * 9.81)).epsilon(0.02));
  CHECK(highest < scene.rock().position[2] + 0.02);
  CHECK(std::fabs(upright(scene.rock(), 2)) > 0.9999);
}

void edge_of_terrain() {
  Opened scene("edge_of_terrain");
  scene.run(25);
  std::size_t left = 0;
  for (const rf_state& rock : scene.rocks()) left += rock.end == RF_ENDED_LEFT_TERRAIN ? 1 : 0;
  CHECK(left > 5);
}

const std::map<std::string, std::function<void()>>& sentences() {
  static const std::map<std::string, std::function<void()>> all = {
      {"first_fall", first_fall},
      {"block_stands", block_stands},
      {"block_slides", block_slides},
      {"shapes", shapes},
      {"bounce", bounce},
      {"intermediate_axis", intermediate_axis},
      {"three_axes", three_axes},
      {"schemes_in_flight", schemes_in_flight},
      {"edge_landing", edge_landing},
      {"face_landing", face_landing},
      {"rolling_ball", rolling_ball},
      {"terrain_vertices", terrain_vertices},
      {"scarring", scarring},
      {"scars_in_meadow", scars_in_meadow},
      {"soft_and_hard", [] { first_stops_earlier("soft_and_hard"); }},
      {"drag", [] { first_stops_earlier("drag"); }},
      {"wheel", wheel},
      {"wheel_ensemble", wheel_ensemble},
      {"ramp", ramp},
      {"rough_ramp", rough_ramp},
      {"mountain", mountain},
      {"thousand", thousand},
      {"forest", forest},
      {"schemes_on_a_ramp", schemes_on_a_ramp},
      {"wheel_by_schemes", wheel_by_schemes},
      {"contact_models", contact_models},
      {"seams", seams},
      {"edge_of_terrain", edge_of_terrain},
  };
  return all;
}

/** A sample with another value of a ground parameter, stepped for a time. */
struct Changed {
  Changed(const char* name, double rf_ground::*parameter, double value, double seconds)
      : setup(samples::find(name).make()), world(changed(setup, parameter, value)) {
    world.advance(static_cast<std::uint32_t>(seconds / world.settings().time_step));
  }
  static const Setup& changed(Setup& setup, double rf_ground::*parameter, double value) {
    setup.scenario.ground.ground.*parameter = value;
    return setup;
  }
  std::size_t count(const std::function<bool(const rf_state&)>& holds) const {
    const std::vector<rf_state>& rocks = world.variants()[0].states;
    return static_cast<std::size_t>(std::count_if(rocks.begin(), rocks.end(), holds));
  }
  std::size_t wheels() const {
    return count([this](const rf_state& rock) { return about_major(world.built().rock(0), rock); });
  }
  Setup setup;
  World world;
};

}  // namespace

TEST_CASE("what a sample suggests to try has the effect that it names") {
  SUBCASE("ramp") {
    Setup less = samples::find("ramp").make();
    less.scenario.ground.ground.mu_min = 0.3;
    CHECK(mean_way(less, 30) < 0.8 * mean_way(samples::find("ramp").make(), 30));
  }
  SUBCASE("mountain") {
    Setup slower = samples::find("mountain").make();
    slower.scenario.ground.ground.kappa *= 0.25;
    CHECK(mean_way(slower, 40) < 0.7 * mean_way(samples::find("mountain").make(), 40));
  }
  SUBCASE("wheel") {
    CHECK(Changed("wheel", &rf_ground::rolling_resistance, 0, 12).wheels() == 1);
    CHECK(Changed("wheel", &rf_ground::rolling_resistance, 0.1, 12).wheels() == 0);
  }
  SUBCASE("wheel_ensemble") {
    CHECK(Changed("wheel_ensemble", &rf_ground::mu_min, 10, 12).wheels() < 40);
    CHECK(Changed("wheel_ensemble", &rf_ground::mu_min, 0.3, 12).wheels() > 50);
  }
  SUBCASE("edge_of_terrain") {
    const auto has_left = [](const rf_state& rock) { return rock.end == RF_ENDED_LEFT_TERRAIN; };
    CHECK(Changed("edge_of_terrain", &rf_ground::rolling_resistance, 0, 40).count(has_left) > 25);
    CHECK(Changed("edge_of_terrain", &rf_ground::rolling_resistance, 0.2, 40).count(has_left) < 5);
  }
  SUBCASE("intermediate_axis") {
    Setup setup = samples::find("intermediate_axis").make();
    setup.scenario.settings.scheme = RF_SCHEME_EXPLICIT;
    World world(setup);
    world.advance(2000);
    const double* const omega = world.variants()[0].states[0].angular_velocity;
    CHECK(std::fabs(omega[0]) > 10 * std::fabs(omega[1]));
  }
}

TEST_CASE("every sample does what its sentence says") {
  for (const samples::Sample& sample : samples::all()) {
    SUBCASE(sample.name) {
      INFO(sample.description);
      const auto check = sentences().find(sample.name);
      REQUIRE(check != sentences().end());
      check->second();
    }
  }
}
