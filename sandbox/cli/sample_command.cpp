#include <iostream>

#include "cli/commands.h"
#include "common/result_folder.h"
#include "scenario/valley.h"

namespace sandbox {

void sample_command(const SampleArguments& arguments) {
  const std::filesystem::path folder = arguments.out;
  for (const std::string& name : valley_files()) refuse_former_file(folder / name, arguments.force);
  ValleySpec spec;
  spec.cell = arguments.cell;
  spec.rocks = arguments.rocks;
  write_valley(folder, spec);
  std::cout << "written: " << (folder / "valley.toml").string() << " and its files; next:\n  rockfall run "
            << (folder / "valley.toml").string() << " --rasters --out " << (folder / "results").string() << "\n";
}

}  // namespace sandbox
