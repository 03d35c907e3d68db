// The dialog for files replaces none that it did not ask about.
#include "live/file_browser.h"

#include <doctest/doctest.h>

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
