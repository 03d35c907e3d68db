// Quantities of a rock and their statistics, as templates shared by the step of one rock (double) and by the SIMD
// lanes.
#pragma once

#include <rockfall/campaign.h>

#include "numerics/real.h"

namespace rockfall {

template <class Real>
Real length_of(const Real v[3]) {
  return square_root(v[0] * v[0] + (v[1] * v[1] + v[2] * v[2]));
}

/// Add one step to statistics with the members of rf_rock_statistics.
/// @param quantity  after the step
/// @param time      duration of the step, s
/// @param distance  horizontal length of the step, m
/// @param update    update(sum, value) writes the new value of a sum
template <class Statistics, class Real, class Update>
void add_to_statistics(Statistics& statistics, const Real quantity[RF_QUANTITY_COUNT], const Real& time,
                       const Real& distance, Update update) {
  update(statistics.time, statistics.time + time);
  update(statistics.distance, statistics.distance + distance);
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    const Real& x = quantity[q];
    const Real square = x * x;
    update(statistics.time_sum[q], statistics.time_sum[q] + x * time);
    update(statistics.time_square[q], statistics.time_square[q] + square * time);
    update(statistics.distance_sum[q], statistics.distance_sum[q] + x * distance);
    update(statistics.distance_square[q], statistics.distance_square[q] + square * distance);
    update(statistics.maximum[q], select(statistics.maximum[q] < x, x, statistics.maximum[q]));
  }
}

inline void add_to_statistics(rf_rock_statistics& statistics, const double quantity[RF_QUANTITY_COUNT], double time,
                              double distance) {
  add_to_statistics(statistics, quantity, time, distance, [](double& sum, double value) { sum = value; });
}

}  // namespace rockfall
