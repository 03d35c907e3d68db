// A dialog to choose a file to open or to save.
#ifndef ROCKFALL_SANDBOX_LIVE_FILE_BROWSER_H
#define ROCKFALL_SANDBOX_LIVE_FILE_BROWSER_H

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sandbox::live {

class FileBrowser {
 public:
  enum class Use { open, save_scenario, save_ground, save_recording, overlay };

  /** Opens the dialog for files with these endings, for instance ".toml"; `name` is proposed where one is saved. */
  void show(Use use, const std::string& title, std::vector<std::string> endings, const std::string& name = "");
  bool shown() const { return shown_; }
  void close() { shown_ = false; }
  Use use() const { return use_; }
  /** Draws the dialog; returns the file once it is chosen. */
  std::optional<std::filesystem::path> draw(std::map<std::string, std::array<float, 4>>& places);

 private:
  struct Entry {
    std::string name;
    bool folder;
  };
  void read_folder();
  std::optional<std::filesystem::path> accept();

  bool shown_ = false, ask_overwrite_ = false;
  Use use_ = Use::open;
  std::string title_;
  std::vector<std::string> endings_;
  std::filesystem::path folder_ = std::filesystem::current_path();
  std::vector<Entry> entries_;
  char name_[256] = "";
};

}  // namespace sandbox::live
#endif
