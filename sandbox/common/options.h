// Checks of values on the command line with plain messages, and the help about options.
#ifndef ROCKFALL_SANDBOX_COMMON_OPTIONS_H
#define ROCKFALL_SANDBOX_COMMON_OPTIONS_H

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace sandbox {

/** From 0 to 2^64 - 1; CLI11 turns -1 into 2^64 - 1. */
CLI::Validator whole_number();
CLI::Validator whole_number_in(std::uint64_t from, std::uint64_t to);

/** Any number, for what the commands check themselves. */
CLI::Validator any_number();
CLI::Validator number_in(double from, double to);
CLI::Validator positive_number();

/** The name of a file or folder. An empty one is often a variable of a script that is not set. */
CLI::Validator place_name();

CLI::Validator one_of(const std::vector<std::string>& names);

/** Help with plain words for values: "--rocks N (1 to 10)" instead of "--rocks UINT:INT in [1 - 10]". */
class PlainFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
};

/** The message about wrong arguments of a program or one of its commands, without the names that CLI11 gives to types
 * of values. */
std::string text_of(const CLI::App& command, const CLI::ParseError& error);

}  // namespace sandbox
#endif
