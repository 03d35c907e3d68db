#include "plot/canvas.h"

#include <algorithm>
#include <cmath>

#include "io/png.h"
#include "plot/typeface.h"

namespace sandbox {
namespace {

constexpr double advance = 6;    // dots from letter to letter
constexpr double cap_dots = 7;   // height of a capital letter
constexpr double em_dots = 9.4;  // size of a font with capitals of that height

double share(double value) { return std::clamp(value, 0.0, 1.0); }

/** Coverage of a letter, interpolated between the dots of the bitmap. */
double coverage(char letter, double column, double row) {
  const double left = std::floor(column);
  const double top = std::floor(row);
  const double fx = column - left;
  const double fy = row - top;
  const auto dot = [&](int i, int j) {
    return font_dot(letter, static_cast<int>(left) + i, static_cast<int>(top) + j) ? 1.0 : 0.0;
  };
  return (1 - fy) * ((1 - fx) * dot(0, 0) + fx * dot(1, 0)) + fy * ((1 - fx) * dot(0, 1) + fx * dot(1, 1));
}

}  // namespace

Canvas::Canvas(int width, int height, Colour background)
    : width_(width),
      height_(height),
      clip_{0, 0, width, height},
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void Canvas::blend(int x, int y, Colour colour, double alpha) {
  if (x < std::max(0, clip_.x) || y < std::max(0, clip_.y) || x >= std::min(width_, clip_.x + clip_.width) ||
      y >= std::min(height_, clip_.y + clip_.height)) {
    return;
  }
  Colour& pixel = pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  pixel.r += alpha * (colour.r - pixel.r);
  pixel.g += alpha * (colour.g - pixel.g);
  pixel.b += alpha * (colour.b - pixel.b);
}

void Canvas::line(double x0, double y0, double x1, double y1, double thickness, Colour colour, double alpha) {
  const double reach = 0.5 * thickness + 1;
  // Only pixels inside the clip box are visited.
  const double left = std::max({std::min(x0, x1) - reach, static_cast<double>(clip_.x), 0.0});
  const double right = std::min({std::max(x0, x1) + reach, static_cast<double>(clip_.x + clip_.width), 1.0 * width_});
  const double top = std::max({std::min(y0, y1) - reach, static_cast<double>(clip_.y), 0.0});
  const double bottom =
      std::min({std::max(y0, y1) + reach, static_cast<double>(clip_.y + clip_.height), 1.0 * height_});
  if (!(left <= right) || !(top <= bottom)) return;
  const double dx = x1 - x0;
  const double dy = y1 - y0;
  const double square = std::max(dx * dx + dy * dy, 1e-12);
  for (int y = static_cast<int>(top); y <= static_cast<int>(bottom); ++y) {
    for (int x = static_cast<int>(left); x <= static_cast<int>(right); ++x) {
      const double px = x + 0.5 - x0;
      const double py = y + 0.5 - y0;
      const double along = share((px * dx + py * dy) / square);
      const double distance = std::hypot(px - along * dx, py - along * dy);
      const double cover = share(0.5 * thickness + 0.5 - distance);
      if (cover > 0) blend(x, y, colour, alpha * cover);
    }
  }
}

void Canvas::disc(double x, double y, double radius, Colour colour, double alpha) {
  line(x, y, x, y, 2 * radius, colour, alpha);
}

void Canvas::cross(double x, double y, double arm, double thickness, Colour colour) {
  line(x - arm, y - arm, x + arm, y + arm, thickness, colour);
  line(x - arm, y + arm, x + arm, y - arm, thickness, colour);
}

void Canvas::rectangle(Box box, Colour colour, double alpha) {
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) blend(x, y, colour, alpha);
  }
}

void Canvas::frame(Box box, Colour colour) {
  rectangle({box.x - 1, box.y - 1, box.width + 2, 1}, colour);
  rectangle({box.x - 1, box.y + box.height, box.width + 2, 1}, colour);
  rectangle({box.x - 1, box.y, 1, box.height}, colour);
  rectangle({box.x + box.width, box.y, 1, box.height}, colour);
}

void Canvas::text(double x, double y, const std::string& text, double scale, Colour colour) {
  if (has_typeface()) {
    draw_with_typeface(text, x, y + cap_dots * scale, em_dots * scale,
                       [&](int px, int py, double cover) { blend(px, py, colour, cover); });
    return;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const double left = x + static_cast<double>(i) * advance * scale;
    for (int py = static_cast<int>(y - scale); py < y + 9 * scale; ++py) {
      for (int px = static_cast<int>(left - scale); px < left + 6 * scale; ++px) {
        const double value = coverage(text[i], (px + 0.5 - left) / scale - 0.5, (py + 0.5 - y) / scale - 0.5);
        const double cover = share((value - 0.42) * scale * 1.2 + 0.5);
        if (value > 0 && cover > 0) blend(px, py, colour, cover);
      }
    }
  }
}

void Canvas::outlined(double x, double y, const std::string& letters, double scale, Colour colour, Colour border) {
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      if ((dx != 0 || dy != 0) && dx * dx + dy * dy <= 5) text(x + dx, y + dy, letters, scale, border);
    }
  }
  text(x, y, letters, scale, colour);
}

std::vector<std::uint8_t> Canvas::bytes() const {
  std::vector<std::uint8_t> result;
  result.reserve(3 * pixels_.size());
  for (const Colour& pixel : pixels_) {
    for (const double value : {pixel.r, pixel.g, pixel.b}) {
      result.push_back(static_cast<std::uint8_t>(std::clamp(value + 0.5, 0.0, 255.0)));
    }
  }
  return result;
}

void write_png(const std::filesystem::path& file, const Canvas& canvas) {
  write_png(file, canvas.width(), canvas.height(), canvas.bytes());
}

double text_width(const std::string& text, double scale) {
  if (has_typeface()) return typeface_width(text, em_dots * scale);
  return text.empty() ? 0 : (advance * static_cast<double>(text.size()) - 1) * scale;
}

}  // namespace sandbox
