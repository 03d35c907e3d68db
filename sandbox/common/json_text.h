// JSON documents as text.
#ifndef ROCKFALL_SANDBOX_COMMON_JSON_TEXT_H
#define ROCKFALL_SANDBOX_COMMON_JSON_TEXT_H

#include <string>

namespace sandbox {

/** The document as text. Bytes that are not UTF-8, such as those of a file name, become U+FFFD: dump() alone throws.
 *  @param indent  of each level; negative: everything on one line */
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sandbox
#endif
