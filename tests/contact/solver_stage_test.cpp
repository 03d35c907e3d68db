#include "contact/solver_stage.h"

#include <doctest/doctest.h>

using namespace rockfall;

TEST_CASE("the regularisation of a stage follows the residual within its bounds") {
  const SolverStage stage = {1e-2, 0.5, 1e-8, 1e-3, 10, true};
  CHECK(stage.regularisation(1e-4) == 0.5e-4);
  CHECK(stage.regularisation(1.0) == 1e-3);
  CHECK(stage.regularisation(0.0) == 1e-8);
  CHECK(stage.follows_residual());
}

TEST_CASE("the regularisation of the first stage is constant") {
  CHECK_FALSE(kStages[0].follows_residual());
  for (const double residual : {0.0, 1e-9, 1.0, 1e9}) {
    CHECK(kStages[0].regularisation(residual) == kStages[0].first_regularisation);
  }
}
