// The 64-bit hash function of the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rockfall {

/// Hashes words one by one. Each step is a bijection of the word for a given state and of the state for a given word,
/// so inputs that differ in one word never have the same hash.
class Hasher {
 public:
  explicit Hasher(uint64_t kind) : hash_(0x243F6A8885A308D3u) { word(kind); }

  void word(uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 32;
  }

  /// Adds the bits of a double; all NaNs are equal.
  void real(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    word(value == value ? bits : 0x7FF8000000000000u);
  }

  void reals(const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) real(values[i]);
  }

  /// Adds bytes as little-endian words, the last one padded with zeros, then their number.
  void bytes(const unsigned char* data, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
      uint64_t value = 0;
      const size_t rest = count - i < 8 ? count - i : 8;
      for (size_t k = 0; k < rest; ++k) value |= static_cast<uint64_t>(data[i + k]) << (8 * k);
      word(value);
    }
    word(count);
  }

  /// The hash. Mixes the last word into all bits (finaliser of MurmurHash3, Appleby).
  uint64_t value() const {
    uint64_t h = hash_;
    h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCDu;
    h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53u;
    return h ^ (h >> 33);
  }

 private:
  uint64_t hash_;
};

/// First word of a hash: objects of different kinds have different hashes.
enum HashKind : uint64_t {
  kHashState = 1,
  kHashStates,
  kHashRock,
  kHashRocks,
  kHashGround,
  kHashSettings,
  kHashSurface,
  kHashTerrainGround,
  kHashLayout,
  kHashSnapshot,
  kHashRecording,
  kHashRoughness
};

}  // namespace rockfall
