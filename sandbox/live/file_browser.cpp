#include "live/file_browser.h"

#include <imgui.h>

#include <algorithm>

#include "common/text.h"
#include "live/panels.h"
#include "live/theme.h"

namespace sandbox::live {

FileBrowser::FileBrowser() {
  std::error_code failed;
  folder_ = std::filesystem::current_path(failed);
  if (failed) folder_ = "/";
}

void FileBrowser::show(Use use, const std::string& title, std::vector<std::string> endings, const std::string& name) {
  use_ = use;
  title_ = title;
  endings_ = std::move(endings);
  enter(name);
  shown_ = true;
  read_folder();
}

void FileBrowser::read_folder() {
  entries_.clear();
  std::error_code failed, unknown;
  for (std::filesystem::directory_iterator entry(folder_, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (name.empty() || name[0] == '.') continue;
    const bool folder = entry->is_directory(unknown);
    const std::string ending = lower(entry->path().extension().string());
    if (folder || std::find(endings_.begin(), endings_.end(), ending) != endings_.end()) {
      entries_.push_back({name, folder});
    }
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
  if (failed) problem_ = folder_.string() + ": cannot be read: " + failed.message();
}

void FileBrowser::enter(const std::string& name) {
  snprintf(name_, sizeof name_, "%s", name.c_str());
  asked_.clear();
  problem_.clear();
}

std::filesystem::path FileBrowser::file() const {
  std::filesystem::path file = folder_ / name_;
  // A number behind a point is no ending: slope_1.5 is saved as slope_1.5.toml.
  const std::string ending = lower(file.extension().string());
  if (saves() && !endings_.empty() && std::find(endings_.begin(), endings_.end(), ending) == endings_.end())
    file += endings_.front();
  return file;
}

std::optional<std::filesystem::path> FileBrowser::accept() {
  std::error_code failed;
  problem_.clear();
  if (name_[0] == '\0') return std::nullopt;
  if (std::filesystem::is_directory(folder_ / name_, failed)) {
    const std::filesystem::path folder = std::filesystem::weakly_canonical(folder_ / name_, failed);
    if (!failed) folder_ = folder;
    enter("");
    read_folder();
    return std::nullopt;
  }
  const std::filesystem::path chosen = file();
  const bool exists = std::filesystem::exists(chosen, failed);
  if (saves() && exists && !asks_to_replace()) {
    asked_ = chosen;
    return std::nullopt;
  }
  if (!saves() && !exists) {
    problem_ = std::string(name_) + ": there is no such file here";
    return std::nullopt;
  }
  shown_ = false;
  return chosen;
}

std::optional<std::filesystem::path> FileBrowser::draw(std::map<std::string, std::array<float, 4>>& places) {
  if (!shown_) return std::nullopt;
  const auto mark = [&](const std::string& name) {
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    places[name] = {a.x, a.y, b.x, b.y};
  };
  std::optional<std::filesystem::path> chosen;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(px(520), screen.x - px(20)), std::min(px(400), screen.y - px(20))});
  ImGui::Begin((title_ + "###files").c_str(), &shown_, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize);
  ImGui::TextColored(themed_vector(Tone::faint), "%s", folder_.string().c_str());
  ImGui::BeginChild("entries", {0, -2.4f * ImGui::GetFrameHeightWithSpacing()}, true);
  std::filesystem::path go_to;
  bool accepts = false;
  if (ImGui::Selectable("..")) go_to = folder_.parent_path();
  mark("files.up");
  for (const Entry& entry : entries_) {
    const std::string label = entry.folder ? entry.name + "/" : entry.name;
    if (ImGui::Selectable(label.c_str(), entry.name == name_, ImGuiSelectableFlags_AllowDoubleClick)) {
      if (entry.folder) {
        go_to = folder_ / entry.name;
      } else {
        enter(entry.name);
        accepts = ImGui::IsMouseDoubleClicked(0);
      }
    }
    mark("files." + entry.name);
  }
  ImGui::EndChild();
  if (accepts) chosen = accept();  // reads the entries again if the file has become a folder
  if (!go_to.empty()) {
    folder_ = go_to;
    read_folder();
  }
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputText("##name", name_, sizeof name_, ImGuiInputTextFlags_EnterReturnsTrue)) chosen = accept();
  if (ImGui::IsItemEdited()) problem_.clear();
  mark("files.name");
  if (ImGui::Button(!saves() ? "open" : asks_to_replace() ? "replace the file" : "save")) chosen = accept();
  mark("files.accept");
  ImGui::SameLine();
  if (ImGui::Button("cancel")) shown_ = false;
  mark("files.cancel");
  if (asks_to_replace() || !problem_.empty()) {
    ImGui::SameLine();
    ImGui::TextColored(themed_vector(Tone::warning), "%s", asks_to_replace() ? "the file exists" : problem_.c_str());
  }
  ImGui::End();
  return chosen;
}

}  // namespace sandbox::live
