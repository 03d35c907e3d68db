// Detects sanitized builds, in which long tests make fewer steps.
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

/// Number of steps of a long run that measures drifts. Sanitized builds search for memory and arithmetic errors, which
/// need fewer steps: a twentieth.
constexpr int run_length(int steps) { return ROCKFALL_TESTS_SANITIZED && steps >= 20000 ? steps / 20 : steps; }

}  // namespace support
