#include "common/temporary_folder.h"

#include <random>
#include <string>
#include <system_error>

#include "common/error.h"

namespace fs = std::filesystem;

namespace sandbox {

TemporaryFolder TemporaryFolder::make() {
  std::error_code failed;
  const fs::path all = fs::temp_directory_path(failed);
  std::random_device random;
  for (int attempt = 0; attempt < 100 && !failed; ++attempt) {
    TemporaryFolder made;
    const fs::path path = all / ("rockfall_" + std::to_string(random()));
    if (!fs::create_directory(path, failed)) continue;  // it exists already
    made.path_ = path;
    fs::permissions(path, fs::perms::owner_all, failed);
    if (!failed) return made;
  }
  throw RunError("no folder for temporary files can be made in " + all.string() +
                 (failed ? ": " + failed.message() : "") + "; set TMPDIR to another place");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace sandbox
