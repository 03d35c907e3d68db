// ground.calibrated after a fit: what still holds of former fits.
#include "calibrate/provenance.h"

#include <doctest/doctest.h>

namespace {

/** ground.calibrated after a fit of parameters on a ground with a text of before. */
std::string calibrated_after(const std::string& former, const std::vector<std::int32_t>& fields,
                             const std::string& preset = "", std::size_t runs = 9) {
  sandbox::Scenario scenario;
  scenario.observed.emplace();
  scenario.observed->file = "data/new.csv";
  scenario.ground.calibrated = former;
  scenario.ground.preset = preset;
  for (const std::int32_t field : fields) scenario.fits.push_back({field, 0, 1, false, {}});
  return sandbox::calibrate::provenance_of(scenario, runs);
}

}  // namespace

TEST_CASE("a fit is forgotten when its parameters are fitted again, the origin of other numbers is not") {
  const std::string preset = "other numbers: preset snow, some of which no publication confirms";
  CHECK(calibrated_after("", {RF_GROUND_MU_MIN}, "snow") ==
        "mu_min to 9 runs of new.csv by hard_contact, implicit; " + preset);
  CHECK(calibrated_after("mu_min to 8 runs of a.csv; " + preset, {RF_GROUND_MU_MIN}) ==
        "mu_min to 9 runs of new.csv by hard_contact, implicit; " + preset);
  CHECK(calibrated_after("mu_min to 8 runs of a.csv; " + preset, {RF_GROUND_MU_MIN}, "snow") ==
        "mu_min to 9 runs of new.csv by hard_contact, implicit; " + preset);
  CHECK(calibrated_after("mu_min, kappa to 8 runs of a.csv; " + preset, {RF_GROUND_MU_MIN, RF_GROUND_MU_MAX}) ==
        "mu_min, mu_max to 9 runs of new.csv by hard_contact, implicit; before: kappa to 8 runs of a.csv; " + preset);
  CHECK(calibrated_after("mu_min to 8 runs of a.csv; before: mu_max, kappa to 7 runs of b.csv; before: beta to 6 runs "
                         "of c.csv",
                         {RF_GROUND_MU_MIN, RF_GROUND_MU_MAX}) ==
        "mu_min, mu_max to 9 runs of new.csv by hard_contact, implicit; before: kappa to 7 runs of b.csv; before: beta "
        "to 6 runs of c.csv");
}

TEST_CASE("a fit of a soil says nothing of the preset of the ground outside it") {
  sandbox::Scenario scenario;
  scenario.observed.emplace();
  scenario.observed->file = "data/new.csv";
  scenario.ground.preset = "snow";
  scenario.fits.push_back({RF_GROUND_MU_MIN, 0, 1, false, {}, 2});
  CHECK(sandbox::calibrate::provenance_of(scenario, 9) ==
        "soil.2.mu_min to 9 runs of new.csv by hard_contact, implicit");
}

TEST_CASE("a fit to one run names it in the singular") {
  CHECK(calibrated_after("", {RF_GROUND_MU_MIN}, "", 1) == "mu_min to 1 run of new.csv by hard_contact, implicit");
}

TEST_CASE("a number that was changed after its fit no longer counts as fitted") {
  const std::string former = "mu_min, mu_max to 8 runs of a.csv; changed since: ground.mu_max";
  CHECK(calibrated_after(former, {RF_GROUND_KAPPA}) ==
        "kappa to 9 runs of new.csv by hard_contact, implicit; before: mu_min to 8 runs of a.csv; changed before: "
        "ground.mu_max");
  CHECK(calibrated_after(former, {RF_GROUND_MU_MAX}) ==
        "mu_max to 9 runs of new.csv by hard_contact, implicit; before: mu_min to 8 runs of a.csv");
  CHECK(calibrated_after("kappa to 8 runs of a.csv; before: mu_min to 7 runs of b.csv; changed before: ground.mu_max",
                         {RF_GROUND_KAPPA}) ==
        "kappa to 9 runs of new.csv by hard_contact, implicit; before: mu_min to 7 runs of b.csv; changed before: "
        "ground.mu_max");
}

TEST_CASE("what a person has written about a calibration is kept") {
  CHECK(calibrated_after("by eye; see the report", {RF_GROUND_MU_MIN}) ==
        "mu_min to 9 runs of new.csv by hard_contact, implicit; before: by eye; see the report");
}
