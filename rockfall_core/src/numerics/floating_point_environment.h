// Sets the default floating-point environment during a call: results have the same bits even if the host runs with
// another rounding mode, with subnormal numbers flushed to zero, or with traps.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64) || (defined(__i386__) && defined(__SSE2__))
#define RF_CONTROL_MXCSR
#include <xmmintrin.h>
#elif defined(__aarch64__) && defined(__GNUC__)
#define RF_CONTROL_FPCR
#elif defined(__riscv) && defined(__riscv_flen)
#define RF_CONTROL_FRM
#elif defined(__wasm__)
#define RF_CONTROL_NONE
#else
#define RF_CONTROL_FENV
#include <cfenv>
#endif

namespace rockfall {

/// Scope guard: the constructor sets the IEEE 754 default on this thread (round to nearest even, subnormal numbers
/// kept, no traps), the destructor restores the host's control word. Every API function with floating-point results
/// starts with one.
class FloatingPointEnvironment {
 public:
  FloatingPointEnvironment() : host_(read()), changed_((host_ & kModes) != kDefault) {
    if (changed_) write(kDefault);
  }
  ~FloatingPointEnvironment() {
    if (changed_) write(host_);
  }
  FloatingPointEnvironment(const FloatingPointEnvironment&) = delete;
  FloatingPointEnvironment& operator=(const FloatingPointEnvironment&) = delete;

 private:
  // The memory clobbers keep the compiler from moving loads and stores, and the arithmetic between them, across a
  // change.
#if defined(RF_CONTROL_MXCSR)
  static constexpr uint64_t kModes = 0xFFC0, kDefault = 0x1F80;  // all but the flags of past exceptions
  static uint64_t read() { return _mm_getcsr(); }
  static void write(uint64_t control) {
    fence();
    _mm_setcsr(static_cast<uint32_t>(control));
    fence();
  }
#elif defined(RF_CONTROL_FPCR)
  static constexpr uint64_t kModes = 0x3CF9F07, kDefault = 0;
  static uint64_t read() {
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
  }
  static void write(uint64_t control) { __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory"); }
#elif defined(RF_CONTROL_FRM)
  static constexpr uint64_t kModes = 7, kDefault = 0;
  static uint64_t read() {
    uint64_t control;
    __asm__ volatile("frrm %0" : "=r"(control));
    return control;
  }
  static void write(uint64_t control) { __asm__ volatile("fsrm %0" : : "r"(control) : "memory"); }
#elif defined(RF_CONTROL_NONE)
  static constexpr uint64_t kModes = 0, kDefault = 0;
  static uint64_t read() { return 0; }
  static void write(uint64_t) {}
#else
  static constexpr uint64_t kModes = ~uint64_t{0}, kDefault = FE_TONEAREST;
  static uint64_t read() { return static_cast<uint64_t>(std::fegetround()); }
  static void write(uint64_t control) { std::fesetround(static_cast<int>(control)); }
#endif
  static void fence() {
#if defined(__GNUC__)
    __asm__ volatile("" : : : "memory");
#endif
  }

  uint64_t host_;
  bool changed_;
};

}  // namespace rockfall

#undef RF_CONTROL_MXCSR
#undef RF_CONTROL_FPCR
#undef RF_CONTROL_FRM
#undef RF_CONTROL_NONE
#undef RF_CONTROL_FENV
