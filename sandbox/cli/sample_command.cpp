#include <iostream>

#include "cli/commands.h"
#include "common/error.h"
#include "scenario/valley.h"

namespace sandbox {

void sample_command(const SampleArguments& arguments) {
  const std::filesystem::path folder = arguments.out;
  if (!arguments.force && std::filesystem::exists(folder / "valley.toml")) {
    throw InputError(folder.string() + ": holds a valley.toml already; give --force to replace it");
  }
  ValleySpec spec;
  spec.cell = arguments.cell;
  spec.rocks = arguments.rocks;
  write_valley(folder, spec);
  std::cout << "written: " << (folder / "valley.toml").string() << " and its files; next:\n  rockfall run "
            << (folder / "valley.toml").string() << " --rasters --out " << (folder / "results").string() << "\n";
}

}  // namespace sandbox
