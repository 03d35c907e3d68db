// A picture in memory with antialiased lines, discs and text.
#ifndef ROCKFALL_SANDBOX_PLOT_CANVAS_H
#define ROCKFALL_SANDBOX_PLOT_CANVAS_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sandbox {

struct Colour {
  double r = 0, g = 0, b = 0;  ///< 0 to 255
};

/** Part of a picture, pixels. */
struct Box {
  int x = 0, y = 0, width = 0, height = 0;
};

class Canvas {
 public:
  Canvas(int width, int height, Colour background);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  Canvas(Canvas&&) = default;
  Canvas& operator=(Canvas&&) = default;

  /** A canvas for the same picture that draws only inside the box. Several threads may draw into boxes that have no
   *  pixel in common. */
  Canvas part(Box box) const;

  int width() const { return width_; }
  int height() const { return height_; }
  /** Nothing is drawn outside the box until the next call. */
  void clip(Box box) { clip_ = box; }
  void clip_off() { clip_ = {0, 0, width_, height_}; }

  void blend(int x, int y, Colour colour, double alpha);
  void line(double x0, double y0, double x1, double y1, double thickness, Colour colour, double alpha = 1);
  void disc(double x, double y, double radius, Colour colour, double alpha = 1);
  void cross(double x, double y, double arm, double thickness, Colour colour);
  void rectangle(Box box, Colour colour, double alpha = 1);
  void frame(Box box, Colour colour);
  /** Text with its top left corner at (x, y) and capitals of 7 `scale` pixels. */
  void text(double x, double y, const std::string& text, double scale, Colour colour);
  /** Text with its top centre at (x, y). */
  void centred(double x, double y, const std::string& text, double scale, Colour colour);
  /** Text with its top right corner at (x, y). */
  void right_aligned(double x, double y, const std::string& text, double scale, Colour colour);
  /** Text with a border around its letters. */
  void outlined(double x, double y, const std::string& text, double scale, Colour colour, Colour border);

  /** Three bytes per pixel, row by row from the top; converted on several threads. */
  std::vector<std::uint8_t> bytes(unsigned threads = 1) const;

 private:
  Canvas() = default;
  void blend_inside(int x, int y, Colour colour, double alpha);

  int width_ = 0, height_ = 0;
  Box clip_;
  std::shared_ptr<std::vector<Colour>> pixels_;
};

/** Width of a text in pixels. */
double text_width(const std::string& text, double scale);

/** The text (UTF-8), or its beginning and an ellipsis where it is wider than `width` pixels. */
std::string text_of_width(const std::string& text, double width, double scale);

/** True if the font has ink at a dot of a letter; column 0 to 4, row 0 to 7. */
bool font_dot(char letter, int column, int row);

/** Writes a PNG through a temporary file; prepared on several threads. Throws RunError. */
void write_png(const std::filesystem::path& file, const Canvas& canvas, unsigned threads = 1);

}  // namespace sandbox
#endif
