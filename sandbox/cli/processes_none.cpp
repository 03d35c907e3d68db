#include <algorithm>
#include <string>

#include "cli/launcher.h"
#include "cli/processes.h"
#include "common/error.h"

namespace sandbox {

Processes::Processes(int& argc, char**& argv) {
  const bool sharded = std::any_of(argv, argv + argc,
                                   [](const char* argument) { return std::string(argument).rfind("--shard", 0) == 0; });
  if (one_of_several_for_mpi() && !sharded) {
    throw InputError("this program was built without MPI: build it with -DROCKFALL_MPI=ON, or use --shard");
  }
}

Processes::~Processes() = default;

unsigned Processes::count() { return 1; }

unsigned Processes::number() { return 0; }

std::vector<std::vector<unsigned char>> Processes::gather(const std::vector<unsigned char>& bytes) { return {bytes}; }

void Processes::abort(int) {}

}  // namespace sandbox
