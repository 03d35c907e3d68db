#include "common/place_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "common/error.h"

namespace sandbox {
namespace {

namespace fs = std::filesystem;

constexpr int most_attempts = 100;  // every further one follows a file that another process has finished meanwhile

bool is_held(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

/** True if the open file still has the name. */
bool has_name(int descriptor, const fs::path& name) {
  struct stat open {};
  struct stat named {};
  return fstat(descriptor, &open) == 0 && stat(name.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

}  // namespace

std::optional<PlaceLock> PlaceLock::of_folder(const fs::path& folder) {
  PlaceLock lock(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (is_held(lock.descriptor_)) return std::nullopt;
  return lock;
}

std::optional<PlaceLock> PlaceLock::of_file(const fs::path& file) {
  for (int i = 0; i < most_attempts; ++i) {
    PlaceLock lock(open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (lock.descriptor_ < 0) throw RunError(file.string() + ": cannot be written");
    if (is_held(lock.descriptor_)) return std::nullopt;
    if (has_name(lock.descriptor_, file)) return lock;
  }
  return std::nullopt;
}

PlaceLock::~PlaceLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace sandbox
