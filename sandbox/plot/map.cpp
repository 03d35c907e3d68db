#include "plot/map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/scale.h"
#include "common/text.h"
#include "plot/colours.h"
#include "plot/map_parts.h"

namespace sandbox {
namespace {

void widen(rf_rectangle& area, const double* position) {
  area.x_min = std::min(area.x_min, position[0]);
  area.x_max = std::max(area.x_max, position[0]);
  area.y_min = std::min(area.y_min, position[1]);
  area.y_max = std::max(area.y_max, position[1]);
}

double surface(const rf_rectangle& area) { return (area.x_max - area.x_min) * (area.y_max - area.y_min); }

VelocityScale velocity_scale(const RunResult& result) {
  std::vector<double> speeds;
  for (const Track& track : result.tracks) {
    for (const TrackPoint& point : track) speeds.push_back(point.quantity[RF_VELOCITY]);
  }
  // Only the fastest are needed in order.
  const double last = std::max(0.0, static_cast<double>(speeds.size()) - 1);
  const auto slow = static_cast<std::ptrdiff_t>(0.99 * last);
  std::nth_element(speeds.begin(), speeds.begin() + slow, speeds.end());
  std::sort(speeds.begin() + slow, speeds.end());
  VelocityScale scale;
  const double fast = std::max(quantile(speeds, 0.998), 0.1);
  scale.step = round_up(fast / 5);
  scale.top = scale.step * std::ceil(fast / scale.step);
  return scale;
}

/** How tracks are drawn. */
struct TrackStyle {
  VelocityScale scale;
  double thickness, alpha;
  double reach;  ///< pixels from the middle of a line to its last ink
};

TrackStyle track_style(const RunResult& result, const VelocityScale& scale) {
  const auto count = static_cast<double>(result.tracks.size());
  const double thickness = count > 200 ? 1.3 : count > 20 ? 1.8 : 2.8;
  return {scale, thickness, std::clamp(8 / std::sqrt(std::max(count, 1.0)), 0.35, 0.95), 0.5 * thickness + 1};
}

/** Draws the pieces of a track that reach a band. */
void draw_track(Canvas& canvas, Box band, const View& view, const Track& track, const TrackStyle& style) {
  const double top = band.y - style.reach, bottom = band.y + band.height + style.reach;
  for (std::size_t i = 1; i < track.size(); ++i) {
    const TrackPoint& a = track[i - 1];
    const TrackPoint& b = track[i];
    const double from = view.y(a.position[1]), to = view.y(b.position[1]);
    if (std::max(from, to) < top || std::min(from, to) > bottom) continue;
    const double speed = 0.5 * (a.quantity[RF_VELOCITY] + b.quantity[RF_VELOCITY]);
    canvas.line(view.x(a.position[0]), from, view.x(b.position[0]), to, style.thickness,
                velocity_colour(speed / style.scale.top), style.alpha);
  }
}

void draw_tracks(Canvas& canvas, const View& view, const RunResult& result, const VelocityScale& scale) {
  const TrackStyle style = track_style(result, scale);
  std::vector<std::array<double, 2>> ends;  // highest and lowest row of each track
  for (const Track& track : result.tracks) {
    ends.push_back({1e300, -1e300});
    for (const TrackPoint& point : track) {
      ends.back()[0] = std::min(ends.back()[0], view.y(point.position[1]));
      ends.back()[1] = std::max(ends.back()[1], view.y(point.position[1]));
    }
  }
  for_bands(view.box, result.threads, [&](Box band) {
    Canvas part = canvas.part(band);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i][0] > band.y + band.height + style.reach || ends[i][1] < band.y - style.reach) continue;
      draw_track(part, band, view, result.tracks[i], style);
    }
  });
}

/** m */
double length_of_scale_bar(const View& view) { return round_up(110 / view.scale); }

/** True where a scale bar in the map would hide much of it; it is then drawn below. */
bool is_low(const View& view) { return view.box.height < 300; }

void draw_scale(Canvas& canvas, const View& view) {
  const double metres = length_of_scale_bar(view), length = metres * view.scale;
  const double x = view.box.x + (is_low(view) ? 0 : 24), y = view.box.y + view.box.height + (is_low(view) ? 42 : -26);
  const std::string text = format_fixed(metres, decimals_for(metres)) + " m";
  canvas.line(x, y, x + length, y, 5, ink);
  canvas.line(x + 0.5 * length, y, x + length - 1, y, 2.5, paper);
  const double beside = x + length + 12, above = x + 0.5 * (length - text_width(text, 1.75));
  canvas.text(is_low(view) ? beside : above, y - (is_low(view) ? 7 : 22), text, 1.75, ink);
}

}  // namespace

std::vector<char> pixels_of_tracks(const View& view, const std::vector<Track>& tracks) {
  const auto pixel_at = [](double place) { return static_cast<int>(std::floor(std::clamp(place, -1e6, 1e6))); };
  std::vector<char> taken = no_pixels(view);
  for (const Track& track : tracks) {
    std::array<int, 2> last{-1, -1};
    for (const TrackPoint& point : track) {
      const std::array<int, 2> pixel{pixel_at(view.x(point.position[0])), pixel_at(view.y(point.position[1]))};
      if (pixel != last) take_pixels(taken, view, {pixel[0] - 4, pixel[1] - 4, 9, 9});
      last = pixel;
    }
  }
  return taken;
}

std::vector<char> no_pixels(const View& view) {
  return std::vector<char>(static_cast<std::size_t>(view.box.width) * static_cast<std::size_t>(view.box.height), 0);
}

void take_pixels(std::vector<char>& taken, const View& view, Box covered) {
  const Box& box = view.box;
  const int left = std::max(covered.x - box.x, 0), right = std::min(covered.x - box.x + covered.width, box.width);
  const int top = std::max(covered.y - box.y, 0), bottom = std::min(covered.y - box.y + covered.height, box.height);
  if (left >= right) return;
  for (int j = top; j < bottom; ++j) {
    char* const row = taken.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(box.width);
    std::fill(row + left, row + right, char{1});
  }
}

void take_names_and_scale_bar(std::vector<char>& taken, const View& view, const std::vector<PlacedName>& names) {
  for (const PlacedName& name : names) take_pixels(taken, view, name.box);
  for (const Box& sign : boxes_of_scale_bar(view)) take_pixels(taken, view, sign);
}

void widen(rf_rectangle& area, const RunResult& result) {
  for (const rf_rock_statistics& statistics : result.rock_statistics) widen(area, statistics.start);
  for (const rf_state& end : result.ends) widen(area, end.position);
  for (const Track& track : result.tracks) {
    for (const TrackPoint& point : track) widen(area, point.position);
  }
}

rf_rectangle shown_area(const Report& report) {
  rf_rectangle area{1e300, 1e300, -1e300, -1e300};
  widen(area, report.result);
  const double side = std::max({area.x_max - area.x_min, area.y_max - area.y_min, 5.0});
  const double half = std::max(0.0, 0.2 * side - 0.5 * (area.y_max - area.y_min));
  area = {area.x_min - 0.12 * side, area.y_min - 0.12 * side - half, area.x_max + 0.12 * side,
          area.y_max + 0.12 * side + half};
  if (report.built.grid().columns == 0) return area;
  const rf_rectangle whole = report.built.grid_area();
  const rf_rectangle cut{std::max(area.x_min, whole.x_min), std::max(area.y_min, whole.y_min),
                         std::min(area.x_max, whole.x_max), std::min(area.y_max, whole.y_max)};
  return surface(cut) > 0.12 * surface(whole) ? whole : cut;
}

View make_view(const rf_rectangle& area) {
  View view;
  view.area = area;
  view.scale = std::min(1500 / (area.x_max - area.x_min), 1240 / (area.y_max - area.y_min));
  view.box = {map_left, map_top, std::max(1, static_cast<int>((area.x_max - area.x_min) * view.scale)),
              std::max(1, static_cast<int>((area.y_max - area.y_min) * view.scale))};
  return view;
}

void draw_axes(Canvas& canvas, const View& view, const Report& report) {
  const double* origin = report.built.origin();
  const double step = round_up(90 / view.scale);
  // A low map has two coordinates along y at least, where there is room for them.
  const double third = (view.area.y_max - view.area.y_min) / 3,
               y_step = std::min(step, round_up(std::max(third, 24 / view.scale)));
  const int decimals = decimals_for(step), y_decimals = decimals_for(y_step);
  const Box& box = view.box;
  for (double x = std::ceil((view.area.x_min + origin[0]) / step) * step; x <= view.area.x_max + origin[0]; x += step) {
    const double px = view.x(x - origin[0]);
    canvas.line(px, box.y + box.height, px, box.y + box.height + 6, 1, ink);
    canvas.centred(px, box.y + box.height + 10, format_fixed(x + 0.0, decimals), 1.5, ink);
  }
  for (double y = std::ceil((view.area.y_min + origin[1]) / y_step) * y_step; y <= view.area.y_max + origin[1];
       y += y_step) {
    const double py = view.y(y - origin[1]);
    canvas.line(box.x - 6, py, box.x, py, 1, ink);
    canvas.right_aligned(box.x - 10, py - 5, format_fixed(y + 0.0, y_decimals), 1.5, ink);
  }
  const Crs& crs = report.built.frame().crs;
  const std::string unit = crs.known() ? crs_name(crs) + ", metres" : "metres";
  canvas.right_aligned(box.x + box.width, box.y + box.height + 32, unit, 1.5, faint);
}

std::vector<Box> boxes_of_scale_bar(const View& view) {
  const Box arrow{view.box.x + view.box.width - 44, view.box.y + 10, 32, 56};
  if (is_low(view)) return {arrow};
  const int length = static_cast<int>(length_of_scale_bar(view) * view.scale);
  return {{view.box.x + 12, view.box.y + view.box.height - 58, length + 24, 48}, arrow};
}

void draw_scale_bar(Canvas& canvas, const View& view) {
  for (const Box& box : boxes_of_scale_bar(view)) canvas.rectangle(box, paper, 0.75);
  draw_scale(canvas, view);
  const double ax = view.box.x + view.box.width - 28, ay = view.box.y + 56;
  canvas.line(ax, ay, ax, ay - 20, 2.5, ink);
  canvas.line(ax, ay - 22, ax - 6, ay - 12, 2.5, ink);
  canvas.line(ax, ay - 22, ax + 6, ay - 12, 2.5, ink);
  canvas.text(ax - 4, ay - 41, "N", 1.75, ink);
}

namespace {

constexpr Colour no_ground{255, 255, 255};

// Below the map, unless the scale bar or the name of the coordinate system is there.
void draw_ground_note(Canvas& canvas, const View& view, const GroundNote& note) {
  constexpr int narrow = 500;
  if (is_low(view) || view.box.width < narrow) return;
  canvas.text(view.box.x, view.box.y + view.box.height + 32, text_of(note), 1.5, faint);
}

}  // namespace

std::string text_of(const GroundNote& note) {
  std::vector<std::string> parts;
  if (note.contour > 0) {
    parts.push_back("contours every " + format_fixed(note.contour, decimals_for(note.contour)) + " m");
  }
  if (note.gaps) parts.emplace_back("hatched: no terrain");
  return join(parts, "; ");
}

void draw_over_results(Canvas& canvas, const View& view, const Report& report, const std::vector<PlacedName>& names,
                       const GroundNote& ground) {
  draw_release(canvas, view, report.built);
  draw_line_names(canvas, names);
  canvas.clip_off();
  draw_scale_bar(canvas, view);
  canvas.frame(view.box, ink);
  draw_axes(canvas, view, report);
  draw_ground_note(canvas, view, ground);
}

GroundNote draw_ground(Canvas& canvas, const View& view, const Report& report, const std::vector<char>& taken) {
  const rf_grid& grid = report.built.grid();
  const unsigned threads = report.result.threads;
  const Relief relief = sample_relief(report.built.scene().terrain, view, threads);
  const double blur = grid.columns == 0 ? 1 : std::min(0.6 * grid.cell_x * view.scale, 12.0);
  for_bands(view.box, threads, [&](Box band) {
    Canvas part = canvas.part(band);
    part.rectangle(band, no_ground);
    draw_relief(part, view, relief, band, blur);
    draw_contours(part, view, relief, band);
  });
  const bool gaps = std::any_of(relief.z.begin(), relief.z.end(), [](double z) { return std::isnan(z); });
  if (!std::isfinite(relief.lowest)) return {0, gaps};
  draw_contour_labels(canvas, view, relief, taken);
  return {relief.contour, gaps};
}

void draw_end(Canvas& canvas, double x, double y, std::int32_t end) {
  const Colour white{255, 255, 255}, colour = plot_colour(rockfall_viewer::end_colour(end));
  if (end == RF_ENDED_STOPPED) {
    canvas.disc(x, y, 3.2, white, 0.9);
    canvas.disc(x, y, 2.2, colour);
  } else if (end == RF_ENDED_LEFT_TERRAIN) {
    canvas.cross(x, y, 3.5, 3.6, white);
    canvas.cross(x, y, 3.5, 1.8, colour);
  } else {
    canvas.disc(x, y, 4.2, white, 0.9);
    canvas.disc(x, y, 3.2, colour);
  }
}

void write_map(const std::filesystem::path& file, const Report& report, const std::vector<CheckLine>& lines) {
  const View view = make_view(shown_area(report));
  const int legend_height = std::max(view.box.height, 560 + height_of_signs(report.built, lines));
  const int height = std::max(legend_height, 640) + map_top + map_bottom;
  const int width = std::max(1200, map_left + view.box.width + map_gap + map_legend_width + map_gap);
  Canvas canvas(width, height, paper);
  const VelocityScale scale = velocity_scale(report.result);
  canvas.clip(view.box);
  const std::vector<PlacedName> names = place_names(view, lines, boxes_of_scale_bar(view));
  std::vector<char> taken = pixels_of_tracks(view, report.result.tracks);
  take_names_and_scale_bar(taken, view, names);
  const GroundNote ground = draw_ground(canvas, view, report, taken);
  draw_ground_areas(canvas, view, report.built);
  draw_tracks(canvas, view, report.result, scale);
  draw_check_lines(canvas, view, lines, line_thickness);
  for (const rf_state& end : report.result.ends) {
    draw_end(canvas, view.x(end.position[0]), view.y(end.position[1]), end.end);
  }
  draw_over_results(canvas, view, report, names, ground);
  canvas.text(view.box.x, 24, text_of_width(report.scenario.name, width - view.box.x - map_gap, 3), 3, ink);
  draw_legend(canvas, {width - map_gap - map_legend_width, map_top, map_legend_width, view.box.height}, report, scale,
              lines);
  write_png(file, canvas, report.result.threads);
}

}  // namespace sandbox
