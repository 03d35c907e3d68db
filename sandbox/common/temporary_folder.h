// A folder among the temporary files that is removed with its owner.
#ifndef ROCKFALL_SANDBOX_COMMON_TEMPORARY_FOLDER_H
#define ROCKFALL_SANDBOX_COMMON_TEMPORARY_FOLDER_H

#include <filesystem>

namespace sandbox {

/** Owns a folder that nobody else uses, or none. The destructor removes it with everything in it. */
class TemporaryFolder {
 public:
  /** Owns no folder. */
  TemporaryFolder() = default;
  /** Makes an empty folder that only this user can read. Throws RunError on failure. */
  static TemporaryFolder make();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept { path_.swap(other.path_); }
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    path_.swap(other.path_);  // the other one removes the folder that was owned
    return *this;
  }

  /** Empty if it owns none. */
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace sandbox
#endif
