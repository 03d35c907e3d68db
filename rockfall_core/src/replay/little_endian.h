// Stores and loads little-endian numbers on any machine.
#pragma once

#include <cstdint>
#include <cstring>

namespace rockfall {

inline void store_u32(uint32_t value, unsigned char* bytes) {
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<unsigned char>(value >> (8 * i));
}

inline void store_u64(uint64_t value, unsigned char* bytes) {
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(value >> (8 * i));
}

inline uint32_t load_u32(const unsigned char* bytes) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value |= static_cast<uint32_t>(bytes[i]) << (8 * i);
  return value;
}

inline uint64_t load_u64(const unsigned char* bytes) {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  return value;
}

/// The bits of a double.
inline void store_real(double value, unsigned char* bytes) {
  uint64_t word;
  std::memcpy(&word, &value, sizeof word);
  store_u64(word, bytes);
}

inline double load_real(const unsigned char* bytes) {
  const uint64_t word = load_u64(bytes);
  double value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

}  // namespace rockfall
