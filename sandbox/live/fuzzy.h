// Fuzzy search for names.
#ifndef ROCKFALL_SANDBOX_LIVE_FUZZY_H
#define ROCKFALL_SANDBOX_LIVE_FUZZY_H

#include <optional>
#include <string>

namespace sandbox::live {

/** Score of a name for typed letters, which must occur in it in order, with gaps allowed; higher is better. Letters at
 *  the beginnings of words and consecutive letters count more. Nothing if the name does not match. */
std::optional<int> fuzzy_score(const std::string& typed, const std::string& name);

}  // namespace sandbox::live
#endif
