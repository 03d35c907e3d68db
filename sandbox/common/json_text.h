// JSON documents as text, and back: compiled once.
#ifndef ROCKFALL_SANDBOX_COMMON_JSON_TEXT_H
#define ROCKFALL_SANDBOX_COMMON_JSON_TEXT_H

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace sandbox {

/** The document as text. Bytes that are not UTF-8, such as those of a file name, become U+FFFD: dump() alone throws.
 *  @param indent  of each level; negative: everything on one line */
std::string json_text(const nlohmann::json& json, int indent = -1);
/** The same with the keys in their order. */
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

/** Reads a document; is_discarded() if the text is none. */
nlohmann::json read_json(std::istream& in);

/** The document of a text, with the keys in their order. Throws nlohmann::json::exception. */
nlohmann::ordered_json ordered_json_of(const std::string& text);

}  // namespace sandbox
#endif
