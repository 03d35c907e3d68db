#include "contact/solver_stage.h"

#include <doctest/doctest.h>

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

TEST_CASE("the stages of the SIMD lanes do not raise the lower bound of the regularisation") {
  for (int i = 0; i < kLaneStages; ++i) CHECK(kStages[i].raised_least == 0);
}

TEST_CASE("every stage is tried once, and with rolling friction the one that ends cycles third") {
  for (const bool rolling : {false, true}) {
    for (int stage = 0; stage < kStageCount; ++stage) {
      int tried = 0;
      for (int i = 0; i < kStageCount; ++i) tried += &stage_tried(i, rolling) == &kStages[stage];
      CHECK(tried == 1);
    }
    for (int i = 0; i < kLaneStages; ++i) CHECK(&stage_tried(i, rolling) == &kStages[i]);
  }
  CHECK(stage_tried(2, true).raised_least > 0);
}
