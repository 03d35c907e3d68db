#pragma once

#include "step/batch.h"

/// As rockfall::run_lanes_baseline, in plain C++17.
void run_portable_lanes(const rockfall::BatchJob& job);
