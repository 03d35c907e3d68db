// Letters of a TrueType font.
#ifndef ROCKFALL_SANDBOX_PLOT_TYPEFACE_H
#define ROCKFALL_SANDBOX_PLOT_TYPEFACE_H

#include <functional>
#include <string>

namespace sandbox {

/** Coverage of a pixel by a letter, 0 to 1. */
using Ink = std::function<void(int x, int y, double cover)>;

/** True if the font was found where it was when the program was built; otherwise letters are drawn from dots. */
bool has_typeface();

/** Width of a text (UTF-8), pixels. @param size  pixels per em. Thread-safe. */
double typeface_width(const std::string& text, double size);

/** Draws a text with its baseline beginning at (x, y). Thread-safe. */
void draw_with_typeface(const std::string& text, double x, double y, double size, const Ink& ink);

}  // namespace sandbox
#endif
