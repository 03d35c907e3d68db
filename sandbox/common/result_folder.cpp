#include "common/result_folder.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "common/error.h"
#include "common/json_text.h"
#include "common/warnings.h"

namespace sandbox {
namespace {

namespace fs = std::filesystem;

/** True for names below a folder. */
bool is_inside(const fs::path& name) {
  return name.is_relative() && !name.empty() && std::find(name.begin(), name.end(), "..") == name.end();
}

/** True if a folder contains files, unfinished ones and the checkpoint aside. */
bool is_used(const fs::path& folder, const fs::path& checkpoint) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) return false;
  fs::path unfinished = checkpoint;
  unfinished += ".part";  // see write_file
  const auto is_own = [&](const fs::path& path) {
    std::error_code unknown;
    const bool part = fs::equivalent(path, checkpoint, unknown) || fs::equivalent(path, unfinished, unknown);
    return is_unfinished(path) || (part && !checkpoint.empty());
  };
  const fs::directory_iterator entries(folder, failed);
  return !std::all_of(fs::begin(entries), fs::end(entries),
                      [&](const fs::directory_entry& entry) { return is_own(entry.path()); });
}

}  // namespace

std::vector<std::string> former_results(const fs::path& folder, bool force, const fs::path& checkpoint) {
  std::error_code failed;
  if (!is_used(folder, checkpoint)) return {};
  if (!fs::exists(folder / "summary.json", failed)) {
    throw InputError(folder.string() +
                     ": the folder is not empty and holds no summary.json of a run; give another folder by --out");
  }
  if (!force) {
    throw InputError(
        folder.string() +
        ": the folder is not empty; give --force to replace the results in it, or another folder by --out");
  }
  std::ifstream file(folder / "summary.json");
  const nlohmann::json summary = read_json(file);
  if (!summary.is_object() || !summary.contains("files") || !summary["files"].is_array()) {
    Warnings().print({(folder / "summary.json").string() +
                      ": does not name the files of the former run; those that the new run does not write remain"});
    return {};
  }
  std::vector<std::string> names;
  for (const auto& name : summary["files"]) {
    if (name.is_string()) names.push_back(name.get<std::string>());
  }
  return names;
}

fs::path folder_of_results(const std::string& out, const std::string& resume, const fs::path& usual) {
  if (!out.empty()) return out;
  if (resume.empty()) return usual;
  const fs::path folder = fs::path(resume).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

void refuse_former_file(const fs::path& file, bool force, const std::string& other, const std::string& option) {
  std::error_code failed;
  // Devices and pipes are written through, and an empty file holds nothing.
  if (force || !fs::is_regular_file(file, failed) || fs::is_empty(file, failed)) return;
  throw InputError(file.string() + ": exists; give --force to replace it, " + (other.empty() ? "" : other + ", ") +
                   "or another place by " + option);
}

void refuse_own_input(const fs::path& place, const fs::path& input, const std::string& option) {
  std::error_code failed;
  if (!fs::equivalent(place, input, failed)) return;
  throw InputError(input.string() + ": would be replaced by the result; give another place by " + option);
}

std::optional<PlaceLock> lock_of_other_folder(const fs::path& state, const fs::path& folder) {
  if (state.empty()) return std::nullopt;
  const fs::path of_state = fs::absolute(state).parent_path();
  std::error_code failed;
  if (fs::equivalent(of_state, folder, failed)) return std::nullopt;
  std::optional<PlaceLock> lock = PlaceLock::of_folder(of_state);
  if (!lock) throw InputError(state.string() + ": another process writes to its folder now");
  return lock;
}

fs::path write_result(OutputFile& file, bool force, const OutputFile::Writer& write) {
  if (force) {
    file.write(write);
    return file.path();
  }
  fs::path place = file.write_beside(write);
  if (place != file.path()) {
    Warnings().print({file.path().string() + ": was made by another process meanwhile; the result of this one is in " +
                      place.string()});
  }
  return place;
}

void remove_former(const fs::path& folder, const std::vector<std::string>& former,
                   const std::vector<std::string>& written) {
  std::error_code failed;
  for (const std::string& name : former) {
    if (!is_inside(name) || std::find(written.begin(), written.end(), name) != written.end()) continue;
    const fs::path file = folder / name;
    if (!fs::is_regular_file(fs::symlink_status(file, failed))) continue;
    if (!fs::remove(file, failed) && failed) {
      Warnings().print({file.string() + ": is of a former run and cannot be removed: " + failed.message()});
    }
    // Folders that are empty now.
    for (fs::path parent = fs::path(name).parent_path(); !parent.empty(); parent = parent.parent_path()) {
      if (!fs::is_empty(folder / parent, failed) || !fs::remove(folder / parent, failed)) break;
    }
  }
}

}  // namespace sandbox
