// Whether the sanitizers are in this build, and what tests then do less of.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define ROCKFALL_TESTS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROCKFALL_TESTS_SANITIZED 1
#endif
#endif
#ifndef ROCKFALL_TESTS_SANITIZED
#define ROCKFALL_TESTS_SANITIZED 0
#endif

namespace support {

/// Steps of a long run that watches for drifts. Sanitized builds look for faults of memory and arithmetic, which every
/// step is as good for as the next: a twentieth of a long run serves them.
constexpr int run_length(int steps) { return ROCKFALL_TESTS_SANITIZED && steps >= 20000 ? steps / 20 : steps; }

}  // namespace support
