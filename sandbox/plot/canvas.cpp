#include "plot/canvas.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "common/text.h"
#include "io/png.h"
#include "plot/typeface.h"
#include "plot/view.h"

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
      pixels_(std::make_shared<std::vector<Colour>>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                                                    background)) {}

Canvas Canvas::part(Box box) const {
  Canvas part;
  part.width_ = width_;
  part.height_ = height_;
  const int left = std::max({box.x, clip_.x, 0}), top = std::max({box.y, clip_.y, 0});
  part.clip_ = {left, top, std::max(0, std::min({box.x + box.width, clip_.x + clip_.width, width_}) - left),
                std::max(0, std::min({box.y + box.height, clip_.y + clip_.height, height_}) - top)};
  part.pixels_ = pixels_;
  return part;
}

void Canvas::blend_inside(int x, int y, Colour colour, double alpha) {
  Colour& pixel =
      (*pixels_)[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  pixel.r += alpha * (colour.r - pixel.r);
  pixel.g += alpha * (colour.g - pixel.g);
  pixel.b += alpha * (colour.b - pixel.b);
}

void Canvas::blend(int x, int y, Colour colour, double alpha) {
  if (x < std::max(0, clip_.x) || y < std::max(0, clip_.y) || x >= std::min(width_, clip_.x + clip_.width) ||
      y >= std::min(height_, clip_.y + clip_.height)) {
    return;
  }
  blend_inside(x, y, colour, alpha);
}

void Canvas::line(double x0, double y0, double x1, double y1, double thickness, Colour colour, double alpha) {
  const double reach = 0.5 * thickness + 0.5;  // of the ink from the middle of the line to the centre of a pixel
  const int clip_left = std::max(0, clip_.x), clip_right = std::min(width_, clip_.x + clip_.width) - 1;
  const int clip_top = std::max(0, clip_.y), clip_bottom = std::min(height_, clip_.y + clip_.height) - 1;
  const double low_x = std::min(x0, x1) - reach - 1, high_x = std::max(x0, x1) + reach + 1;
  const double low_y = std::min(y0, y1) - reach - 1, high_y = std::max(y0, y1) + reach + 1;
  if (!(low_x <= clip_right) || !(high_x >= clip_left) || !(low_y <= clip_bottom) || !(high_y >= clip_top)) return;
  const double dx = x1 - x0;
  const double dy = y1 - y0;
  const double square = std::max(dx * dx + dy * dy, 1e-12);
  const int top = static_cast<int>(std::max<double>(low_y, clip_top));
  const int bottom = static_cast<int>(std::min<double>(high_y, clip_bottom));
  for (int y = top; y <= bottom; ++y) {
    const double py = y + 0.5 - y0;
    // Only the piece of the line that comes near this row can reach its pixels.
    double from = low_x, to = high_x;
    if (std::fabs(dy) > reach) {
      const double begin = share((py - reach) / dy), end = share((py + reach) / dy);
      from = x0 + std::min(begin * dx, end * dx) - reach - 1;
      to = x0 + std::max(begin * dx, end * dx) + reach + 1;
    }
    if (!(from <= clip_right) || !(to >= clip_left)) continue;
    const int right = static_cast<int>(std::min<double>(to, clip_right));
    for (int x = static_cast<int>(std::max<double>(from, clip_left)); x <= right; ++x) {
      const double px = x + 0.5 - x0;
      const double along = share((px * dx + py * dy) / square);
      const double ox = px - along * dx, oy = py - along * dy;
      const double cover = share(reach - std::sqrt(ox * ox + oy * oy));
      if (cover > 0) blend_inside(x, y, colour, alpha * cover);
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
  const int left = std::max({box.x, clip_.x, 0}), right = std::min({box.x + box.width, clip_.x + clip_.width, width_});
  const int top = std::max({box.y, clip_.y, 0}),
            bottom = std::min({box.y + box.height, clip_.y + clip_.height, height_});
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) blend_inside(x, y, colour, alpha);
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

void Canvas::centred(double x, double y, const std::string& letters, double scale, Colour colour) {
  text(x - 0.5 * text_width(letters, scale), y, letters, scale, colour);
}

void Canvas::right_aligned(double x, double y, const std::string& letters, double scale, Colour colour) {
  text(x - text_width(letters, scale), y, letters, scale, colour);
}

void Canvas::outlined(double x, double y, const std::string& letters, double scale, Colour colour, Colour border) {
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      if ((dx != 0 || dy != 0) && dx * dx + dy * dy <= 5) text(x + dx, y + dy, letters, scale, border);
    }
  }
  text(x, y, letters, scale, colour);
}

std::vector<std::uint8_t> Canvas::bytes(unsigned threads) const {
  std::vector<std::uint8_t> result(3 * pixels_->size());
  const auto byte = [](double value) { return static_cast<std::uint8_t>(std::min(std::max(value + 0.5, 0.0), 255.0)); };
  for_bands({0, 0, width_, height_}, threads, [&](Box band) {
    const std::size_t width = static_cast<std::size_t>(width_), first = static_cast<std::size_t>(band.y) * width;
    const std::size_t count = static_cast<std::size_t>(band.height) * width;
    std::uint8_t* next = result.data() + 3 * first;
    for (const Colour *pixel = pixels_->data() + first, *end = pixel + count; pixel != end; ++pixel) {
      *next++ = byte(pixel->r);
      *next++ = byte(pixel->g);
      *next++ = byte(pixel->b);
    }
  });
  return result;
}

void write_png(const std::filesystem::path& file, const Canvas& canvas, unsigned threads) {
  write_png(file, canvas.width(), canvas.height(), canvas.bytes(threads), threads);
}

double text_width(const std::string& text, double scale) {
  if (has_typeface()) return typeface_width(text, em_dots * scale);
  return text.empty() ? 0 : (advance * static_cast<double>(text.size()) - 1) * scale;
}

std::string text_of_width(const std::string& text, double width, double scale) {
  if (text_width(text, scale) <= width) return text;
  const std::string ellipsis = has_typeface() ? "\u2026" : "...";
  std::string shown;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t letter = std::max<std::size_t>(utf8_letter_length(rest), 1);
    const std::string longer = shown + std::string(rest.substr(0, letter));
    if (text_width(longer + ellipsis, scale) > width) break;
    shown = longer;
    rest.remove_prefix(letter);
  }
  return shown + ellipsis;
}

}  // namespace sandbox
