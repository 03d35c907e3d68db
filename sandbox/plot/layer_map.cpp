#include "plot/layer_map.h"

#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "plot/colours.h"
#include "plot/map.h"
#include "plot/map_parts.h"
#include "run/cell_statistics.h"

namespace sandbox {
namespace {

std::size_t class_of(const MapLayer& layer, double value) {
  const auto above = std::upper_bound(layer.bounds.begin(), layer.bounds.end(), value);
  return static_cast<std::size_t>(above - layer.bounds.begin());
}

double thickness_of_lines(const MapLayer& layer) { return layer.whole ? thin_line : line_thickness; }

Colour colour_of(const MapLayer& layer, std::size_t index) {
  return velocity_colour((static_cast<double>(index) + 0.5) / static_cast<double>(layer.bounds.size() + 1));
}

/** Calls visit(pixels, value) for every cell that is drawn. */
template <class Visit>
void for_cells(const View& view, const CellGrid& grid, const std::vector<float>& values, Visit visit) {
  for (std::uint32_t cell = 0; cell < grid.count(); ++cell) {
    const float value = values[cell];
    if (std::isnan(value) || !(value > 0)) continue;
    const double left = grid.left + cell % grid.columns * grid.cell,
                 bottom = grid.bottom + cell / grid.columns * grid.cell;
    const int x = static_cast<int>(std::lround(view.x(left))),
              y = static_cast<int>(std::lround(view.y(bottom + grid.cell)));
    const int right = static_cast<int>(std::lround(view.x(left + grid.cell)));
    const int lower = static_cast<int>(std::lround(view.y(bottom)));
    visit(Box{x, y, std::max(1, right - x), std::max(1, lower - y)}, static_cast<double>(value));
  }
}

void draw_cells(Canvas& canvas, const View& view, const CellGrid& grid, const MapLayer& layer,
                const std::vector<float>& values, double alpha) {
  for_cells(view, grid, values, [&](Box pixels, double value) {
    canvas.rectangle(pixels, colour_of(layer, class_of(layer, value)), alpha);
  });
}

/** Only what the map shows. */
void draw_layer_legend(Canvas& canvas, Box box, const Report& report, const MapLayer& layer,
                       const std::vector<float>& values, const std::vector<CheckLine>& lines) {
  double y = box.y;
  const auto line = [&](const std::string& text) {
    canvas.text(box.x + 40, y, text, label_size, ink);
    y += 13 * label_size;
  };
  canvas.text(box.x, y, layer.title, label_size, ink);
  y += 15 * label_size;
  std::vector<std::size_t> counts(layer.bounds.size() + 1, 0);
  for (const float value : values) {
    if (value > 0) ++counts[class_of(layer, static_cast<double>(value))];
  }
  for (std::size_t i = counts.size(); i-- > 0;) {
    if (counts[i] == 0 && layer.class_texts.empty()) continue;
    const Box square{box.x, static_cast<int>(y) - 2, 28, 18};
    canvas.rectangle(square, colour_of(layer, i), 0.85);
    canvas.frame(square, ink);
    line(text_of_class(layer, i));
  }
  for (const std::string& note : layer_notes(report.statistics, layer, values)) {
    canvas.text(box.x, y, note, label_size, ink);
    y += 13 * label_size;
  }
  y = draw_signs(canvas, box, y + 12, report.built, lines, thickness_of_lines(layer)) + 12;
  canvas.text(box.x, y,
              counted(report.result.ends.size(), "rock") + ", cells of " +
                  format_number(report.result.hazard->cells->grid().cell, 4) + " m",
              label_size, ink);
}

}  // namespace

MapLayer layer_of_class(MapLayer layer, const std::string& rock_class, std::uint64_t rocks) {
  layer.rock_class = rock_class;
  layer.notes.push_back(counted(rocks, "rock") + " of the class");
  return layer;
}

std::vector<std::string> layer_notes(const CampaignStatistics& statistics, const MapLayer& layer,
                                     const std::vector<float>& values) {
  std::vector<std::string> notes = layer.notes;
  const bool empty = std::none_of(values.begin(), values.end(), [](float value) { return value > 0; });
  const std::uint32_t left = statistics.ended[RF_ENDED_LEFT_TERRAIN - 1];
  if (empty) notes.emplace_back(layer.whole ? "no rock stopped on the terrain" : "no cell has a value");
  if (layer.whole && left > 0) notes.push_back(counted(left, "rock") + " left the terrain");
  return notes;
}

std::string text_of_class(const MapLayer& layer, std::size_t index) {
  if (!layer.class_texts.empty()) return layer.class_texts[index];
  const auto number = [](double value) { return format_number(value, 4); };
  if (index == layer.bounds.size()) return number(layer.bounds.back()) + " and more";
  if (layer.whole) {
    const double first = index == 0 ? 1 : layer.bounds[index - 1], last = layer.bounds[index] - 1;
    return first == last ? number(first) : number(first) + " to " + number(last);
  }
  if (index == 0) return "below " + number(layer.bounds.front());
  return number(layer.bounds[index - 1]) + " to " + number(layer.bounds[index]);
}

std::vector<char> pixels_of_cells(const View& view, const CellGrid& grid, const std::vector<float>& values) {
  std::vector<char> taken = no_pixels(view);
  for_cells(view, grid, values, [&](Box cell, double) { take_pixels(taken, view, cell); });
  return taken;
}

void draw_results(Canvas& canvas, const View& view, const Report& report, const MapLayer& layer,
                  const std::vector<float>& values, const std::vector<CheckLine>& lines) {
  const CellGrid& grid = report.result.hazard->cells->grid();
  if (!layer.whole) draw_cells(canvas, view, grid, layer, values, 0.78);
  draw_ground_areas(canvas, view, report.built);
  draw_check_lines(canvas, view, lines, thickness_of_lines(layer));
  if (layer.whole) draw_cells(canvas, view, grid, layer, values, 1);
}

const std::vector<MapLayer>& map_layers() {
  static const std::vector<MapLayer> layers = {
      {"reach_probability", "Reach probability, %", {0.5, 1, 2, 5, 10, 20, 50}, false},
      {"E_95", "Kinetic energy, 95 % of the passing rocks, kJ", {30, 100, 300, 1000, 3000}, false, true},
      {"PH_95", "Passing height of the top, 95 %, m", {1, 2, 3, 4, 6, 8}, false, true},
      {"deposits", "Deposited rocks per cell", {2, 3, 5, 10, 20}, true}};
  return layers;
}

void write_layer_map(const std::filesystem::path& file, const Report& report, const MapLayer& layer,
                     const std::vector<float>& values, const std::vector<CheckLine>& lines) {
  const View view = make_view(shown_area(report));
  const int legend_height = std::max(view.box.height, 400 + height_of_signs(report.built, lines));
  const int height = std::max(legend_height, 640) + map_top + map_bottom;
  const int width = std::max(1200, map_left + view.box.width + map_gap + map_legend_width + map_gap);
  Canvas canvas(width, height, paper);
  canvas.clip(view.box);
  const CellGrid& grid = report.result.hazard->cells->grid();
  const std::vector<PlacedName> names = place_names(view, lines, boxes_of_scale_bar(view));
  std::vector<char> taken = pixels_of_cells(view, grid, values);
  take_names_and_scale_bar(taken, view, names);
  const GroundNote ground = draw_ground(canvas, view, report, taken);
  draw_results(canvas, view, report, layer, values, lines);
  draw_over_results(canvas, view, report, names, ground);
  canvas.text(view.box.x, 24,
              text_of_width(layer.heading() + ": " + report.scenario.name, width - view.box.x - map_gap, 2.4), 2.4,
              ink);
  draw_layer_legend(canvas, {width - map_gap - map_legend_width, map_top, map_legend_width, view.box.height}, report,
                    layer, values, lines);
  write_png(file, canvas, report.result.threads);
}

}  // namespace sandbox
