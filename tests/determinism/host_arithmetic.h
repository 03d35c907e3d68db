// Runs code in a host's modified floating-point environment.
#pragma once

#include <cfenv>
#include <cstdint>
#include <string>
#include <vector>
#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace determinism {

/// Names of the modified environments that this processor supports.
inline std::vector<std::string> host_modes() {
  std::vector<std::string> modes;
#if defined(FE_UPWARD) && defined(FE_DOWNWARD) && defined(FE_TOWARDZERO)
  modes.insert(modes.end(), {"upward", "downward", "to_zero"});
#endif
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
  modes.push_back("flush");
#endif
#if defined(__aarch64__)
  modes.push_back("upward_flush");
#endif
#if defined(__x86_64__) || defined(__i386__)
  modes.push_back("traps");
#endif
  return modes;
}

/// Sets the environment for this thread and restores it in the destructor. Only call library functions in between.
class HostArithmetic {
 public:
  explicit HostArithmetic(const std::string& mode) {
    std::fegetenv(&before_);
#if defined(__x86_64__) || defined(__i386__)
    mxcsr_ = _mm_getcsr();
#endif
#if defined(FE_UPWARD) && defined(FE_DOWNWARD) && defined(FE_TOWARDZERO)
    if (mode == "upward") std::fesetround(FE_UPWARD);
    if (mode == "downward") std::fesetround(FE_DOWNWARD);
    if (mode == "to_zero") std::fesetround(FE_TOWARDZERO);
#endif
#if defined(__x86_64__) || defined(__i386__)
    if (mode == "flush") _mm_setcsr(_mm_getcsr() | 0x8040);
    if (mode == "traps") _mm_setcsr(_mm_getcsr() & ~0x1FBFu);  // every exception terminates the program
#elif defined(__aarch64__)
    constexpr uint64_t flush = uint64_t{1} << 24, upward = uint64_t{1} << 22;
    if (mode == "flush") __asm__ volatile("msr fpcr, %0" : : "r"(flush) : "memory");
    if (mode == "upward_flush") __asm__ volatile("msr fpcr, %0" : : "r"(flush | upward) : "memory");
#endif
  }
  ~HostArithmetic() {
    std::fesetenv(&before_);
#if defined(__x86_64__) || defined(__i386__)
    _mm_setcsr(mxcsr_);  // fesetenv of some C libraries does not restore it
#endif
  }
  HostArithmetic(const HostArithmetic&) = delete;
  HostArithmetic& operator=(const HostArithmetic&) = delete;

  /// The part of the control word that a mode sets, to check that it is unchanged.
  static uint64_t control() {
#if defined(__x86_64__) || defined(__i386__)
    return _mm_getcsr() & 0xFFC0u;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#else
    return static_cast<uint64_t>(std::fegetround());
#endif
  }

 private:
  std::fenv_t before_;
#if defined(__x86_64__) || defined(__i386__)
  unsigned mxcsr_ = 0;
#endif
};

}  // namespace determinism
