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

// Two passes: maxima may lie close together on a large mean.
rf_moments moments_of_maxima(const rf_rock_statistics* traces, uint32_t count, int quantity) {
  double sum = 0, square = 0;
  for (uint32_t i = 0; i < count; ++i) sum += traces[i].maximum[quantity];
  const double mean = sum / count;
  for (uint32_t i = 0; i < count; ++i) {
    const double deviation = traces[i].maximum[quantity] - mean;
    square += deviation * deviation;
  }
  return {mean, std::sqrt(square / count)};
}

}  // namespace

void add_to_statistics(rf_rock_statistics& trace, const double quantity[RF_QUANTITY_COUNT], double time,
                       double distance) {
  trace.time += time;
  trace.distance += distance;
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    const double x = quantity[q];
    trace.time_sum[q] += x * time;
    trace.time_square[q] += x * x * time;
    trace.distance_sum[q] += x * distance;
    trace.distance_square[q] += x * x * distance;
    trace.maximum[q] = std::fmax(trace.maximum[q], x);
  }
}

rf_campaign_summary summarise(const rf_rock_statistics* traces, uint32_t count) {
  rf_campaign_summary summary = {};
  for (uint32_t i = 0; i < count; ++i) {
    summary.time += traces[i].time;
    summary.distance += traces[i].distance;
  }
  for (int q = 0; q < RF_QUANTITY_COUNT; ++q) {
    double time_sum = 0, time_square = 0, distance_sum = 0, distance_square = 0;
    for (uint32_t i = 0; i < count; ++i) {
      time_sum += traces[i].time_sum[q];
      time_square += traces[i].time_square[q];
      distance_sum += traces[i].distance_sum[q];
      distance_square += traces[i].distance_square[q];
    }
    summary.time_weighted[q] = moments(time_sum, time_square, summary.time);
    summary.distance_weighted[q] = moments(distance_sum, distance_square, summary.distance);
    summary.maximum[q] = moments_of_maxima(traces, count, q);
  }
  return summary;
}

}  // namespace rockfall
