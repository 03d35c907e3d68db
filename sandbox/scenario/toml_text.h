// Text that the TOML parser cannot process.
#ifndef ROCKFALL_SANDBOX_SCENARIO_TOML_TEXT_H
#define ROCKFALL_SANDBOX_SCENARIO_TOML_TEXT_H

#include <cstddef>
#include <string>

namespace sandbox {

/** Number of the first line that has a character beyond ASCII outside strings and comments, or after a backslash in a
 * string, but for a byte order mark at the beginning; 0 if there is none. TOML has hardly a use for one there, and
 * toml++ 3 has undefined behaviour for U+00A1 to U+0499 and some others. */
std::size_t line_of_unreadable_character(const std::string& text);

}  // namespace sandbox
#endif
