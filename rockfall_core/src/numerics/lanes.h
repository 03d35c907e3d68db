// Numbers of several rocks that are computed with at once, each exactly as a double would be. Everything here has
// internal linkage: the files that include it are compiled for different instruction sets, and none of their code may
// serve another.
#pragma once

// ROCKFALL_PORTABLE_LANES asks for plain C++17 where the compiler has vectors, too: same interface, same bits.
#if !defined(ROCKFALL_PORTABLE_LANES) && (defined(__GNUC__) || defined(__clang__))
#include "numerics/lanes_vector.h"
#else
#include "numerics/lanes_portable.h"
#endif
