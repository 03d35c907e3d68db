#include "terrain/grid_ground.h"

#include <cmath>
#include <cstddef>

namespace rockfall {
namespace {

// True if some corners of a cell are rigid (strength 0) and others soil.
bool is_rigid_in_part(const float strength[4]) {
  int rigid = 0;
  for (int k = 0; k < 4; ++k) rigid += !(strength[k] > 0);
  return rigid > 0 && rigid < 4;
}

// Strength 0 means rigid ground, so strengths towards it must grow, not fall: the mean of the corners with soil
// over their weight. Its inverse is 0 at rigid corners, and on an edge with soil at both ends it is that of the next
// cell.
double strength_beside_rigid_ground(const float strength[4], const double weight[4]) {
  constexpr double kLeastInverse = 1e-15;  // 1/Pa; scars of micrometres
  double soil = 0, sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (!(strength[k] > 0)) continue;
    soil += weight[k];
    sum += weight[k] * static_cast<double>(strength[k]);
  }
  const double square = soil * soil;
  return square > kLeastInverse * sum ? sum / square : 0;
}

// @param member_at  index of a member -> reference to its value
template <class MemberAt>
void interpolate_fields(const rf_grid& grid, const GridPosition& at, GroundMembers members, const MemberAt& member_at) {
  const size_t i = static_cast<size_t>(at.row) * grid.columns + at.column, j = i + grid.columns;
  const double eta = at.eta, xi = at.xi;
  for (int k = members.first; k <= members.last; ++k) {
    const float* f = grid.fields[k];
    if (!f) continue;
    double& member = member_at(k);
    if (k == RF_GROUND_SOIL_STRENGTH) {
      const float corner[4] = {f[i], f[i + 1], f[j], f[j + 1]};
      const double weight[4] = {(1 - eta) * (1 - xi), eta * (1 - xi), (1 - eta) * xi, eta * xi};
      if (is_rigid_in_part(corner)) {
        member = strength_beside_rigid_ground(corner, weight);
        continue;
      }
    }
    member = interpolated(static_cast<double>(f[i]), static_cast<double>(f[i + 1]), static_cast<double>(f[j]),
                          static_cast<double>(f[j + 1]), eta, xi);
  }
}

}  // namespace

void GridGround::interpolate(const GridPosition& at, GroundMembers members, double* out) const {
  interpolate_fields(grid_, at, members, [&](int k) -> double& { return out[k - members.first]; });
}

void GridGround::interpolate(const GridPosition& at, GroundMembers members, rf_ground& out) const {
  interpolate_fields(grid_, at, members, [&](int k) -> double& { return ground_member(out, k); });
}

GridGround::Signs GridGround::sign_without_field(int member) const {
  const double value = ground_member(grid_.ground, member);
  return {value > 0, value > 0 && std::isfinite(value)};
}

GridGround::Signs GridGround::signs_of_field(int member, const Nodes& nodes) const {
  Signs signs = {false, true};
  for (uint32_t r = nodes.row_first; r <= nodes.row_last; ++r) {
    const float* const row = grid_.fields[member] + static_cast<size_t>(r) * grid_.columns;
    for (uint32_t c = nodes.column_first; c <= nodes.column_last; ++c) {
      const bool positive = row[c] > 0;
      signs.some_positive = signs.some_positive || positive;
      signs.all_positive = signs.all_positive && positive && std::isfinite(row[c]);
    }
  }
  return signs;
}

}  // namespace rockfall
