// A table of a TOML file, read key by key; unknown keys are errors.
#ifndef ROCKFALL_SANDBOX_SCENARIO_TOML_TABLE_H
#define ROCKFALL_SANDBOX_SCENARIO_TOML_TABLE_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#define TOML_HEADER_ONLY 1
// Without NDEBUG an assertion of toml++ would end the program on text that its parser then refuses with a message.
#define TOML_ASSERT(expr) static_cast<void>(0)
#include <toml++/toml.h>

namespace sandbox {

/** Valid range of a number; the ends are included, the lower one unless `open_below`. */
struct Range {
  double from = -1e300;
  double to = 1e300;
  bool open_below = false;
};
constexpr Range positive{0, 1e300, true};
constexpr Range not_negative{0, 1e300, false};

/** Reads the members of one table. Errors are InputErrors "file:line: section.key: what". */
class TomlTable {
 public:
  /** @param files_exist  need_file() refuses files that do not exist; tables inside do the same */
  TomlTable(const toml::table& table, std::string file, std::string section, bool files_exist = false);

  bool has(const std::string& key) { return find(key) != nullptr; }
  /** The same for a key that messages about unknown keys must not propose. */
  bool gives(const std::string& key) const;
  /** Throws InputError for a key that is known, but belongs to others only, such as 'kind = "ramp"'. */
  void refuse(std::initializer_list<const char*> keys, const std::string& others) const;
  double number(const std::string& key, double otherwise, Range range = {});
  double need_number(const std::string& key, Range range = {});
  std::uint64_t integer(const std::string& key, std::uint64_t otherwise, std::uint64_t from, std::uint64_t to);
  std::string text(const std::string& key, const std::string& otherwise);
  std::string need_text(const std::string& key);
  /** A file name, resolved for a scenario. */
  std::filesystem::path need_file(const std::string& key, const std::filesystem::path& scenario);
  /** One of `names`; the error message lists them. */
  std::string choice(const std::string& key, const std::string& otherwise, const std::vector<std::string>& names);
  /** Exactly `count` numbers; empty if the key is absent. */
  std::vector<double> numbers(const std::string& key, std::size_t count, Range range = {});
  /** A list of points [x, y]; a single point may be given without the outer list. Empty if absent. */
  std::vector<std::array<double, 2>> points(const std::string& key);
  /** A list of texts; a single text may be given without the list. Empty if absent. */
  std::vector<std::string> texts(const std::string& key);
  bool boolean(const std::string& key, bool otherwise);
  /** A sub-table; nothing if absent. */
  std::optional<TomlTable> table(const std::string& key);
  /** The tables of [[key]]; empty if absent. */
  std::vector<TomlTable> tables(const std::string& key);
  /** The tables of [[key]] or the one table [key]; empty if absent. */
  std::vector<TomlTable> one_or_more(const std::string& key);

  /** "file:line: section.key", or "command line: section.key", of a list "command line: section.0.key". */
  std::string place(const std::string& key) const;
  /** True if the command line gives the key. */
  bool typed(const std::string& key) const { return place(key).rfind("command line", 0) == 0; }
  [[noreturn]] void fail(const std::string& key, const std::string& what) const;
  /** Reports that a table is missing, and a key like it that is given. */
  [[noreturn]] void fail_missing_table(const std::string& key, const std::string& what) const;
  /** Lists the keys, to reveal typos. */
  [[noreturn]] void fail_missing(const std::string& key) const;
  /** Throws for the first key that was not read. */
  void finish() const;
  std::vector<std::string> keys() const;

 private:
  const toml::node* find(const std::string& key);
  double checked(const std::string& key, const toml::node& node, Range range) const;

  const toml::table* table_;
  std::string file_;
  std::string section_;
  std::string typed_;  ///< the section as --set takes it: with the number of a table of a list
  bool files_exist_;
  std::vector<std::string> asked_;
};

}  // namespace sandbox
#endif
