// Inlining of the formulas that double and SIMD lanes share.
#pragma once

// For a function: inline all calls inside it. Compilers find the formulas too long for that, but a call passes vectors
// through memory.
#if defined(__GNUC__) || defined(__clang__)
#define ROCKFALL_INLINE_CALLS __attribute__((flatten))
#else
#define ROCKFALL_INLINE_CALLS
#endif

// For a function of a common header that files for one instruction set call: without this, a build without optimisation
// may use the copy of such a file on every processor.
#if defined(__GNUC__) || defined(__clang__)
#define ROCKFALL_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ROCKFALL_ALWAYS_INLINE inline
#endif

// For a function whose arrays should not lie on the stack of its caller.
#if defined(__GNUC__) || defined(__clang__)
#define ROCKFALL_OWN_FRAME __attribute__((noinline))
#else
#define ROCKFALL_OWN_FRAME
#endif
