// A temporary folder for the files of one test.
#ifndef ROCKFALL_TESTS_SANDBOX_TEMPORARY_H
#define ROCKFALL_TESTS_SANDBOX_TEMPORARY_H

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "common/error.h"

struct Temporary {
  Temporary() {
    std::string name = (std::filesystem::temp_directory_path() / "rockfall-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    folder = name;
  }
  ~Temporary() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(folder / name, std::ios::binary) << content;
    return folder / name;
  }

  std::filesystem::path folder;
};

/** Makes a folder the working folder while it lives. */
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~WorkingFolder() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  std::filesystem::path before_;
};

inline std::string read_all(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/** The message of the InputError that a call throws; empty if it throws none. */
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const sandbox::InputError& error) {
    return error.what();
  }
  return {};
}

/** True if the text contains the part. */
inline bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

#endif
