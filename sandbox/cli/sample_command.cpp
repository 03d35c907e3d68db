#include <iostream>
#include <string>

#include "cli/commands.h"
#include "common/result_folder.h"
#include "common/text.h"
#include "scenario/valley.h"

namespace sandbox {

void sample_command(const SampleArguments& arguments) {
  const std::filesystem::path folder = arguments.out;
  for (const std::string& name : valley_files()) refuse_former_file(folder / name, arguments.force);
  ValleySpec spec;
  spec.cell = arguments.cell;
  spec.rocks = arguments.rocks;
  write_valley(folder, spec);
  const std::string scenario = (folder / "valley.toml").string(), results = (folder / "results").string();
  std::cout << "written: " << scenario << " and its files; next:\n  rockfall run " << shell_word(scenario)
            << " --rasters --out " << shell_word(results) << "\n";
}

}  // namespace sandbox
