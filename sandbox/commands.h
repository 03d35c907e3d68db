// The subcommands of the program, without their argument parsing.
#ifndef ROCKFALL_SANDBOX_COMMANDS_H
#define ROCKFALL_SANDBOX_COMMANDS_H

#include <cstdint>
#include <optional>
#include <string>

namespace sandbox {

struct RunArguments {
  std::string scenario = "mountain";
  std::string out;  ///< empty: out/NAME
  std::string scheme;
  std::optional<std::uint32_t> rocks;
  std::optional<std::uint64_t> seed;
  std::optional<double> time_step;
  unsigned threads = 0;  ///< 0: as many as the machine has
  bool trajectories = false;
  bool no_map = false;
  bool quiet = false;
};

/** Runs a scenario, prints the table and writes the files. Throws InputError or RunError. */
void run_command(const RunArguments& arguments);

struct ShapeArguments {
  std::string shape;  ///< a file or the name of a standard shape
  std::optional<double> density;
  std::optional<double> mass;
  std::string size;  ///< "x,y,z"; empty: as the file or the shape says
  std::uint32_t points = 32;
  std::uint64_t seed = 1;
};

/** Prints the mass properties of a rock. Throws InputError. */
void shape_command(const ShapeArguments& arguments);

}  // namespace sandbox
#endif
