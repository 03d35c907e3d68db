// The lanes of compilers without vectors, compiled here so that the tests may run them beside the others.
#ifndef ROCKFALL_PORTABLE_LANES
#define ROCKFALL_PORTABLE_LANES
#endif
#include "step/portable_lanes.h"

#include "step/run_lanes.h"

void run_portable_lanes(const rockfall::BatchJob& job) { rockfall::run_lanes(job); }
