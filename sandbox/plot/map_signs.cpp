// Releases, soils, forests and lines on maps, and their entries in the legends.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>

#include "plot/colours.h"
#include "plot/map.h"
#include "plot/map_parts.h"

namespace sandbox {
namespace {

constexpr Colour white{255, 255, 255};

constexpr double sign_row = 13 * label_size, sign_width = 28, text_indent = 40;  // pixels

enum ReleaseSign { release_point, release_line, release_area, release_cells, release_sign_count };

ReleaseSign sign_of(const BuiltScene& built, std::size_t run) {
  if (!built.source(run).cells.index.empty()) return release_cells;
  const rf_release& release = built.release(run);
  if (release.kind == RF_RELEASE_AREA) return release_area;
  return release.point_count > 1 ? release_line : release_point;
}

std::array<bool, release_sign_count> signs_of(const BuiltScene& built) {
  std::array<bool, release_sign_count> used{};
  for (std::size_t run = 0; run < built.run_count(); ++run) used[sign_of(built, run)] = true;
  return used;
}

void draw_release_cells(Canvas& canvas, const View& view, const SourceCells& cells) {
  // The squares of cells of a pixel or less would cover the map: a square then stands for several cells.
  constexpr double least_distance = 3;
  const double pixels = cells.cell_x * view.scale;
  const auto joined = static_cast<std::uint32_t>(std::max(1.0, std::ceil(least_distance / pixels)));
  const double middle = 0.5 * (joined - 1);
  const int size = std::max(1, static_cast<int>(0.7 * joined * pixels));
  const std::size_t in_row = cells.columns / joined + 1;
  std::vector<bool> drawn;
  for (const std::uint32_t cell : cells.index) {
    const std::uint32_t column = cell % cells.columns / joined, row = cell / cells.columns / joined;
    const std::size_t square = row * in_row + column;
    if (square >= drawn.size()) drawn.resize(square + 1);
    if (drawn[square]) continue;
    drawn[square] = true;
    const double x = view.x(cells.x0 + (column * joined + middle) * cells.cell_x);
    const double y = view.y(cells.y0 + (row * joined + middle) * cells.cell_y);
    canvas.rectangle({static_cast<int>(x) - size / 2, static_cast<int>(y) - size / 2, size, size}, white, 0.7);
  }
}

using Pixels = std::vector<Position>;

/** A white line with a dark border. */
void draw_release_line(Canvas& canvas, const Pixels& points, bool closed) {
  const std::size_t pieces = closed ? points.size() : points.size() - 1;
  for (const double thickness : {5.0, 2.4}) {
    const Colour colour = thickness > 4 ? ink : white;
    for (std::size_t i = 0; i < pieces; ++i) {
      const Position &a = points[i], &b = points[(i + 1) % points.size()];
      canvas.line(a[0], a[1], b[0], b[1], thickness, colour);
    }
  }
}

void draw_release_sign(Canvas& canvas, double x, double y, ReleaseSign sign) {
  const double left = x + 2, right = x + sign_width - 2;
  if (sign == release_point) return draw_release_mark(canvas, x + 0.5 * sign_width, y);
  if (sign == release_line) return draw_release_line(canvas, {{left, y}, {right, y}}, false);
  if (sign == release_area) {
    return draw_release_line(canvas, {{left, y - 6}, {right, y - 6}, {right, y + 6}, {left, y + 6}}, true);
  }
  const Box ground{static_cast<int>(x), static_cast<int>(y) - 9, static_cast<int>(sign_width), 18};
  canvas.rectangle(ground, {170, 170, 170});
  for (int i = 0; i < 3; ++i) canvas.rectangle({ground.x + 3 + 8 * i, ground.y + 6, 6, 6}, white, 0.7);
}

std::size_t rows_of_areas(const BuiltScene& built) { return std::min(area_looks(built).size(), most_areas + 1); }

}  // namespace

std::vector<Position> pixels_of(const View& view, const std::vector<Position>& world, const double* origin) {
  std::vector<Position> pixels;
  for (const Position& point : world) pixels.push_back({view.x(point[0] - origin[0]), view.y(point[1] - origin[1])});
  return pixels;
}

void draw_release_mark(Canvas& canvas, double x, double y) {
  canvas.disc(x, y, 6, ink);
  canvas.disc(x, y, 4.4, white);
  canvas.disc(x, y, 2, ink);
}

void draw_release(Canvas& canvas, const View& view, const BuiltScene& built) {
  for (std::size_t run = 0; run < built.run_count(); ++run) {
    const Source& source = built.source(run);
    const rf_release& release = built.release(run);
    const ReleaseSign sign = sign_of(built, run);
    Pixels points;
    for (std::uint32_t i = 0; i < release.point_count; ++i) {
      points.push_back({view.x(release.points[2 * i]), view.y(release.points[2 * i + 1])});
    }
    if (sign == release_cells) draw_release_cells(canvas, view, source.cells);
    if (sign == release_point) draw_release_mark(canvas, points[0][0], points[0][1]);
    if (sign == release_line || sign == release_area) draw_release_line(canvas, points, sign == release_area);
    for (const std::vector<Position>& hole : source.polygon.holes) {
      draw_release_line(canvas, pixels_of(view, hole, built.origin()), true);
    }
  }
}

void draw_check_lines(Canvas& canvas, const View& view, const std::vector<CheckLine>& lines, double thickness) {
  for (const CheckLine& line : lines) {
    for (const CheckLine::Segment& s : line.segments) {
      canvas.line(view.x(s.a[0]), view.y(s.a[1]), view.x(s.b[0]), view.y(s.b[1]), thickness, line_colour);
    }
  }
}

void draw_line_names(Canvas& canvas, const std::vector<PlacedName>& names) {
  for (const PlacedName& name : names) {
    canvas.outlined(name.box.x + line_name_border, name.box.y + line_name_border, name.text, line_name_size,
                    line_colour, white);
  }
}

int height_of_signs(const BuiltScene& built, const std::vector<CheckLine>& lines) {
  const auto releases = signs_of(built);
  const auto rows = static_cast<double>(std::count(releases.begin(), releases.end(), true)) + (lines.empty() ? 0 : 1) +
                    static_cast<double>(rows_of_areas(built));
  return static_cast<int>(std::ceil(rows * sign_row));
}

double draw_signs(Canvas& canvas, Box box, double y, const BuiltScene& built, const std::vector<CheckLine>& lines,
                  double thickness) {
  static const char* const release_texts[] = {"release: point", "release: line", "release: area", "release: cells"};
  const auto middle = [&] { return y + 4 * label_size; };
  const auto text = [&](const std::string& words) {
    canvas.text(box.x + text_indent, y, text_of_width(words, box.width - text_indent, label_size), label_size, ink);
    y += sign_row;
  };
  const auto releases = signs_of(built);
  for (int sign = 0; sign < release_sign_count; ++sign) {
    if (!releases[static_cast<std::size_t>(sign)]) continue;
    draw_release_sign(canvas, box.x, middle(), static_cast<ReleaseSign>(sign));
    text(release_texts[sign]);
  }
  if (!lines.empty()) {
    canvas.line(box.x, middle(), box.x + sign_width, middle(), thickness, line_colour);
    text("line");
  }
  const std::vector<AreaLook> looks = area_looks(built);
  for (std::size_t i = 0; i < std::min(looks.size(), most_areas); ++i) {
    const int half = 4;
    draw_area_sign(canvas, {box.x, static_cast<int>(middle()) - half, static_cast<int>(sign_width), 2 * half},
                   looks[i]);
    text(looks[i].name.empty() ? "soil" : looks[i].name);
  }
  if (looks.size() > most_areas) text("and " + std::to_string(looks.size() - most_areas) + " more");
  return y;
}

}  // namespace sandbox
