// Detects at run time whether the program is linked with the address sanitizer; long tests then make fewer steps.
#pragma once

#if defined(__GNUC__)
extern "C" void __asan_init() __attribute__((weak));
#endif

namespace support {

inline bool is_sanitized() {
#if defined(__GNUC__)
  return &__asan_init != nullptr;
#else
  return false;
#endif
}

/// Number of steps of a long run that measures drifts. Sanitized builds search for memory and arithmetic errors, which
/// need fewer steps: a twentieth.
inline int run_length(int steps) { return is_sanitized() && steps >= 20000 ? steps / 20 : steps; }

}  // namespace support
