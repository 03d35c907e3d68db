#include "common/output_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <thread>

#include "captured_output.h"
#include "common/csv.h"
#include "common/error.h"
#include "common/result_folder.h"
#include "common/terminal.h"
#include "temporary.h"

namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
  sandbox::write_file(file, [&](std::ostream& out) { out << text; });
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string printable(const std::string& text) {
  std::ostringstream stream;
  {
    const sandbox::PrintableOutput only(stream);
    stream << text;
  }
  return stream.str();
}

}  // namespace

TEST_CASE("a file is written through a symbolic link, which stays") {
  const Temporary temporary;
  temporary.write("target", "old");
  fs::create_symlink("target", temporary.folder / "link");
  fs::create_symlink("link", temporary.folder / "second");
  fs::create_symlink("absent", temporary.folder / "dangling");
  write_text(temporary.folder / "second", "new");
  write_text(temporary.folder / "dangling", "created");
  CHECK(fs::is_symlink(temporary.folder / "second"));
  CHECK(fs::is_symlink(temporary.folder / "link"));
  CHECK(read_all(temporary.folder / "target") == "new");
  CHECK(fs::is_symlink(temporary.folder / "dangling"));
  CHECK(read_all(temporary.folder / "absent") == "created");
  CHECK(entries(temporary.folder) == 5);
}

TEST_CASE("a device and a pipe are written through and never replaced") {
  const Temporary temporary;
  const fs::path full = temporary.folder / "full", pipe = temporary.folder / "pipe";
  fs::create_symlink("/dev/full", full);
  CHECK_THROWS_AS(write_text(full, "text"), sandbox::RunError);
  CHECK(fs::is_symlink(full));
  CHECK(fs::is_character_file(full));
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = read_all(pipe); });
  write_text(pipe, "through the pipe");
  reader.join();
  CHECK(received == "through the pipe");
  CHECK(fs::is_fifo(pipe));
  CHECK(entries(temporary.folder) == 2);
}

TEST_CASE("a folder or a cyclic link in place of a file is refused and nothing is left") {
  const Temporary temporary;
  fs::create_directory(temporary.folder / "folder");
  fs::create_symlink("b", temporary.folder / "a");
  fs::create_symlink("a", temporary.folder / "b");
  CHECK(says(refusal([&] { write_text(temporary.folder / "folder", "text"); }), "is a folder"));
  CHECK(says(refusal([&] { sandbox::make_folder(temporary.folder / "a"); }), "leads to itself"));
  CHECK(says(refusal([&] { write_text(temporary.folder / "a", "text"); }), "leads to itself"));
  CHECK(entries(temporary.folder) == 3);
}

TEST_CASE("a name that is too long for a file is refused before the work") {
  const Temporary temporary;
  CHECK(says(refusal([&] { sandbox::check_place(temporary.folder / std::string(256, 'a')); }),
             "name of the file is too long"));
  CHECK(refusal([&] { sandbox::check_place(temporary.folder / std::string(250, 'a')); }).empty());
  write_text(temporary.folder / std::string(250, 'a'), "text");
}

TEST_CASE("result files replace those of a former run together or not at all") {
  const Temporary temporary;
  temporary.write("one.txt", "old");
  temporary.write("elsewhere.txt", "old");
  fs::create_symlink("elsewhere.txt", temporary.folder / "linked.txt");
  SUBCASE("a writer fails") {
    {
      sandbox::ResultFiles files(temporary.folder);
      write_text(files.add("one.txt"), "new");
      write_text(files.add("linked.txt"), "new");
    }
    CHECK(read_all(temporary.folder / "one.txt") == "old");
    CHECK(read_all(temporary.folder / "linked.txt") == "old");
  }
  SUBCASE("a place is a folder") {
    fs::create_directory(temporary.folder / "two.txt");
    sandbox::ResultFiles files(temporary.folder);
    write_text(files.add("one.txt"), "new");
    write_text(files.add("two.txt"), "new");
    CHECK(says(refusal([&] { files.finish(); }), "two.txt: is a folder"));
    CHECK(read_all(temporary.folder / "one.txt") == "old");
    fs::remove(temporary.folder / "two.txt");
  }
  SUBCASE("the folder of a place is a file") {
    temporary.write("lines", "mine");
    sandbox::ResultFiles files(temporary.folder);
    write_text(files.add("one.txt"), "new");
    write_text(files.add("lines/two.txt"), "new");
    CHECK(says(refusal([&] { files.finish(); }), "lines: cannot be created as a folder"));
    CHECK(read_all(temporary.folder / "one.txt") == "old");
    CHECK(read_all(temporary.folder / "lines") == "mine");
  }
  SUBCASE("all are complete") {
    sandbox::ResultFiles files(temporary.folder);
    write_text(files.add("one.txt"), "new");
    write_text(files.add("linked.txt"), "new");
    CHECK(files.finish().back() == temporary.folder / "linked.txt");
    CHECK(read_all(temporary.folder / "one.txt") == "new");
    CHECK(fs::is_symlink(temporary.folder / "linked.txt"));
    CHECK(read_all(temporary.folder / "elsewhere.txt") == "new");
  }
  for (const auto& entry : fs::directory_iterator(temporary.folder)) {
    const bool left_over = says(entry.path().filename().string(), ".part") && !fs::is_empty(entry.path());
    CHECK(!left_over);
  }
}

TEST_CASE("what a process that was killed has left in a folder does not block it and is removed") {
  const Temporary temporary;
  const fs::path folder = temporary.folder / "results";
  const auto leave = [&](bool waits) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    const pid_t child = fork();
    if (child == 0) {
      sandbox::ResultFiles files(folder);
      write_text(files.add("maps/one.txt"), "unfinished");
      if (waits && write(ready[1], "", 1) == 1) pause();
      _exit(0);
    }
    char byte = 0;
    if (waits) REQUIRE(read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    close(ready[1]);
    if (!waits) waitpid(child, nullptr, 0);
    return child;
  };
  SUBCASE("the process has ended") {
    const pid_t child = leave(false);
    const fs::path left = folder / (".part-" + std::to_string(child));
    REQUIRE(fs::exists(left / "maps/one.txt"));
    CHECK(sandbox::former_results(folder, false).empty());
    sandbox::ResultFiles files(folder);
    CHECK(!fs::exists(left));
  }
  SUBCASE("the process still writes") {
    const pid_t child = leave(true);
    const fs::path left = folder / (".part-" + std::to_string(child));
    CHECK(sandbox::former_results(folder, false).empty());
    CHECK(says(refusal([&] { sandbox::ResultFiles files(folder); }), "another process writes its results"));
    CHECK(fs::exists(left / "maps/one.txt"));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    sandbox::ResultFiles files(folder);
    CHECK(!fs::exists(left));
  }
  SUBCASE("a folder of the user has such a name") {
    for (const std::string& name : {std::string(".part-999999999"), ".part-" + std::to_string(getpid())}) {
      fs::create_directories(folder / name);
      std::ofstream(folder / name / "notes.txt") << "mine";
      CHECK(says(refusal([&] { sandbox::former_results(folder, true); }), "holds no summary.json of a run"));
      {
        sandbox::ResultFiles files(folder);
        write_text(files.add("one.txt"), "new");
        files.finish();
      }
      CHECK(read_all(folder / name / "notes.txt") == "mine");
      fs::remove(folder / "one.txt");
      fs::remove_all(folder / name);
    }
  }
}

TEST_CASE("control characters become question marks, other text stays as it is") {
  CHECK(printable("plain text\tand a line\n") == "plain text\tand a line\n");
  CHECK(printable("\x1b[31mred\x1b[0m\r\x07\x7f") == "?[31mred?[0m???");
  CHECK(printable("\xc2\x9b"
                  "31m, 5 \xc2\xb0, \xe2\x80\x93, \xc3\xa9, \xc2") == "?31m, 5 \xc2\xb0, \xe2\x80\x93, \xc3\xa9, \xc2");
}

TEST_CASE("a field of a table is quoted where its text would break the row") {
  CHECK(sandbox::csv_field("block 3") == "block 3");
  CHECK(sandbox::csv_field("a, \"b\"\nc") == "\"a, \"\"b\"\"\nc\"");
}

TEST_CASE("files of a former run that cannot be known are said to remain") {
  const Temporary temporary;
  const auto former = [&](const std::string& summary, std::string& warnings) {
    temporary.write("summary.json", summary);
    const CapturedErrors errors;
    const auto names = sandbox::former_results(temporary.folder, true);
    warnings = errors.text.str();
    return names;
  };
  std::string warnings;
  CHECK(former("{\"files\": [\"map.png\"]}", warnings) == std::vector<std::string>{"map.png"});
  CHECK(warnings.empty());
  for (const char* summary : {"{\"files\": [\"map.p", "[]", "{}"}) {
    CAPTURE(summary);
    CHECK(former(summary, warnings).empty());
    CHECK(says(warnings, "summary.json: does not name the files of the former run"));
  }
}

TEST_CASE("a new folder is removed at the end if nothing was written to it, and no other") {
  const Temporary temporary;
  const fs::path folder = temporary.folder / "out";
  { const sandbox::NewFolder made(folder); }
  CHECK(!fs::exists(folder));
  {
    const sandbox::NewFolder made(folder);
    write_text(folder / "file", "text");
  }
  CHECK(entries(folder) == 1);
  fs::remove(folder / "file");
  { const sandbox::NewFolder made(folder); }
  CHECK(fs::exists(folder));
}
