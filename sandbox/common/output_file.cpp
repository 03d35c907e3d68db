#include "common/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string_view>
#include <system_error>

#include "common/error.h"

namespace sandbox {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as in Linux
constexpr const char* temporary_ending = ".part";
constexpr std::size_t longest_name = 255;  // bytes, of the usual file systems

/** The path behind symbolic links, which need not exist. Throws InputError if they form a cycle. */
fs::path followed(const fs::path& link) {
  std::error_code failed;
  fs::path path = link;
  for (int i = 0; i < most_links; ++i) {
    if (!fs::is_symlink(fs::symlink_status(path, failed))) return path;
    const fs::path target = fs::read_symlink(path, failed);
    if (failed) return path;
    path = path.parent_path() / target;
  }
  throw InputError(link.string() + ": a symbolic link that leads to itself");
}

/** True for a device, a pipe or a socket, which a rename would replace. */
bool is_written_through(const fs::path& target) {
  std::error_code failed;
  const fs::file_status status = fs::status(target, failed);
  return fs::exists(status) && !fs::is_regular_file(status);
}

void refuse_folder(const fs::path& path) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) throw InputError(path.string() + ": is a folder, a file is to be written there");
}

void write_stream(const fs::path& path, const fs::path& target, const std::function<void(std::ostream&)>& write) {
  std::ofstream file(target, std::ios::binary | std::ios::trunc);
  if (!file) throw RunError(path.string() + ": cannot be written");
  write(file);
  file.close();
  if (!file) throw RunError(path.string() + ": writing failed; is the disk full?");
}

/** Moves a complete file to its place; copies where that is on another file system or no regular file. */
void place(const fs::path& from, const fs::path& path) {
  std::error_code failed;
  const fs::path target = followed(path);
  if (!is_written_through(target)) {
    fs::rename(from, target, failed);
    if (!failed) return;
  }
  write_file(path, [&](std::ostream& out) {
    std::ifstream in(from, std::ios::binary);
    if (!in) throw RunError(from.string() + ": cannot be read");
    if (in.peek() != std::ifstream::traits_type::eof()) out << in.rdbuf();
    if (in.bad()) throw RunError(from.string() + ": cannot be read to its end");
  });
}

/** Moves a file to a name that nothing has. False if something has it. */
bool move_to_free_place(const fs::path& from, const fs::path& to, std::error_code& failed) {
  failed.clear();
  fs::create_hard_link(from, to, failed);  // a rename would replace
  if (!failed) {
    std::error_code ignored;
    fs::remove(from, ignored);
    return true;
  }
  if (failed == std::errc::file_exists || is_taken(to)) return false;
  fs::rename(from, to, failed);  // a file system without hard links
  return true;
}

constexpr const char* unfinished_prefix = ".part-";
/** File that marks a folder of unfinished results, so that no folder of the user is mistaken for one: machine and
 *  process. */
constexpr const char* unfinished_mark = ".rockfall-unfinished";

std::string machine() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/** True if the process that wrote the folder may still do so. */
bool is_being_written(const fs::path& folder) {
  std::ifstream file(folder / unfinished_mark);
  std::string name;
  pid_t process = 0;
  std::getline(file, name);
  if (!(file >> process) || process <= 0 || name != machine()) return true;
  return process != getpid() && (kill(process, 0) == 0 || errno != ESRCH);
}

void remove_unfinished(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> ended;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (is_unfinished(entry.path()) && !is_being_written(entry.path())) ended.push_back(entry.path());
  }
  for (const fs::path& path : ended) fs::remove_all(path, failed);
}

/** A new folder for unfinished results. */
fs::path make_unfinished(const fs::path& folder) {
  const std::string name = unfinished_prefix + std::to_string(getpid());
  std::error_code failed;
  fs::path path = folder / name;
  for (int i = 2; fs::exists(fs::symlink_status(path, failed)); ++i) path = folder / (name + "-" + std::to_string(i));
  make_folder(path);
  write_stream(path, path / unfinished_mark, [](std::ostream& out) { out << machine() << "\n" << getpid() << "\n"; });
  return path;
}

PlaceLock lock_of_results(const fs::path& folder) {
  make_folder(folder);
  std::optional<PlaceLock> lock = PlaceLock::of_folder(folder);
  if (lock) return std::move(*lock);
  throw InputError(folder.string() +
                   ": another process writes its results to this folder now; give another folder by --out");
}

}  // namespace

bool is_unfinished(const fs::path& folder) {
  std::error_code failed;
  return folder.filename().string().rfind(unfinished_prefix, 0) == 0 &&
         fs::is_directory(fs::symlink_status(folder, failed)) &&
         fs::is_regular_file(fs::symlink_status(folder / unfinished_mark, failed));
}

void report_size_limit() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

void make_folder(const fs::path& folder) {
  std::error_code failed, unknown;
  fs::create_directories(followed(folder), failed);
  if (!fs::is_directory(folder, unknown)) {
    throw InputError(folder.string() + ": cannot be created as a folder for the results" +
                     (failed ? " (" + failed.message() + ")" : std::string()));
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) throw InputError(folder.string() + ": no file can be written there");
}

NewFolder::NewFolder(fs::path folder) : folder_(std::move(folder)), is_new_(!is_taken(folder_)) {
  make_folder(folder_);
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (is_new_) fs::remove(folder_, ignored);  // does nothing to a folder that holds something
}

void check_place(const fs::path& path) {
  refuse_folder(path);
  const fs::path target = followed(path);
  std::error_code failed;
  if (is_written_through(target)) return;
  const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(parent, failed)) throw InputError(path.string() + ": there is no such folder");
  if (access(parent.c_str(), W_OK | X_OK) != 0) throw InputError(path.string() + ": the folder cannot be written");
  const std::size_t length = target.filename().string().size() + std::string_view(temporary_ending).size();
  if (length > longest_name) throw InputError(path.string() + ": the name of the file is too long");
}

bool is_taken(const fs::path& path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

fs::path free_name(const fs::path& wanted, const std::function<bool(const fs::path&)>& taken) {
  fs::path name = wanted;
  for (int number = 2; taken(name); ++number) {
    name = wanted;
    name.replace_filename(wanted.stem().string() + "_" + std::to_string(number) + wanted.extension().string());
  }
  return name;
}

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  refuse_folder(path_);
  target_ = followed(path_);
  if (is_written_through(target_)) return;
  temporary_ = target_;
  temporary_ += temporary_ending;
  try {
    lock_ = PlaceLock::of_file(temporary_);
  } catch (const RunError&) {
    throw RunError(path_.string() + ": cannot be written");
  }
  if (!lock_) throw InputError(path_.string() + ": another process writes this file now; give another place");
}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (lock_) fs::remove(temporary_, ignored);
}

void OutputFile::write(const Writer& write) {
  write_stream(path_, lock_ ? temporary_ : target_, write);
  if (!lock_) return;
  std::error_code failed;
  fs::rename(temporary_, target_, failed);
  if (failed) throw RunError(path_.string() + ": cannot be renamed into place (" + failed.message() + ")");
  lock_.reset();
}

fs::path OutputFile::write_beside(const Writer& write) {
  write_stream(path_, lock_ ? temporary_ : target_, write);
  if (!lock_) return path_;
  fs::path place = target_;
  std::error_code failed;
  if (fs::is_regular_file(target_, failed) && fs::is_empty(target_, failed)) {
    fs::rename(temporary_, target_, failed);
  } else {
    const auto has_entry = [](const fs::path& name) {
      std::error_code unknown;
      return fs::exists(fs::symlink_status(name, unknown));
    };
    while (!move_to_free_place(temporary_, place, failed)) place = free_name(target_, has_entry);
  }
  if (failed) throw RunError(path_.string() + ": cannot be renamed into place (" + failed.message() + ")");
  lock_.reset();
  return place == target_ ? path_ : place;
}

void write_file(const fs::path& path, const OutputFile::Writer& write) { OutputFile(path).write(write); }

ResultFiles::ResultFiles(fs::path folder) : ResultFiles(folder, lock_of_results(folder)) {}

ResultFiles::ResultFiles(fs::path folder, PlaceLock lock) : folder_(std::move(folder)), lock_(std::move(lock)) {
  remove_unfinished(folder_);
}

ResultFiles::~ResultFiles() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

fs::path ResultFiles::add(const std::string& name) {
  if (temporary_.empty()) temporary_ = make_unfinished(folder_);
  names_.push_back(name);
  const fs::path file = temporary_ / name;
  if (file.parent_path() != temporary_) make_folder(file.parent_path());
  return file;
}

std::vector<fs::path> ResultFiles::finish() {
  std::vector<fs::path> places;
  for (const std::string& name : names_) {
    places.push_back(folder_ / name);
    refuse_folder(places.back());
    if (places.back().parent_path() != folder_) make_folder(places.back().parent_path());
  }
  for (std::size_t i = 0; i < names_.size(); ++i) place(temporary_ / names_[i], places[i]);
  return places;
}

}  // namespace sandbox
