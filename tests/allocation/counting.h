// Counts all calls in this process that allocate or free memory.
#pragma once

#include <cstdint>

namespace counting {

/// Calls of malloc, calloc, realloc, free, posix_memalign, aligned_alloc, memalign, new and delete since the program
/// started, in all threads.
uint64_t calls();

/// True if the counters replace the functions of the system on this platform.
bool available();

}  // namespace counting
