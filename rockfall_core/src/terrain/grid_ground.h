// The ground of a grid: one ground, and fields of its members over the nodes.
#pragma once

#include <rockfall/terrain.h>

#include <cstdint>

#include "terrain/cells.h"
#include "terrain/grid_cell.h"
#include "terrain/ground_members.h"

namespace rockfall {

class GridGround {
 public:
  explicit GridGround(const rf_grid& grid) : grid_(grid) {}

  const rf_grid& grid() const { return grid_; }

  /// Search the fields once, for an object that serves many queries.
  void find_fields() { fields_ = varies() ? 1 : 0; }

  /// True if a member has a field.
  bool varies() const {
    if (fields_ >= 0) return fields_ > 0;
    uintptr_t any = 0;
    for (const float* field : grid_.fields) any |= reinterpret_cast<uintptr_t>(field);
    return any != 0;
  }

  /// True if one of these members has a field.
  bool varies(GroundMembers members) const {
    if (fields_ == 0) return false;
    for (int k = members.first; k <= members.last; ++k) {
      if (grid_.fields[k]) return true;
    }
    return false;
  }

  /// True if there may be contact drag anywhere.
  bool has_contact_drag() const { return grid_.fields[RF_GROUND_CONTACT_DRAG] || grid_.ground.contact_drag != 0; }

  /// Write the values of members that are used where they have no field.
  void copy(GroundMembers members, double* out) const {
    for (int k = members.first; k <= members.last; ++k) out[k - members.first] = ground_member(grid_.ground, k);
  }

  /// Replace the members that have a field by its interpolated values.
  void interpolate(const GridPosition& at, GroundMembers members, double* out) const;
  void interpolate(const GridPosition& at, GroundMembers members, rf_ground& out) const;

  /// The ground for contacts: beta, drag, roughness and the members of the RocFall3 models are those without fields.
  rf_ground at_contact(const GridPosition& at) const {
    rf_ground ground = grid_.ground;
    interpolate(at, {RF_GROUND_MU_MIN, RF_GROUND_KAPPA}, ground);
    interpolate(at, {RF_GROUND_RESTITUTION_NORMAL, RF_GROUND_RESTITUTION_THRESHOLD}, ground);
    interpolate(at, {RF_GROUND_ROLLING_RESISTANCE, RF_GROUND_SOIL_DENSITY}, ground);
    return ground;
  }

  /// Signs of a member at some nodes.
  struct Signs {
    bool some_positive;
    bool all_positive;  // and finite
  };
  /// @param member  an rf_ground_field that has a field
  Signs signs_of_field(int member, const Nodes& nodes) const;
  /// The same of a member without a field.
  Signs sign_without_field(int member) const;
  bool has_field(int member) const { return grid_.fields[member] != nullptr; }

 private:
  const rf_grid& grid_;
  int fields_ = -1;  // 1 if the ground differs from place to place, 0 if not, -1 if unknown
};

}  // namespace rockfall
