#include "contact/solver_stage.h"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace rockfall;

TEST_CASE("the regularisation of a stage follows the residual within its bounds") {
  const SolverStage stage = {1e-2, 0.5, 1e-8, 1e-3, 10, true, 0};
  CHECK(stage.regularisation(1e-4, stage.least) == 0.5e-4);
  CHECK(stage.regularisation(1.0, stage.least) == 1e-3);
  CHECK(stage.regularisation(0.0, stage.least) == 1e-8);
  CHECK(stage.regularisation(0.0, 1e-5) == 1e-5);
  CHECK(stage.follows_residual());
}

TEST_CASE("the regularisation of the first stage is constant") {
  CHECK_FALSE(kStages[0].follows_residual());
  for (const double residual : {0.0, 1e-9, 1.0, 1e9}) {
    CHECK(kStages[0].regularisation(residual, kStages[0].least) == kStages[0].first_regularisation);
  }
}

TEST_CASE("every stage is tried once, first those of the SIMD lanes") {
  for (uint32_t contacts = 1; contacts <= 12; ++contacts) {
    for (int stage = 0; stage < kStageCount; ++stage) {
      int tried = 0;
      for (int i = 0; i < kStageCount; ++i) tried += tried_stage(i, contacts) == stage;
      CHECK(tried == 1);
    }
    CHECK(tried_stage(0, contacts) == 0);
    for (int i = 0; i < lane_attempts_of(contacts); ++i) CHECK(kStages[tried_stage(i, contacts)].raised_least == 0);
  }
}
