#include "plot/curve_names.h"

#include <algorithm>

#include "plot/colours.h"

namespace sandbox {
namespace {

constexpr double name_height = 10 * label_size, text_gap = 22, right_gap = 8;  // pixels

/** Neighbours that touch each other, with the mean of what they want. */
struct Block {
  double mean;
  std::size_t count;
};

}  // namespace

double width_of_names(const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text, label_size));
  return width > 0 ? text_gap + width + right_gap : 0;
}

std::vector<double> spread_apart(const std::vector<double>& wanted, double distance, double low, double high) {
  if (wanted.empty()) return {};
  const double gaps = static_cast<double>(wanted.size()) - 1;
  distance = std::min(distance, (high - low) / std::max(gaps, 1.0));
  // Without the distances the places only have to ascend: neighbours that do not are replaced by their mean.
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    blocks.push_back({wanted[i] - static_cast<double>(i) * distance, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean > blocks.back().mean) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& joined = blocks.back();
      const double a = static_cast<double>(joined.count), b = static_cast<double>(last.count);
      joined = {(a * joined.mean + b * last.mean) / (a + b), joined.count + last.count};
    }
  }
  std::vector<double> places;
  for (const Block& block : blocks) {
    const double mean = std::clamp(block.mean, low, std::max(low, high - gaps * distance));
    for (std::size_t i = 0; i < block.count; ++i) {
      places.push_back(mean + static_cast<double>(places.size()) * distance);
    }
  }
  return places;
}

void draw_names(Canvas& canvas, Box frame, std::vector<CurveName> names) {
  std::stable_sort(names.begin(), names.end(), [](const CurveName& a, const CurveName& b) { return a.y < b.y; });
  std::vector<double> wanted;
  for (const CurveName& name : names) wanted.push_back(name.y);
  const double half = 0.5 * name_height;
  const std::vector<double> places = spread_apart(wanted, name_height, frame.y + half, frame.y + frame.height - half);
  const double edge = frame.x + frame.width, bend = edge + 3, text = edge + text_gap;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const CurveName& name = names[i];
    canvas.line(name.x, name.y, bend, name.y, 1, name.colour, 0.6);
    canvas.line(bend, name.y, text - 4, places[i], 1, name.colour, 0.6);
    canvas.text(text, places[i] - 3.5 * label_size, name.text, label_size, name.colour);
  }
}

}  // namespace sandbox
