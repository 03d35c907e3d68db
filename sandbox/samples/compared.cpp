#include "samples/samples.h"

namespace sandbox::samples {
namespace {

const std::vector<VariantSpec> both = {{"implicit", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                                       {"explicit", RF_SCHEME_EXPLICIT, RF_MODEL_HARD_CONTACT}};

}  // namespace

Setup schemes_on_a_ramp() {
  Setup setup = ramp();
  setup.scenario.rock_count = 20;
  setup.variants = both;
  setup.apart = {0, 15, 0};  // the ramp is the same everywhere across
  return setup;
}

Setup wheel_by_schemes() {
  Setup setup = wheel();
  setup.variants = both;
  setup.apart = {0, 6, 0};
  return setup;
}

Setup contact_models() {
  Setup setup = ramp();
  setup.scenario.rock_count = 20;
  setup.variants = {{"hard contact", RF_SCHEME_IMPLICIT, RF_MODEL_HARD_CONTACT},
                    {"rigid sphere of RocFall3", RF_SCHEME_IMPLICIT, RF_MODEL_ROCFALL_RIGID},
                    {"lumped mass of RocFall3", RF_SCHEME_IMPLICIT, RF_MODEL_ROCFALL_LUMPED}};
  setup.apart = {0, 15, 0};
  return setup;
}

}  // namespace sandbox::samples
