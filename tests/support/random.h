// Random numbers of the tests: equal on every platform, independent of the generator of the library.
#pragma once

#include <cmath>
#include <cstdint>

namespace support {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // SplitMix64 (Steele, Lea, Flood 2014).
  uint64_t bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  double uniform() { return static_cast<double>(bits() >> 11) * (1.0 / 9007199254740992.0); }
  double between(double low, double high) { return low + uniform() * (high - low); }
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(bits() % count); }

  // Numbers uniform in [-half, half).
  void fill(double* out, int count, double half) {
    for (int i = 0; i < count; ++i) out[i] = between(-half, half);
  }

  // A unit quaternion, uniform on the rotation group, by rejection sampling.
  void orientation(double p[4]) {
    for (;;) {
      fill(p, 4, 1);
      const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
      if (square > 1 || square < 1e-3) continue;
      for (int i = 0; i < 4; ++i) p[i] /= std::sqrt(square);
      return;
    }
  }

 private:
  uint64_t state_;
};

}  // namespace support
