// The sentence of every sample is what its simulation does.
#include <doctest/doctest.h>

#include "live/sentences/sentences.h"
#include "samples/samples.h"

namespace {

Sentences all_sentences() {
  Sentences all;
  for (const auto& of_category :
       {basics_sentences, free_rotation_sentences, contact_sentences, scarring_sentences, wheel_sentences,
        ramp_sentences, mountain_sentences, compared_sentences, issues_sentences}) {
    all.merge(of_category());
  }
  return all;
}

}  // namespace

TEST_CASE("every sample does what its sentence says") {
  const Sentences sentences = all_sentences();
  CHECK(sentences.size() == sandbox::samples::all().size());
  for (const sandbox::samples::Sample& sample : sandbox::samples::all()) {
    SUBCASE(sample.name) {
      INFO(sample.description);
      const auto check = sentences.find(sample.name);
      REQUIRE(check != sentences.end());
      check->second();
    }
  }
}
