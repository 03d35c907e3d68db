// The dialog for files replaces none that it did not ask about.
#include "live/file_browser.h"

#include <doctest/doctest.h>
#include <imgui.h>

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "sandbox/temporary.h"

using namespace sandbox::live;

namespace {

/** A dialog that saves scenarios in a folder. */
struct Saving {
  Saving() {
    browser.show(FileBrowser::Use::save_scenario, "save", {".toml"}, folder.folder.string());
    CHECK_FALSE(browser.accept());  // goes into the folder
    REQUIRE(browser.shown());
  }
  std::filesystem::path in_folder(const char* name) const {
    return std::filesystem::weakly_canonical(folder.folder) / name;
  }
  Temporary folder;
  FileBrowser browser;
};

/** A screen for dialogs, without pictures. */
struct BareScreen {
  BareScreen() : own(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(own);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1000, 800};
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  BareScreen(const BareScreen&) = delete;
  BareScreen& operator=(const BareScreen&) = delete;
  ~BareScreen() {
    ImGui::DestroyContext(own);
    ImGui::SetCurrentContext(before);
  }
  void draw(FileBrowser& browser, bool pressed) {
    ImGui::GetIO().MouseDown[0] = pressed;
    ImGui::NewFrame();
    browser.draw(places);
    ImGui::EndFrame();
  }
  std::map<std::string, std::array<float, 4>> places;
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGuiContext* const own;
};

}  // namespace

TEST_CASE("every existing file is asked about before it is replaced") {
  Saving saving;
  FileBrowser& browser = saving.browser;
  saving.folder.write("a.toml", "");
  saving.folder.write("b.toml", "");
  browser.enter("a.toml");
  CHECK_FALSE(browser.accept());
  CHECK(browser.asks_to_replace());
  browser.enter("b.toml");
  CHECK_FALSE(browser.asks_to_replace());
  CHECK_FALSE(browser.accept());
  CHECK(browser.shown());
  CHECK(browser.asks_to_replace());
  CHECK(browser.accept() == saving.in_folder("b.toml"));
  CHECK_FALSE(browser.shown());
}

TEST_CASE("the question about a file does not hold for one of the same name in another folder") {
  Saving saving;
  FileBrowser& browser = saving.browser;
  saving.folder.write("a.toml", "");
  std::filesystem::create_directory(saving.folder.folder / "inside");
  saving.folder.write("inside/a.toml", "");
  browser.enter("a.toml");
  CHECK_FALSE(browser.accept());
  browser.enter("inside");
  CHECK_FALSE(browser.accept());
  browser.enter("a.toml");
  CHECK_FALSE(browser.accept());
  CHECK(browser.accept() == saving.in_folder("inside") / "a.toml");
}

TEST_CASE("a file is saved with an ending that opens it again") {
  struct Names {
    const char *entered, *saved;
  };
  static constexpr Names all[] = {{"slope_1.5", "slope_1.5.toml"},
                                  {"slope", "slope.toml"},
                                  {"SLOPE.TOML", "SLOPE.TOML"},
                                  {"slope.txt", "slope.txt.toml"}};
  for (const Names& names : all) {
    CAPTURE(names.entered);
    Saving saving;
    saving.browser.enter(names.entered);
    CHECK(saving.browser.accept() == saving.in_folder(names.saved));
  }
}

TEST_CASE("opening a file that does not exist says so") {
  const Temporary folder;
  FileBrowser browser;
  browser.show(FileBrowser::Use::open, "open", {".toml"});
  browser.enter((folder.folder / "none.toml").string());
  CHECK_FALSE(browser.accept());
  CHECK(browser.shown());
  CHECK(says(browser.problem(), "none.toml: there is no such file"));
  folder.write("none.toml", "");
  CHECK(browser.accept() == folder.folder / "none.toml");
  CHECK(browser.problem().empty());
}

TEST_CASE("a double click on a file that has become a folder meanwhile goes into it") {
  Saving saving;
  FileBrowser& browser = saving.browser;
  const std::string name = "a_name_on_the_heap_a.toml", other = "a_name_on_the_heap_b.toml";
  saving.folder.write(name, "");
  saving.folder.write(other, "");
  browser.show(FileBrowser::Use::open, "open", {".toml"});
  BareScreen screen;
  for (int frame = 0; frame < 3; ++frame) screen.draw(browser, false);
  REQUIRE(screen.places.count("files." + name) == 1);
  const std::array<float, 4> place = screen.places["files." + name];
  const std::size_t marks = screen.places.size();
  std::filesystem::remove(saving.in_folder(name.c_str()));
  std::filesystem::create_directory(saving.in_folder(name.c_str()));
  ImGui::GetIO().MousePos = {place[0] + 5, place[1] + 5};
  for (const bool pressed : {false, true, false, true, false}) screen.draw(browser, pressed);
  CHECK(screen.places.size() == marks);  // no names of entries that are gone
  browser.enter("inside.toml");
  saving.folder.write(name + "/inside.toml", "");
  CHECK(browser.accept() == saving.in_folder(name.c_str()) / "inside.toml");
}

TEST_CASE("the dialog for files opens although the present folder was removed") {
  const Temporary temporary;
  std::filesystem::create_directory(temporary.folder / "gone");
  const WorkingFolder gone(temporary.folder / "gone");
  std::filesystem::remove(temporary.folder / "gone");
  CHECK_NOTHROW(FileBrowser());
}
