// Inlining of the formulas that double and SIMD lanes share.
#pragma once

// For a function: inline all calls inside it. Compilers find the formulas too long for that, but a call passes vectors
// through memory.
#if defined(__GNUC__) || defined(__clang__)
#define ROCKFALL_INLINE_CALLS __attribute__((flatten))
#else
#define ROCKFALL_INLINE_CALLS
#endif

// For a function whose arrays should not lie on the stack of its caller.
#if defined(__GNUC__) || defined(__clang__)
#define ROCKFALL_OWN_FRAME __attribute__((noinline))
#else
#define ROCKFALL_OWN_FRAME
#endif
