#include <doctest/doctest.h>

#include <sstream>

#include "calibrate/report.h"

using namespace sandbox;

namespace {

// Two parameters with one evaluation.
struct Fitted {
  Scenario scenario;
  calibrate::Result result{{}, calibrate::Evaluations({}, ""), 0, 0, {}, {}, 0, {}, {}, 0,
                           0,  "every start has converged"};

  Fitted() {
    scenario.fits = {{RF_GROUND_SOIL_DRAG, 1, 5, true, ""}, {RF_GROUND_SOIL_DENSITY, 500, 3000, true, ""}};
    result.evaluations.add({{0.5, 0.5}, {2, 1200}, {10}, 0.1});
    result.uncertainty.known = true;
    result.uncertainty.sd = {0.1, 0.1};
    result.uncertainty.minimum = {0.5, 0.5};
    result.uncertainty.correlation = {{1, -0.99}, {-0.99, 1}};
  }
  std::vector<std::string> notes() const { return calibrate::warnings(scenario, result); }
};

}  // namespace

TEST_CASE("a direction in which two parameters make up for each other gets one note") {
  Fitted fitted;
  CHECK(fitted.notes().empty());
  fitted.result.uncertainty.flat = {{0, 1}};
  REQUIRE(fitted.notes().size() == 1);
  CHECK(fitted.notes()[0] ==
        "soil_drag, soil_density cannot be told apart by these observations: a change of one is made up for by the "
        "other");
  fitted.result.uncertainty.alike = {{0, 1}};
  REQUIRE(fitted.notes().size() == 1);
  CHECK(fitted.notes()[0] ==
        "soil_drag and soil_density cannot be told apart by these observations: their correlation is -0.99");
}

TEST_CASE("parameters in a common flat direction without a correlation are said to be undetermined, not compensating") {
  Fitted fitted;
  fitted.result.uncertainty.correlation = {{1, 0.3}, {0.3, 1}};
  fitted.result.uncertainty.flat = {{0, 1}};
  REQUIRE(fitted.notes().size() == 1);
  CHECK(fitted.notes()[0].rfind("soil_drag, soil_density are not determined by these observations", 0) == 0);
}

TEST_CASE("a calibration notes that it made no local search, and that another evaluation is better") {
  Fitted fitted;
  fitted.result.without_local_search = true;
  calibrate::Evaluation better = fitted.result.evaluations.all()[fitted.result.best];
  better.means = {10};
  better.misfit *= 0.5;
  better.values = {3, 1500};
  fitted.result.neighbours.profiles = {better};
  const std::vector<std::string> notes = fitted.notes();
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].find("before a local search") != std::string::npos);
  CHECK(notes[1].find("smaller misfit") != std::string::npos);
  CHECK(notes[1].find("soil_drag 3, soil_density 1500") != std::string::npos);
}

TEST_CASE("two parameters in all of whose directions the misfit is flat are said to be undetermined, once") {
  Fitted fitted;
  fitted.result.uncertainty.flat = {{0, 1}, {0, 1}};
  REQUIRE(fitted.notes().size() == 1);
  CHECK(
      fitted.notes()[0] ==
      "soil_drag, soil_density are not determined by these observations: within their bounds the misfit changes by no "
      "more than its scatter, which more rocks reduce");
}

TEST_CASE("a calibration notes which share of its rocks moved until the time limit") {
  Fitted fitted;
  fitted.result.evaluations = calibrate::Evaluations({}, "");
  fitted.result.evaluations.add({{0.5, 0.5}, {2, 1200}, {10}, 0.1, 0.125});
  REQUIRE(fitted.notes().size() == 1);
  CHECK(fitted.notes()[0] ==
        "12.5 % of the rocks moved until the time limit, so their run-outs are too short: set a longer "
        "settings.time_limit");
}

TEST_CASE("a calibration distinguishes a group with the name all from all runs") {
  Fitted fitted;
  calibrate::Observations& observed = fitted.result.observed;
  observed.kinds = {calibrate::Kind::runout};
  observed.scales = {1};
  observed.runs = {"a", "b", "c"};
  observed.groups = {"all", "east", "all"};
  observed.values = {10, 40, 20};
  fitted.result.evaluations = calibrate::Evaluations({}, "");
  fitted.result.evaluations.add({{0.5, 0.5}, {2, 1200}, {10, 10, 10}, 0.1});
  fitted.result.neighbours.other_seed = {10, 10, 10};
  const std::vector<calibrate::GroupFit> groups = calibrate::group_fits(fitted.result);
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].name == "all");
  CHECK_FALSE(groups[0].total);
  CHECK(groups[0].observed[0] == doctest::Approx(15));
  CHECK_FALSE(groups[1].total);
  CHECK(groups[2].total);
  CHECK(groups[2].runs[0] == 3);
}

TEST_CASE("the table of a calibration has the units of the parameters, and its columns begin below each other") {
  Fitted fitted;
  fitted.scenario.fits[0] = {RF_GROUND_LAYER_DRAG_ROTATION, 1, 5, true, ""};
  std::ostringstream out;
  calibrate::print(out, fitted.scenario, fitted.result);
  const std::string text = out.str();
  CHECK(text.find("\nlayer_drag_rotation, kg m2/s      2.2361 ") != std::string::npos);
  CHECK(text.find("\nsoil_density, kg/m3               1224.7 ") != std::string::npos);
}
