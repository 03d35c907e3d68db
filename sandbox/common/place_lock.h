// Locks on the places of results, so that two processes do not write to the same one.
#ifndef ROCKFALL_SANDBOX_COMMON_PLACE_LOCK_H
#define ROCKFALL_SANDBOX_COMMON_PLACE_LOCK_H

#include <filesystem>
#include <optional>
#include <utility>

namespace sandbox {

/** Holds a file or folder. The system releases it when the process ends, however it does. Where the file system has no
 *  locks nothing is held. */
class PlaceLock {
 public:
  /** Holds a folder that exists; empty where another process, or another object of this one, holds it. */
  static std::optional<PlaceLock> of_folder(const std::filesystem::path& folder);
  /** Holds a file, which is made where it is missing; empty where it is held. Throws RunError if it cannot be made. */
  static std::optional<PlaceLock> of_file(const std::filesystem::path& file);
  ~PlaceLock();
  PlaceLock(PlaceLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  PlaceLock& operator=(PlaceLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

 private:
  explicit PlaceLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace sandbox
#endif
