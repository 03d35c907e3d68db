// rockfall sweep --resume: a sweep that was ended continues with the runs that are not done.
#include "run/sweep_state.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <utility>

#include "captured_output.h"
#include "cli/commands.h"
#include "slope.h"
#include "temporary.h"

namespace {

namespace fs = std::filesystem;

constexpr double hole = -9999;

/** A slope of 30 x 20 nodes. @param top  height at x = 0, or hole: the slope then has one around x = 3 */
std::string slope_heights(double top) {
  std::ostringstream text;
  text << "ncols 30\nnrows 20\nxllcenter 0\nyllcenter 0\ncellsize 1\nnodata_value -9999\n";
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) text << (top == hole && x > 1 && x < 5 ? hole : std::max(top, 40.0) - 0.7 * x) << " ";
    text << "\n";
  }
  return text.str();
}

const std::string without_terrain =
    "[[rock]]\nshape = \"eota221\"\nmass = 780.0\ndensity = 2700.0\n[ground]\npreset = \"medium\"\n"
    "[release]\nkind = \"point\"\npoints = [3.0, 9.0]\n"
    "[[line]]\nname = \"near\"\npoints = [[9.0, 0.0], [9.0, 19.0]]\n"
    "[[line]]\nname = \"beside\"\npoints = [[0.0, 0.5], [2.0, 0.5]]\n"
    "[settings]\ntime_step = 0.005\ntime_limit = 20.0\n[run]\nrocks = 6\n";

/** A sweep over two terrains and two frictions: three runs are done when the last terrain has no ground at the start.
 */
struct Broken {
  Temporary temporary;
  sandbox::SweepArguments arguments;
  std::string errors;  ///< what it said when it ended
  fs::path state;

  Broken() {
    temporary.write("a.asc", slope_heights(40));
    temporary.write("b.asc", slope_heights(hole));
    arguments.scenario = temporary.write("s.toml", "[terrain]\nfile = \"a.asc\"\n" + without_terrain).string();
    arguments.vary = {"terrain.file=a.asc,b.asc", "ground.mu_min=0.2:0.4:3"};
    arguments.out = (temporary.folder / "parts").string();
    arguments.quiet = true;
    state = temporary.folder / "parts/sweep_state.json";
    const CapturedErrors captured;
    CHECK(says(refusal([&] { sweep_command(arguments); }), "is not over ground"));
    errors = captured.text.str();
    temporary.write("b.asc", slope_heights(41));
    REQUIRE(fs::exists(state));
    arguments.resume = state.string();
  }
  std::string read(const char* name) const { return read_all(temporary.folder / name); }
  nlohmann::json runs() const { return nlohmann::json::parse(read_all(state)).at("runs"); }
  void change_state(const std::function<void(nlohmann::ordered_json&)>& change) const {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(read_all(state));
    change(json);
    std::ofstream(state) << json;
  }
  std::string refused() const {
    return refusal([&] { sweep_command(arguments); });
  }
};

std::string output_of(const sandbox::SweepArguments& arguments) {
  const CapturedOutput out;
  sandbox::sweep_command(arguments);
  return out.text.str();
}

std::string before_files(const std::string& printed) { return printed.substr(0, printed.find("written:")); }

}  // namespace

TEST_CASE("a sweep that a fault ends says how to continue, and is continued to the files of one without a fault") {
  Broken broken;
  CHECK(broken.errors ==
        "rockfall: 3 runs are saved; to continue, give the same command with --resume " + broken.state.string() + "\n");
  CHECK(broken.runs().size() == 3);
  const std::string printed = output_of(broken.arguments);
  CHECK(!fs::exists(broken.state));

  sandbox::SweepArguments whole = broken.arguments;
  whole.resume.clear();
  whole.out = (broken.temporary.folder / "whole").string();
  CHECK(before_files(printed) == before_files(output_of(whole)));
  CHECK(broken.read("parts/sweep.csv") == broken.read("whole/sweep.csv"));
  CHECK(broken.read("parts/main_effects.png") == broken.read("whole/main_effects.png"));
  CHECK(says(broken.read("parts/sweep.csv"), ",0,,\n"));  // no rock crossed the line beside
  for (const char* folder : {"parts", "whole"}) {
    CHECK(std::distance(fs::directory_iterator(broken.temporary.folder / folder), fs::directory_iterator()) == 2);
  }
}

TEST_CASE("a sweep that is continued makes no run again that is done") {
  const Broken broken;
  broken.change_state([](nlohmann::ordered_json& json) { json["runs"][1]["runout_max"] = 1234.5; });
  output_of(broken.arguments);
  CHECK(says(broken.read("parts/sweep.csv"), ",1234.5,"));
}

TEST_CASE("a sweep does not continue from the state of another sweep, and says what differs") {
  Broken broken;
  const std::string state = read_all(broken.state);
  const sandbox::SweepArguments same = broken.arguments;
  const auto refused_with = [&](const auto& change) {
    broken.arguments = same;
    change(broken.arguments);
    return broken.refused();
  };
  const std::string another = broken.state.string() + ": is the state of another sweep: ";
  using Arguments = sandbox::SweepArguments;
  CHECK(refused_with([](Arguments& a) { a.overrides.rocks = 7; }) == another + "'6 rocks' before, '7 rocks' now");
  CHECK(refused_with([](Arguments& a) { a.overrides.seed = 7; }) == another + "'seed 1' before, 'seed 7' now");
  CHECK(refused_with([](Arguments& a) { a.overrides.time_step = 0.02; }) ==
        another + "'time step 0.005' before, 'time step 0.02' now");
  CHECK(refused_with([](Arguments& a) { a.overrides.set = {"ground.mu_max=0.9"}; }) ==
        another + "--set ground.mu_max=0.9 is given now only");
  CHECK(refused_with([](Arguments& a) { a.vary.pop_back(); }) ==
        another + "--vary ground.mu_min=0.2:0.4:3 was given before only");
  CHECK(refused_with([](Arguments& a) { std::swap(a.vary[0], a.vary[1]); }) ==
        another + "the options are given in another order");
  CHECK(refused_with([](Arguments& a) { a.vary[1] = "ground.mu_min=0.2:0.5:3"; }) ==
        another + "'--vary ground.mu_min=0.2:0.4:3' before, '--vary ground.mu_min=0.2:0.5:3' now");
  broken.temporary.write("s.toml", broken.read("s.toml") + "[scatter]\nmu_max = \"0.8:1.2\"\n");
  CHECK(says(refused_with([](Arguments&) {}),
             another + "the scenario file differs in line 23: nothing before, '[scatter]' now"));
  broken.temporary.write("s.toml", "# a comment\n" + broken.read("s.toml"));
  CHECK(says(refused_with([](Arguments&) {}),
             another + "the scenario file differs in line 1: '[terrain]' before, '# a comment' now"));
  CHECK(read_all(broken.state) == state);
}

TEST_CASE("a sweep does not continue where a file of a finished run has changed") {
  Broken broken;
  broken.temporary.write("a.asc", slope_heights(42));
  CHECK(broken.refused() == broken.state.string() +
                                ": the scenario or one of its files has changed since the run with "
                                "terrain.file=a.asc, ground.mu_min=0.2 was made");
  CHECK(broken.runs().size() == 3);
}

TEST_CASE("a file that is no state of a sweep is refused with the reason") {
  Broken broken;
  const std::string state = read_all(broken.state);
  const auto refused_after = [&](const auto& change) {
    std::ofstream(broken.state) << state;
    broken.change_state(change);
    return broken.refused();
  };
  using Json = nlohmann::ordered_json;
  CHECK(says(refused_after([](Json& json) { json["format"] = "rockfall calibration 2"; }), "another format"));
  CHECK(says(refused_after([](Json& json) { json["format"] = "rockfall sweep 0"; }), "another version of rockfall"));
  CHECK(says(refused_after([](Json& json) { json["version"] = 203; }),
             "is the state of a sweep of another version of rockfall: it has results of 0.2.3, this is "));
  const std::string impossible = "a run has numbers that are not possible";
  CHECK(says(refused_after([](Json& json) { json["runs"][1]["left_share"] = 1.25; }), impossible));
  CHECK(says(refused_after([](Json& json) { json["runs"][1]["fault_share"] = -0.25; }), impossible));
  CHECK(says(refused_after([](Json& json) { json["runs"][1]["limit_share"] = nullptr; }), impossible));
  CHECK(says(refused_after([](Json& json) { json["runs"][1]["runout_max"] = -1; }), impossible));
  CHECK(says(refused_after([](Json& json) { json["runs"][1]["energy_q95"][2] = -1; }), impossible));
  CHECK(says(refused_after([](Json& json) { json["runs"][0].erase("scene"); }), "cut off or damaged"));
  CHECK(says(refused_after([](Json& json) { json["runs"] = Json::array(); }), "its runs are not those of the sweep"));
  CHECK(says(refused_after([](Json& json) { json["runs"].erase(0); }), "its runs are not those of the sweep"));
  CHECK(says(refused_after([](Json& json) { json["runs"][2]["of_lines"].erase(0); }), "its runs are not those"));
  const std::size_t share = state.find("\"left_share\": ") + 14;
  std::ofstream(broken.state) << state.substr(0, share) << "1e999" << state.substr(state.find(',', share));
  CHECK(says(broken.refused(), "cut off or damaged"));
  std::ofstream(broken.state) << state.substr(0, state.size() / 2);
  CHECK(says(broken.refused(), "cut off or damaged"));
  fs::remove(broken.state);
  CHECK(broken.refused() ==
        broken.state.string() + ": there is no such file; a sweep that has made all its runs has removed it");
}

TEST_CASE("a sweep does not replace the state of another one without --force, and leaves none with it") {
  Broken broken;
  broken.arguments.resume.clear();
  CHECK(broken.refused() == broken.state.string() +
                                ": exists; give --force to replace it, --resume to continue it, or another place by "
                                "--out");
  broken.arguments.force = true;
  output_of(broken.arguments);
  CHECK(!fs::exists(broken.state));
  CHECK(fs::exists(broken.temporary.folder / "parts/sweep.csv"));
}

TEST_CASE("a sweep can be continued into another folder, and then saves to the state that it continues") {
  Broken broken;
  broken.arguments.out = (broken.temporary.folder / "other").string();
  broken.temporary.write("b.asc", slope_heights(hole));
  const CapturedErrors captured;
  CHECK(says(broken.refused(), "is not over ground"));
  CHECK(says(captured.text.str(),
             "rockfall: 3 runs are saved; to continue, give the same command with --resume " + broken.state.string()));
  broken.temporary.write("b.asc", slope_heights(41));
  output_of(broken.arguments);
  CHECK(fs::exists(broken.temporary.folder / "other/sweep.csv"));
  CHECK(!fs::exists(broken.state));
}

TEST_CASE("a state that cannot be saved is warned of once until it is saved again") {
  const Temporary temporary;
  const fs::path folder = temporary.folder / "folder";
  sandbox::SweepState state(folder / "state.json", {});
  const CapturedErrors captured;
  const auto next_is_due = [] { std::this_thread::sleep_for(std::chrono::milliseconds(1050)); };
  const std::string warning =
      "warning: no state is saved, the sweep continues: " + state.file().string() + ": cannot be written\n";
  state.add({});
  CHECK(captured.text.str() == warning);
  next_is_due();
  state.add({});
  CHECK(captured.text.str() == warning);
  CHECK(state.runs_in_file() == 0);
  fs::create_directory(folder);
  state.save();
  CHECK(state.runs_in_file() == 2);
  fs::remove_all(folder);
  CHECK(state.runs_in_file() == 0);
  next_is_due();
  state.add({});
  CHECK(captured.text.str() == warning + warning);
}

TEST_CASE("a sweep whose table cannot be written prints its results and says how to continue") {
  Broken broken;
  fs::create_directory(broken.temporary.folder / "parts/sweep.csv");
  const CapturedErrors errors;
  const CapturedOutput out;
  CHECK(says(broken.refused(), "is a folder"));
  CHECK(says(out.text.str(), "6 runs of 6 rocks with the same random numbers\n"));
  CHECK(says(out.text.str(), "ground.mu_min "));
  CHECK(says(out.text.str(), "written") == false);
  CHECK(says(errors.text.str(),
             "rockfall: 6 runs are saved; to continue, give the same command with --resume " + broken.state.string()));
  CHECK(broken.runs().size() == 6);
}

TEST_CASE("a sweep that is continued without --out writes to the folder of its state") {
  Broken broken;
  broken.arguments.out.clear();
  output_of(broken.arguments);
  CHECK(fs::exists(broken.temporary.folder / "parts/sweep.csv"));
  CHECK(!fs::exists(broken.state));
}
