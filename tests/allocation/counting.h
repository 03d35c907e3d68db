// Counts what is allocated and freed, in this process, by every way there is.
#pragma once

#include <cstdint>

namespace counting {

/// Calls of malloc, calloc, realloc, free, posix_memalign, aligned_alloc, memalign, new and delete since the program
/// started, in all threads.
uint64_t calls();

/// True if the counters are in place of the system's functions here.
bool available();

}  // namespace counting
