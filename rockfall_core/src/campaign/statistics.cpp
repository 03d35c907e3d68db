#include "campaign/statistics.h"

#include <cmath>

namespace rockfall {
namespace {

rf_moments moments(double sum, double square, double weight) {
  if (!(weight > 0)) return {0, 0};
  const double mean = sum / weight;
  const double variance = square / weight - mean * mean;
  return {mean, variance > 0 ? std::sqrt(variance) : 0.0};
}

// Two passes avoid cancellation if the maxima differ little from a large mean.
rf_moments moments_of_maxima(const rf_rock_statistics* statistics, uint32_t count, int quantity) {
  double sum = 0, square = 0;
  for (uint32_t i = 0; i < count; ++i) sum += statistics[i].maximum[quantity];
  const double mean = sum / count;
  for (uint32_t i = 0; i < count; ++i) {
    const double deviation = statistics[i].maximum[quantity] - mean;
    square += deviation * deviation;
  }
  return {mean, std::sqrt(square / count)};
}

}  // namespace

rf_campaign_summary summarise(const rf_rock_statistics* statistics, uint32_t count) {
  rf_campaign_summary summary = {};
  for (uint32_t i = 0; i < count; ++i) {
    summary.time += statistics[i].time;
    summary.distance += statistics[i].distance;
  }
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    double time_sum = 0, time_square = 0, distance_sum = 0, distance_square = 0;
    for (uint32_t i = 0; i < count; ++i) {
      time_sum += statistics[i].time_sum[q];
      time_square += statistics[i].time_square[q];
      distance_sum += statistics[i].distance_sum[q];
      distance_square += statistics[i].distance_square[q];
    }
    summary.time_weighted[q] = moments(time_sum, time_square, summary.time);
    summary.distance_weighted[q] = moments(distance_sum, distance_square, summary.distance);
    summary.maximum[q] = moments_of_maxima(statistics, count, q);
  }
  return summary;
}

}  // namespace rockfall
