#include "scenario/assignments.h"

#include <rockfall/ground.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/text.h"
#include "scenario/settings_keys.h"
#include "scenario/toml_text.h"

namespace sandbox {
namespace {

/** A table with the key "value". What is no TOML is a text without quotes. */
toml::table parsed_value(const std::string& text) {
  toml::table value;
  value.insert_or_assign("value", text);
  try {
    const std::string line = "value = " + text;
    if (line_of_unreadable_character(line) == 0) value = toml::parse(line);
  } catch (const toml::parse_error&) {  // a text without quotes
  }
  return value;
}

/** Collects the keys that write_settings() writes. */
struct KeyList {
  std::vector<std::string> keys;
  void text(const char* key, const std::string&) { keys.emplace_back(key); }
  void integer(const char* key, std::uint64_t) { keys.emplace_back(key); }
  void number(const char* key, double) { keys.emplace_back(key); }
};

/** The table of a key of the ground or the settings; empty for others. */
std::string table_of(const std::string& key) {
  if (ground_field_of(key)) return "ground";
  KeyList list;
  write_settings(list, rf_default_settings());
  return std::find(list.keys.begin(), list.keys.end(), key) == list.keys.end() ? "" : "settings";
}

/** What is wrong with a key without a table. */
std::string table_missing(const std::string& key) {
  const std::string table = table_of(key);
  if (!table.empty()) return "the table is missing; is '" + table + "." + key + "' meant?";
  return "the table is missing; a key has the form TABLE.KEY, for example settings.time_step";
}

/** Throws InputError for a key of the ground in the table of the settings, and the reverse. */
void refuse_key_of_other_table(const std::vector<std::string>& path, const std::string& key) {
  if (path.size() != 2 || (path[0] != "ground" && path[0] != "settings")) return;
  const std::string table = table_of(path[1]);
  if (table.empty() || table == path[0]) return;
  throw InputError("command line: " + shortened(key) + ": unknown key; is '" + table + "." + path[1] + "' meant?");
}

}  // namespace

bool is_first_release(const std::vector<std::string>& path) {
  return path.size() > 2 && path[0] == "release" && path[1] == "0";
}

void assign(toml::table& root, const Assignment& change) {
  const std::vector<std::string> path = split_at(change.key, '.');
  const auto fail = [&] { throw InputError("command line: " + shortened(change.key) + ": there is no such key"); };
  const auto fail_without_number = [&](const std::string& list) {
    throw InputError("command line: " + shortened(change.key) + ": [[" + list +
                     "]] is a list, numbered from 0: give the number of one, such as " + list + ".0");
  };
  if (std::find(path.begin(), path.end(), "") != path.end()) fail();
  if (path.size() == 1) throw InputError("command line: " + shortened(change.key) + ": " + table_missing(path[0]));
  refuse_key_of_other_table(path, change.key);
  toml::node* node = &root;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (toml::table* table = node->as_table()) {
      if (i == 1 && is_first_release(path)) continue;
      if (table->get(path[i]) == nullptr) table->insert(path[i], toml::table{});
      node = table->get(path[i]);
    } else if (toml::array* list = node->as_array()) {
      double index = 0;
      if (!parse_number(path[i], index)) fail_without_number(path[i - 1]);
      if (!(index >= 0) || index >= static_cast<double>(list->size())) {
        throw InputError("command line: " + shortened(change.key) + ": the scenario has " +
                         counted(list->size(), "table") + " [[" + path[i - 1] + "]], numbered from 0");
      }
      node = list->get(static_cast<std::size_t>(index));
    } else {
      fail();
    }
  }
  if (node->is_array()) fail_without_number(path[path.size() - 2]);
  toml::table* table = node->as_table();
  if (table == nullptr) fail();
  toml::table value = parsed_value(change.value);
  table->insert_or_assign(path.back(), std::move(*value.get("value")));
}

Assignment parse_assignment(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("--set: '" + shortened(text) + "' must be KEY=VALUE, for example ground.mu_min=0.4");
  }
  if (!is_utf8(text)) throw InputError("'" + shortened(text) + "' holds bytes that are not UTF-8");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string plain_value(const std::string& value) {
  const toml::table table = parsed_value(value);
  const toml::node& node = *table.get("value");
  // A whole number is not converted to a double, which cannot hold every one.
  if (node.is_integer()) return std::to_string(node.as_integer()->get());
  if (!node.is_floating_point()) return value;
  const double number = node.as_floating_point()->get();
  if (!std::isfinite(number)) return value;
  const bool whole = number == std::floor(number) && std::fabs(number) < 1e18;
  return whole ? std::to_string(static_cast<std::int64_t>(number)) : format_exact(number);
}

}  // namespace sandbox
