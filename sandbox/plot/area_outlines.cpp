// Outlines of soils and forests on maps: dashes on white, in colours that the scale of the values does not have.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "plot/map_parts.h"

namespace sandbox {
namespace {

constexpr Colour forest_colour{20, 110, 50}, halo_colour{255, 255, 255};

/** Unlike the values, the contours and the lines. */
constexpr Colour soil_colours[] = {{0, 136, 136}, {25, 25, 30}, {100, 170, 40}, {60, 180, 240}};

/** Pixels with and without ink in turn. */
using Dashes = std::array<double, 4>;
constexpr Dashes patterns[] = {{12, 6, 12, 6}, {4, 4, 4, 4}, {12, 4, 2.5, 4}};

static_assert(std::size(soil_colours) * std::size(patterns) == most_areas);

constexpr double outline_width = 2, halo_width = 4, inset = 2;  // pixels

/** Draws the pieces of a path one after the other, with dashes that continue over its corners. */
class DashedPath {
 public:
  /** @param shown  dashes beside it are not drawn */
  DashedPath(Canvas& canvas, Box shown, const AreaLook& look) : canvas_(canvas), shown_(shown), look_(look) {}

  void piece(const Position& a, const Position& b, double width) {
    const double dx = b[0] - a[0], dy = b[1] - a[1], length = std::hypot(dx, dy);
    const auto part = part_in_box(shown_, a, b);
    if (length > 0 && part) {
      const auto at = [&](double along) { return Position{a[0] + dx * along / length, a[1] + dy * along / length}; };
      draw(at, part->from * length, part->to * length, width);
    }
    done_ = std::fmod(done_ + length, period());
  }

 private:
  static double sum(const Dashes& dashes) { return dashes[0] + dashes[1] + dashes[2] + dashes[3]; }
  double period() const { return look_.dashed ? sum(patterns[look_.pattern]) : 1; }

  /** @param at  the place after so many pixels of the piece */
  template <class Place>
  void draw(Place at, double from, double to, double width) {
    const auto line = [&](double begin, double end) {
      const Position p = at(from + std::max(begin, 0.0)), q = at(std::min(from + end, to));
      canvas_.line(p[0], p[1], q[0], q[1], width, look_.colour);
    };
    if (!look_.dashed) return line(0, to - from);
    const Dashes& dashes = patterns[look_.pattern];
    for (double begin = -std::fmod(done_ + from, period()); begin < to - from;) {
      for (std::size_t i = 0; i < dashes.size(); i += 2) {
        if (begin + dashes[i] > 0 && begin < to - from) line(begin, begin + dashes[i]);
        begin += dashes[i] + dashes[i + 1];
      }
    }
  }

  Canvas& canvas_;
  Box shown_;
  const AreaLook& look_;
  double done_ = 0;  ///< pixels since the beginning of the period
};

/** The outline of a ring, moved to one side by as much as the outline of a neighbour needs room.
 *  @param inwards  to the inside of the ring */
void draw_ring(Canvas& canvas, const View& view, const std::vector<Position>& ring, bool inwards,
               const AreaLook& look) {
  double area = 0;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    area += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  }
  const double aside = (area > 0) == inwards ? inset : -inset;
  const auto draw = [&](const AreaLook& with, double width) {
    DashedPath path(canvas, view.box, with);
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      const double dx = ring[i][0] - ring[j][0], dy = ring[i][1] - ring[j][1], length = std::hypot(dx, dy);
      if (length == 0) continue;
      const double x = -aside * dy / length, y = aside * dx / length;
      path.piece({ring[j][0] + x, ring[j][1] + y}, {ring[i][0] + x, ring[i][1] + y}, width);
    }
  };
  draw({"", halo_colour, false, 0}, halo_width);
  draw(look, outline_width);
}

}  // namespace

std::vector<AreaLook> area_looks(const BuiltScene& built) {
  std::vector<AreaLook> looks;
  std::size_t soils = 0;
  for (const GroundArea& area : built.ground_areas()) {
    const bool known =
        std::any_of(looks.begin(), looks.end(), [&](const AreaLook& look) { return look.name == area.name; });
    if (known) continue;
    if (area.name == "forest") {
      looks.push_back({area.name, forest_colour, false, 0});
      continue;
    }
    // The numbers of colours and patterns have no common divisor: each pair comes once.
    looks.push_back({area.name, soil_colours[soils % std::size(soil_colours)], true, soils % std::size(patterns)});
    ++soils;
  }
  return looks;
}

void draw_area_sign(Canvas& canvas, const Box& box, const AreaLook& look) {
  const double y = box.y + 0.5 * box.height;
  DashedPath(canvas, box, look).piece({1.0 * box.x, y}, {1.0 * box.x + box.width, y}, outline_width);
}

void draw_ground_areas(Canvas& canvas, const View& view, const BuiltScene& built) {
  const std::vector<AreaLook> looks = area_looks(built);
  for (const GroundArea& area : built.ground_areas()) {
    const auto look =
        std::find_if(looks.begin(), looks.end(), [&](const AreaLook& known) { return known.name == area.name; });
    draw_ring(canvas, view, pixels_of(view, area.polygon.points, built.origin()), true, *look);
    for (const std::vector<Position>& hole : area.polygon.holes) {
      draw_ring(canvas, view, pixels_of(view, hole, built.origin()), false, *look);
    }
  }
}

}  // namespace sandbox
