// Text that the TOML parser cannot process.
#ifndef ROCKFALL_SANDBOX_SCENARIO_TOML_TEXT_H
#define ROCKFALL_SANDBOX_SCENARIO_TOML_TEXT_H

#include <cstddef>
#include <string>

namespace sandbox {

/** Number of the first line that has a character from U+FC00 to U+FEFE outside strings and comments; 0 if there is
 * none. TOML has no use for one there, and toml++ 3 has undefined behaviour for those from U+FCE6. */
std::size_t line_of_unreadable_character(const std::string& text);

}  // namespace sandbox
#endif
