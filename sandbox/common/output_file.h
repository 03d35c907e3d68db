// Files that are written completely or not at all: to a temporary file, which is then renamed. Symbolic links are
// followed. What is not a regular file, such as a device or a pipe, is written through and stays what it is.
#ifndef ROCKFALL_SANDBOX_COMMON_OUTPUT_FILE_H
#define ROCKFALL_SANDBOX_COMMON_OUTPUT_FILE_H

#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "common/place_lock.h"

namespace sandbox {

/** Lets writes beyond the limit of file sizes (ulimit -f) fail like those to a full disk; by default the system ends
 * the program. For the whole process. */
void report_size_limit();

/** Creates the folder and its parents. Throws InputError on failure and where no file can be written in the folder. */
void make_folder(const std::filesystem::path& folder);

/** Makes a folder as make_folder() does. The destructor removes it if it was created and nothing was written to it. */
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path folder);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

 private:
  std::filesystem::path folder_;
  bool is_new_;
};

/** Throws InputError if no file can be written at `path`; to be called before a long computation. */
void check_place(const std::filesystem::path& path);

/** Whether a file or folder has this name. */
bool is_taken(const std::filesystem::path& path);

/** The name, or where it is taken, the first with a number that is not: run.rfrec, run_2.rfrec, ... */
std::filesystem::path free_name(const std::filesystem::path& wanted,
                                const std::function<bool(const std::filesystem::path&)>& taken = is_taken);

/** A file that no other process writes while this lives: it holds the temporary file, which becomes the file when it is
 *  complete. The destructor removes what has not. */
class OutputFile {
 public:
  using Writer = std::function<void(std::ostream&)>;

  /** Throws InputError if `path` is a folder or another process writes it now, RunError if it cannot be written. */
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /** Empty for what is written through. */
  const std::filesystem::path& temporary() const { return temporary_; }

  /** Replaces the file. At most one call of write() or write_beside(). Throws RunError. */
  void write(const Writer& write);
  /** Replaces no file that holds something, also none that was made meanwhile: takes the first free name instead.
   *  @return where it was written */
  std::filesystem::path write_beside(const Writer& write);

 private:
  std::filesystem::path path_, target_, temporary_;
  std::optional<PlaceLock> lock_;
};

/** Calls `write` with a stream to a temporary file and renames that to `path`. Throws InputError if `path` is a folder
 * or another process writes it now, RunError and removes the temporary file on failure. */
void write_file(const std::filesystem::path& path, const OutputFile::Writer& write);

/** True for a folder with the unfinished files of a ResultFiles, of this process or another one, and no link to one. */
bool is_unfinished(const std::filesystem::path& folder);

/** Result files of a folder that replace those of a former run together: each is written to a temporary folder inside,
 * and finish() moves them to their places when all are complete. The destructor removes what was not moved. */
class ResultFiles {
 public:
  /** Creates the folder, and removes in it what processes of this machine that have ended left unfinished. Throws
   * InputError on failure, and while another object, of this process or another one, writes there. */
  explicit ResultFiles(std::filesystem::path folder);
  /** The same for a folder that exists and is held. */
  ResultFiles(std::filesystem::path folder, PlaceLock lock);
  ~ResultFiles();
  ResultFiles(const ResultFiles&) = delete;
  ResultFiles& operator=(const ResultFiles&) = delete;

  /** Where to write the file that becomes folder / name. The name may contain folders. */
  std::filesystem::path add(const std::string& name);

  /** The names in the order of add(). */
  const std::vector<std::string>& names() const { return names_; }

  /** Moves all files to their places. Throws InputError before the first if a place is a folder or the folder of one
   * cannot be created, RunError on failure.
   *  @return the places, in the order of add() */
  std::vector<std::filesystem::path> finish();

 private:
  std::filesystem::path folder_;
  PlaceLock lock_;
  std::filesystem::path temporary_;
  std::vector<std::string> names_;
};

}  // namespace sandbox
#endif
