#include "campaign/random.h"

#include <cmath>

#include "numerics/elementary.h"
#include "numerics/philox.h"

namespace rockfall {

void random_pair(uint64_t seed, uint32_t rock, uint32_t event, double out[2]) {
  const uint32_t counter[4] = {rock, event, 0, 0};
  const uint32_t key[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  uint32_t words[4];
  philox4x32(counter, key, words);
  out[0] = uniform53(words[0], words[1]);
  out[1] = uniform53(words[2], words[3]);
}

// Shoemake, Uniform random rotations, Graphics Gems III (1992).
Quat random_orientation(uint64_t seed, uint32_t rock, uint32_t event) {
  double u[2], w[2];
  random_pair(seed, rock, event, u);
  random_pair(seed, rock, event + 1, w);
  const double a = std::sqrt(1 - u[0]), b = std::sqrt(u[0]);
  const SineCosine first = sine_cosine(2 * kPi * u[1]), second = sine_cosine(2 * kPi * w[0]);
  return normalised({b * second.cosine, a * first.sine, a * first.cosine, b * second.sine});
}

}  // namespace rockfall
