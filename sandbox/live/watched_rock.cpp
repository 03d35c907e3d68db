#include "live/watched_rock.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sandbox::live {

Sample sample_of(const Variant& variant, const rf_state& state, double time) {
  Sample sample;
  sample.time = time;
  for (const Quantity unknown : {friction, percussion, sweeps}) sample.value[unknown] = no_value;
  const rf_scene& scene = variant.scene;
  rf_rock_properties rock{};
  double quantity[RF_QUANTITY_COUNT] = {};
  if (state.rock >= scene.rock_count || rf_rock_get(scene.rocks[state.rock], &rock) != RF_OK) return sample;
  if (rf_measure(&scene, &state, quantity) != RF_OK) return sample;
  const double height = rock.mass * scene.settings.gravity * state.position[2];
  for (std::size_t k = 0; k < 3; ++k) sample.value[omega_x + k] = static_cast<float>(state.angular_velocity[k]);
  sample.value[kinetic] = static_cast<float>(quantity[RF_KINETIC_ENERGY]);
  sample.value[potential] = static_cast<float>(height);
  sample.value[total] = static_cast<float>(quantity[RF_KINETIC_ENERGY] + height);
  sample.value[speed] = static_cast<float>(quantity[RF_VELOCITY]);
  sample.value[scar_depth] = static_cast<float>(state.scar_depth);
  sample.value[slippage] = static_cast<float>(state.slippage);
  sample.value[jump_height] = static_cast<float>(quantity[RF_JUMP_HEIGHT]);
  return sample;
}

void add_to_ledger(LedgerSum& sum, const rf_energy_ledger& energy) {
  sum.contact_work += energy.contact_work;
  sum.drag_work += energy.drag_work;
  sum.potential_change += energy.potential_change;
  sum.kinetic_change += energy.kinetic_after - energy.kinetic_before;
  sum.largest_residual = std::max(sum.largest_residual, std::fabs(energy.residual));
}

void note_step(Variant& variant, const rf_state& state, const rf_step_report& report, double time) {
  variant.report = report;
  variant.report.contacts = nullptr;
  Sample sample = sample_of(variant, state, time);
  double normal = 0;
  for (std::uint32_t i = 0; i < std::min(report.contact_count, report.contact_capacity); ++i) {
    normal += report.contacts[i].percussion[0];
  }
  sample.value[percussion] = static_cast<float>(normal);
  if (report.contact_count > 0) sample.value[friction] = static_cast<float>(report.friction);
  sample.value[sweeps] = static_cast<float>(report.sweeps);
  variant.series.add(sample);
}

void fill_from_moments(const std::vector<Sample>& at_moments, double interval, Series& series) {
  const std::vector<Sample> noted = series.samples();
  std::vector<Sample> missing, all;
  for (const Sample& sample : at_moments) {
    const auto next = std::lower_bound(noted.begin(), noted.end(), sample.time - 0.5 * interval,
                                       [](const Sample& a, double time) { return a.time < time; });
    if (next == noted.end() || next->time > sample.time + 0.5 * interval) missing.push_back(sample);
  }
  std::merge(noted.begin(), noted.end(), missing.begin(), missing.end(), std::back_inserter(all),
             [](const Sample& a, const Sample& b) { return a.time < b.time; });
  series.clear();
  for (const Sample& sample : all) series.add(sample);
}

}  // namespace sandbox::live
