// A fuzz target: a function that takes any bytes, and inputs to begin with. Built with libFuzzer (one program each) or
// into rockfall_fuzz, which makes inputs from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "support/random.h"

namespace fuzz {

using Bytes = std::vector<uint8_t>;

struct Target {
  const char* name;
  void (*run)(const uint8_t* data, size_t size);
  std::vector<Bytes> (*seeds)();  // inputs from which others are made
};

extern const Target kRecording, kSnapshot, kCookAndGrid, kStep, kBodyAndFrame;
extern const Target kPoints, kRaster, kScenario;  // of the programs

/// Ends the program if a promise is broken.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

/// Inputs of random bytes.
inline std::vector<Bytes> random_inputs(uint32_t count, uint32_t size) {
  support::Random random(size);
  std::vector<Bytes> all(count, Bytes(size));
  for (Bytes& bytes : all) {
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.bits());
  }
  return all;
}

/// Numbers from the bytes of an input; zeros after its end.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : data_(data), left_(size) {}

  uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  uint32_t below(uint32_t count) { return byte() % count; }
  /// Any double, also infinite, NaN and subnormal.
  double any() {
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  /// One of 65536 values from low to high; rarely any double.
  double between(double low, double high) {
    const uint8_t kind = byte();
    if (kind == 0) return any();
    const int high_byte = byte(), low_byte = byte();
    return low + (high - low) * (high_byte * 256 + low_byte) / 65535;
  }
  size_t left() const { return left_; }

 private:
  const uint8_t* data_;
  size_t left_;
};

inline bool finite(const double* values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += 0 * values[i];
  return sum == 0;
}

}  // namespace fuzz

#ifdef ROCKFALL_LIBFUZZER
#define ROCKFALL_FUZZ_TARGET(target)                                        \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { \
    target.run(data, size);                                                 \
    return 0;                                                               \
  }
#else
#define ROCKFALL_FUZZ_TARGET(target)
#endif
