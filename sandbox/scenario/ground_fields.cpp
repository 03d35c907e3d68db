#include "scenario/ground_fields.h"

#include <algorithm>
#include <cmath>

#include "scenario/rounding.h"

namespace sandbox {

GroundFields::GroundFields(const rf_ground& uniform, std::size_t nodes)
    : uniform_(uniform), nodes_(nodes), given_(nodes), preset_of_(nodes) {
  result.resize(RF_GROUND_FIELD_COUNT);
}

std::vector<float>& GroundFields::field(std::int32_t field) {
  std::vector<float>& values = result[static_cast<std::size_t>(field)];
  if (values.empty()) values.assign(nodes_, rounded_to_field(ground_member(uniform_, field)));
  return values;
}

void GroundFields::set(const PlaceValues& values, const std::vector<NodeSpan>& nodes) {
  if (nodes.empty()) return;
  if (!values.preset.empty()) set_preset(values.preset, nodes);
  std::uint32_t given = 0;
  for (const auto& [member, value] : values.members) {
    given |= bit(member);
    values_[member].insert(value);
    if (hint.empty()) hint = unit_hint(member, value);
    if (result[static_cast<std::size_t>(member)].empty() && ground_member(uniform_, member) == value) continue;
    float* const target = field(member).data();
    const float rounded = rounded_to_field(value);
    for (const NodeSpan& span : nodes) std::fill(target + span.begin, target + span.end, rounded);
  }
  for (const NodeSpan& span : nodes) {
    for (std::size_t node = span.begin; node < span.end; ++node) given_[node] |= given;
  }
}

/** A preset has all members: nothing of a former one is left. */
void GroundFields::set_preset(const std::string& preset, const std::vector<NodeSpan>& nodes) {
  const auto found = std::find(presets_.begin(), presets_.end(), preset);
  const auto number = static_cast<std::uint16_t>(found - presets_.begin() + 1);
  if (found == presets_.end()) presets_.push_back(preset);
  std::uint16_t* const target = preset_of_.data();
  for (const NodeSpan& span : nodes) std::fill(target + span.begin, target + span.end, number);
}

std::vector<std::string> GroundFields::presets_met(const std::vector<double>& heights) const {
  std::vector<bool> met(presets_.size() + 1);
  for (std::size_t node = 0; node < nodes_; ++node) {
    if (!std::isnan(heights[node])) met[preset_of_[node]] = true;
  }
  std::vector<std::string> presets;
  for (std::size_t i = 0; i < presets_.size(); ++i) {
    if (met[i + 1]) presets.push_back(presets_[i]);
  }
  return presets;
}

void GroundFields::find_given(const std::vector<double>& heights, GroundPlaces& places) const {
  places.everywhere = ~std::uint32_t{0};
  for (std::size_t node = 0; node < nodes_; ++node) {
    if (std::isnan(heights[node])) continue;
    const std::uint32_t given = given_[node] | given_by_rasters_;
    places.somewhere |= given;
    places.everywhere &= given;
  }
}

std::map<std::int32_t, double> GroundFields::take_covering(const std::vector<double>& heights) {
  std::map<std::int32_t, double> covering;
  for (std::int32_t member = 0; member < RF_GROUND_FIELD_COUNT; ++member) {
    std::vector<float>& values = result[static_cast<std::size_t>(member)];
    if (values.empty() || (given_by_rasters_ & bit(member)) != 0) continue;
    const std::optional<double> value = only_value(heights, member);
    if (!value) continue;
    covering[member] = *value;
    values = {};
  }
  return covering;
}

/** The number, before its rounding to float, that is at all nodes with ground; none if they differ. */
std::optional<double> GroundFields::only_value(const std::vector<double>& heights, std::int32_t member) {
  const std::vector<float>& rounded = result[static_cast<std::size_t>(member)];
  std::optional<float> first;
  bool everywhere = true;
  for (std::size_t node = 0; node < nodes_; ++node) {
    if (std::isnan(heights[node])) continue;
    if (!first) first = rounded[node];
    if (rounded[node] != *first) return std::nullopt;
    everywhere = everywhere && (given_[node] & bit(member)) != 0;
  }
  std::set<double> possible = values_[member];
  if (!everywhere) possible.insert(ground_member(uniform_, member));
  std::optional<double> only;
  for (const double value : possible) {
    if (!first || rounded_to_field(value) != *first) continue;
    if (only) return std::nullopt;  // two numbers that are rounded to one
    only = value;
  }
  return only;
}

}  // namespace sandbox
