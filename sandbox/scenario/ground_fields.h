// Fields of ground parameters over the nodes of a terrain, while they are made.
#ifndef ROCKFALL_SANDBOX_SCENARIO_GROUND_FIELDS_H
#define ROCKFALL_SANDBOX_SCENARIO_GROUND_FIELDS_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenario/ground_files.h"
#include "scenario/ground_places.h"

namespace sandbox {

/** Fields to which places give their values, one after another. */
class GroundFields {
 public:
  /** @param uniform  ground where no place gives another; @param nodes  of the terrain */
  GroundFields(const rf_ground& uniform, std::size_t nodes);

  /** Values at the nodes, to be changed; those of the uniform ground at first.
   *  @param field  rf_ground_field */
  std::vector<float>& field(std::int32_t field);
  /** Gives the values to some nodes, in place of those that they had. */
  void set(const PlaceValues& values, const std::vector<NodeSpan>& nodes);
  /** A raster gives the member at every node. */
  void give_everywhere(std::int32_t member) { given_by_rasters_ |= bit(member); }
  /** Where the ground of [ground] is replaced. @param heights  of the terrain; NaN marks a hole */
  void find_given(const std::vector<double>& heights, GroundPlaces& places) const;
  /** The presets that nodes with ground have at last, each once. */
  std::vector<std::string> presets_met(const std::vector<double>& heights) const;
  /** Takes out the fields that are the same number on the whole terrain. */
  std::map<std::int32_t, double> take_covering(const std::vector<double>& heights);

  std::vector<std::vector<float>> result;  ///< by rf_ground_field; empty: the uniform ground everywhere
  std::string hint;                        ///< of a value that was set

 private:
  static_assert(RF_GROUND_FIELD_COUNT <= 32, "a bit for each rf_ground_field");
  static std::uint32_t bit(std::int32_t member) { return std::uint32_t{1} << static_cast<unsigned>(member); }
  void set_preset(const std::string& preset, const std::vector<NodeSpan>& nodes);
  std::optional<double> only_value(const std::vector<double>& heights, std::int32_t member);

  rf_ground uniform_;
  std::size_t nodes_;
  std::vector<std::uint32_t> given_;                 ///< by node: a bit by rf_ground_field
  std::vector<std::string> presets_;                 ///< that were set, each once
  std::vector<std::uint16_t> preset_of_;             ///< by node: index in presets_ and 1; 0: that of [ground] or none
  std::map<std::int32_t, std::set<double>> values_;  ///< by rf_ground_field: all that were set
  std::uint32_t given_by_rasters_ = 0;
};

}  // namespace sandbox
#endif
