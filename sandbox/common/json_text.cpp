#include "common/json_text.h"

#include <istream>

namespace sandbox {
namespace {

template <class Json>
std::string text_of_json(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string json_text(const nlohmann::json& json, int indent) { return text_of_json(json, indent); }

std::string json_text(const nlohmann::ordered_json& json, int indent) { return text_of_json(json, indent); }

nlohmann::json read_json(std::istream& in) { return nlohmann::json::parse(in, nullptr, false); }

nlohmann::ordered_json ordered_json_of(const std::string& text) { return nlohmann::ordered_json::parse(text); }

}  // namespace sandbox
