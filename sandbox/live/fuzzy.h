// Finding a name by some of its letters.
#ifndef ROCKFALL_SANDBOX_LIVE_FUZZY_H
#define ROCKFALL_SANDBOX_LIVE_FUZZY_H

#include <optional>
#include <string>

namespace sandbox::live {

/** How well a name fits what was typed: its letters must occur in order, whatever lies between. Higher is better:
 *  letters at the beginnings of words and letters in a row count more. Nothing if it does not fit. */
std::optional<int> fuzzy_score(const std::string& typed, const std::string& name);

}  // namespace sandbox::live
#endif
