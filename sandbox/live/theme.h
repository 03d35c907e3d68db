// Letters, sizes and colours of the panels.
#ifndef ROCKFALL_SANDBOX_LIVE_THEME_H
#define ROCKFALL_SANDBOX_LIVE_THEME_H

#include <imgui.h>

#include <cstddef>
#include <string>

namespace sandbox::live {

/** Sets font and sizes relative to the default, 0.5 to 4. Call once, before the first picture. The font is the first
 *  installed one of Inter and DejaVu Sans, else the built-in one of ImGui. */
void set_interface_scale(float scale);

/** Switches between light and dark panels. */
void set_theme(bool light);

/** Colours that differ between light and dark panels. */
enum class Tone { text, faint, grid, plot, backdrop, accent, warning };
ImU32 themed(Tone tone);
ImVec4 themed_vector(Tone tone);

/** A sentence that is wrapped at the edge of its panel. */
void note(const std::string& text, Tone tone = Tone::faint);

/** Makes the next list as wide as its panel, but for its label: names are longer than the numbers of sliders. */
void leave_room_for(const char* label);

/** A curve's colour for its index, readable on the present theme. */
ImU32 curve_colour(std::size_t number);

}  // namespace sandbox::live
#endif
