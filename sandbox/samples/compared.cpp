#include "samples/samples.h"

namespace sandbox::samples {
namespace {

const std::vector<live::LaneSpec> both = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                                          {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT}};

}  // namespace

live::Setup schemes_on_a_ramp() {
  live::Setup setup = ramp();
  setup.scenario.rock_count = 20;
  setup.lanes = both;
  return setup;
}

live::Setup wheel_by_schemes() {
  live::Setup setup = wheel();
  setup.lanes = both;
  return setup;
}

live::Setup contact_models() {
  live::Setup setup = ramp();
  setup.scenario.rock_count = 20;
  setup.lanes = {{"hard contact", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                 {"rigid sphere of RocFall3", RF_SCHEME_IMPLICIT, RF_MODEL_ROCFALL_RIGID},
                 {"lumped mass of RocFall3", RF_SCHEME_IMPLICIT, RF_MODEL_ROCFALL_LUMPED}};
  return setup;
}

}  // namespace sandbox::samples
