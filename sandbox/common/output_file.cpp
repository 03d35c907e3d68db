#include "common/output_file.h"

#include <fstream>
#include <system_error>

#include "common/error.h"

namespace sandbox {

void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(folder.string() + ": cannot be created as a folder for the results" +
                     (failed ? " (" + failed.message() + ")" : std::string()));
  }
}

void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
  std::filesystem::path temporary = path;
  temporary += ".part";
  std::error_code failed;
  try {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    if (!file) throw RunError(path.string() + ": cannot be written");
    write(file);
    file.close();
    if (!file) throw RunError(path.string() + ": writing failed; is the disk full?");
  } catch (...) {
    std::filesystem::remove(temporary, failed);
    throw;
  }
  std::filesystem::rename(temporary, path, failed);
  if (failed) throw RunError(path.string() + ": cannot be renamed into place (" + failed.message() + ")");
}

}  // namespace sandbox
