#include "common/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include "common/text.h"

namespace sandbox {
namespace {

bool is_whole_number(const std::string& text, std::uint64_t& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size();
}

/** The help shows `allowed`; the message about another value is "must be WANTED, not 'VALUE'". */
CLI::Validator validator(const std::string& allowed, const std::string& wanted,
                         const std::function<bool(const std::string&)>& holds) {
  const auto check = [=](const std::string& text) {
    return holds(text) ? std::string() : "must be " + wanted + ", not '" + shortened(text) + "'";
  };
  return {check, allowed, wanted};
}

CLI::Validator number_that(const std::string& allowed, const std::string& wanted,
                           const std::function<bool(double)>& holds) {
  return validator(allowed, wanted, [=](const std::string& text) {
    double number = 0;
    return parse_number(text, number) && holds(number);
  });
}

/** The message about arguments that a command does not expect: the first option of them, else the first one. */
std::string text_about(const std::vector<std::string>& unexpected, const CLI::App& command) {
  const auto option = std::find_if(unexpected.begin(), unexpected.end(),
                                   [](const std::string& argument) { return argument.substr(0, 1) == "-"; });
  if (option == unexpected.end()) return "'" + shortened(unexpected.front()) + "' is one argument too many";
  std::vector<std::string> known;
  for (const CLI::Option* one : command.get_options()) {
    for (const std::string& name : one->get_lnames()) known.push_back("--" + name);
  }
  const std::string given = option->substr(0, option->find('=')), meant = similar_word(given, known);
  return "'" + shortened(given) + "' is an unknown option" + (meant.empty() ? "" : "; is '" + meant + "' meant?");
}

}  // namespace

CLI::Validator whole_number() {
  return validator("", "a whole number from 0 to 18446744073709551615", [](const std::string& text) {
    std::uint64_t number = 0;
    return is_whole_number(text, number);
  });
}

CLI::Validator whole_number_in(std::uint64_t from, std::uint64_t to) {
  const std::string range = std::to_string(from) + " to " + std::to_string(to);
  return validator(range, "a whole number from " + range, [=](const std::string& text) {
    std::uint64_t number = 0;
    return is_whole_number(text, number) && number >= from && number <= to;
  });
}

CLI::Validator any_number() {
  return number_that("", "a number", [](double) { return true; });
}

CLI::Validator number_in(double from, double to) {
  const std::string range = format_number(from) + " to " + format_number(to);
  return number_that(range, "a number from " + range, [=](double number) { return number >= from && number <= to; });
}

CLI::Validator positive_number() {
  return number_that("above 0", "a number above 0", [](double number) { return number > 0 && std::isfinite(number); });
}

CLI::Validator place_name() {
  return validator("", "a name", [](const std::string& text) { return !text.empty(); });
}

CLI::Validator one_of(const std::vector<std::string>& names) {
  const auto check = [names](const std::string& text) {
    if (std::find(names.begin(), names.end(), text) != names.end()) return std::string();
    const std::string meant = similar_word(text, names);
    return "must be one of: " + join(names) + ", not '" + shortened(text) + "'" +
           (meant.empty() ? "" : "; is '" + meant + "' meant?");
  };
  return {check, join(names, "|"), "one of: " + join(names)};
}

std::string PlainFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (option->get_expected_max() != 0) {  // not a flag
    // "UINT:1 to 10" where CLI11 knows the type, else a name like "KEY=FROM:TO".
    const std::string type = option->get_type_name();
    const std::size_t colon = type.find(':');
    const std::string kind = type.substr(0, colon);
    const bool is_number = kind == "FLOAT" || kind == "UINT" || kind == "INT";
    const bool is_known = is_number || kind == "TEXT";
    const std::string allowed = is_known && colon != std::string::npos ? type.substr(colon + 1) : "";
    if (is_number) {
      text = (kind == "FLOAT" ? " X" : " N") + (allowed.empty() ? "" : " (" + allowed + ")");
    } else if (!option->get_positional()) {
      text = " " + (allowed.empty() ? type : allowed);
    }
  }
  return text + (option->get_required() ? " (required)" : "");
}

std::string text_of(const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> unexpected = command.remaining();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !unexpected.empty()) {
    return text_about(unexpected, command);
  }
  const std::string text = error.what();
  // "--rocks: 1 required UINT missing"
  const std::size_t required = text.find(": 1 required ");
  if (required != std::string::npos) return text.substr(0, required) + " needs a value";
  // "--rocks: At Most 1 required but received 2"
  const std::size_t repeated = text.find(": At Most 1 required but received ");
  return repeated == std::string::npos ? text : text.substr(0, repeated) + " is given more than once";
}

}  // namespace sandbox
