#include "scenario/toml_table.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "common/error.h"
#include "common/text.h"
#include "scenario/scenario.h"

namespace sandbox {
namespace {

std::string key_of(const std::string& section, const std::string& key) {
  return section.empty() ? key : section + "." + key;
}

/** What is to be written for a text that is a number, but none of TOML, as .3 or "0.3"; else empty. */
std::string hint_of_number(const toml::node& node) {
  double value = 0;
  if (!node.is_string() || !parse_number(node.as_string()->get(), value) || !std::isfinite(value)) return "";
  constexpr int digits = 15;  // as typed: more would show the rounding
  return "; in TOML '" + shortened(node.as_string()->get()) + "' is written " + format_number(value, digits);
}

}  // namespace

TomlTable::TomlTable(const toml::table& table, std::string file, std::string section, bool files_exist)
    : table_(&table),
      file_(std::move(file)),
      section_(std::move(section)),
      typed_(section_),
      files_exist_(files_exist) {}

std::string TomlTable::place(const std::string& key) const {
  const toml::node* node = table_->get(key);
  const toml::source_region& source = node != nullptr ? node->source() : table_->source();
  // Only what was read from a file knows its file.
  const bool typed = !source.path && !file_.empty() && (node != nullptr || !section_.empty());
  if (typed) return "command line: " + key_of(typed_, key);
  return file_ + ":" + std::to_string(std::max<std::uint32_t>(source.begin.line, 1)) + ": " + key_of(section_, key);
}

void TomlTable::fail(const std::string& key, const std::string& what) const {
  throw InputError(place(key) + ": " + what);
}

void TomlTable::fail_missing(const std::string& key) const {
  const std::string given = join(keys());
  fail(key, given.empty() ? "is missing" : "is missing; given are: " + given);
}

void TomlTable::fail_missing_table(const std::string& key, const std::string& what) const {
  const std::string given = similar_word(key, keys());
  if (!given.empty() && given != key) fail(given, "unknown table; is [" + key + "] meant?");
  fail(key, what);
}

bool TomlTable::gives(const std::string& key) const { return table_->get(key) != nullptr; }

void TomlTable::refuse(std::initializer_list<const char*> keys, const std::string& others) const {
  for (const char* key : keys) {
    if (gives(key)) fail(key, "is a key of " + others + " only");
  }
}

const toml::node* TomlTable::find(const std::string& key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
  return table_->get(key);
}

double TomlTable::checked(const std::string& key, const toml::node& node, Range range) const {
  if (!node.is_number()) fail(key, "must be a number" + hint_of_number(node));
  const double value =
      node.is_integer() ? static_cast<double>(node.as_integer()->get()) : node.as_floating_point()->get();
  if (!std::isfinite(value)) fail(key, "must be a finite number");
  const bool below = range.open_below ? !(value > range.from) : !(value >= range.from), above = value > range.to;
  if (!below && !above) return value;
  // A default end of the range is named only where the number lies beyond it.
  const Range all;
  std::string wanted = "must be ";
  const bool names_lower = below || range.from > all.from;
  if (names_lower) wanted += (range.open_below ? "more than " : "at least ") + format_number(range.from, 6);
  if (above || range.to < all.to) wanted += (names_lower ? " and at most " : "at most ") + format_number(range.to, 6);
  fail(key, wanted + ", is " + format_number(value));
}

double TomlTable::number(const std::string& key, double otherwise, Range range) {
  const toml::node* node = find(key);
  return node == nullptr ? otherwise : checked(key, *node, range);
}

double TomlTable::need_number(const std::string& key, Range range) {
  const toml::node* node = find(key);
  if (node == nullptr) fail_missing(key);
  return checked(key, *node, range);
}

std::uint64_t TomlTable::integer(const std::string& key, std::uint64_t otherwise, std::uint64_t from,
                                 std::uint64_t to) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  const bool fits = node->is_integer() && node->as_integer()->get() >= 0 &&
                    static_cast<std::uint64_t>(node->as_integer()->get()) >= from &&
                    static_cast<std::uint64_t>(node->as_integer()->get()) <= to;
  // Whole numbers of TOML are signed.
  const std::uint64_t largest = std::min<std::uint64_t>(to, INT64_MAX);
  if (!fits) fail(key, "must be a whole number from " + std::to_string(from) + " to " + std::to_string(largest));
  return static_cast<std::uint64_t>(node->as_integer()->get());
}

std::string TomlTable::text(const std::string& key, const std::string& otherwise) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  if (!node->is_string()) fail(key, "must be a text in quotes");
  return node->as_string()->get();
}

std::string TomlTable::need_text(const std::string& key) {
  if (find(key) == nullptr) fail_missing(key);
  return text(key, {});
}

std::filesystem::path TomlTable::need_file(const std::string& key, const std::filesystem::path& scenario) {
  const std::string name = need_text(key);
  std::filesystem::path file;
  try {
    file = resolve(scenario, name);
  } catch (const InputError& error) {
    fail(key, error.what());
  }
  std::error_code failed;
  if (files_exist_ && !std::filesystem::exists(file, failed)) fail(key, file.string() + ": there is no such file");
  return file;
}

std::string TomlTable::choice(const std::string& key, const std::string& otherwise,
                              const std::vector<std::string>& names) {
  const std::string name = text(key, otherwise);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    fail(key, (name.empty() ? std::string("is missing") : "'" + name + "' is unknown") + "; " +
                  (name.empty() ? "" : meant_text(name, names)) + "possible: " + join(names));
  }
  return name;
}

std::vector<double> TomlTable::numbers(const std::string& key, std::size_t count, Range range) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != count) fail(key, "must be a list of " + std::to_string(count) + " numbers");
  std::vector<double> values;
  for (const toml::node& element : *array) values.push_back(checked(key, element, range));
  return values;
}

std::vector<std::array<double, 2>> TomlTable::points(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const std::string wanted = "must be a list of points, such as [[10.0, 20.0], [15.0, 25.0]]";
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty()) fail(key, wanted);
  std::vector<std::array<double, 2>> result;
  const auto add = [&](const toml::array* point) {
    if (point == nullptr || point->size() != 2) fail(key, wanted);
    result.push_back({checked(key, *point->get(0), {}), checked(key, *point->get(1), {})});
  };
  if (list->get(0)->is_number()) {
    add(list);
    return result;
  }
  for (const toml::node& element : *list) add(element.as_array());
  return result;
}

std::vector<std::string> TomlTable::texts(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  if (node->is_string()) return {node->as_string()->get()};
  std::vector<std::string> result;
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty()) fail(key, "must be a text or a list of texts");
  for (const toml::node& element : *list) {
    if (!element.is_string()) fail(key, "must be a text or a list of texts");
    result.push_back(element.as_string()->get());
  }
  return result;
}

bool TomlTable::boolean(const std::string& key, bool otherwise) {
  const toml::node* node = find(key);
  if (node == nullptr) return otherwise;
  if (!node->is_boolean()) fail(key, "must be true or false");
  return node->as_boolean()->get();
}

std::optional<TomlTable> TomlTable::table(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_table()) fail(key, "must be a table [" + key + "]");
  TomlTable result(*node->as_table(), file_, key_of(section_, key), files_exist_);
  result.typed_ = key_of(typed_, key);
  return result;
}

std::vector<TomlTable> TomlTable::tables(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  const toml::array* list = node->as_array();
  if (list == nullptr || !list->is_array_of_tables()) fail(key, "must be written as [[" + key + "]]");
  std::vector<TomlTable> result;
  for (const toml::node& element : *list) {
    result.emplace_back(*element.as_table(), file_, key, files_exist_);
    result.back().typed_ += "." + std::to_string(result.size() - 1);
  }
  return result;
}

std::vector<TomlTable> TomlTable::one_or_more(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr || !node->is_table()) return tables(key);
  return {TomlTable(*node->as_table(), file_, key, files_exist_)};
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> result;
  for (const auto& [key, node] : *table_) result.emplace_back(key.str());
  return result;
}

void TomlTable::finish() const {
  for (const auto& [name, node] : *table_) {
    const std::string key(name.str());
    if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) {
      fail(key, "unknown key; " + meant_text(key, asked_) + "possible here: " + join(asked_));
    }
  }
}

}  // namespace sandbox
