#include "plot/name_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "plot/map_parts.h"

namespace sandbox {
namespace {

constexpr double most_of_name = 260, beside = 6;  // pixels
constexpr int letter_height = static_cast<int>(10 * line_name_size);

/** The visible pieces of a line, in pixels. */
struct Piece {
  Position a, b;
  double length;
};

std::vector<Piece> pieces_of(const View& view, const CheckLine& line) {
  std::vector<Piece> pieces;
  for (const CheckLine::Segment& s : line.segments) {
    const Position a{view.x(s.a[0]), view.y(s.a[1])}, b{view.x(s.b[0]), view.y(s.b[1])};
    const auto part = part_in_box(view.box, a, b);
    if (!part) continue;
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    pieces.push_back({{a[0] + part->from * dx, a[1] + part->from * dy},
                      {a[0] + part->to * dx, a[1] + part->to * dy},
                      (part->to - part->from) * std::hypot(dx, dy)});
  }
  return pieces;
}

/** The point at a share of the length of all pieces. */
Position point_at(const std::vector<Piece>& pieces, double share) {
  double rest = 0;
  for (const Piece& piece : pieces) rest += piece.length;
  rest *= share;
  for (const Piece& piece : pieces) {
    if (rest <= piece.length || &piece == &pieces.back()) {
      const double along = piece.length > 0 ? std::min(rest / piece.length, 1.0) : 0;
      return {piece.a[0] + along * (piece.b[0] - piece.a[0]), piece.a[1] + along * (piece.b[1] - piece.a[1])};
    }
    rest -= piece.length;
  }
  return pieces.front().a;
}

void take_line(std::vector<char>& taken, const View& view, const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    const int steps = 1 + static_cast<int>(piece.length);
    for (int step = 0; step <= steps; ++step) {
      const double along = static_cast<double>(step) / steps;
      const int x = static_cast<int>(std::floor(piece.a[0] + along * (piece.b[0] - piece.a[0])));
      const int y = static_cast<int>(std::floor(piece.a[1] + along * (piece.b[1] - piece.a[1])));
      take_pixels(taken, view, {x - 2, y - 2, 5, 5});
    }
  }
}

/** Boxes around a point: right and left of it, at its corners, above and below; moved into the map. */
std::array<Box, 8> boxes_around(const Position& point, const Box& map, int width, int height) {
  const auto box = [&](double x, double y) {
    return Box{std::clamp(static_cast<int>(std::lround(x)), map.x, map.x + map.width - width),
               std::clamp(static_cast<int>(std::lround(y)), map.y, map.y + map.height - height), width, height};
  };
  const double right = point[0] + beside, left = point[0] - beside - width;
  const double above = point[1] - beside - height, middle = point[1] - 0.5 * height, below = point[1] + beside;
  const double over = point[0] - 0.5 * width;
  return {box(right, middle), box(left, middle), box(right, above), box(right, below),
          box(left, above),   box(left, below),  box(over, above),  box(over, below)};
}

/** The pixels of a box in the map that are taken. */
int count_taken(const std::vector<char>& taken, const Box& map, const Box& box) {
  int count = 0;
  for (int y = box.y - map.y; y < box.y - map.y + box.height; ++y) {
    const auto row = taken.begin() + static_cast<std::ptrdiff_t>(y) * map.width + (box.x - map.x);
    count += static_cast<int>(std::count(row, row + box.width, char{1}));
  }
  return count;
}

/** Chooses places one after the other. */
class Places {
 public:
  Places(const View& view, const std::vector<CheckLine>& lines, const std::vector<Box>& signs)
      : view_(view), lines_(no_pixels(view)), names_(no_pixels(view)) {
    for (const CheckLine& line : lines) take_line(lines_, view, pieces_of(view, line));
    for (const Box& sign : signs) take_pixels(names_, view, sign);
  }

  std::optional<Box> place(const CheckLine& line, int width, int height) {
    const std::vector<Piece> pieces = pieces_of(view_, line);
    if (pieces.empty() || width > view_.box.width || height > view_.box.height) return std::nullopt;
    const Box best = best_of(pieces, width, height);
    take_pixels(names_, view_, best);
    return best;
  }

 private:
  /** From the middle of the line to both its ends. */
  Box best_of(const std::vector<Piece>& pieces, int width, int height) const {
    constexpr int places = 20;
    constexpr int cost_of_name = 1000;  // a name on another one cannot be read
    Box best;
    int least = std::numeric_limits<int>::max();
    for (int i = 0; i <= places; ++i) {
      const int step = i % 2 == 0 ? i / 2 : -(i + 1) / 2;
      const Position point = point_at(pieces, 0.5 + static_cast<double>(step) / (places + 2));
      for (const Box& box : boxes_around(point, view_.box, width, height)) {
        const int cost = count_taken(lines_, view_.box, box) + cost_of_name * count_taken(names_, view_.box, box);
        if (cost >= least) continue;
        least = cost;
        best = box;
        if (cost == 0) return best;
      }
    }
    return best;
  }

  const View& view_;
  std::vector<char> lines_, names_;
};

}  // namespace

std::optional<VisiblePart> part_in_box(const Box& box, const Position& a, const Position& b) {
  const double low[2] = {1.0 * box.x, 1.0 * box.y}, high[2] = {low[0] + box.width, low[1] + box.height};
  VisiblePart part{0, 1};
  for (std::size_t k = 0; k < 2; ++k) {
    const double way = b[k] - a[k];
    if (way == 0) {
      if (a[k] < low[k] || a[k] > high[k]) return std::nullopt;
      continue;
    }
    const double one = (low[k] - a[k]) / way, other = (high[k] - a[k]) / way;
    part.from = std::max(part.from, std::min(one, other));
    part.to = std::min(part.to, std::max(one, other));
  }
  if (!(part.from <= part.to)) return std::nullopt;
  return part;
}

std::vector<PlacedName> place_names(const View& view, const std::vector<CheckLine>& lines,
                                    const std::vector<Box>& signs) {
  Places places(view, lines, signs);
  std::vector<PlacedName> names;
  for (const CheckLine& line : lines) {
    const double most = std::min(most_of_name, view.box.width - 2.0 * line_name_border);
    const std::string text = text_of_width(line.name, most, line_name_size);
    const int width = static_cast<int>(std::ceil(text_width(text, line_name_size))) + 2 * line_name_border;
    if (const auto box = places.place(line, width, letter_height + 2 * line_name_border)) names.push_back({text, *box});
  }
  return names;
}

}  // namespace sandbox
