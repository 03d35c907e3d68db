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
  enum class Use { open, save_scenario, save_ground, overlay };

  /** Begins in the present folder, or in the root if that was removed. */
  FileBrowser();

  /** Opens the dialog for files with these endings, for instance ".toml"; `name` is proposed where one is saved. */
  void show(Use use, const std::string& title, std::vector<std::string> endings, const std::string& name = "");
  bool shown() const { return shown_; }
  void close() { shown_ = false; }
  Use use() const { return use_; }
  /** Puts a name into the field. */
  void enter(const std::string& name);
  /** Takes the name of the field, as the button does. Returns the file, and closes the dialog, once it is chosen; until
   *  then the dialog shows what is missing. A file that exists is replaced after this was asked for its very name. */
  std::optional<std::filesystem::path> accept();
  /** The user is asked whether the file of the field is replaced. */
  bool asks_to_replace() const { return !asked_.empty() && asked_ == file(); }
  /** Why the name of the field was not taken; empty if there is no reason. */
  const std::string& problem() const { return problem_; }
  /** Draws the dialog; returns the file once it is chosen. */
  std::optional<std::filesystem::path> draw(std::map<std::string, std::array<float, 4>>& places);

 private:
  struct Entry {
    std::string name;
    bool folder;
  };
  void read_folder();
  bool saves() const { return use_ != Use::open && use_ != Use::overlay; }
  /** The file of the field, with the ending that it is saved with. */
  std::filesystem::path file() const;

  bool shown_ = false;
  std::filesystem::path asked_;  // file that the user was asked about
  std::string problem_;
  Use use_ = Use::open;
  std::string title_;
  std::vector<std::string> endings_;
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  char name_[256] = "";
};

}  // namespace sandbox::live
#endif
