#include "api/terrain_check.h"

#include <cmath>
#include <limits>

#include "numerics/elementary.h"
#include "numerics/minmax.h"
#include "numerics/real.h"
#include "numerics/same_bits.h"
#include "terrain/cells.h"
#include "terrain/ground_heights.h"
#include "terrain/ground_members.h"
#include "terrain/terrain.h"

namespace rockfall {
namespace {

constexpr uint32_t kSamplesPerSide = 5;  // in a rectangle with an upper plane
constexpr uint32_t kBatch = 16;          // positions per batch
constexpr uint32_t kVertices = 64;       // terrain vertices of a rectangle
constexpr double kAngle = 0.01;          // allowed between a normal and the slope of the heights, rad

bool same(const rf_terrain_sample& a, const rf_terrain_sample& b) {
  if (!a.exists != !b.exists) return false;
  if (!a.exists) return true;
  for (int k = 0; k < 3; ++k) {
    if (!same_bits(a.normal[k], b.normal[k])) return false;
  }
  for (const auto member : kGroundMembers) {
    if (!same_bits(a.ground.*member, b.ground.*member)) return false;
  }
  return same_bits(a.height, b.height);
}

bool all_finite(const rf_terrain_sample& s) {
  bool good = is_finite(s.height) && is_finite(s.normal[0]) && is_finite(s.normal[1]) && is_finite(s.normal[2]);
  for (const auto member : kGroundMembers) good = good && is_finite(s.ground.*member);
  return good;
}

// Of a plane that is a bound.
bool in_range(const rf_upper_plane& plane) {
  return is_finite(plane.height) && is_finite(plane.slope_x) && is_finite(plane.slope_y) && plane.slope_spread >= 0 &&
         is_finite(plane.slope_spread);
}

class Check {
 public:
  Check(const rf_terrain& terrain, const rf_rectangle& area, uint32_t columns, uint32_t rows,
        rf_terrain_findings& findings)
      : terrain_(terrain),
        area_(area),
        columns_(columns),
        rows_(rows),
        dx_((area.x_max - area.x_min) / (columns - 1)),
        dy_((area.y_max - area.y_min) / (rows - 1)),
        findings_(findings) {}

  void run() {
    for (uint32_t r = 0; r < rows_; ++r) {
      for (uint32_t first = 0; first < columns_; first += kBatch) {
        check_batch(first, columns_ - first < kBatch ? columns_ - first : kBatch, r);
      }
    }
  }

  // In the order of Finding.
  Finding first_kind(Place& place) const {
    place = {0, 0};
    for (int i = 1; i < kFindingCount; ++i) {
      if (!found_[i]) continue;
      place = places_[i];
      if (static_cast<Finding>(i) == Finding::below_ground) place = {findings_.worst_at[0], findings_.worst_at[1]};
      return static_cast<Finding>(i);
    }
    return Finding::none;
  }

 private:
  double x_of(uint32_t column) const { return area_.x_min + column * dx_; }
  double y_of(uint32_t row) const { return area_.y_min + row * dy_; }

  void note(Finding kind, uint64_t& count, double x, double y) {
    ++count;
    const int i = static_cast<int>(kind);
    if (!found_[i]) places_[i] = {x, y};
    found_[i] = true;
  }

  rf_terrain_sample sample(double x, double y) const {
    const double xy[2] = {x, y};
    rf_terrain_sample out = {};
    terrain_.sample(terrain_.user, xy, 1, &out);
    return out;
  }

  // Samples a part of a row one by one, again, and as one batch from right to left.
  void check_batch(uint32_t first, uint32_t count, uint32_t row) {
    double xy[2 * kBatch] = {};
    rf_terrain_sample batch[kBatch] = {};
    const double y = y_of(row);
    for (uint32_t i = 0; i < count; ++i) {
      xy[2 * i] = x_of(first + count - 1 - i);
      xy[2 * i + 1] = y;
    }
    terrain_.sample(terrain_.user, xy, count, batch);
    for (uint32_t i = 0; i < count; ++i) {
      const double x = x_of(first + i);
      const rf_terrain_sample one = sample(x, y), again = sample(x, y);
      ++findings_.samples;
      if (!same(one, again) || !same(one, batch[count - 1 - i])) {
        note(Finding::impure, findings_.impure, x, y);
        continue;
      }
      if (one.exists) check_sample(one, x, y);
      check_bounds(x, y, (first + i + row) % 3);
    }
  }

  void check_sample(const rf_terrain_sample& s, double x, double y) {
    if (!all_finite(s)) {
      note(Finding::not_finite, findings_.not_finite, x, y);
      return;
    }
    if (!good_normal(s, x, y)) {
      if (findings_.wrong_normals == 0) {
        findings_.normal_at[0] = x;
        findings_.normal_at[1] = y;
      }
      note(Finding::wrong_normals, findings_.wrong_normals, x, y);
    }
    const rf_ground& g = s.ground;
    const GroundHeights heights = heights_of(g);
    const auto above = [](double value, double bound) { return value > bound * (1 + 1e-12); };  // interpolated
    const bool good = rf_ground_check(&g, nullptr) == RF_OK && !above(heights.layer, terrain_.layer_height_max) &&
                      !above(heights.contact_drag, terrain_.contact_drag_height_max) &&
                      !above(g.contact_drag, terrain_.contact_drag_max) &&
                      !above(heights.roughness, terrain_.roughness_max) &&
                      !(terrain_.uniform_beta >= 0 && g.beta != terrain_.uniform_beta);
    if (!good) note(Finding::wrong_grounds, findings_.wrong_grounds, x, y);
  }

  // The slope of the normal lies between those of the heights on both sides, which differ at an edge of the surface.
  bool good_normal(const rf_terrain_sample& s, double x, double y) const {
    const double* const n = s.normal;
    if (std::fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) > 1e-6 || !(n[2] > 0)) return false;
    const double slope_x = -n[0] / n[2], slope_y = -n[1] / n[2];
    return (good_slope(s, x, y, 1e-3 * dx_, 0, slope_x) && good_slope(s, x, y, 0, 1e-3 * dy_, slope_y)) ||
           is_slope_beside(s, x, y, slope_x, slope_y);
  }

  // At a vertex of triangles: the slopes are those of a triangle beside one of the axes.
  bool is_slope_beside(const rf_terrain_sample& s, double x, double y, double slope_x, double slope_y) const {
    for (int side = 0; side < 8; ++side) {
      const bool along_x = side & 1;
      const double ahead = side & 2 ? 1e-3 : -1e-3, aside = side & 4 ? 1e-4 : -1e-4;
      const double ax = along_x ? ahead * dx_ : 0, ay = along_x ? 0 : ahead * dy_;
      const double bx = along_x ? 0 : aside * dx_, by = along_x ? aside * dy_ : 0;
      const rf_terrain_sample near = sample(x + ax, y + ay), beside = sample(x + ax + bx, y + ay + by);
      if (!near.exists || !beside.exists) continue;
      const double rise = near.height - s.height, across = beside.height - near.height;
      const double found_x = along_x ? rise / ax : across / bx, found_y = along_x ? across / by : rise / ay;
      const double rounding = 1e-12 * (1 + std::fabs(s.height)) / std::fabs(along_x ? by : bx);
      const auto same_angle = [rounding](double a, double b) {
        return std::fabs(arctangent(a) - arctangent(b)) <= kAngle + rounding;
      };
      if (same_angle(found_x, slope_x) && same_angle(found_y, slope_y)) return true;
    }
    return false;
  }

  bool good_slope(const rf_terrain_sample& s, double x, double y, double ex, double ey, double slope) const {
    const rf_terrain_sample low = sample(x - ex, y - ey), high = sample(x + ex, y + ey);
    if (!low.exists || !high.exists) return true;
    const double e = ex + ey, before = (s.height - low.height) / e, after = (high.height - s.height) / e;
    const double angle = arctangent(slope), a = arctangent(before), b = arctangent(after);
    const double rounding = 1e-12 * (1 + std::fabs(s.height)) / e;
    return angle >= smaller_of(a, b) - kAngle - rounding && angle <= larger_of(a, b) + kAngle + rounding;
  }

  // @param scale  0 to 2: a small, a medium, a large rectangle
  void check_bounds(double x, double y, uint32_t scale) {
    static constexpr double kReach[] = {0.5, 2, 6};  // of the spacing
    const double rx = kReach[scale] * dx_, ry = kReach[scale] * dy_;
    const rf_rectangle area = {x - rx, y - ry, x + rx, y + ry};
    if (terrain_.terrain_vertices) check_vertices(area);
    if (!terrain_.upper_plane) return;
    const rf_upper_plane plane = callback_plane(terrain_, area);
    if (plane.height == std::numeric_limits<double>::infinity()) return;  // no bound
    if (!in_range(plane)) {
      note(Finding::wrong_planes, findings_.wrong_planes, x, y);
      return;
    }
    ++findings_.bounds;
    for (uint32_t row = 0; row < kSamplesPerSide; ++row) {
      const double py = area.y_min + 2 * ry * row / (kSamplesPerSide - 1);
      for (uint32_t column = 0; column < kSamplesPerSide; ++column) {
        const double px = area.x_min + 2 * rx * column / (kSamplesPerSide - 1);
        compare(plane, x, y, px, py);
      }
    }
  }

  void compare(const rf_upper_plane& plane, double x, double y, double px, double py) {
    const rf_terrain_sample s = sample(px, py);
    if (!s.exists) {
      if (plane.hole_free) note(Finding::wrong_holes, findings_.wrong_holes, px, py);
      return;
    }
    const double above = s.height - (plane.height + plane.slope_x * (px - x) + plane.slope_y * (py - y));
    if (above > 1e-9 * (1 + std::fabs(s.height))) {
      if (above > findings_.worst_below) {
        findings_.worst_below = above;
        findings_.worst_at[0] = px;
        findings_.worst_at[1] = py;
      }
      note(Finding::below_ground, findings_.below_ground, px, py);
    }
    if (!(plane.slope_spread > 0) || !(s.normal[2] > 0)) return;
    const double limit = plane.slope_spread * (1 + 1e-6) + 1e-9;
    const double ex = std::fabs(-s.normal[0] / s.normal[2] - plane.slope_x);
    const double ey = std::fabs(-s.normal[1] / s.normal[2] - plane.slope_y);
    if (ex > limit || ey > limit) note(Finding::wrong_spread, findings_.wrong_spread, px, py);
  }

  // Up to rounding: a node may be found by its number.
  static bool is_within(double x, double from, double to) {
    const double rounding = 1e-12 * (std::fabs(from) + std::fabs(to));
    return x >= from - rounding && x <= to + rounding;
  }

  void check_vertices(const rf_rectangle& area) {
    double xyz[3 * kVertices];
    const uint32_t count = terrain_.terrain_vertices(terrain_.user, &area, xyz, kVertices);
    if (count > kVertices) {  // how many it wrote is not known
      note(Finding::too_many_vertices, findings_.wrong_vertices, 0.5 * (area.x_min + area.x_max),
           0.5 * (area.y_min + area.y_max));
      return;
    }
    for (uint32_t i = 0; i < count; ++i) {
      const double x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
      if (z <= kNoGround) continue;  // fills the array
      const bool inside = is_within(x, area.x_min, area.x_max) && is_within(y, area.y_min, area.y_max);
      const rf_terrain_sample s = sample(x, y);
      const bool on_surface = s.exists && std::fabs(s.height - z) <= 1e-6 * (1 + std::fabs(z));
      if (!inside || (s.exists && !on_surface)) note(Finding::wrong_vertices, findings_.wrong_vertices, x, y);
    }
  }

  const rf_terrain& terrain_;
  const rf_rectangle& area_;
  uint32_t columns_, rows_;
  double dx_, dy_;
  rf_terrain_findings& findings_;
  Place places_[kFindingCount] = {};
  bool found_[kFindingCount] = {};
};

}  // namespace

Finding check_terrain_callbacks(const rf_terrain& terrain, const rf_rectangle& area, uint32_t columns, uint32_t rows,
                                rf_terrain_findings& findings, Place& first) {
  Check check(terrain, area, columns, rows, findings);
  check.run();
  return check.first_kind(first);
}

}  // namespace rockfall
