// Rings of polygons, and lines.
#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/segment.h"
#include "common/text.h"
#include "io/raster.h"
#include "io/vectors.h"

namespace sandbox {
namespace {

double turn(const Position& a, const Position& b, const Position& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool cross(const Position& a, const Position& b, const Position& c, const Position& d) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

bool in_ring(const std::vector<Position>& ring, double x, double y) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Position &a = ring[i], &b = ring[j];
    if (crosses_row(a, b, y) && x < crossing_of_row(a, b, y)) inside = !inside;
  }
  return inside;
}

std::string text_of(const Position& position, int decimals) {
  return position_text(position[0], position[1], decimals);
}

/** Throws InputError, beginning with `name`, for a ring that crosses itself. */
void check_simple_ring(const std::vector<Position>& ring, const std::string& name, int decimals) {
  const std::size_t count = ring.size();
  if (count < 3) throw InputError(name + ": a polygon needs at least 3 different corners");
  // Neighbouring sides share a corner. Rings of very many corners are not checked: the time grows with the square.
  if (count > 5000) return;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    for (std::size_t j = i + 2; j < count; ++j) {
      if (!cross(ring[i], ring[i + 1], ring[j], ring[(j + 1) % count])) continue;
      throw InputError(name + ": the polygon crosses itself: side " + std::to_string(i + 1) + " from " +
                       text_of(ring[i], decimals) + " and side " + std::to_string(j + 1) + " from " +
                       text_of(ring[j], decimals));
    }
  }
}

/** Largest distance of a corner from the first one along x or y. */
double extent_of(const std::vector<Position>& ring) {
  double length = 0;
  for (const Position& corner : ring) {
    length = std::max({length, std::fabs(corner[0] - ring[0][0]), std::fabs(corner[1] - ring[0][1])});
  }
  return length;
}

struct Side {
  Position from, to;
};

double distance(const Side& side, const Position& point) {
  return distance_to_segment(side.from.data(), side.to.data(), point.data());
}

/** Sides of a ring whose bounding boxes are at most `gap` from that of another one. */
std::vector<Side> sides_near(const std::vector<Position>& ring, const std::vector<Position>& other, double gap) {
  Position least = other[0], most = other[0];
  for (const Position& corner : other) {
    for (std::size_t k = 0; k < 2; ++k) {
      least[k] = std::min(least[k], corner[k]);
      most[k] = std::max(most[k], corner[k]);
    }
  }
  std::vector<Side> sides;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    bool near = true;
    for (std::size_t k = 0; k < 2; ++k) {
      near = near && std::max(ring[i][k], ring[j][k]) >= least[k] - gap &&
             std::min(ring[i][k], ring[j][k]) <= most[k] + gap;
    }
    if (near) sides.push_back({ring[j], ring[i]});
  }
  return sides;
}

/** True if two sides cross and the ends of each are farther than `gap` from the other one. */
bool cross_clearly(const Side& a, const Side& b, double gap) {
  return cross(a.from, a.to, b.from, b.to) && distance(a, b.from) > gap && distance(a, b.to) > gap &&
         distance(b, a.from) > gap && distance(b, a.to) > gap;
}

}  // namespace

bool contains(const Shape& polygon, double x, double y) {
  if (!in_ring(polygon.points, x, y)) return false;
  for (const auto& hole : polygon.holes) {
    if (in_ring(hole, x, y)) return false;
  }
  return true;
}

double area_of(const std::vector<Position>& ring) {
  double twice = 0;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    twice +=
        (ring[j][0] - ring[0][0]) * (ring[i][1] - ring[0][1]) - (ring[i][0] - ring[0][0]) * (ring[j][1] - ring[0][1]);
  }
  return 0.5 * std::fabs(twice);
}

void check_length(const std::vector<Position>& line, const std::string& name) {
  const bool same = std::all_of(line.begin(), line.end(), [&](const Position& point) { return point == line.front(); });
  if (same) throw InputError((name.empty() ? "" : name + ": ") + "the points of the line coincide");
}

bool is_ring(const std::vector<Position>& corners) {
  const auto second = std::find_if(corners.begin(), corners.end(), [&](const Position& p) { return p != corners[0]; });
  return std::any_of(second, corners.end(), [&](const Position& p) { return p != corners[0] && p != *second; });
}

void check_area(const std::vector<Position>& ring, const std::string& name, int decimals) {
  check_simple_ring(ring, name, decimals);
  // A millimetre of width for each thousand kilometres of length: what rounding gives to corners on one line.
  constexpr double least_width = 1e-9;
  const double length = extent_of(ring);
  if (!(area_of(ring) > least_width * length * length)) throw InputError(name + ": its corners lie on one line");
}

void check_hole(const std::vector<Position>& outer, const std::vector<Position>& hole, const std::string& name,
                int decimals) {
  check_simple_ring(hole, name, decimals);
  constexpr std::size_t most_pairs = 25000000;
  if (outer.size() * hole.size() > most_pairs) return;
  // Holes may touch the outer ring, and are then across it by the rounding of the file: degrees often have 6 digits.
  constexpr double rounding = 1e-3;
  const double gap = rounding * extent_of(outer);
  const std::vector<Side> sides = sides_near(outer, hole, gap);
  const auto touches = [&](const Position& corner) {
    return std::any_of(sides.begin(), sides.end(), [&](const Side& side) { return distance(side, corner) <= gap; });
  };
  for (std::size_t i = 0; i < hole.size(); ++i) {
    const Side own{hole[i], hole[(i + 1) % hole.size()]};
    // If no side of the outer ring is near, the whole hole is inside or outside with its first corner.
    const bool decided = i > 0 && sides.empty();
    const bool outside = !decided && !touches(own.from) && !in_ring(outer, own.from[0], own.from[1]);
    const bool crosses =
        std::any_of(sides.begin(), sides.end(), [&](const Side& side) { return cross_clearly(own, side, gap); });
    if (!outside && !crosses) continue;
    throw InputError(name + ": lies outside of its polygon at " + text_of(own.from, decimals));
  }
}

}  // namespace sandbox
